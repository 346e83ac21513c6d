# Mutexes that are contended for so often that a budget leaves their events out: long waits
# are known all the same, and who had the mutex, and how often each was taken.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "threads contend"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define TURNS 30
#define N 400000
static pthread_mutex_t often = PTHREAD_MUTEX_INITIALIZER,
  mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static volatile long x;
static double waited;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void
contend (void)
{
  for (int i = 0; i < N; i++)
    {
      pthread_mutex_lock (&often);		/* line 27 */
      for (int j = 0; j < 20; j++)
	x++;
      pthread_mutex_unlock (&often);
    }
}

static void *
body (void *has)
{
  contend ();
  for (int i = 0; i < TURNS; i++)
    {
      if (has)
	pthread_mutex_lock (&mutex);		/* line 41 */
      pthread_barrier_wait (&both);
      if (has)
	{
	  nanosleep (&(struct timespec) { 0, 5000000 }, NULL);
	  pthread_mutex_unlock (&mutex);
	}
      else
	{
	  double begin = now ();
	  pthread_mutex_lock (&mutex);		/* line 51 */
	  waited += now () - begin;
	  pthread_mutex_unlock (&mutex);
	}
      pthread_barrier_wait (&both);
    }
  return NULL;
}

int
main (void)
{
  pthread_t threads[2];
  pthread_barrier_init (&both, NULL, 2);
  for (long i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, body, (void *) i);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%.0f\n", waited);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile prog.c -o prog -pthread
# Without anything that may be spent, too.
for budget in 10% 0; do
  rm -rf profile
  run 0 "$GASP" run -q --budget=$budget -o profile ./prog
  waited=$(cat out)
  table team-locks profile
  least "waited at 51" "$(field line 51 waited | sum)" $((waited / 10 * 8))
  most "waited at 51" "$(field line 51 waited | sum)" $((waited / 10 * 12))
  table lock-blame profile
  least "because of 41" "$(field holder_line 41 time | sum)" $((waited / 10 * 6))
done
