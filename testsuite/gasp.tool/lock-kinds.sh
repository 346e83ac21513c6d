# Locks of all kinds do as they do without the recorder: recursive, checking, robust
# ones, with limits of time, of C11 and C++; conditions, semaphores, barriers; threads
# that are cancelled while they wait, children of forks, handlers of signals.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define SAY(...) (printf (__VA_ARGS__), fflush (stdout))
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t careful = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int cleaned;

static struct timespec
soon (void)
{
  struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  t.tv_nsec += 20000000;
  if (t.tv_nsec >= 1000000000)
    t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}

static void *
die_holding (void *lock)
{
  pthread_mutex_lock (lock);
  return NULL;
}

static void
try_kinds (void)
{
  struct timespec t;
  pthread_mutexattr_t attributes;
  pthread_mutex_t robust, careful_of_priority;
  pthread_t thread;
  SAY ("%d %d\n", pthread_mutex_lock (&again), pthread_mutex_lock (&again));
  SAY ("%d %d %d\n", pthread_mutex_unlock (&again), pthread_mutex_unlock (&again),
       pthread_mutex_unlock (&again) == EPERM);
  SAY ("%d %d\n", pthread_mutex_lock (&careful),
       pthread_mutex_lock (&careful) == EDEADLK);
  SAY ("%d %d\n", pthread_mutex_unlock (&careful),
       pthread_mutex_unlock (&careful) == EPERM);
  SAY ("%d\n", pthread_mutex_trylock (&plain));
  t = soon ();
  SAY ("%d\n", pthread_mutex_timedlock (&plain, &t) == ETIMEDOUT);
  t.tv_nsec = -1;
  SAY ("%d %d\n", pthread_mutex_timedlock (&plain, &t) == EINVAL,
       pthread_mutex_trylock (&plain) == EBUSY);
  pthread_mutex_unlock (&plain);
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&robust, &attributes);
  pthread_create (&thread, NULL, die_holding, &robust);
  pthread_join (thread, NULL);
  SAY ("%d\n", pthread_mutex_lock (&robust) == EOWNERDEAD);
  SAY ("%d\n", pthread_mutex_consistent (&robust));
  SAY ("%d\n", pthread_mutex_unlock (&robust));
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setprotocol (&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init (&careful_of_priority, &attributes);
  SAY ("%d\n", pthread_mutex_lock (&careful_of_priority));
  SAY ("%d\n", pthread_mutex_unlock (&careful_of_priority));
}

static void
try_c11 (void)
{
  mtx_t lock;
  struct timespec t;
  mtx_init (&lock, mtx_timed);
  SAY ("%d", mtx_lock (&lock) == thrd_success);
  SAY (" %d", mtx_trylock (&lock) == thrd_busy);
  t = soon ();
  SAY (" %d", mtx_timedlock (&lock, &t) == thrd_timedout);
  SAY (" %d\n", mtx_unlock (&lock) == thrd_success);
}

static void
unlock (void *lock)
{
  cleaned++;
  pthread_mutex_unlock (lock);
}

static void *
wait_for_ever (void *which)
{
  static sem_t empty;
  char c;
  int ends[2];
  if (which == (void *) 0)
    {
      pthread_mutex_lock (&plain);
      pthread_cleanup_push (unlock, &plain);
      for (;;)
	pthread_cond_wait (&condition, &plain);
      pthread_cleanup_pop (1);
    }
  else if (which == (void *) 1)
    for (;;)
      sem_wait (&empty);
  else if (which == (void *) 2)
    return pipe (ends) || read (ends[0], &c, 1) < 0 ? NULL : which;
  else
    for (;;)
      poll (NULL, 0, -1);
  return NULL;
}

static void
try_cancelling (void)
{
  for (long i = 0; i < 4; i++)
    {
      pthread_t thread;
      void *result;
      pthread_create (&thread, NULL, wait_for_ever, (void *) i);
      usleep (20000);
      pthread_cancel (thread);
      pthread_join (thread, &result);
      SAY ("%d", result == PTHREAD_CANCELED);
    }
  SAY (" %d %d\n", cleaned, pthread_mutex_trylock (&plain));
  pthread_mutex_unlock (&plain);
  sem_t one;
  sem_init (&one, 0, 1);
  errno = 5;
  SAY ("%d %d\n", sem_wait (&one), errno);
  struct timespec t = soon ();
  SAY ("%d %d\n", sem_timedwait (&one, &t), errno == ETIMEDOUT);
  t = soon ();
  pthread_mutex_lock (&plain);
  SAY ("%d\n", pthread_cond_timedwait (&condition, &plain, &t) == ETIMEDOUT);
  SAY ("%d\n", pthread_mutex_unlock (&plain));
}

static void
handle (int number)
{
  char c = '0' + (number == SIGALRM);
  errno = 0;
  if (write (1, &c, 1) != 1 || write (1, "\n", 1) != 1)
    abort ();
}

static void
try_interrupts (void)
{
  struct sigaction action = { .sa_handler = handle };
  int ends[2];
  char c;
  sigaction (SIGALRM, &action, NULL);
  if (pipe (ends))
    abort ();
  ualarm (20000, 0);
  long got = read (ends[0], &c, 1);
  SAY ("%ld %d\n", got, errno == EINTR);
  SAY ("%zd %d\n", read (-1, &c, 1), errno == EBADF);
}

static void
before (void)
{
  pthread_mutex_lock (&plain);
}

static void
after (void)
{
  pthread_mutex_unlock (&plain);
}

static void
try_forks (void)
{
  int status;
  pthread_atfork (before, after, after);
  pid_t child = fork ();
  if (!child)
    {
      for (int i = 0; i < 1000; i++)
	pthread_mutex_lock (&plain), pthread_mutex_unlock (&plain);
      try_c11 ();
      exit (pthread_mutex_trylock (&plain));
    }
  waitpid (child, &status, 0);
  SAY ("%d %d\n", status, pthread_mutex_trylock (&plain));
  pthread_mutex_unlock (&plain);
}

int
main (void)
{
  try_kinds ();
  try_c11 ();
  try_cancelling ();
  try_interrupts ();
  try_forks ();
  return 0;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -g -O1 -w -finstrument-gasp-functions=$mode prog.c -o prog -pthread
  run 0 timeout 60 ./prog
  cp out right
  rm -rf profile
  run 0 timeout 60 "$GASP" run -q -o profile ./prog
  diff right out || fail "other output"
  run 0 "$GASP" report --view=all profile
  has out 'pthread_mutex_timedlock'
  # The child has counts of its own.
  run 0 "$GASP" report --format=csv --view=team-locks profile
  has out '^"team-locks",.*,1000,.*"plain"'
done

# C++: a lock of the library's classes, which are inlined.
cat > prog.cc <<'END'
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
static std::mutex lock;
static std::condition_variable changed;
static int turn;
static void
play (int mine)
{
  for (int i = 0; i < 20; i++)
    {
      std::unique_lock<std::mutex> hold (lock);
      changed.wait (hold, [&] { return turn == mine; });
      turn = !mine;
      changed.notify_one ();
    }
}
int
main ()
{
  std::thread other (play, 1);
  play (0);
  other.join ();
  std::printf ("%d\n", turn);
}
END
for level in -O0 -O2; do
  run 0 "$CXX" -g $level --profile prog.cc -o prog -pthread
  rm -rf profile
  recorded 0 ./prog
  [ "$(cat out)" = 0 ] || fail "other output"
  run 0 "$GASP" report --view=locks,blocking profile
  has out '(^| )40 +pthread_mutex_lock +lock '
  has out 'pthread_cond_wait'
done
# Inlined, they are where the program calls them.
has out ' lock +prog.cc:13$'
