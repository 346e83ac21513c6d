# Tasks that libgomp discards, as their group has been cancelled, are discarded with
# a tool, too, and it is told.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$HERE/check-tool.c" \
  -o check.so
cat > prog.c <<'END'
#include <stdio.h>
static int ran;
int
main (void)
{
#pragma omp parallel num_threads (1)
#pragma omp taskgroup
  {
    for (int i = 0; i < 10; i++)
#pragma omp task
#pragma omp atomic
      ran++;
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
  }
  printf ("%d ran\n", ran);
#pragma omp parallel num_threads (1)
#pragma omp taskgroup
  {
#pragma omp taskloop nogroup num_tasks (10)
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      ran++;
#pragma omp taskloop num_tasks (10)
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      ran++;
  }
  printf ("%d ran\n", ran);
  return 0;
}
END
export OMP_CANCELLATION=true
run 0 "$CC" -O1 -w -fopenmp prog.c -o prog
run 0 ./prog
has out '^0 ran'
has out '^20 ran'
OMP_TOOL_LIBRARIES=$PWD/check.so run 0 ./prog
has out '^0 ran'
has out '^20 ran'
has out 'event 30 4: 10'
hasnt out 'wrong:'
has out 'left: 0 threads, 0 regions, 0 tasks'
