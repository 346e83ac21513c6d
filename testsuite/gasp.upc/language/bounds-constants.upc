/* In a bound, what THREADS is multiplied by may be any constant.

   SPDX-License-Identifier: Apache-2.0  */

#include <upc.h>
#include "check.h"

#define KIB(n) ((n) << 10)
#define N 12

shared int shifted[(1 << 6) * THREADS];
shared int by_macro[KIB (2) * THREADS];
shared [4] double halves[N / 2 * THREADS];
shared int sized[sizeof (struct { int a[3]; }) * THREADS];
shared int chosen[THREADS * (N > 4 ? 3 : 1)];
shared int rows[THREADS][(N & 4) + 1];

int
main (void)
{
  CHECK_IS (sizeof shifted, 64 * THREADS * sizeof (int));
  CHECK_IS (sizeof by_macro, 2048 * THREADS * sizeof (int));
  CHECK_IS (sizeof halves, 6 * THREADS * sizeof (double));
  CHECK_IS (sizeof sized, 12 * THREADS * sizeof (int));
  CHECK_IS (sizeof chosen, 3 * THREADS * sizeof (int));
  CHECK_IS (sizeof rows, THREADS * 5 * sizeof (int));
  shifted[64 * THREADS - 1 - MYTHREAD] = MYTHREAD;
  upc_barrier;
  CHECK_IS (shifted[64 * THREADS - 1], 0);
  CHECK_IS (shifted[63 * THREADS], THREADS - 1);
  return 0;
}
