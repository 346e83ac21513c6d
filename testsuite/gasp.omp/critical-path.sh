# The critical path of a program with OpenMP and without MPI: what is on it of which thread
# and construct, how evenly it is shared out, and what would be gained if that was a tenth
# faster; with barriers, turns, tasks, sections, nested teams, threads that are joined,
# and locks, where it is not known.  In "make check-all", the programs are made faster.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
export OMP_WAIT_POLICY=passive
cat > prog.c <<'END'
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#define TIMES 5
static int faster;
/* What is on the path of each function, by our own clock, ms.  */
static double on_path[4], last;
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
static double
nap (int which, int ms)
{
  double begin = now ();
  usleep (which == faster ? ms * 900 : ms * 1000);
  return now () - begin;
}
static double one (int ms) { return nap (1, ms); }
static double two (int ms) { return nap (2, ms); }
static double three (int ms) { return nap (3, ms); }
static void
stages (void)
{
  on_path[1] += one (20);
#pragma omp parallel num_threads (3)
  {
#pragma omp for schedule (static)
    for (int i = 0; i < 3; i++)
      if (i == 2)
	on_path[2] += two (30);
      else
	one (5);
#pragma omp for schedule (static)
    for (int i = 0; i < 3; i++)
      if (i == 0)
	on_path[3] += three (20);
      else
	one (5);
  }
}
static void
turns (void)
{
  static int turn;
  turn = (turn + 1) % 3;
#pragma omp parallel num_threads (3)
  if (omp_get_thread_num () == turn)
    on_path[1] += one (40);
  else
    two (5);
}
static void
tasks (void)
{
  double took[2][2] = { 0 };
#pragma omp parallel num_threads (2)
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp task
    {
      int me = omp_get_thread_num ();
      took[me][0] += one (10);
      took[me][1] += two (10);
    }
  int longer = took[1][0] + took[1][1] > took[0][0] + took[0][1];
  on_path[1] += took[longer][0];
  on_path[2] += took[longer][1];
}
static void
sections (void)
{
#pragma omp parallel sections num_threads (2)
  {
#pragma omp section
    one (30);
#pragma omp section
    {
      on_path[2] += two (40);
      on_path[3] += three (10);
    }
  }
}
static void
nested (void)
{
#pragma omp parallel num_threads (2)
  if (omp_get_thread_num ())
    {
      on_path[1] += one (10);
#pragma omp parallel num_threads (2)
      if (omp_get_thread_num ())
	on_path[2] += two (40);
      else
	three (20);
    }
  else
    three (30);
}
static void *
run (void *longer)
{
  if (longer)
    on_path[1] += one (40);
  else
    two (20);
  return longer;
}
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int is_over;
/* Nobody waits for what this does.  */
static void *
help (void *p)
{
  pthread_mutex_lock (&lock);
  while (!is_over)
    pthread_cond_wait (&told, &lock);
  pthread_mutex_unlock (&lock);
  return p;
}
static void
threads (void)
{
  pthread_t thread[2], helper;
  is_over = 0;
  pthread_create (&helper, NULL, help, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, run, i ? &faster : NULL);
  three (10);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  pthread_mutex_lock (&lock);
  is_over = 1;
  pthread_cond_signal (&told);
  pthread_mutex_unlock (&lock);
  pthread_join (helper, NULL);
}
static void
locked (void)
{
  on_path[3] += three (20);
#pragma omp parallel num_threads (2)
#pragma omp critical
  last = one (20);
  on_path[1] += last;
}
int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*f) (void); } ways[] = {
    { "stages", stages }, { "turns", turns }, { "tasks", tasks },
    { "sections", sections }, { "nested", nested }, { "threads", threads },
    { "locked", locked } };
  faster = argc > 2 ? atoi (argv[2]) : 0;
  omp_set_max_active_levels (2);
  double start = now ();
  for (int i = 0; i < 7; i++)
    for (int k = 0; k < TIMES && !strcmp (ways[i].name, argv[1]); k++)
      ways[i].f ();
  printf ("%.0f\n", now () - start);
  fprintf (stderr, "own %.1f %.1f %.1f\n", on_path[1], on_path[2], on_path[3]);
  return 0;
}
END
run 0 "$CC" -g -O1 -w -fopenmp -pthread --profile prog.c -o prog

# measure HOW: its critical path, by function, in "rows": time, gain, average, and how
# many gains are known.
measure ()
{
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog $1
  own=$(sed -n 's/^own //p' err)
  run 0 "$GASP" report --format=csv --view=critical-path profile
  tr -d '"' < out | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "critical-path" && match ($column["path"], /(one|two|three) < /) {
      name = substr ($column["path"], RSTART, RLENGTH - 3)
      time[name] += $column["time"] / 1e6
      gain[name] += $column["gain"] / 1e6
      mean[name] += $column["mean"] / 1e6
      known[name] += $column["gain_known"]
    }
    END { for (name in time) print name, time[name], gain[name], mean[name], known[name] }' > rows
}

# near VALUE WANTED: it is that, or 5 % and 5 ms off, or 10 ms more.
near () { awk "BEGIN { exit !($1 > ($2) * .95 - 5 && $1 < ($2) * 1.05 + 10) }"; }

# path FUNCTION THREADS [GAIN]: it is on the path for as long as the program says, which
# is THREADS times the average; and a tenth is gained, or, if GAIN is "-", it is not known
# what.  Or, if THREADS is 0, it is not on the path.
path ()
{
  truth=$(echo "$own" | awk -v name=$1 '{ print $(name == "one" ? 1 : name == "two" ? 2 : 3) }')
  [ $2 != 0 ] || truth=0
  set -- $1 $2 "${3-}" "$truth" $(awk -v name=$1 '$1 == name { print $2, $3, $4, $5 }' rows)
  near "${5-0}" $4 || echo "$how: $1 is on the path for ${5-0} ms, not $4" >> wrong
  [ $2 = 0 ] || near "${7-0}" "$4 / $2" \
    || echo "$how: $1 has ${7-0} ms on average, not $4 / $2" >> wrong
  case $3 in
    -) [ "${8-0}" = 0 ] || echo "$how: what $1 brings is known" >> wrong ;;
    *) awk "BEGIN { exit !(${6-0} > ${5-0} * .099 - 1 && ${6-0} < ${5-0} * .101 + 1) }" \
	 || echo "$how: $1 brings ${6-0} ms, not a tenth of ${5-0}" >> wrong ;;
  esac
}

# checks HOW: five times.
checks ()
{
  how=$1
  measure $how
  case $how in
    stages) path one 1; path two 3; path three 3 ;;
    turns) path one 3; path two 0 ;;
    tasks) path one 1; path two 1 ;;
    sections) path one 0; path two 2; path three 2 ;;
    nested) path one 3; path two 3; path three 0 ;;
    threads) path one 1; path two 0 ;;
    locked) path three 1; path one 1 - ;;
  esac
}

# shortest HOW [FASTER]: ms that this takes, of five times.
shortest () { for i in 1 2 3 4 5; do ./prog "$@"; done | sort -n | head -n 1; }

# brings HOW FUNCTION NUMBER: what the report says of it is so.
brings ()
{
  saved=$(($(shortest $1) - $(shortest $1 $3)))
  gain=$(awk -v name=$2 '$1 == name { print $3 }' rows)
  echo "$1: $2: $saved ms, ${gain:-0} ms"
  awk "BEGIN { exit !(${gain:-0} > $saved - 10 && ${gain:-0} < $saved + 10) }" \
    || echo "$1: $2 saves $saved ms, not ${gain:-0}" >> wrong
}

for how in stages turns tasks sections nested threads locked; do
  # Up to six times: on a busy machine, a short nap may end after a long one.
  for attempt in 1 2 3 4 5 6; do
    > wrong
    checks $how
    [ -z "$ALL" ] || [ $how = locked ] \
      || { brings $how one 1; brings $how two 2; brings $how three 3; }
    [ -s wrong ] || continue 2
  done
  cat rows wrong
  fail "$how: always wrong"
done

# Whose it is, and the sentence, of which the table has the figures.
for attempt in 1 2 3 4 5 6; do
  measure stages
  tr -d '"' < out > csv
  run 0 "$GASP" report --view=findings profile
  ! grep -q 'called by nap < two, in the loop' out || break
done
grep 'usleep < nap < two < omp for' csv | grep -q ',omp for (prog.c:35),[12],' \
  || fail "not the loop, or the thread"
gain=$(awk -F, '$2 == "time" { for (i = 1; i <= NF; i++) column[$i] = i }
  /usleep < nap < two < omp for/ { printf "%.1f %% less time: that is %.0f",
    $column["gain_percent"], $column["percent"] }' csv)
has out "^ *If usleep .*, called by nap < two, in the loop in stages \\(prog.c:35\\), were 10 % faster, the run would take ~$gain % of its critical path, on thread (2|1, number 2 of its team)\\.\$"
# Without instrumentation, too.
run 0 $STOCK -g -O1 -w -fopenmp -pthread prog.c -o plain
rm -rf profile
run 0 "$GASP" run -q -o profile ./plain stages
run 0 "$GASP" report --view=omp profile
has out '^Critical path'
has out ' (1[5-9]|[2-9][0-9])[0-9] ms .* usleep '
