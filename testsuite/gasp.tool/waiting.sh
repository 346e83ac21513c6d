# Work comes first: a function's own time is told apart into running and waiting,
# in a condition, read, accept and sleep; both make the whole, and are what the
# program's own clocks say.  All formats agree.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
# Else the events of what waits would have the time.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int over, pipe_ends[2], door;
static volatile unsigned sink;

static inline __attribute__ ((always_inline, no_instrument_function)) double
now (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static inline __attribute__ ((always_inline, no_instrument_function)) void
work (double seconds)
{
  double end = now (CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (now (CLOCK_THREAD_CPUTIME_ID) < end)
    for (int i = 0; i < 20000; i++)
      sink = sink * 3 + i;
}

static inline __attribute__ ((always_inline, no_instrument_function)) void
rest (double seconds)
{
  struct timespec t = { (time_t) seconds, (long) (seconds * 1e9) % 1000000000 };
  nanosleep (&t, NULL);
}

/* What NAME takes, by the program's own clocks, in milliseconds.  */
#define TRUTH(name, ...) \
  double wall = now (CLOCK_MONOTONIC), cpu = now (CLOCK_THREAD_CPUTIME_ID); \
  __VA_ARGS__ \
  printf (name " %.0f %.0f\n", 1e3 * (now (CLOCK_MONOTONIC) - wall), \
	  1e3 * (now (CLOCK_THREAD_CPUTIME_ID) - cpu))

__attribute__ ((noipa)) void
pool_thread (void)
{
  TRUTH ("pool_thread",
	 pthread_mutex_lock (&mutex);
	 while (!over)
	   pthread_cond_wait (&ready, &mutex);
	 pthread_mutex_unlock (&mutex););
}

__attribute__ ((noipa)) void
reader (void)
{
  char c;
  TRUTH ("reader", while (read (pipe_ends[0], &c, 1) == 1) work (.01););
}

__attribute__ ((noipa)) void
server (void)
{
  TRUTH ("server", close (accept (door, NULL, NULL)););
}

__attribute__ ((noipa)) void mixed (void) { TRUTH ("mixed", work (.3); rest (.4);); }
__attribute__ ((noipa)) void
alternating (void)
{
  TRUTH ("alternating", for (int i = 0; i < 40; i++) { work (.005); rest (.005); });
}
__attribute__ ((noipa)) void busy (void) { TRUTH ("busy", work (.4);); }

static void *as_pool (void *p) { pool_thread (); return p; }
static void *as_reader (void *p) { reader (); return p; }
static void *as_server (void *p) { server (); return p; }

int
main (void)
{
  void *(*const starts[]) (void *) = { as_pool, as_pool, as_reader, as_server };
  struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "door" };
  pthread_t threads[4];
  door = socket (AF_UNIX, SOCK_STREAM, 0);
  if (pipe (pipe_ends) || bind (door, (void *) &name, sizeof name) || listen (door, 1))
    return 1;
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, starts[i], NULL);
  mixed ();
  alternating ();
  for (int i = 0; i < 5; i++)
    if (write (pipe_ends[1], "x", 1) != 1)
      return 1;
  busy ();
  int caller = socket (AF_UNIX, SOCK_STREAM, 0);
  if (connect (caller, (void *) &name, sizeof name))
    return 1;
  close (pipe_ends[1]);
  pthread_mutex_lock (&mutex);
  over = 1;
  pthread_cond_broadcast (&ready);
  pthread_mutex_unlock (&mutex);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
}
END
run 0 "$CC" -O1 -g --profile prog.c -o prog -pthread
# near NAME WHAT GOT LEAST MOST, in milliseconds.
near ()
{
  [ "$3" -ge "$4" ] && [ "$3" -le "$5" ] \
    || { cat csv truth; is_near="$1: $2 $3 ms, not $4 to $5"; }
}

ms () { echo $(($(figure "$1" "void $2(void)") / 1000000)); }

# Measures, and sets is_near to what is not.
measure ()
{
  is_near=yes
  rm -f door
  profile 0 ./prog
  cp out truth

  # Threads may have been ready, but without a processor, for so long, anywhere: three
  # tables say it.
  "$GASP" report --format=json profile > report.json
  valid_json report.json
  queued=$(tr -d '\n' < report.json | grep -o '"ready": *[0-9]*' |
	   awk '{ sum += $NF } END { printf "%d", sum / 3e6 }')
  while read -r name wall cpu; do
    [ "$name" != pool_thread ] || continue
    slack=$((queued + 30 + wall / 8))
    near "$name" running "$(ms running "$name")" $((cpu - slack)) $((cpu + slack))
    near "$name" waiting "$(ms waiting "$name")" $((wall - cpu - slack)) \
      $((wall - cpu + 30 + wall / 8))
  done < truth
  # Two threads were in it, and none ever ran.
  pool=$(awk '/^pool_thread/ { sum += $2 } END { print sum }' truth)
  near pool_thread running "$(ms running pool_thread)" 0 30
  near pool_thread waiting "$(ms waiting pool_thread)" $((pool * 9 / 10)) $((pool + 30))
}

# Where other programs take all processors, what looks at threads has one only when
# these wait.
for attempt in 1 2 3; do
  measure
  [ "$is_near" != yes ] || break
done
[ "$is_near" = yes ] || fail "$is_near"

# The parts make the whole, in each line and of all.
cat > sums.py <<'END'
import json
r = json.load (open ("report.json"))
whole = sum (n["self"] for n in r["tree"])
for table in "flat", "tree":
    for row in r[table]:
        assert abs (row["running"] + row["waiting"] + row["ready"] - row["self"]) <= 3, row
    assert abs (sum (row["self"] for row in r[table]) - whole) <= 1e-6 * whole
assert abs (sum (row["running_percent"] for row in r["flat"]) - 100) < 1
assert r["flat"] == sorted (r["flat"], key = lambda row: -row["running"])
END
python3 sums.py || fail "sums"

# What ran most is first; what waited only is not.
run 0 "$GASP" report profile
cp out text
has text '^  of that +[0-9.]+ m?s running, [0-9.]+ m?s waiting(,|$)'
has text '^ *running +%  +waiting +(ready +)?total'
has text '^ +total +% +running +waiting( +ready)? +calls'
head -n 30 text | awk '/^ *running +%/ { getline; print; exit }' > first
grep -q prog.c first || fail "no first line"
! grep -q pool_thread first || fail "what waits is first"

# HTML, diff and top say the same.
run 0 "$GASP" report --format=html --output=page.html profile
has page.html '"Of that","[0-9.]+ m?s running, [0-9.]+ m?s waiting[",]'
has page.html '"time running"'
has page.html '"time waiting"'
rm -f door
run 0 "$GASP" run -q -o again ./prog
run 0 "$GASP" diff --all --limit=0 profile again
has out '(^| )running +[0-9.~]+ m?s .* busy '
has out '(^| )waiting +[0-9.~]+ m?s .* pool_thread '
run 0 "$GASP" top --batch --count=1 profile
has out '^now % +running +total'
awk '/^now %/ { getline; print }' out > first
! grep -q pool_thread first || fail "top: what waits is first"
