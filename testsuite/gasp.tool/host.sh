# Programs without instrumentation have samples, by function, of all their threads, and
# are otherwise as ever; what they start is left alone.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>
static volatile double x[3];
__attribute__ ((noipa)) static void long_one (void) { for (int i = 0; i < 60000000; i++) x[0] += i; }
__attribute__ ((noipa)) static void short_one (void) { for (int i = 0; i < 20000000; i++) x[1] += i; }
__attribute__ ((noipa)) static void in_thread_of_c (void) { for (int i = 0; i < 20000000; i++) x[2] += i; }
static int body_of_c (void *n) { in_thread_of_c (); return *(int *) n; }
static void *body (void *result) { short_one (); return result; }
int
main (int argc, char **argv)
{
  pthread_t thread;
  thrd_t other;
  int n = 3, number;
  void *result;
  pthread_create (&thread, NULL, body, &thread);
  long_one ();
  pthread_join (thread, &result);
  thrd_create (&other, body_of_c, &n);
  thrd_join (other, &number);
  printf ("%d %s %s\n", argc, argv[1],
	  result == &thread && number == n ? "joined" : "?");
  fflush (stdout);
  return system ("/bin/true") ? 1 : 5;
}
END
run 0 gcc -g -O1 prog.c -o prog -pthread
profile 5 ./prog word
has out '^2 word joined$'
ls profile/*.gasp > records
count 1 records .
long=$(figure total_samples long_one)
short=$(figure total_samples short_one)
[ "$long" -gt "$short" ] && [ "$short" -ge 5 ] || { cat csv; fail "long_one $long, short_one $short"; }
"$GASP" report --view=threads profile > threads
count 3 threads ' prog  '
[ "$(figure total_samples in_thread_of_c)" -ge 5 ] || { cat csv; fail "thrd_create"; }
"$GASP" report profile > text
has text 'program .*prog word'
has text 'exit status 5$'

# Jumps to a library's functions are time of what calls these.
echo 'int leaf (int i) { return i & 15; }' > leaf.c
cat > jumps.c <<'END'
extern int leaf (int);
__attribute__ ((noipa)) static int calls (int n) { int s = 0; while (n--) s += leaf (n); return s; }
int main (void) { return calls (100000000) == 0; }
END
run 0 gcc -O2 -shared -fPIC leaf.c -o libleaf.so
run 0 gcc -O2 jumps.c -o jumps -L. -lleaf -Wl,-rpath,"$PWD"
profile 0 ./jumps
calls=$(figure samples calls) outside=$(figure samples '(outside of instrumented functions)')
[ "$calls" -gt $((outside * 10)) ] || { cat csv; fail "jumps: $outside outside, $calls in what jumps"; }

# The same behind a script's first line, but no shell.
mkdir 'a b' && cp prog 'a b'
{ echo "#!$PWD/prog"; echo 'ignored'; } > script
{ echo "#!/usr/bin/env prog"; echo 'ignored'; } > other
chmod +x script other
profile 5 ./script
has out '^2 \./script joined$'
[ "$(figure total_samples long_one)" -ge 5 ] || fail "script"
PATH=$PWD:$PATH
profile 5 ./other
[ "$(figure total_samples long_one)" -ge 5 ] || fail "env"
profile 5 'a b/prog' x
[ "$(figure total_samples long_one)" -ge 5 ] || fail "blank"

# A shell's script is not, but what it runs, and becomes in the end, as shims of pyenv do.
# The instrumented have their calls.
printf '#!/bin/sh\n(./prog other)\nexec ./shim2 "$@"\n' > shim
printf '#!/usr/bin/env sh\nexec env ./prog "$@"\n' > shim2
printf '#!/bin/sh\nexec ./calls\n' > shim3
cat > calls.c <<'END'
__attribute__ ((noipa)) static void leaf (void) {}
int main (void) { for (int i = 0; i < 9; i++) leaf (); return 0; }
END
run 0 "$CC" -O1 --profile calls.c -o calls
chmod +x shim shim2 shim3
profile 5 ./shim word
has out '^2 word joined$'
ls profile/*.gasp > records
count 2 records /prog
count 2 records /true
[ "$(figure total_samples long_one)" -ge 10 ] || fail "shim"
run 0 "$GASP" report profile
has out 'programs +2: prog [0-9.]+ m?s in 2 processes, true '
has out 'exit status 5$'
profile 0 ./shim3
[ "$(figure calls 'void leaf(void)')" -eq 9 ] || { cat csv; fail "instrumented, behind a script"; }

# So is what a program becomes, rather than starts; of what has no record, no time is the
# program's.
cat > becomes.c <<'END'
#include <unistd.h>
int main (int argc, char **argv)
{
  execl ("./none", "none", NULL);
  if (argc == 1)
    execl ("./prog", "prog", "word", NULL);
  else
    execlp (argv[1], argv[1], "-c", "exit 5", NULL);
  return 3;
}
END
for build in "$STOCK" "$CC --profile"; do
  # shellcheck disable=SC2086
  run 0 $build becomes.c -o becomes
  profile 5 ./becomes
  ls profile/*.gasp > records
  count 2 records .
  [ "$(figure total_samples long_one)" -ge 5 ] || fail "executed"
  run 0 "$GASP" report profile
  has out 'exit status 5$'
  profile 5 ./becomes sh
  run 0 "$GASP" report profile
  has out ': became another program$'
  profile 3 ./becomes none
  run 0 "$GASP" report profile
  has out ': exit status 3$'
done

# Of allocations, it has its own alone.
cat > one.c <<'END'
#include <stdlib.h>
int main (void) { void *volatile block = malloc (10); free (block); return 0; }
END
run 0 gcc one.c -o one
profile 0 ./one
for call in malloc free; do
  [ "$(figure calls $call)" -eq 1 ] || { cat csv; fail "$call"; }
done

# What it starts is left alone, but how long that ran is said, and how to have it.
. "$HERE/../lib/findings.sh"
# That comes first if it is most of all, also before waiting for it.
cat > starts.c <<'END'
#include <stdio.h>
int main (void)
{
  FILE *pipe = popen ("./prog word; exit 0", "r");
  while (getc (pipe) != EOF)
    ;
  return pclose (pipe) < 0;
}
END
run 0 gcc starts.c -o starts
profile 0 ./starts
findings
stands_out other-programs '' 'Programs that this one started had .* on processors'
run 0 "$GASP" report profile
has out '^ +gasp run env \./starts$'
head -1 found | grep '^other-programs' > /dev/null || fail "others come first"
rm -rf profile
run 0 "$GASP" run -q -o profile env ./starts
findings
hasnt found 'other-programs'

# Nothing is sampled that should not be.
rm -rf profile
run 5 "$GASP" run -q -o profile --off ./prog word
[ ! -e profile ] || fail "records although off"

# Instrumented libraries that it loads have their functions and calls.
cat > part.c <<'END'
static volatile int x;
__attribute__ ((noipa)) static void step (int i) { x += i; }
__attribute__ ((visibility ("default"))) int work (void) { for (int i = 0; i < 7; i++) step (i); return 0; }
END
cat > loader.c <<'END'
#include <dlfcn.h>
int main (void)
{
  void *part = dlopen ("./part.so", RTLD_NOW);
  int (*work) (void) = part ? (int (*) (void)) dlsym (part, "work") : 0;
  return work ? work () : 1;
}
END
run 0 "$CC" -O1 --profile -fPIC -shared part.c -o part.so
run 0 gcc loader.c -o loader -ldl
profile 0 ./loader
[ "$(figure calls 'void step(int)')" -eq 7 ] || { cat csv; fail "the library's calls"; }
