# A million calls one inside the other, on the process's stack and a thread's.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 400

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__ ((noipa)) static int other (int n);
__attribute__ ((noipa)) static int
deep (int n)
{
  return n ? other (n - 1) + 1 : 0;
}
__attribute__ ((noipa)) static int
other (int n)
{
  return n ? deep (n - 1) + 1 : 0;
}
static void *body (void *p) { return (void *) (long) deep (DEPTH); }
int main (int argc, char **argv)
{
  pthread_attr_t attr;
  pthread_t thread;
  void *value;
  pthread_attr_init (&attr);
  pthread_attr_setstacksize (&attr, 512ul << 20);
  if (pthread_create (&thread, &attr, body, 0))
    return 2;
  pthread_join (thread, &value);
  if (argc > 1)
    printf ("%d\n", deep (DEPTH));
  printf ("%d\n", (int) (long) value);
  return 0;
}
END
# A quarter of it in "make check".
depth=$(often 250000 1000000)
main= count=$((depth / 2 + 1))
if [ -n "$ALL" ] && (ulimit -s unlimited) 2> /dev/null; then main=main count=$((2 * count)); fi
for mode in $(often emitted "source emitted"); do
  for level in -O2; do
    run 0 "$CC" -g $level --profile -finstrument-gasp-functions=$mode -fno-optimize-sibling-calls -DDEPTH=$depth -pthread prog.c -o prog
    if [ -n "$main" ]; then ulimit -s unlimited; fi
    run 0 ./prog $main
    rm -rf profile
    run 0 "$GASP" run -q --exact -o profile ./prog $main
    has out "^$depth\$"
    "$GASP" report --format=csv --view=flat profile > csv
    calls $count 'int deep(int)'
    checked ./prog $main
  done
done
# The record is the same in both modes.
"$GASP" report --view=flat,tree profile > text || fail "no flat profile and tree"
