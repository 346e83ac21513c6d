# With --exact, threads add up OpenMP's locks by themselves: how often is right to one while
# measurement is on, also where another tool wants the callbacks; the tree has a lock only
# where it was waited for long, below the function that did; and the lock of constructs
# without a name is called that.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <pupc.h>
#include <stdio.h>
#include <time.h>

#define N 3000
static omp_lock_t lock;
static volatile int x, has_it;

__attribute__ ((noinline)) static void
often (void)
{
  for (int i = 0; i < N; i++)
    {
#pragma omp critical			/* line 15 */
      x++;
    }
}

__attribute__ ((noinline)) static void
get (void)
{
  omp_set_lock (&lock);			/* line 23 */
}

/* The lock is given back by another function than waits for it.  */
static void
wait_for_it (void)
{
  double begin = omp_get_wtime ();
  get ();
  printf ("%.0f\n", (omp_get_wtime () - begin) * 1e9);
  omp_unset_lock (&lock);
}

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads (2)
  for (int i = 0; i < 4; i++)
    {
      pupc_control (i % 2 == 0);
      often ();
    }
  pupc_control (1);
#pragma omp parallel num_threads (2)
  {
    pupc_control (1);
    if (omp_get_thread_num () == 0)
      {
	omp_set_lock (&lock);		/* line 52 */
	has_it = 1;
	nanosleep (&(struct timespec) { 0, 30000000 }, NULL);
	omp_unset_lock (&lock);
      }
    else
      {
	while (!has_it)
	  ;
	wait_for_it ();
      }
  }
  return 0;
}
END
cat > tool.c <<'END'
#include <omp-tools.h>
static int
begin (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  return 1;
}
static void
end (ompt_data_t *data)
{
}
ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { begin, end, { 0 } };
  return &result;
}
END
run 0 gcc -w -shared -fPIC -I"$BUILD/include/omp" tool.c -o tool.so
run 0 "$CC" -O1 --profile -fopenmp prog.c -o prog
for tools in none ./tool.so; do
  rm -rf profile
  run 0 env OMP_TOOL_LIBRARIES=$tools "$GASP" run -q --exact -o profile ./prog
  waited=$(cat out)
  table team-locks profile
  same "taken at 15" "$(field line 15 taken | sum)" 12000
  same "the lock of 15" "$(field line 15 lock | sort -u)" "(unnamed)"
  same "taken at 23" "$(field line 23 taken)" 1
  least "waited at 23" "$(field line 23 waited)" $((waited / 10 * 9))
  table lock-blame profile
  same "whom 23 waited for" "$(field line 23 holder_line)" 52
  table tree profile
  same "waits at 23" "$(field line 23 calls)" 1
  # Not more than the function that it is in.
  total=$(field name get total)
  most "waited in get" "$(field line 23 total)" "$total"
  least "total of get" "$total" $((waited / 10 * 9))
done
