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

static int
begin (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  (void) device, (void) data;
  set (ompt_callback_dispatch, (ompt_callback_t) dispatch);
  return 1;
}

static void
end (ompt_data_t *data)
{
  (void) data;
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { begin, end, { 0 } };
  (void) version, (void) runtime;
  return &result;
}

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
  run 0 "$CC" $flags -w -fopenmp prog.c -o prog
  for schedule in dynamic,2 guided; do
    run 0 env OMP_SCHEDULE=$schedule ./prog
    has out '^51$'
    hasnt out wrong
  done
done
