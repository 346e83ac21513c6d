# With a budget that short parallel regions exceed, OpenMP's events are left out for the
# rest of the run: the report says which and from when on, and counts are lower bounds;
# the program's results, and which thread executes what, stay the same.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static omp_lock_t lock;
static long locked, made;

static long
region (void)
{
  long sum = 0;
#pragma omp parallel num_threads (2) reduction (+: sum)
  {
    sum += 1 + omp_get_thread_num ();
#pragma omp for
    for (int i = 0; i < 8; i++)
      sum += i;
    omp_set_lock (&lock);
    locked++;
    omp_unset_lock (&lock);
#pragma omp single
#pragma omp task
#pragma omp atomic
    made++;
  }
  return sum;
}

int
main (int argc, char **argv)
{
  omp_init_lock (&lock);
  long sum = 0;
  for (int i = 0; i < atoi (argv[1]); i++)
    sum += region ();
  printf ("%ld %ld %ld\n", sum, locked, made);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog
run 0 "$GASP" run -q --budget=0.2% -o records ./prog 40000
has out '^1240000 80000 40000$'
run 0 "$GASP" report --view=budget,events records
has out "events were left out from [0-9.]+ ms on: all of OpenMP's; .* lower bounds"
has out '^Switched off to stay within the budget'
table flat records
# What was outside of regions is not known then.
run 0 "$GASP" report --view=findings,serial records
hasnt out 'outside of parallel|^Serial and parallel'
# Nor what other threads than the first made longer, and what would be gained.
run 0 "$GASP" report --view=critical-path records
has out "^Critical path, of teams by their first threads only: the budget left"
run 0 "$GASP" report --format=csv --view=critical-path records
tr -d '"' < out | awk -F, '
  $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
  $1 == "critical-path" { rows++; known += $column["gain_known"] }
  END { exit !(rows && !known) }' || { cat out; fail "a gain is known"; }
least "regions" "$(field function 'omp parallel' calls)" 1
most "regions" "$(field function 'omp parallel' calls)" 39999
same "flag" "$(field function 'omp parallel' calls_at_least)" 1
run 0 "$GASP" report --view=lines --limit=0 records
has out '(≥|>=)[0-9]+ .*prog\.c:[0-9]+ .*#pragma omp parallel'

# Without need, all are: on a busy machine, recording may take too long.
for attempt in 1 2 3 4 5; do
  rm -rf all
  run 0 "$GASP" run -q -o all ./prog 1000
  run 0 "$GASP" report all
  grep -Eq 'left out|Switched off' out || break
done
hasnt out 'left out|Switched off'
run 0 "$GASP" report --view=serial,critical-path all
has out '^Serial and parallel'
has out '^Critical path$'
table flat all
same "regions" "$(field function 'omp parallel' calls)" 1000

# Locks alone cost too much: a thread that has one by then gives it back as seen, and
# others are the program's own affair from then on.
cat > locks.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <time.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void
spin (double seconds)
{
  for (double end = now () + seconds; now () < end;)
    ;
}

static long
crowd (omp_lock_t *lock, omp_nest_lock_t *nest, double seconds)
{
  long got = 0, refused = 0;
  for (double end = now () + seconds; now () < end;)
    for (int i = 0; i < 1000; i++)
      {
#pragma omp critical
	got++;
	omp_set_lock (lock);
	refused += !omp_test_lock (lock);
	omp_unset_lock (lock);
	omp_set_nest_lock (nest);
	refused += omp_test_nest_lock (nest) == 2;
	omp_unset_nest_lock (nest);
	omp_unset_nest_lock (nest);
      }
  return refused == 2 * got;
}

int
main (void)
{
  omp_lock_t outer, lock;
  omp_nest_lock_t nest;
  omp_init_lock (&outer);
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
  double start = now ();
  omp_set_lock (&outer);
  long right = crowd (&lock, &nest, SECONDS);
  omp_unset_lock (&outer);
  double held = now () - start;
  spin (SECONDS / 2);
  printf ("right %ld, held %.0f ms\n", right, held * 1e3);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp -DSECONDS="$(often .4 1.)" locks.c -o locks
run 0 "$GASP" run -q --budget=0.2% -o locks-records ./locks
has out '^right 1, held [0-9]+ ms$'
held=$(sed -n 's/.*held \([0-9]*\) ms/\1/p' out)
run 0 "$GASP" report --view=all locks-records
has out "left out from [0-9.]+ ms on: those of OpenMP's locks; "
table team-locks locks-records
least "held" "$(field event 'omp lock' longest_hold | sort -n | tail -n 1)" \
  $((held * 980000))

# A tool of the user's gets all events all the same.
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$HERE/check-tool.c" \
  -o check.so
run 0 env OMP_TOOL_LIBRARIES=$PWD/check.so "$GASP" run -q --budget=0.2% -o tool ./prog 300
has out '9300 600 300$'
hasnt out 'wrong:'
