/* launches.c - many kernels that do next to nothing: what a launch costs.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <time.h>

#define LAUNCHES 20000

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int
main (void)
{
  int x = 0;
#pragma omp target data map (tofrom: x)
  {
#pragma omp target map (tofrom: x)
    x++;
    double began = now ();
    for (int k = 0; k < LAUNCHES; k++)
      {
#pragma omp target map (tofrom: x)
	x++;
      }
    printf ("%.2f us a launch\n", (now () - began) / LAUNCHES * 1e6);
  }
  puts (x == LAUNCHES + 1 ? "right" : "wrong");
  return 0;
}
