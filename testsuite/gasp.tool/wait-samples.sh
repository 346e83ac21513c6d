# Waits for a condition, a semaphore, a barrier and the system that are among so many short
# ones that a budget leaves their events out: long ones are known all the same, where they
# are and how long they take by the program's own clock.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "the budget is of processor time"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define TURNS 20
#define READS 400000
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both;
static sem_t semaphore;
static int posted;
static double waited[4];

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
#define TIMED(n, call) do { double begin = now (); call; waited[n] += now () - begin; } while (0)

/* So that the events cost too much.  */
__attribute__ ((noinline)) static void
read_often (int zeros)
{
  char c;
  for (int i = 0; i < READS; i++)
    if (read (zeros, &c, 1) != 1)
      return;
}

static void
sleep_ms (int ms)
{
  nanosleep (&(struct timespec) { 0, ms * 1000000 }, NULL);
}

static void *
provide (void *unused)
{
  for (int i = 0; i < TURNS; i++)
    {
      pthread_barrier_wait (&both);
      sleep_ms (4);
      pthread_mutex_lock (&mutex);
      posted = 1;
      pthread_cond_signal (&condition);
      pthread_mutex_unlock (&mutex);
      sleep_ms (4);
      sem_post (&semaphore);
    }
  return unused;
}

int
main (void)
{
  pthread_t thread;
  int zeros = open ("/dev/zero", O_RDONLY);
  read_often (zeros);
  pthread_barrier_init (&both, NULL, 2);
  sem_init (&semaphore, 0, 0);
  pthread_create (&thread, NULL, provide, NULL);
  for (int i = 0; i < TURNS; i++)
    {
      TIMED (0, sleep_ms (3));
      pthread_barrier_wait (&both);
      pthread_mutex_lock (&mutex);
      while (!posted)
	TIMED (1, pthread_cond_wait (&condition, &mutex));
      posted = 0;
      pthread_mutex_unlock (&mutex);
      TIMED (2, sem_wait (&semaphore));
    }
  TIMED (3, pthread_join (thread, NULL));
  printf ("%.0f %.0f %.0f\n", waited[0] + TURNS * 8e6, waited[1], waited[2]);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile prog.c -o prog -pthread
for budget in 1% 0; do
  rm -rf profile
  run 0 "$GASP" run -q --budget=$budget -o profile ./prog
  read -r slept condition semaphore < out
  table flat profile
  # Not all calls are known; samples in the function are of the same row.
  same "read's row with $budget" "$(field function read calls_at_least)" 1
  for what in "nanosleep $slept" "pthread_cond_wait $condition" "sem_wait $semaphore"; do
    total=$(field function "${what% *}" total | sum)
    least "${what% *} with $budget" "$total" $((${what#* } / 10 * 8))
    most_time "${what% *} with $budget" "$total" $((${what#* } / 10 * 12))
  done
done
