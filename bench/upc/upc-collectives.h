/* upc-collectives.h - what the programs of upc-collectives.sh, and of
   upc-sync.sh, measure.

   SPDX-License-Identifier: Apache-2.0

   The sizes, how often an operation is done for each, and how its line is
   printed: NAME SIZE NANOSECONDS.  A figure is the least of ROUNDS loops, which
   are short: so that some of them are not disturbed.  */

#ifndef UPC_COLLECTIVES_H
#define UPC_COLLECTIVES_H

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 40, LARGEST = 1 << 20, OFTEN = 100 };

static const int sizes[] = { 8, 1024, 65536, LARGEST };
#define SIZES ((int) (sizeof sizes / sizeof *sizes))

/* Returns how often to repeat, in a loop; SLOWER times less if more threads
   than processors.  */
static int
repetitions (int size, int slower)
{
  int n = size <= 1024 ? 400 : size <= 65536 ? 60 : 8;
  return n / slower > 4 ? n / slower : 4;
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void
print (const char *name, int size, double ns)
{
  printf ("%s %d %.0f\n", name, size, ns);
  fflush (stdout);
}

/* Time REPETITIONS of OPERATION; BARRIER goes before each loop, and PRINTING
   says whether to print.  */
#define MEASURE(name, size, slower, barrier, printing, operation)	\
  do									\
    {									\
      int n_ = repetitions (size, slower);				\
      double best_ = 1e30;						\
      for (int round_ = 0; round_ < ROUNDS; round_++)			\
	{								\
	  barrier;							\
	  double start_ = now ();					\
	  for (int i_ = 0; i_ < n_; i_++)				\
	    operation;							\
	  barrier;							\
	  double ns_ = (now () - start_) / n_;				\
	  if (ns_ < best_)						\
	    best_ = ns_;						\
	}								\
      if (printing)							\
	print (name, size, best_);					\
    }									\
  while (0)

#endif /* UPC_COLLECTIVES_H */
