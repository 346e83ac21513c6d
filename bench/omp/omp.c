/* omp.c - nanoseconds that OpenMP's constructs take, on THREADS threads.

   SPDX-License-Identifier: Apache-2.0

   Prints the least of some turns of each, by the clock.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TURNS 9
static int x;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* The construct N times, in each thread that comes here.  */
#define MEASURE(name, n, ...)						\
  do									\
    {									\
      double least = 1e18;						\
      for (int turn = 0; turn < TURNS; turn++)				\
	{								\
	  double begin = now ();					\
	  for (long i = 0; i < (n); i++)				\
	    {								\
	      __VA_ARGS__						\
	    }								\
	  double each = (now () - begin) / (n);				\
	  least = each < least ? each : least;				\
	}								\
      if (omp_get_thread_num () == 0)					\
	printf ("%s %.1f\n", name, least);				\
    }									\
  while (0)

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 1;
  long n = 100000 / (threads * threads);
  omp_lock_t lock;
  omp_init_lock (&lock);
  omp_set_num_threads (threads);
  MEASURE ("parallel", n, _Pragma ("omp parallel") x++;);
#pragma omp parallel
  {
    MEASURE ("barrier", n, _Pragma ("omp barrier"));
    MEASURE ("for", n, _Pragma ("omp for")
	     for (int j = 0; j < 2; j++) x++;);
    MEASURE ("for-dynamic", n, _Pragma ("omp for schedule (dynamic)")
	     for (int j = 0; j < 2; j++) x++;);
    MEASURE ("single", n, _Pragma ("omp single") x++;);
    MEASURE ("critical", n, _Pragma ("omp critical") x++;);
    MEASURE ("lock", n, omp_set_lock (&lock); x++; omp_unset_lock (&lock););
    MEASURE ("master", n, _Pragma ("omp master") x++;);
    MEASURE ("task-if0", n, _Pragma ("omp task if (0)") x++;);
#pragma omp master
    MEASURE ("task", n, _Pragma ("omp task") x++;
	     if (i % 32 == 31)
	       {
		 _Pragma ("omp taskwait")
	       });
  }
  return 0;
}
