/* locks.c - what calls take that may wait, and do not.

   SPDX-License-Identifier: Apache-2.0

   Prints lines "WHAT NANOSECONDS".  */

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { CALLS = 2000000, LOCKS = 4096, READS = 200000, THREADS = 4 };
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, many[LOCKS];
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static long count;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

#define MEASURE(what, times, statement)				\
  do								\
    {								\
      double since = now ();					\
      for (int i = 0; i < (times); i++)				\
	{							\
	  statement;						\
	}							\
      printf ("%s %.2f\n", what, (now () - since) / (times));	\
    }								\
  while (0)

static void *
contend (void *unused)
{
  for (int i = 0; i < CALLS / 10; i++)
    {
      pthread_mutex_lock (&one);
      count++;
      pthread_mutex_unlock (&one);
    }
  return unused;
}

static void
contend_all (void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, contend, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

int
main (void)
{
  char c;
  int zeros = open ("/dev/zero", O_RDONLY);
  MEASURE ("mutex", CALLS,
	   pthread_mutex_lock (&one); pthread_mutex_unlock (&one));
  MEASURE ("mutexes", CALLS, pthread_mutex_lock (&many[i % LOCKS]);
	   pthread_mutex_unlock (&many[i % LOCKS]));
  MEASURE ("rwlock", CALLS, pthread_rwlock_rdlock (&shared);
	   pthread_rwlock_unlock (&shared));
  MEASURE ("read", READS, if (read (zeros, &c, 1) != 1) return 1);
  double since = now ();
  contend_all ();
  printf ("contended %.2f\n", (now () - since) / (THREADS * CALLS / 10));
  return count == 0;
}
