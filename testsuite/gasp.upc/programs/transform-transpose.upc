/* Fourier transform in two dimensions, whose transposition is puts to all.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }
   { dg-options "-lm" }  */

#include <upc.h>
#include <math.h>
#include <stdio.h>
#include "../check.h"

#define N 32

typedef struct
{
  double real, imag;
} dcomplex;

#define cmplx(r, i) ((dcomplex){ (r), (i) })

typedef struct
{
  dcomplex cell[N * N];
} dcomplex_cell_t;

shared dcomplex_cell_t u0[THREADS], u1[THREADS];

static int
lo (int t)
{
  return t * N / THREADS;
}

static void
fft (dcomplex *a, int n, int inv)
{
  int i, j, len;
  for (i = 1, j = 0; i < n; i++)
    {
      int bit = n >> 1;
      for (; j & bit; bit >>= 1)
	j ^= bit;
      j ^= bit;
      if (i < j)
	{
	  dcomplex t = a[i];
	  a[i] = a[j];
	  a[j] = t;
	}
    }
  for (len = 2; len <= n; len <<= 1)
    for (i = 0; i < n; i += len)
      for (j = 0; j < len / 2; j++)
	{
	  double ang = (inv ? 2 : -2) * M_PI * j / len, c = cos (ang),
		 s = sin (ang);
	  dcomplex u = a[i + j], w = a[i + j + len / 2],
		   v
		   = cmplx (w.real * c - w.imag * s, w.real * s + w.imag * c);
	  a[i + j] = cmplx (u.real + v.real, u.imag + v.imag);
	  a[i + j + len / 2] = cmplx (u.real - v.real, u.imag - v.imag);
	}
}

static void
transpose (shared dcomplex_cell_t *src, shared dcomplex_cell_t *dst)
{
  int r, c, mine = lo (MYTHREAD), n = lo (MYTHREAD + 1) - mine, t;
  dcomplex *a = (dcomplex *)&src[MYTHREAD], buf[N];
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    {
      for (c = lo (t); c < lo (t + 1); c++)
	{
	  for (r = 0; r < n; r++)
	    buf[r] = a[r * N + c];
	  if (n)
	    upc_memput (&dst[t].cell[(c - lo (t)) * N + mine], buf,
			n * sizeof (dcomplex));
	}
    }
  upc_barrier;
}

int
main (void)
{
  int r, c, n = lo (MYTHREAD + 1) - lo (MYTHREAD);
  double e = 0;
  static shared double err[THREADS];
  dcomplex *a = (dcomplex *)&u0[MYTHREAD], *b = (dcomplex *)&u1[MYTHREAD];
  for (r = 0; r < n; r++)
    for (c = 0; c < N; c++)
      a[r * N + c] = cmplx (sin (r + lo (MYTHREAD) + 0.5 * c), cos (c * 0.1));
  for (r = 0; r < n; r++)
    fft (a + r * N, N, 0);
  transpose (u0, u1);
  for (r = 0; r < n; r++)
    fft (b + r * N, N, 0);
  for (r = 0; r < n; r++)
    fft (b + r * N, N, 1);
  transpose (u1, u0);
  for (r = 0; r < n; r++)
    fft (a + r * N, N, 1);
  for (r = 0; r < n; r++)
    for (c = 0; c < N; c++)
      e += fabs (a[r * N + c].real / (N * N)
		 - sin (r + lo (MYTHREAD) + 0.5 * c))
	   + fabs (u0[MYTHREAD].cell[r * N + c].imag / (N * N)
		   - cos (c * 0.1));
  err[MYTHREAD] = e;
  upc_barrier;
  if (MYTHREAD == 0)
    {
      e = 0;
      for (r = 0; r < THREADS; r++)
	e += err[r];
      CHECK (e < 1e-9);
    }
  return 0;
}
