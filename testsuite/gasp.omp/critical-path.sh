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
static void
nap (int which, int ms)
{
  usleep (which == faster ? ms * 900 : ms * 1000);
}
static void one (int ms) { nap (1, ms); }
static void two (int ms) { nap (2, ms); }
static void three (int ms) { nap (3, ms); }
static void
stages (void)
{
  one (20);
#pragma omp parallel num_threads (3)
  {
#pragma omp for schedule (static)
    for (int i = 0; i < 3; i++)
      i == 2 ? two (30) : one (5);
#pragma omp for schedule (static)
    for (int i = 0; i < 3; i++)
      i == 0 ? three (20) : one (5);
  }
}
static void
turns (void)
{
  static int turn;
  turn = (turn + 1) % 3;
#pragma omp parallel num_threads (3)
  omp_get_thread_num () == turn ? one (40) : two (5);
}
static void
tasks (void)
{
#pragma omp parallel num_threads (2)
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp task
    {
      one (10);
      two (10);
    }
}
static void
sections (void)
{
#pragma omp parallel sections num_threads (2)
  {
#pragma omp section
    one (30);
#pragma omp section
    { two (40); three (10); }
  }
}
static void
nested (void)
{
#pragma omp parallel num_threads (2)
  if (omp_get_thread_num ())
    {
      one (10);
#pragma omp parallel num_threads (2)
      omp_get_thread_num () ? two (40) : three (20);
    }
  else
    three (30);
}
static void *
run (void *longer)
{
  longer ? one (40) : two (20);
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
  three (20);
#pragma omp parallel num_threads (2)
#pragma omp critical
  one (20);
}
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
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

# near VALUE WANTED: it is that, or up to 15 % more, as threads come late; and 10 ms.
near () { awk "BEGIN { exit !($1 > $2 * .95 - 5 && $1 < $2 * 1.15 + 10) }"; }

# path FUNCTION TIME GAIN AVERAGE: ms of it; GAIN "-": that is not known.
path ()
{
  set -- "$@" $(awk -v name=$1 '$1 == name { print $2, $3, $4, $5 }' rows)
  near "${5-0}" $2 || echo "$how: $1 is on the path for ${5-0} ms, not $2" >> wrong
  [ $2 = 0 ] || near "${7-0}" $4 \
    || echo "$how: $1 has ${7-0} ms on average, not $4" >> wrong
  case $3 in
    -) [ "${8-0}" = 0 ] || echo "$how: what $1 brings is known" >> wrong ;;
    *) awk "BEGIN { exit !(${6-0} > $3 * .8 - 2 && ${6-0} < $3 * 1.2 + 2) }" \
	 || echo "$how: $1 brings ${6-0} ms, not $3" >> wrong ;;
  esac
}

# checks HOW: five times.
checks ()
{
  how=$1
  measure $how
  case $how in
    stages) path one 100 10 100; path two 150 15 50; path three 100 10 33 ;;
    turns) path one 200 20 66; path two 0 0 0 ;;
    tasks) path one 100 10 100; path two 100 10 100 ;;
    sections) path one 0 0 0; path two 200 20 100; path three 50 5 25 ;;
    nested) path one 50 5 18; path two 200 20 71; path three 0 0 0 ;;
    threads) path one 200 20 200; path two 0 0 0 ;;
    locked) path three 100 10 100; path one 100 - 100 ;;
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
  # Up to three times: a busy machine keeps threads from beginning.
  for attempt in 1 2 3; do
    > wrong
    checks $how
    [ -z "$ALL" ] || [ $how = locked ] \
      || { brings $how one 1; brings $how two 2; brings $how three 3; }
    [ -s wrong ] || continue 2
  done
  cat rows wrong
  fail "$how: wrong three times"
done

# Whose it is, and the sentence.
measure stages
tr -d '"' < out > csv
grep 'usleep < nap < two < omp for' csv | grep -q ',omp for (prog.c:24),[12],' \
  || fail "not the loop, or the thread"
run 0 "$GASP" report --view=findings profile
has out '^ *If usleep .*, called by nap < two, in the loop in stages \(prog.c:24\), were 10 % faster, the run would take ~[34]\.[0-9] % less time: that is [34]. % of its critical path, on thread (2|1, number 2 of its team)\.$'
# Without instrumentation, too.
run 0 $STOCK -g -O1 -w -fopenmp -pthread prog.c -o plain
rm -rf profile
run 0 "$GASP" run -q -o profile ./plain stages
run 0 "$GASP" report --view=omp profile
has out '^Critical path'
has out ' 1[5-9][0-9] ms .* usleep '
