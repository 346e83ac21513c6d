# Locks that are taken so often that a budget leaves their events out: how often is an
# estimate, waits are whole, long ones to one, and who had the lock meanwhile is known; also
# of a critical construct; and where a budget leaves out all of OpenMP's events.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <time.h>

#define TURNS 30
static omp_lock_t lock, own[2];
static volatile long x[2][64];
static double waited[2];

static void
often (int n)
{
  int me = omp_get_thread_num ();
  for (int i = 0; i < n; i++)
    {
      omp_set_lock (&own[me]);		/* line 16 */
      x[me][0]++;
      omp_unset_lock (&own[me]);
    }
}

static void
sleep_ms (int ms)
{
  nanosleep (&(struct timespec) { 0, ms * 1000000 }, NULL);
}

static void
by_lock (void)
{
  double begin = omp_get_wtime ();
  omp_set_lock (&lock);			/* line 32 */
  waited[0] += omp_get_wtime () - begin;
  omp_unset_lock (&lock);
}

static void
by_critical (void)
{
  double begin = omp_get_wtime ();
#pragma omp critical			/* line 41 */
  waited[1] += omp_get_wtime () - begin;
}

static void
turn (int has)
{
  often (2000);
  if (has)
    omp_set_lock (&lock);		/* line 50 */
#pragma omp barrier
  if (has)
    sleep_ms (5), omp_unset_lock (&lock);
  else
    by_lock ();
#pragma omp barrier
  if (has)
    {
#pragma omp critical			/* line 59 */
      {
	x[0][1] = 1;
	sleep_ms (5);
      }
    }
  else
    {
      while (!x[0][1])
	;
      by_critical ();
      x[0][1] = 0;
    }
#pragma omp barrier
}

int
main (void)
{
  omp_init_lock (&lock);
  omp_init_lock (&own[0]);
  omp_init_lock (&own[1]);
#pragma omp parallel num_threads (2)
  {
    often (2000000);
    for (int i = 0; i < TURNS; i++)
      turn (omp_get_thread_num () == 0);
  }
  printf ("%.0f %.0f\n", waited[0] * 1e9, waited[1] * 1e9);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
read -r lock critical < out
run 0 "$GASP" report --view=all profile
has out "left out from [0-9.]+ ms on: those of OpenMP's locks; .*, but those of locks of thr"
table team-locks profile
taken=$(field line 16 taken | sum)
least "taken at 16" "$taken" $((2 * 2060000 / 100 * 98))
most "taken at 16" "$taken" $((2 * 2060000))
same "is an estimate" "$(field line 16 taken_estimated | sort -u)" 1
# check LOCK CRITICAL: the program waited so long by its own clock.
check ()
{
  least "waited at 32" "$(field line 32 waited)" $(($1 / 10 * 8))
  most "waited at 32" "$(field line 32 waited)" $(($1 / 10 * 12))
  least "waited at 41" "$(field line 41 waited)" $(($2 / 10 * 8))
  most "waited at 41" "$(field line 41 waited)" $(($2 / 10 * 12))
}
check "$lock" "$critical"
longest=$(field line 32 longest_wait)
least "longest at 32" "$longest" $((lock / 30 / 10 * 8))

# blamed LINE HOLDER: of waiting there, how much was because of HOLDER, a line.
blamed ()
{
  awk -F, -v line="$1" -v holder="$2" '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 && $at["line"] == line && $at["holder_line"] == holder \
      { s += $at["time"] }
    END { printf "%.0f\n", s }' table.csv
}
table lock-blame profile
least "blamed at 32" "$(blamed 32 50)" $((lock / 10 * 6))
least "blamed at 41" "$(blamed 41 59)" $((critical / 10 * 6))

rm -rf profile
run 0 "$GASP" run -q --budget=0 -o profile ./prog
read -r lock critical < out
table team-locks profile
check "$lock" "$critical"
table lock-blame profile
least "blamed at 32 without events" "$(blamed 32 50)" $((lock / 10 * 6))
least "blamed at 41 without events" "$(blamed 41 59)" $((critical / 10 * 6))
