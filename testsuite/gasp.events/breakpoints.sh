# gdb stops, steps, finishes and shows arguments in an instrumented program as in the
# same without instrumentation, if it is not optimised: a site at the very entry would
# hide the prologue from it.
#
# SPDX-License-Identifier: Apache-2.0

need gdb
not_emulated gdb
cat > prog.c <<'EOF'
#include <stdio.h>
#include <string.h>
int seven;
struct big { int i; char c[60]; };
static void nothing (void) { }
static void
set_seven (void)
{
  seven = 7;
}
int
sum (int a, int b, long c, int d, int e, int f, int g, struct big h)
{
  int s = a + b;
  set_seven ();
  return s + c + d + e + f + g + h.i;
}
double
vary (double x, struct big *p, int n)
{
  char buffer[n];
  memset (buffer, 0, n);
  _Alignas (64) char wide[64] = { 1 };
  nothing ();
  return x + p->i + buffer[0] + wide[0];
}
int
down (int n)
{
  for (;;)
    if (--n < 3)
      return n ? down (n - 1) + 1 : 0;
}
int
main (int argc, char **argv)
{
  struct big s = { 5 };
  int r = sum (3, 4, 5, 6, 7, 8, 9, s);
  set_seven ();
  r += vary (1.5, &s, r);
  r += down (6);
  printf ("%d %d\n", r, argc);
  return 0;
}
EOF
sed 's/_Alignas/alignas/' prog.c > prog.cc
cat > commands <<'EOF'
set debuginfod enabled off
set width 0
break main
break sum
break set_seven
break nothing
break vary if x > 1
break down
run
info args
next
step
bt
info args
step
step
up
info locals
down
finish
continue
finish
continue
info args
next
continue
up
info args
info locals
continue
bt
continue
info args
finish
tbreak prog.c:14
continue
EOF

# session FILE COMPILER OPTIONS: FILE becomes what gdb says, without addresses.
session ()
{
  said=$1
  shift
  run 0 "$@" -g -O0 -o prog
  run 0 gdb -nx -batch -x commands ./prog
  sed -E 's/0x[0-9a-f]+/X/g; /ebugging symbols|libthread_db/d' out > "$said"
}
for options in '' -fcf-protection=full -mavx2 -mstackrealign -fPIE -fsanitize=address; do
  for what in "$CC prog.c" "$CXX prog.cc"; do
    its_turn 5 || continue
    # shellcheck disable=SC2086
    session plain.said $what $options
    # shellcheck disable=SC2086
    session said $what $options --profile
    has said 'sum \(a=3, b=4, c=5'
    run 0 diff plain.said said
    # shellcheck disable=SC2086
    session said $what $options -finstrument-gasp-functions=emitted
    run 0 diff plain.said said
  done
done
