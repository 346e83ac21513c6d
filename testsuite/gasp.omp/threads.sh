# What a thread of an OpenMP program does adds up to the time that it was there;
# also where regions are nested or cancelled, and when the program is killed.
# Shared work is told by thread, with the barrier where the others wait for it.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void
work (int ms)
{
  usleep (1000 * ms);
}

static void
nested (void)
{
#pragma omp parallel num_threads (2)		/* line 15 */
  {
    work (5);
#pragma omp parallel num_threads (2)		/* line 18 */
    work (10);
#pragma omp single
    work (10);
  }
}

static void
shared (void)
{
#pragma omp parallel num_threads (2)		/* line 28 */
  {
#pragma omp for schedule (static, 1) nowait	/* line 30 */
    for (int i = 0; i < 2; i++)
      work (i ? 100 : 20);
#pragma omp barrier				/* line 33 */
#pragma omp sections				/* line 34 */
    {
#pragma omp section
      work (20);
#pragma omp section
      work (20);
#pragma omp section
      work (20);
    }
#pragma omp critical
    work (5);
#pragma omp task
    work (5);
#pragma omp taskwait
  }
}

static void
cancelled (void)
{
#pragma omp parallel num_threads (2)		/* line 54 */
  {
#pragma omp for					/* line 56 */
    for (int i = 0; i < 100; i++)
      {
	work (1);
#pragma omp cancel for if (i % 10 == 5)
      }
#pragma omp cancel parallel
    work (1000);
  }
}

int
main (int argc, char **argv)
{
  omp_set_max_active_levels (3);
  work (20);
  nested ();
  shared ();
  cancelled ();
  work (20);
  if (argc > 1)
#pragma omp parallel num_threads (2)		/* line 77 */
    {
      work (omp_get_thread_num () ? 10 : 50);
      if (argc > 1 && omp_get_thread_num () == 0)
	raise (SIGKILL);
      work (1000);
    }
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog

# Each thread's categories.
adds_up ()
{
  table team-threads "$1"
  awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) { gsub (/"/, "", $i); at[$i] = i } }
    NR > 1 {
      sum = 0
      for (i = at["alone"]; i <= NF; i++)
	sum += $i
      if (sum < 0.99 * $at["duration"] || sum > 1.01 * $at["duration"])
	{ bad = 1; print $at["thread"] ": " sum " of " $at["duration"] }
      if ($at["alone"] > 0)
	alone++
    }
    END { if (alone != 1) print alone + 0 " threads come to regions"
	  exit bad || alone != 1 || NR < 3 }' table.csv > wrong \
    || { cat table.csv wrong; fail "$2: the threads' times do not add up"; }
}
run 0 env OMP_CANCELLATION=true "$GASP" run -q -o profile ./prog
adds_up profile whole
run 0 env OMP_CANCELLATION=true "$GASP" run -q --sample=time -o sampled.out ./prog
adds_up sampled.out sampled
run 0 env OMP_CANCELLATION=true "$GASP" run -q -o wait.out env OMP_WAIT_POLICY=active ./prog
adds_up wait.out spinning

table regions profile
same "threads of the outer region" "$(field line 15 threads)" 2
same "calls of the inner region" "$(field line 18 calls)" 2
least "wall of the inner region" "$(field line 18 wall)" 20000000
# A thread is in one region at a time: the inner one's time is not the outer one's.
most_time "computing in the outer region" "$(field line 15 body)" 100000000
# What no team did: 40 ms at least.
table serial profile
least "serial" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub (/"/, "", $i); at[$i] = i } }
  NR == 2 { print $at["duration"] - $at["parallel"] }' table.csv)" 40000000

table work profile
same "sections" "$(field event "omp sections" iterations)" 3
case "$(field line 30 paid_at)" in
  *prog.c:33) ;;
  *) fail "the barrier that pays for line 30: $(field line 30 paid_at)" ;;
esac
slowest=$(field line 30 slowest)
imbalance=$(field line 30 imbalance)
# 100 and 20 ms: 40 of 100 are missing on the average.
awk -v x="$imbalance" 'BEGIN { exit !(x > 25 && x < 45) }' \
  || fail "imbalance at 30: $imbalance"
table work-by-thread profile
same "threads of the loop" "$(field line 30 thread | wc -l)" 2
least "the loop's longest" "$(field line 30 time | sort -n | tail -1)" 98000000
same "the slowest" "$(awk -F, '{ gsub (/"/, "") } NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  $at["line"] == 30 && $at["slowest"] == 1 { print $at["thread"] }' table.csv)" "$slowest"
least "who was faster waited" "$(field line 30 waited | sum)" 60000000
same "sections of all threads" "$(field event "omp sections" iterations | sum)" 3

# Killed in a region: it is there, as long as it was.
run 137 env OMP_CANCELLATION=true "$GASP" run -q -o killed.out ./prog killed
adds_up killed.out killed
table regions killed.out
same "calls of the last region" "$(field line 77 calls)" 1
least "wall of the last region" "$(field line 77 wall)" 40000000
most_time "wall of the last region" "$(field line 77 wall)" 700000000
