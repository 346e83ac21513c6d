# gasp attach records a program's OpenMP constructs, though it began without a tool,
# and whatever constructs its threads are in.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/attach.sh"
cat > service.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static long sums[8], turns;
static volatile int stopped;

__attribute__ ((noinline)) static void
leaf (void)
{
  for (volatile int i = 0; i < 100; i++)
    ;
}

/* Each construct once; in TURNS turns of two threads, each of the sums grows by
   ten.  */
static void
turn (omp_lock_t *lock)
{
  int copied = 0;
#pragma omp critical			/* line 21 */
  sums[0] += 5;
  omp_set_lock (lock);
  sums[1] += 5;
  omp_unset_lock (lock);
#pragma omp for schedule (dynamic)	/* line 26 */
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    sums[2]++;
#pragma omp for ordered schedule (dynamic)
  for (int i = 0; i < 10; i++)
    {
      leaf ();
#pragma omp ordered
      sums[3]++;
    }
#pragma omp sections
  {
#pragma omp section
    sums[4] += 4;
#pragma omp section
    {
#pragma omp atomic
      sums[5] += 4;
    }
  }
#pragma omp single copyprivate (copied)
  copied = 10;
#pragma omp single			/* line 49 */
  {
    sums[4] += copied - 4;
#pragma omp taskgroup
    for (int i = 0; i < 6; i++)
#pragma omp task			/* line 54 */
      {
	leaf ();
#pragma omp atomic
	sums[5]++;
      }
#pragma omp taskloop num_tasks (2)
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      sums[6]++;
  }
#pragma omp for ordered (1)
  for (int i = 0; i < 10; i++)
    {
#pragma omp ordered depend (sink : i - 1)
      sums[7]++;
#pragma omp ordered depend (source)
    }
#pragma omp parallel num_threads (2)	/* line 72 */
  leaf ();
#pragma omp master
  {
    turns++;
    stopped = access ("stop", F_OK) == 0;
  }
#pragma omp barrier			/* line 79 */
}

int
main (void)
{
  omp_lock_t lock;
  int right = 1;
  omp_init_lock (&lock);
  omp_set_max_active_levels (2);
  puts ("ready");
  fflush (stdout);
#pragma omp parallel num_threads (2)
  while (!stopped)
    turn (&lock);
  for (int i = 0; i < 8; i++)
    right &= sums[i] == 10 * turns;
  puts (right ? "right" : "wrong");
  return 0;
}
END
run 0 "$CC" -O1 -fopenmp --profile service.c -o service

has_all ()
{
  "$GASP" report --format=csv --view=tree at > tree
  for construct in 'critical:21' 'for:26' 'single:49' 'task:54' 'parallel:72' \
    'barrier:79'; do
    grep -q "\"omp ${construct%:*}.*\"service.c\",${construct#*:}," tree || return 1
  done
  for construct in 'lock held' ordered sections taskgroup taskloop masked; do
    grep -q "\"omp $construct" tree || return 1
  done
}
for turn in 1 2 3 4 5; do
  rm -rf at
  start ./service
  sleep 0.0$turn
  attach 0 -o at
  wait_until has_all
  run 0 "$GASP" detach $process
  attach 0
  finish 0
  has process.out '^right$'
  [ ! -s process.err ] || fail "$(cat process.err)"
  run 0 "$GASP" report at
  [ ! -s err ] || fail "$(cat err)"
done
