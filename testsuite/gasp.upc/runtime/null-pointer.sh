# A null pointer-to-shared is not read or written through: the program ends by a
# signal, as in C, and says what it was.  Where another thread's memory is asked for by
# messages, the one that asks ends the program, with status 1.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
shared int *p;
shared [] int *q;
strict shared int *s;
int main (int argc, char **argv)
{
  int x[10];
  puts ("begun");
  fflush (stdout);
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    switch (atoi (argv[1]))
      {
      case 0: *p = 7; break;
      case 1: return *p;
      case 2: q[3] = 1; break;
      case 3: upc_memget (x, q, sizeof x); break;
      case 4: *s = 2; break;
      case 5: *(int *) (p + MYTHREAD) = 3; break;
      case 6: p[1]++; break;
      }
  upc_barrier;
  puts ("too far");
  return 0;
}
END
for options in '' --conduit=loopback '--profile --conduit=loopback' '-O2 --profile' '-O2'; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" $options prog.upc -o prog
  for case in 0 1 2 3 4 5 6; do
    for threads in 2 3; do
      run 139 sh -c './prog "$@"; exit $?' sh -n $threads $case
      has out begun
      hasnt out 'too far'
      has err 'libupc: thread .* used a (null pointer-to-shared|pointer-to-shared .* bytes from null)'
    done
  done
done
