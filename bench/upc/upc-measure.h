/* upc-measure.h - how the programs of upc-kernels.sh measure.

   SPDX-License-Identifier: Apache-2.0

   They have these: the sum of all threads' X; a barrier; whether this is thread
   0.  */

#include <stdio.h>
#include <time.h>

static double sum_up (double x);
static void meet (void);
static int is_first (void);

/* Returns the time in milliseconds.  */
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* Prints KERNEL's NAME, milliseconds, the least of TURNS, and the sum of the
   check sums that it returns in each thread.  */
static void
measure (const char *name, double (*kernel) (void), int turns)
{
  double least = 1e9, sum = 0;
  for (int turn = 0; turn < turns; turn++)
    {
      meet ();
      double begin = now ();
      sum = kernel ();
      meet ();
      double took = now () - begin;
      if (took < least)
	least = took;
    }
  sum = sum_up (sum);
  if (is_first ())
    printf ("%s %.2f %.6g\n", name, least, sum);
}
