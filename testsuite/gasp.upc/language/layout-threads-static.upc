/* THREADS in a layout qualifier, where it is a constant.

   SPDX-License-Identifier: Apache-2.0

   { dg-translation static }
   { dg-threads 1 4 }  */

#include "check.h"

#define N 48

shared [THREADS * 2] int a[N];
shared [N / THREADS] int b[N];
shared [(N + THREADS - 1) / THREADS] int c[N];
shared [THREADS] int *p = (shared [THREADS] int *) a;

int
main (void)
{
  shared [THREADS > 2 ? 2 : 1] int *q = 0;

  CHECK_IS (upc_blocksizeof (a), 2 * THREADS);
  CHECK_IS (upc_blocksizeof (b), N / THREADS);
  CHECK_IS (upc_blocksizeof (c), (N + THREADS - 1) / THREADS);
  CHECK_IS (upc_blocksizeof (*p), THREADS);
  CHECK_IS (upc_blocksizeof (*q), THREADS > 2 ? 2 : 1);
  CHECK_IS (upc_threadof (&b[N - 1]), THREADS - 1);
  CHECK_IS (upc_threadof (&a[2 * THREADS]), THREADS > 1);
#if THREADS > 2
  CHECK_IS (THREADS, 4);
#else
  CHECK_IS (THREADS, 1);
#endif
  return 0;
}
