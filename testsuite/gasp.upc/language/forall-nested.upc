/* Of nested upc_forall, the outermost one with an affinity controls, also
   through calls.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

#define N 12

shared int a[N * THREADS], b[N * THREADS];

static int
inner (void)
{
  int i, n = 0;

  upc_forall (i = 0; i < N; i++; &a[i])
    n++;
  return n;
}

static int
share (int i)
{
  return (i + THREADS - 1 - MYTHREAD) / THREADS;
}

int
main (void)
{
  int i, j, k, outside = 0, n = 0;

  CHECK_IS (inner (), share (N));

  upc_forall (i = 0; i < N; i++; i)
    {
      outside++;
      CHECK_IS (inner (), N);
      upc_forall (j = 0; j < N; j++; j)
	upc_forall (k = 0; k < 3; k++; &b[k])
	  n++;
    }
  CHECK_IS (outside, share (N));
  CHECK_IS (n, share (N) * N * 3);
  CHECK_IS (inner (), share (N));

  /* The specification's own example: "j" controls.  */
  n = 0;
  upc_forall (i = 0; i < 2; i++; continue)
    upc_forall (j = 0; j < N; j++; &a[j])
      upc_forall (k = 0; k < 5; k++; &b[k])
	{
	  CHECK_IS (upc_threadof (&a[j]), MYTHREAD);
	  n++;
	}
  CHECK_IS (n, 2 * share (N) * 5);
  CHECK_IS (inner (), share (N));
  return 0;
}
