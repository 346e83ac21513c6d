# Tasks of an OpenMP program, by the line that they are of: number, time, how long
# they lay ready, how many another thread ran, and which ran at once.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <unistd.h>

static volatile int go;

/* The maker waits until the other thread has run the first ten; they wait 30 ms
   before.  */
static void
make (void)
{
  for (int i = 0; i < 10; i++)
#pragma omp task				/* line 12 */
    {
      usleep (2000);
      __atomic_add_fetch (&go, 1, __ATOMIC_SEQ_CST);
    }
  usleep (30000);
#pragma omp task if (0)				/* line 18 */
  usleep (1000);
  __atomic_add_fetch (&go, 1000, __ATOMIC_SEQ_CST);
  while (go < 1010)
    usleep (100);
#pragma omp taskloop num_tasks (4)		/* line 23 */
  for (int i = 0; i < 40; i++)
    usleep (100);
}

int
main (void)
{
#pragma omp parallel num_threads (2)
  {
    if (omp_get_thread_num () == 0)
      make ();
    else
      while (go < 1000)
	usleep (100);
  }
  return 0;
}
END
for level in -O0 -O2; do
  run 0 "$CC" $level -finstrument-gasp -fopenmp prog.c -o prog
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  table tasks profile
  same "created at 12" "$(field line 12 created)" 10
  same "begun at 12" "$(field line 12 begun)" 10
  same "begun by another thread" "$(field line 12 moved)" 10
  same "undeferred at 12" "$(field line 12 undeferred)" 0
  least "delay at 12" "$(field line 12 delay)" 30000000
  least "time at 12" "$(field line 12 time)" 20000000
  same "undeferred at 18" "$(field line 18 undeferred)" 1
  same "moved at 18" "$(field line 18 moved)" 0
  most_time "delay at 18" "$(field line 18 delay)" 1000000
  same "created at 23" "$(field line 23 created)" 4
  same "construct at 23" "$(field line 23 event)" "omp taskloop"
  same "construct at 12" "$(field line 12 event)" "omp task"
done

# A task is not charged for what another did on its thread meanwhile.
cat > nested.c <<'END'
#include <unistd.h>
int
main (void)
{
#pragma omp parallel num_threads (1)
#pragma omp task				/* line 6 */
  {
    usleep (1000);
#pragma omp task				/* line 9 */
    usleep (50000);
#pragma omp taskwait
  }
  return 0;
}
END
for level in -O0 -O2; do
  run 0 "$CC" $level -finstrument-gasp -fopenmp nested.c -o nested
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./nested
  table tasks profile
  least "time at 9" "$(field line 9 time)" 48000000
  most_time "time at 6" "$(field line 6 mean)" 40000000
done

# Cancelled tasks are created and never begin.
cat > cancel.c <<'END'
#include <omp.h>
int
main (void)
{
  int done = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
#pragma omp taskgroup
  {
    for (int i = 0; i < 20; i++)
#pragma omp task				/* line 11 */
      {
#pragma omp cancel taskgroup
	__atomic_add_fetch (&done, 1, __ATOMIC_SEQ_CST);
      }
  }
  return done;
}
END
run 0 "$CC" -finstrument-gasp -fopenmp cancel.c -o cancel
run 0 env OMP_CANCELLATION=true "$GASP" run -q -o cancel.out ./cancel
table tasks cancel.out
same "created" "$(field line 11 created)" 20
least "begun" "$(field line 11 begun)" 1
most "begun" "$(field line 11 begun)" 4
