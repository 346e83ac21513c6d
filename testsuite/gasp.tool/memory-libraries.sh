# Memory that code without instrumentation allocates or frees is seen: what is not
# freed, at which call path, and no free of a correct program is suspect.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"

# memory TEXT: so much is not freed, and nothing is wrong.
memory ()
{
  run 0 "$GASP" report --view=memory profile
  has out "; $1 not freed at the end"
  hasnt out 'Suspect|again|unknown|not seen'
}

# A library without instrumentation, functions of the C library, and their callers.
cat > library.c <<'END'
#include <stdlib.h>
#include <string.h>
void *give (size_t size) { return memset (malloc (size), 1, size); }
void take (void *p) { free (p); }
void *again (void *p, size_t size) { return realloc (p, size); }
END
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void *give (size_t), *again (void *, size_t);
extern void take (void *);
__attribute__ ((noipa)) static void *keep (void) { return give (1000); }
int main (void)
{
  char *line = NULL, *text;
  size_t room = 0;
  void *aligned;
  FILE *f = fopen ("prog.c", "r");
  while (getline (&line, &room, f) > 0)
    ;
  free (line);
  fclose (f);
  if (asprintf (&text, "%d words of a text of %s", 7, "some length") < 0)
    return 1;
  free (text);
  for (int i = 0; i < 1000; i++)
    {
      void *p = give (100);
      p = again (realloc (p, 200), 300);
      if (i & 1)
	free (p);
      else
	take (p);
      take (malloc (10));
      free (memalign (64, 10));
      free (calloc (3, 4));
      if (posix_memalign (&aligned, 64, 100) == 0)
	take (aligned);
      take (aligned_alloc (64, 128));
      free (strdup ("abc"));
    }
  text = keep ();
  printf ("%d\n", text[0]);
  return 0;
}
END
run 0 "$STOCK" -O1 -fPIC -shared library.c -o libother.so
run 0 "$CC" -g -O1 --profile prog.c -L. -lother -Wl,-rpath,"$PWD" -o prog
profile 0 ./prog
memory '1000 B in 1 block'
has out '1000 B in 1 block of that was allocated by code that is not'
has out '1000 B +1 +\(not instrumented\) +malloc < keep < main'

# What is looked for when something is unloaded leaves a message of the linker's, in a
# block that the program has freed; that its next call frees it is no second time.
cat > unloads.c <<'END'
#include <dlfcn.h>
#include <stdlib.h>
int main (void)
{
  for (int i = 0; i < 5; i++)
    {
      void *library = dlopen ("libother.so", RTLD_NOW), *volatile p[16];
      for (int k = 0; k < 16; k++)
	p[k] = malloc (16 * k + 8);
      for (int k = 0; k < 16; k++)
	free (p[k]);
      dlclose (library);
    }
  return 0;
}
END
run 0 "$STOCK" unloads.c -Wl,-rpath,"$PWD" -o unloads
profile 0 ./unloads
memory '0 in 0 blocks'

# In a static program that is not seen, and said.
run 0 "$STOCK" -O1 -c library.c -o library.o
run 0 "$CC" -g -O1 --profile -static --tool=papi prog.c library.o -o static
rm -rf profile
run 0 env GASP_OUTPUT=profile ./static
run 0 "$GASP" report --view=memory profile
has out 'blocks were freed whose allocation was not seen'
hasnt out 'Suspect'

# C++: what libstdc++ has instances of, and threads.
cat > words.cc <<'END'
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
static std::string make (int i)
{
  return "a string of more than fifteen " + std::to_string (i);
}
static std::size_t count (int from)
{
  std::map<std::string, int> map;
  for (int i = 0; i < 300; i++)
    map[make (from + i)]++;
  std::stringstream text;
  for (auto &entry : map)
    text << entry.first << '\n';
  return text.str ().size ();
}
static std::string *volatile leak;
int main (int argc, char **)
{
  std::vector<std::thread> threads;
  std::vector<std::size_t> sums (4);
  for (int t = 0; t < 4; t++)
    threads.emplace_back ([t, &sums] { sums[t] = count (1000 * t); });
  for (auto &t : threads)
    t.join ();
  std::cout << sums[0] << ' ' << sums[3] << std::endl;
  if (argc > 1)
    leak = new std::string (make (1));
}
END
run 0 "$CXX" -g -O1 -finstrument-gasp-functions=emitted words.cc -pthread -o words
profile 0 ./words
memory '0 in 0 blocks'
profile 0 ./words leak
memory '[0-9]+ B in 2 blocks'

# An allocator whose operators of C++ do not call malloc, and a program with its
# own malloc: what is not seen is said.
cat > pool.cc <<'END'
#include <cstddef>
static char pool[1 << 24];
static std::size_t used;
static void *take (std::size_t size)
{
  std::size_t room = (size + 15) / 16 * 16;
  used += room;
  return used <= sizeof pool ? pool + used - room : nullptr;
}
extern "C" void *malloc (std::size_t size) { return take (size); }
extern "C" void *calloc (std::size_t n, std::size_t size)
{ return take (n * size); }
extern "C" void *realloc (void *, std::size_t size) { return take (size); }
extern "C" void free (void *) {}
void *operator new (std::size_t size) { return take (size); }
void operator delete (void *) noexcept {}
void operator delete (void *, std::size_t) noexcept {}
END
cat > plain.cc <<'END'
#include <set>
int main () { return std::set<int> { 1, 2, 3 }.size () - 3; }
END
run 0 "$STOCKXX" -O1 -shared -fPIC pool.cc -o libpool.so
run 0 "$STOCKXX" -O1 plain.cc -o plain -L. -lpool -Wl,-rpath,"$PWD"
run 0 "$STOCKXX" -O1 plain.cc pool.cc -o own
for each in 'plain|operator new|libpool.so' 'own|malloc|own'; do
  IFS='|' read -r program function file <<END
$each
END
  rm -rf profile
  run 0 "$GASP" run -o profile "./$program"
  run 0 "$GASP" report profile
  has out "allocates by $function is not seen: $file has its own"
  hasnt out 'memory exact'
done
