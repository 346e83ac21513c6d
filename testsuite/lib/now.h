/* now.h - the clock by which programs of tests tell how long they wait.

   SPDX-License-Identifier: Apache-2.0  */

#include <time.h>

/* Returns seconds, of a clock that all processes of a machine have: MPI_Wtime may
   begin at another time in each.  */
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
