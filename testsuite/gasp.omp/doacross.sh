# Waiting for earlier iterations, by ordered with depend: waiting, by line, as the program's
# own clock has it, and for whom, and not work that the loop shares out; also where counters
# are unsigned, and in a trace.  A wait that is not one takes no time.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'EOF'
#include <omp.h>
#include <stdio.h>
#include <time.h>

static double waited[2][64], began, waited_for[64][64];
static int who[64];

static void
chain (int n)
{
#pragma omp parallel for ordered (1) schedule (static, 1) num_threads (2)
  for (int i = 0; i < n; i++)
    {
      double begin = omp_get_wtime ();
#pragma omp ordered depend (sink: i - 1)	/* line 15 */
      waited[0][omp_get_thread_num ()] += omp_get_wtime () - begin;
      nanosleep (&(struct timespec) { 0, 2000000 }, NULL);
#pragma omp ordered depend (source)
    }
}

static void
unsigned_chain (unsigned long long n)
{
#pragma omp parallel for ordered (1) schedule (dynamic, 1) num_threads (3)
  for (unsigned long long i = 1; i < n; i++)
    {
      int me = who[i] = omp_get_thread_num ();
      double begin = omp_get_wtime ();
#pragma omp ordered depend (sink: i - 1)	/* line 30 */
      double took = omp_get_wtime () - begin;
      waited[1][me] += took;
      waited_for[me][who[i - 1]] += me != who[i - 1] ? took : 0;
      nanosleep (&(struct timespec) { 0, 2000000 }, NULL);
#pragma omp ordered depend (source)
    }
}

int
main (void)
{
  chain (50);
  unsigned_chain (50);
#pragma omp parallel for ordered (1) num_threads (1)
  for (int i = 0; i < 20000; i++)
    {
#pragma omp ordered depend (sink: i - 1)	/* line 47 */
      began++;
#pragma omp ordered depend (source)
    }
  for (int i = 0; i < 2; i++)
    printf ("%.0f\n", (waited[i][0] + waited[i][1] + waited[i][2]) * 1e9);
  for (int i = 0; i < 9; i++)
    printf ("%d %d %.0f\n", i / 3, i % 3, waited_for[i / 3][i % 3] * 1e9);
  return 0;
}
EOF

# agrees LINE NANOSECONDS [COLUMN]: so long was waited at LINE.
agrees ()
{
  awk -v found="$(field line "$1" "${3:-total}" | sum)" -v wanted="$2" \
    'BEGIN { exit !(found <= wanted && found >= .95 * wanted) }'
}

# named_right: so long who waited for whom at line 30 as the program, in out, says, but for
# what is little.
named_right ()
{
  awk -F'[ ,]' 'FNR == NR { if (NF == 3) { wanted[$1, $2] = $3; all += $3 } next }
    { gsub (/"/, "") }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $at["line"] == 30 { found[$at["in_team"], $at["holder_in_team"]] += $at["time"] }
    END { for (i in wanted) { d = found[i] - wanted[i]; wrong += d < 0 ? -d : d }
	  exit !(wrong <= all / 20) }' out table.csv
}

run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog
for option in '' --trace --budget=1; do
  # The program may lose its processor between its clock and the wait.
  for turn in 1 2 3 4 5 6; do
    rm -rf "profile$option"
    run 0 "$GASP" run -q $option -o "profile$option" ./prog
    signed=$(sed -n 1p out) unsigned=$(sed -n 2p out)
    table flat "profile$option" all
    if agrees 15 "$signed" && agrees 30 "$unsigned"; then
      table lock-blame "profile$option"
      if agrees 15 "$signed" time && named_right; then continue 2; fi
    fi
  done
  cat table.csv
  fail "waited $option: not $signed in line 15, and $unsigned in line 30"
done
table flat profile all
most_time "waited for nothing" "$(field line 47 total | sum)" 2000000
table work profile
most_time "busiest at 11" "$(field line 11 busiest)" "$((signed / 2 * 13 / 10))"
run 0 "$GASP" report profile
grep -q ' % of the time, threads wait for earlier iterations of a loop, most at prog.c:' out \
  || fail "no sentence about iterations"

# A tool for OMPT hears of a dependence when it is fulfilled.
cat > tool.c <<'EOF'
#include <omp-tools.h>
#include <stdio.h>
#include <time.h>

#define EVENT ompt_callback_dependences
#define CALLBACK on_dependences
static int posted, fulfilled, too_early;

static void
on_dependences (ompt_data_t *task, const ompt_dependence_t *list, int count)
{
  (void) task;
  if (list[0].dependence_type != ompt_dependence_type_sink || count != 1)
    return;
  int done = __atomic_load_n (&posted, __ATOMIC_ACQUIRE);
  __atomic_add_fetch (done > (int) list[0].variable.value ? &fulfilled
		      : &too_early, 1, __ATOMIC_RELAXED);
}

#include "one-callback.h"

int
main (void)
{
#pragma omp parallel for ordered (1) schedule (static, 1) num_threads (2)
  for (int i = 0; i < 6; i++)
    {
#pragma omp ordered depend (sink: i - 1)
      nanosleep (&(struct timespec) { 0, 2000000 }, NULL);
      __atomic_store_n (&posted, i + 1, __ATOMIC_RELEASE);
#pragma omp ordered depend (source)
    }
  printf ("%d fulfilled, %d too early\n", fulfilled, too_early);
  return 0;
}
EOF
run 0 "$CC" -O1 -w -fopenmp -I"$BUILD/include/omp" -I"$HERE" tool.c -o tool
run 0 ./tool
has out '^5 fulfilled, 0 too early'

# A thread that is without a processor while it waits was so in the wait, whether samples
# have found it there or not: all that nodes ran is what the kernel says.
need taskset
# of_all NAME: the sum of that column of table.csv.
of_all ()
{
  awk -F, -v name="$1" '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; if (!(name in at)) exit 1 }
    NR > 1 { s += $at[name] } END { printf "%.0f", s }' table.csv
}
rm -rf profile
one=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
run 0 taskset -c "$one" env OMP_WAIT_POLICY=active "$GASP" run -q -o profile ./prog
table flat profile all
running=$(of_all running)
table threads profile
processor=$(of_all processor)
same "ran" "$(((running - processor) * 10 / processor))" 0
