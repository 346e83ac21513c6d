# What is kept of tasks with dependences goes with their region: a program that
# makes many such regions does not grow.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "memory of another machine's emulator"
cat > tool.c <<'END'
#include <omp-tools.h>
#define EVENT ompt_callback_task_dependence
#define CALLBACK on_dependence
static void
on_dependence (ompt_data_t *from, ompt_data_t *to)
{
  (void) from, (void) to;
}
#include "one-callback.h"
END
cat > prog.c <<'END'
#include <stdio.h>
#include <sys/resource.h>
static void
regions (int number)
{
  for (int i = 0; i < number; i++)
#pragma omp parallel num_threads (2)
    {
      int a = 0;
      for (int j = 0; j < 10; j++)
#pragma omp task depend (inout : a)
	a++;
    }
}
static long
kilobytes (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}
int
main (void)
{
  regions (1000);
  long before = kilobytes ();
  regions (10000);
  long grown = kilobytes () - before;
  printf (grown < 5000 ? "as before\n" : "grown by %ld KB\n", grown);
  return 0;
}
END
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" -I"$HERE" tool.c -o tool.so
run 0 "$CC" -O1 -w -fopenmp -finstrument-gasp prog.c -o prog
# Threads that spin in barriers take minutes where others need the processors.
OMP_WAIT_POLICY=passive OMP_TOOL_LIBRARIES=$PWD/tool.so run 0 ./prog
has out '^as before'
