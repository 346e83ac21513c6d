/* upc-scale.upc - what the model of upc-scale.sh has to know.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-scale time | memory

   Prints nanoseconds of a barrier, of a message one way, and for a byte of large data,
   or bytes of memory a process when it has used each kind of operation.  */

#include <upc.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "upc-scale.h"

#define LARGE 1000000
shared long one[THREADS];
shared double bytes[THREADS];
shared double all_bytes;
shared [LARGE] char large[THREADS][LARGE];
static char here[LARGE];

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* The least of ten times N rounds of WHAT.  */
#define LEAST(name, n, divided_by, what)			\
  do								\
    {								\
      double least = 1e30;					\
      for (int i = 0; i < 10; i++)				\
	{							\
	  double begin = now ();				\
	  for (int k = 0; k < (n); k++)				\
	    what;						\
	  double took = (now () - begin) / (n);			\
	  if (took < least)					\
	    least = took;					\
	}							\
      if (MYTHREAD == 0)					\
	printf ("%s %.3f\n", name, least / (divided_by));	\
    }								\
  while (0)

static void
measure_time (void)
{
  int other = THREADS - 1;
  strict shared long *its = (strict shared long *) &one[other];
  long sum = 0;
  LEAST ("barrier", 2000, 1, upc_barrier);
  if (MYTHREAD == 0)
    {
      LEAST ("message", 2000, 2, sum += *its);
      LEAST ("byte", 10, LARGE, upc_memget (here, large[other], LARGE));
    }
  upc_barrier;
  if (sum)
    abort ();
}

static void
measure_memory (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  long sum = 0;
  one[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  upc_barrier;
  for (int distance = 1; distance < THREADS; distance *= 2)
    sum += one[(MYTHREAD + distance) % THREADS];
  upc_lock (lock);
  upc_unlock (lock);
  bytes[MYTHREAD] = sum < 0;
  upc_all_reduceD (&all_bytes, bytes, UPC_ADD, THREADS, 1, NULL,
		   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  bytes[MYTHREAD] = proportional_memory ();
  upc_all_reduceD (&all_bytes, bytes, UPC_ADD, THREADS, 1, NULL,
		   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0)
    printf ("memory %d %.0f\n", THREADS, all_bytes / THREADS);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && !strcmp (argv[1], "memory"))
    measure_memory ();
  else
    measure_time ();
  return 0;
}
