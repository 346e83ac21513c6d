# Locks: how often threads took them, how long they waited, for whom, and what the
# lock is called, in code that is instrumented and in a library that is not, whose
# functions are used to take a lock.  Waits are as long as the program finds around them, or
# shorter, and at least as long as holders of the lock see others that are asleep for it.
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
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 30 };
static pthread_mutex_t convoy = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t quiet = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t together;
static double waited[THREADS][3], first[THREADS][3];
static int coming[THREADS], task[THREADS];
/* What holders of a lock have seen: who is asleep for it, for how long until it was given
   back, and in how many calls.  */
static double asleep_since[3][THREADS], asleep[3];
static int is_seen[THREADS], sleeps[3];
extern void library_lock (void), library_unlock (void);

static inline __attribute__ ((always_inline, no_instrument_function)) double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
#define PLAIN static inline __attribute__ ((always_inline, no_instrument_function))

/* Times CALL, which takes the lock WHAT.  */
#define TIMED(n, what, call) \
  { \
    double since = now (), took; \
    is_seen[n] = 0; \
    __atomic_store_n (&coming[n], what + 1, __ATOMIC_SEQ_CST); \
    call; \
    __atomic_store_n (&coming[n], 0, __ATOMIC_SEQ_CST); \
    took = now () - since; \
    waited[n][what] += took; \
    if (is_first) \
      first[n][what] = took; \
  }

PLAIN int
is_asleep (int n)
{
  char name[50], text[200], *end;
  snprintf (name, sizeof name, "/proc/self/task/%d/stat",
	    __atomic_load_n (&task[n], __ATOMIC_RELAXED));
  int file = open (name, O_RDONLY);
  ssize_t length = read (file, text, sizeof text - 1);
  close (file);
  text[length > 0 ? length : 0] = 0;
  return (end = strrchr (text, ')')) && end[2] == 'S';
}

/* Notes who is asleep for the lock WHAT, whose holder calls this.  */
PLAIN void
look (int what)
{
  for (int n = 0; n < THREADS; n++)
    if (!asleep_since[what][n]
	&& __atomic_load_n (&coming[n], __ATOMIC_SEQ_CST) == what + 1
	&& is_asleep (n))
      asleep_since[what][n] = now ();
}

/* Holds the lock WHAT, for 4 * US.  */
PLAIN void
hold (int what, int us)
{
  for (int i = 0; i < 4; i++)
    {
      look (what);
      usleep (us);
    }
  for (int n = 0; n < THREADS; n++)
    if (asleep_since[what][n])
      {
	asleep[what] += now () - asleep_since[what][n];
	asleep_since[what][n] = 0;
	sleeps[what] += !is_seen[n];
	is_seen[n] = 1;
      }
}

static void
take (long n, int is_first)
{
  TIMED (n, 0, pthread_mutex_lock (&convoy))	/* convoy */
  hold (0, 250);
  pthread_mutex_unlock (&convoy);
}

static void
use (long n, int is_first)
{
  TIMED (n, 1, library_lock ())			/* library */
  hold (1, 250);
  library_unlock ();
}

static void
change (long n, int is_first)
{
  TIMED (n, 2, pthread_rwlock_wrlock (&table))	/* table */
  hold (2, 250);
  pthread_rwlock_unlock (&table);
}

static void (*const which[]) (long, int) = { take, use, change };

static void *
run (void *argument)
{
  long n = (long) argument;
  __atomic_store_n (&task[n], gettid (), __ATOMIC_RELAXED);
  for (int i = 0; i < 3 * ROUNDS; i++)
    {
      /* All contend for the same one.  */
      if (i % ROUNDS == 0)
	pthread_barrier_wait (&together);
      which[i / ROUNDS] (n, i % ROUNDS == 0);
      for (int j = 0; j < 100 && n == 0 && i < ROUNDS; j++)
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
  pthread_barrier_init (&together, NULL, THREADS);
  for (long i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, run, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  for (int what = 0; what < 3; what++)
    printf ("%f %f %f %d\n", asleep[what],
	    waited[0][what] + waited[1][what] + waited[2][what],
	    first[0][what] + first[1][what] + first[2][what], sleeps[what]);
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
truth = [[float (n) for n in line.split ()] for line in open ("truth")]
def check (what, yes):
    if not yes:
        print ("wrong:", what)
        sys.exit (1)
def rows (lock):
    found = [m for m in r["team-locks"] if m["lock"] == lock]
    check (lock + " is there", found)
    return found
# What recording takes is left out.
error = .5
def between (name, got, least, most):
    print ("%s: %g ms, from %g to %g" % (name, got, least, most))
    check (name, least - error <= got <= most + error)
for lock, event, name, (asleep, around, first, sleeps) in (
        ("convoy", "pthread_mutex_lock", "convoy", truth[0]),
        ("library_queue.lock", "pthread_mutex_lock", "library", truth[1]),
        ("table", "pthread_rwlock_wrlock", "table", truth[2])):
    place = "prog.c:%d" % (1 + [n for n, line in enumerate (open ("prog.c"))
                                if "/* %s */" % name in line][0])
    m, = rows (lock)
    waited = m["waited"] / 1e6
    check (lock + " at " + m["location"], m["location"] == place)
    check (m["event"], m["event"] == event)
    between (lock, waited, asleep, around)
    check ("taken %d" % m["taken"], m["taken"] == 90)
    check ("waits %d, %d seen" % (m["calls"], sleeps),
           0 < sleeps <= m["calls"] <= 90 and m["holds"] == m["calls"])
    check ("longest", 0 < m["longest_wait"] <= m["waited"])
    blamed = [b for b in r["lock-blame"] if b["location"] == place]
    # Until the first one gives it back, it is not known who uses it.
    between ("blame of " + lock, sum (b["time"] for b in blamed) / 1e6,
             waited - first, waited)
    for b in blamed:
        check ("holder", b["thread"] != b["holder"]
               and b["holder_location"] in (place, "library.c:4"))
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
