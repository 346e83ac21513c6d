/* Shared objects in OpenMP regions of each UPC thread.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-conduits smp loopback }
   { dg-options "-fopenmp" }
   { dg-environment OMP_NUM_THREADS=3 }  */

#include <upc.h>
#include "../check.h"

shared [8] int a[8 * THREADS];
shared int sums[THREADS];

int
main (void)
{
  int other = (MYTHREAD + 1) % THREADS, i, sum = 0;
#pragma omp parallel for
  for (i = 0; i < 8; i++)
    a[8 * other + i] = 10 * other + i;
  upc_barrier;
#pragma omp parallel for reduction (+: sum)
  for (i = 0; i < 8 * THREADS; i++)
    sum += a[i];
#pragma omp parallel
  {
    shared [8] int *p = &a[8 * other];
    int first = *p;
#pragma omp critical
    sums[other] += first + 1;
  }
#pragma omp simd
  for (i = 0; i < 8; i++)
    sum += a[8 * other + i];
  upc_barrier;
  CHECK_IS (sum, 28 * THREADS + 8 * 10 * (THREADS * (THREADS - 1) / 2)
		 + 28 + 80 * other);
  CHECK_IS (sums[MYTHREAD], 3 * (10 * MYTHREAD + 1));
  return 0;
}
