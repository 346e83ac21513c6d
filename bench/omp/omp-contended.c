/* omp-contended.c - nanoseconds that constructs take for which THREADS threads
   contend.

   SPDX-License-Identifier: Apache-2.0

   All threads are at it at the same time: prints the time in which they execute
   the construct once each, the median of some turns, by the clock.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TURNS 9
static volatile long x;
static long double y;
static omp_lock_t lock;
static omp_nest_lock_t nest;

__attribute__ ((noinline)) static int
apart (int i)
{
  volatile int own = i;
  for (int j = 0; j < 100; j++)
    own++;
  return own;
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Prints, after NAME, how long the construct takes that each thread executes N
   times: the median of TURNS.  */
#define MEASURE(name, n, ...)						\
  do									\
    {									\
      double took[TURNS];						\
      for (int turn = 0; turn < TURNS; turn++)				\
	{								\
	  double begin = now ();					\
	  _Pragma ("omp parallel")					\
	    for (long i = 0; i < (n); i++)				\
	      {								\
		__VA_ARGS__						\
	      }								\
	  took[turn] = (now () - begin) / (n);				\
	}								\
      qsort (took, TURNS, sizeof *took, compare);			\
      printf ("%s %.1f\n", name, took[TURNS / 2]);			\
    }									\
  while (0)

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 1;
  long n = 40000 / threads;
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
  omp_set_num_threads (threads);
  MEASURE ("critical", n, _Pragma ("omp critical") x++;);
  /* With some work of each thread's own in between: a thread that has given the
     lock back does not get it again at once.  */
  MEASURE ("critical-apart", n, _Pragma ("omp critical") x++;
	   apart ((int) i););
  MEASURE ("critical-1us", n / 4, _Pragma ("omp critical")
	   for (int j = 0; j < 400; j++) x++;);
  MEASURE ("lock", n, omp_set_lock (&lock); x++; omp_unset_lock (&lock););
  MEASURE ("nest-lock", n, omp_set_nest_lock (&nest); x++;
	   omp_unset_nest_lock (&nest););
  MEASURE ("test-lock", n, if (omp_test_lock (&lock))
	   { x++; omp_unset_lock (&lock); });
  MEASURE ("atomic", n, _Pragma ("omp atomic") y += 1;);
  MEASURE ("ordered", n / 100, _Pragma ("omp for ordered schedule (dynamic)")
	   for (int j = 0; j < 64; j++) { _Pragma ("omp ordered") x++; });
  MEASURE ("reduction", n / 4, _Pragma ("omp for reduction (+ : y)")
	   for (int j = 0; j < 64; j++) y++;);
  MEASURE ("single", n / 4, _Pragma ("omp single") x++;);
  MEASURE ("task", n / 4, _Pragma ("omp task") x++;
	   if (i % 32 == 31)
	     {
	       _Pragma ("omp taskwait")
	     });
  return 0;
}
