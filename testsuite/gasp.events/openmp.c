/* A parallel region: each thread has its functions.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fopenmp" } */

#include "test.h"

KEEP int
leaf (int n)
{
  return n;
}

int
main (void)
{
  int total = 0;

#pragma omp parallel for reduction (+ : total) num_threads (4)
  for (int i = 0; i < 100; i++)
    total += leaf (i);
  return total - 4950;
}
