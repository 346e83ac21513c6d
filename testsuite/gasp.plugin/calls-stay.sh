# With no tool, a program's allocation calls are what they would be without GASP:
# nothing is added to their arguments; with one they are all told of.  Where
# calls go through memory, or have no registers left, they are rewritten.
#
# SPDX-License-Identifier: Apache-2.0

case $MACHINE in x86_64-*) ;; *) unsupported "calls are rewritten on $MACHINE" ;; esac
cat > a.c <<'END'
#include <stdlib.h>
void *volatile p;
int main (void)
{
  p = malloc (10);
  p = realloc (p, 20);
  free (p);
  if (posix_memalign ((void **) &p, 64, 30))
    return 1;
  free (p);
  return 0;
}
END
cat > told <<'END'
GASP_C_MALLOC [a.c:5:7]
GASP_C_REALLOC [a.c:6:7]
GASP_C_FREE [a.c:7:3]
GASP_C_MALLOC [a.c:8:7]
GASP_C_FREE [a.c:10:3]
END
# told_of PROGRAM: it tells of the calls in a.c.
told_of ()
{
  run 0 under dump ./$1
  sed -n 's/^0\.0 + \(GASP_C_[A-Z]* \[[^]]*\]\).*/\1/p' result > got
  diff told got || fail "$1: other events"
}
run 0 "$CC" -O2 -finstrument-gasp a.c -o prog
"$OBJDUMP" -d --no-show-raw-insn prog > code
has code 'call.*<malloc@plt>'
has code 'call.*<posix_memalign@plt>'
hasnt code 'call.*<gasp_gcc_(malloc|realloc|free|posix_memalign)@plt>'
run 0 ./prog
told_of prog
for options in -fno-plt -fpie\ -pie -flto -g -fcf-protection -O0 -Os; do
  run 0 "$CC" -O2 $options -finstrument-gasp a.c -o prog-other
  told_of prog-other
done
run 0 "$CC" -O2 -fno-plt -finstrument-gasp -S a.c
has a.s 'call.*__gasp_malloc'

# Two calls that differ in nothing but their places are not made one.
cat > b.c <<'END'
#include <stdlib.h>
void *volatile p;
int main (int argc, char **argv)
{
  p = malloc (10);
  if (argc > 1)
    free (p);
  else
    free (p);
  return 0;
}
END
run 0 "$CC" -O2 -finstrument-gasp b.c -o prog-b
run 0 under dump ./prog-b
has result 'GASP_C_FREE \[b.c:9:5\]'
run 0 under dump ./prog-b more
has result 'GASP_C_FREE \[b.c:7:5\]'

# What operator new throws goes through; the program's own operator is called.
cat > c.C <<'END'
#include <new>
#include <cstdio>
#include <cstdlib>
void *operator new (std::size_t n);
void operator delete (void *p, std::size_t) noexcept;
struct large { char c[2000]; };
large *volatile q;
int *volatile r;
int main ()
{
  try { q = new large; }
  catch (std::bad_alloc &) { std::puts ("caught"); }
  r = new int;
  delete r;
}
END
cat > d.C <<'END'
#include <new>
#include <cstdio>
#include <cstdlib>
void *operator new (std::size_t n)
{
  if (n > 1000) throw std::bad_alloc ();
  return std::malloc (n);
}
void operator delete (void *p) noexcept { std::puts ("delete"); std::free (p); }
void operator delete (void *p, std::size_t) noexcept { operator delete (p); }
END
run 0 "$CXX" -O2 -finstrument-gasp c.C d.C -o prog-c
run 0 ./prog-c
cp out plain
has out '^caught$'
has out '^delete$'
run 0 under dump ./prog-c
cmp out plain || fail "other output with a tool"
has result '- GASP_C_MALLOC \[c.C:11:17\] 2000 0x0'
has result '\+ GASP_C_FREE \[c.C:14:'
