/* fft.upc - a Fourier transform of N = 2^K numbers, by rows and columns.

   SPDX-License-Identifier: Apache-2.0

   usage: fft [K]

   The numbers are a square: transform the columns, multiply by the powers in
   between, transform the rows.  In a transposition each thread fetches what it
   needs of each row.  Checked by the transform of one wave, and by transforming
   back.  K is even.  */

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

typedef double complex number;

static long side;
static long first, rows;	/* this thread's */
shared double errors[THREADS], error;

/* Transform the N numbers at A, in place; SIGN is -1, or 1 for the inverse.  */
static void
transform (number *a, long n, int sign)
{
  long i, j, k, half;

  for (i = 1, j = 0; i < n; i++)
    {
      for (k = n / 2; j & k; k /= 2)
	j -= k;
      j += k;
      if (i < j)
	{
	  number swap = a[i];
	  a[i] = a[j];
	  a[j] = swap;
	}
    }
  for (half = 1; half < n; half *= 2)
    for (k = 0; k < half; k++)
      {
	number w = cexp (sign * M_PI * I * k / half);
	for (i = k; i < n; i += 2 * half)
	  {
	    number t = w * a[i + half];
	    a[i + half] = a[i] - t;
	    a[i] += t;
	  }
      }
}

/* Row R of the square; a thread has successive ones.  */
static shared [] number *
row (shared char *square, long r, long each)
{
  return (shared [] number *) &square[r / each] + r % each * side;
}

static void
transpose (shared char *from, shared char *to, long each)
{
  number *line = malloc (side * sizeof (number));
  long r, c;

  upc_barrier;
  for (c = 0; c < side && rows > 0; c++)
    {
      long source = (c + first) % side;
      upc_memget (line, row (from, source, each) + first,
		  rows * sizeof (number));
      for (r = 0; r < rows; r++)
	((number *) row (to, first + r, each))[source] = line[r];
    }
  free (line);
  upc_barrier;
}

/* From A to B, which is then in the order of A.  */
static void
transform_all (shared char *a, shared char *b, long each, int sign)
{
  long r, c;

  transpose (a, b, each);
  for (r = first; r < first + rows; r++)
    {
      number *line = (number *) row (b, r, each);
      transform (line, side, sign);
      for (c = 0; c < side; c++)
	line[c] *= cexp (sign * 2 * M_PI * I * (r * c) / (side * side));
    }
  transpose (b, a, each);
  for (r = first; r < first + rows; r++)
    transform ((number *) row (a, r, each), side, sign);
  transpose (a, b, each);
}

static double
largest (double mine)
{
  errors[MYTHREAD] = mine;
  upc_all_reduceD (&error, errors, UPC_MAX, THREADS, 1, NULL, 0);
  return error;
}

/* How far A is from FACTOR times a wave of frequency F, or of its transform,
   one number.  */
static double
distance (shared char *a, long each, long f, int transformed)
{
  double most = 0, n = (double) side * side;
  long r, c;

  for (r = first; r < first + rows; r++)
    for (c = 0; c < side; c++)
      {
	long i = r * side + c;
	number wanted = transformed ? (i == f ? n : 0)
			: n * cexp (2 * M_PI * I * ((f * i) % (long) n) / n);
	most = fmax (most, cabs (((number *) row (a, r, each))[c] - wanted));
      }
  return largest (most / n);
}

int
main (int argc, char **argv)
{
  int k = argc > 1 ? atoi (argv[1]) : 10;
  long each, r, c, f = 5;
  shared char *a, *b;
  double there, back;

  side = 1L << k / 2;
  each = (side + THREADS - 1) / THREADS;
  first = MYTHREAD * each < side ? MYTHREAD * each : side;
  rows = side - first < each ? side - first : each;
  a = upc_all_alloc (THREADS, each * side * sizeof (number));
  b = upc_all_alloc (THREADS, each * side * sizeof (number));
  for (r = first; r < first + rows; r++)
    for (c = 0; c < side; c++)
      ((number *) row (a, r, each))[c]
	= cexp (2 * M_PI * I * (f * (r * side + c) % (side * side))
		/ (side * side));
  transform_all (a, b, each, -1);
  there = distance (b, each, f, 1);
  transform_all (b, a, each, 1);
  back = distance (a, each, f, 0);
  if (MYTHREAD == 0)
    printf ("fft: %ld numbers on %d threads: errors %g, %g: %s\n", side * side,
	    THREADS, there, back,
	    there < 1e-9 && back < 1e-9 ? "PASSED" : "FAILED");
  return !(there < 1e-9 && back < 1e-9);
}
