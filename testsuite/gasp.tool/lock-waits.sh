# Locks: how often threads took them, how long they waited, for whom, and what the
# lock is called, in code that is instrumented and in a library that is not, whose
# functions are used to take a lock.  The program's own clock has the same times.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
cat > library.c <<'END'
#include <pthread.h>
struct queue { long more[5]; pthread_mutex_t lock; };
struct queue library_queue = { .lock = PTHREAD_MUTEX_INITIALIZER };
void library_lock (void) { pthread_mutex_lock (&library_queue.lock); }
void library_unlock (void) { pthread_mutex_unlock (&library_queue.lock); }
END
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 30 };
static pthread_mutex_t convoy = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t quiet = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static double waited[THREADS][3];
extern void library_lock (void), library_unlock (void);

static inline __attribute__ ((always_inline, no_instrument_function)) double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
#define TIMED(n, what, call) \
  { double since = now (); call; waited[n][what] += now () - since; }

static void
take (long n)
{
  TIMED (n, 0, pthread_mutex_lock (&convoy))
  usleep (2000);
  pthread_mutex_unlock (&convoy);
}

static void
use (long n)
{
  TIMED (n, 1, library_lock ())
  usleep (1000);
  library_unlock ();
}

static void
change (long n)
{
  TIMED (n, 2, pthread_rwlock_wrlock (&table))
  usleep (1000);
  pthread_rwlock_unlock (&table);
}

static void *
run (void *argument)
{
  long n = (long) argument;
  for (int i = 0; i < ROUNDS; i++)
    {
      take (n);
      use (n);
      change (n);
      for (int j = 0; j < 100 && n == 0; j++)
	{
	  pthread_mutex_lock (&quiet);
	  pthread_mutex_unlock (&quiet);
	}
    }
  return NULL;
}

int
main (void)
{
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, run, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  for (int what = 0; what < 3; what++)
    printf ("%.3f\n", waited[0][what] + waited[1][what] + waited[2][what]);
}
END
run 0 gcc -g -O1 -fPIC -shared library.c -o liblibrary.so
run 0 "$CC" -g -O1 --profile prog.c -o prog -pthread -L. -llibrary -Wl,-rpath,"$PWD"
profile 0 ./prog
cp out truth
run 0 "$GASP" report --format=json --view=locks profile
cp out locks.json

# JSON, so that columns are found by name.
cat > check.py <<'END'
import json, sys
r = json.load (open ("locks.json"))
truth = [float (line) for line in open ("truth")]
def check (what, yes):
    if not yes:
        print ("wrong:", what)
        sys.exit (1)
def rows (lock):
    found = [m for m in r["team-locks"] if m["lock"] == lock]
    check (lock + " is there", found)
    return found
def near (name, got, right):
    check ("%s: %g, not %g" % (name, got, right),
           abs (got - right) <= right / 10 + 3)
for lock, place, event, right in (
        ("convoy", "prog.c:26", "pthread_mutex_lock", truth[0]),
        ("library_queue.lock", "prog.c:34", "pthread_mutex_lock", truth[1]),
        ("table", "prog.c:42", "pthread_rwlock_wrlock", truth[2])):
    m, = rows (lock)
    check (lock + " at " + m["location"], m["location"] == place)
    check (m["event"], m["event"] == event)
    near (lock, m["waited"] / 1e6, right)
    check ("taken %d" % m["taken"], m["taken"] == 90)
    check ("waits %d" % m["calls"], m["calls"] <= 90 and m["holds"] == m["calls"])
    check ("longest", m["longest_wait"] <= m["waited"])
    blamed = [b for b in r["lock-blame"] if b["location"] == place]
    near ("blame of " + lock, sum (b["time"] for b in blamed) / 1e6, right)
    for b in blamed:
        # Until the first one gives it back, it is not known who uses it.
        check ("holder", b["thread"] != b["holder"]
               and b["holder_location"] in (place, "library.c:4"))
m, = rows ("convoy")
check ("no convoy", m["calls"] > 30 and m["longest_wait"] > 0)
m, = rows ("quiet")
check ("quiet", m["taken"] == 3000 and m["calls"] == 0 and m["waited"] == 0)
END
run 0 python3 check.py

# Waiting for the lock is not running.
run 0 "$GASP" report --format=csv --view=flat profile
cp out csv
ran=$(figure running pthread_mutex_lock)
[ "${ran%.*}" -eq 0 ] || fail "a thread that waits for a lock runs for $ran ns"

# Nothing is recorded, and nothing changes, without.
run 0 "$GASP" run -q -o without --threads=no ./prog
run 0 "$GASP" report --format=json --view=all without
hasnt out '"(convoy|library_queue[^"]*|quiet)"'
grep '"kind": "event"' out > events || true
hasnt events pthread_mutex_lock
