/* Gaussian elimination, rows dealt out in turn.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }
   { dg-options "-lm" }  */

#include <upc.h>
#include <stdio.h>
#include <math.h>
#include "../check.h"

#define R 3
#define N (R * THREADS)
#define MAXN (R * 8)
shared [MAXN+1] double A[R * THREADS][MAXN + 1];
shared double x[R * THREADS];

static double
el (int i, int j)
{
  return i == j ? 40.0 + i : 1.0 / (1 + (i * 13 + j * 7) % 9);
}

int
main (void)
{
  int i, j, k;
  double e = 0;
  upc_forall (i = 0; i < N; i++; &A[i][0])
    {
      double s = 0;
      for (j = 0; j < N; j++)
	{
	  A[i][j] = el (i, j);
	  s += el (i, j) * (j + 1);
	}
      A[i][MAXN] = s;
    }
  upc_barrier;
  for (k = 0; k < N; k++)
    {
      double row[MAXN + 1];
      upc_memget (row, &A[k][0], sizeof row);
      upc_forall (i = k + 1; i < N; i++; &A[i][0])
	{
	  double *r = (double *)&A[i][0], m = r[k] / row[k];
	  for (j = k; j < N; j++)
	    r[j] -= m * row[j];
	  r[MAXN] -= m * row[MAXN];
	}
      upc_barrier k;
    }
  for (i = N - 1; i >= 0; i--)
    {
      if (upc_threadof (&A[i][0]) == MYTHREAD)
	{
	  double s = A[i][MAXN];
	  for (j = i + 1; j < N; j++)
	    s -= A[i][j] * x[j];
	  x[i] = s / A[i][i];
	}
      upc_barrier;
    }
  for (i = 0; i < N; i++)
    e += fabs (x[i] - (i + 1));
  CHECK (e < 1e-8);
  return 0;
}
