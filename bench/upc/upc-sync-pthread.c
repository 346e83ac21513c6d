/* upc-sync-pthread.c - how long POSIX threads' barriers and mutexes take.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-sync-pthread SLOWER THREADS

   Locks are taken OFTEN times for each time counted.  */

#include <pthread.h>
#include <stdlib.h>
#include "upc-collectives.h"

enum { MOST = 64 };

static int slower, threads;
static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter, increments[MOST];

static void
lock_often (void)
{
  for (int i = 0; i < OFTEN; i++)
    {
      pthread_mutex_lock (&mutex);
      pthread_mutex_unlock (&mutex);
    }
}

static void
increment_often (int thread)
{
  for (int i = 0; i < OFTEN; i++)
    {
      pthread_mutex_lock (&mutex);
      counter++;
      pthread_mutex_unlock (&mutex);
    }
  increments[thread] += OFTEN;
}

static void *
measure (void *argument)
{
  int thread = (int) (long) argument;
  int first = thread == 0, last = thread == threads - 1;
#define BARRIER pthread_barrier_wait (&barrier)
  BARRIER;
  MEASURE ("barrier", 0, slower, BARRIER, first, BARRIER);
  MEASURE ("split", 0, slower, BARRIER, first, BARRIER);
  MEASURE ("own", 0, slower, BARRIER, first, if (first) lock_often ());
  MEASURE ("others", 0, slower, BARRIER, last, if (last) lock_often ());
  MEASURE ("contended", 0, slower, BARRIER, first, increment_often (thread));
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t thread[MOST];
  long sum = 0;

  slower = argc > 1 ? atoi (argv[1]) : 1;
  threads = argc > 2 ? atoi (argv[2]) : 2;
  if (threads < 1 || threads > MOST)
    return 2;
  pthread_barrier_init (&barrier, NULL, threads);
  for (int t = 0; t < threads; t++)
    if (pthread_create (&thread[t], NULL, measure, (void *) (long) t) != 0)
      return 2;
  for (int t = 0; t < threads; t++)
    {
      pthread_join (thread[t], NULL);
      sum += increments[t];
    }
  return sum != counter;
}
