# Chunks of loops with steps are counted in iterations.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > prog.c <<'END'
#include <omp-tools.h>
#include <stdio.h>

static uint64_t sum;

static void
dispatch (ompt_data_t *region, ompt_data_t *task, ompt_dispatch_t kind,
	  ompt_data_t instance)
{
  (void) region, (void) task;
  if (kind == ompt_dispatch_ws_loop_chunk)
    sum += ((ompt_dispatch_chunk_t *) instance.ptr)->iterations;
}

#define EVENT ompt_callback_dispatch
#define CALLBACK dispatch
#include "one-callback.h"

int
main (void)
{
  volatile long z = 0;
#define CHECK(n)						\
  if (sum != (n))						\
    printf ("wrong: %d iterations, not %d\n", (int) sum, n);	\
  sum = 0
#pragma omp parallel for schedule (dynamic, 3) num_threads (1)
  for (long i = 0; i < 100; i += 7)
    z++;
  CHECK (15);
#pragma omp parallel num_threads (1)
#pragma omp for schedule (dynamic, 2)
  for (long i = 50; i > 0; i -= 5)
    z++;
  CHECK (10);
#pragma omp parallel for schedule (guided) num_threads (1)
  for (unsigned int i = 0; i < 39; i += 4)
    z++;
  CHECK (10);
#pragma omp parallel for schedule (dynamic) num_threads (1)
  for (unsigned long long i = 39; i > 4; i -= 5)
    z++;
  CHECK (7);
#pragma omp parallel num_threads (1)
#pragma omp for schedule (runtime)
  for (long i = -9; i < 9; i += 2)
    z++;
  CHECK (9);
  printf ("%ld\n", z);
  return 0;
}
END
for flags in '-O0' '-O2 -finstrument-gasp'; do
  run 0 "$CC" $flags -w -fopenmp -I"$HERE" prog.c -o prog
  for schedule in dynamic,2 guided; do
    run 0 env OMP_SCHEDULE=$schedule ./prog
    has out '^51$'
    hasnt out wrong
  done
done
