/* cg.upc - conjugate gradients: solve A x = b, where A is the matrix of the
   Laplace operator on N by N points.

   SPDX-License-Identifier: Apache-2.0

   usage: cg [N]

   Vectors in blocks; a product with A fetches N numbers from each neighbour.
   b is A times a known vector, which has to come out.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

static long n = 16, size, mine, first;	/* points a side, all, this thread's */
static shared char *shared_p;		/* the direction; others look at it */
shared double terms[THREADS], sum;

static double
dot (const double *a, const double *b)
{
  long i;

  terms[MYTHREAD] = 0;
  for (i = 0; i < mine; i++)
    terms[MYTHREAD] += a[i] * b[i];
  upc_all_reduceD (&sum, terms, UPC_ADD, THREADS, 1, NULL, 0);
  double result = sum;
  upc_barrier;
  return result;
}

/* Copy the numbers from BEGIN to END of the direction, as far as they
   exist, to TO.  */
static void
fetch (double *to, long begin, long end)
{
  long block = (size + THREADS - 1) / THREADS;

  while (begin < end)
    {
      long stop = (begin / block + 1) * block;
      if (stop > end)
	stop = end;
      upc_memget (to, (shared [] double *) &shared_p[begin / block]
		  + begin % block, (stop - begin) * sizeof (double));
      to += stop - begin;
      begin = stop;
    }
}

/* Q = A times the direction.  */
static void
multiply (double *q)
{
  long low = first - n > 0 ? first - n : 0;
  long high = first + mine + n < size ? first + mine + n : size, i;
  double *p = malloc ((high - low + 1) * sizeof (double)) , *at;

  upc_barrier;
  if (mine > 0)
    fetch (p, low, high);
  for (i = first; i < first + mine; i++)
    {
      at = p + (i - low);
      q[i - first] = 4 * *at - (i >= n ? at[-n] : 0)
		     - (i + n < size ? at[n] : 0) - (i % n ? at[-1] : 0)
		     - (i % n < n - 1 ? at[1] : 0);
    }
  free (p);
  upc_barrier;
}

static double
known (long i)
{
  return i % 7 - 3 + (double) i / size;
}

/* Solve A X = R, which is used up; returns how many steps it took.  */
static int
solve (double *x, double *r, double *p, double *q)
{
  double rr = dot (r, r), goal = rr * 1e-24;
  int steps;
  long i;

  memcpy (p, r, mine * sizeof (double));
  for (steps = 0; rr > goal && steps < 10 * n; steps++)
    {
      multiply (q);
      double alpha = rr / dot (p, q), before = rr;
      for (i = 0; i < mine; i++)
	{
	  x[i] += alpha * p[i];
	  r[i] -= alpha * q[i];
	}
      rr = dot (r, r);
      for (i = 0; i < mine; i++)
	p[i] = r[i] + rr / before * p[i];
    }
  return steps;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    n = atol (argv[1]);
  size = n * n;
  long block = (size + THREADS - 1) / THREADS, i;
  first = MYTHREAD * block < size ? MYTHREAD * block : size;
  mine = size - first < block ? size - first : block;
  shared_p = upc_all_alloc (THREADS, block * sizeof (double));
  double *p = (double *) &shared_p[MYTHREAD], error;
  double *x = calloc (3 * block, sizeof (double)), *r = x + block;

  for (i = 0; i < mine; i++)
    p[i] = known (first + i);
  multiply (r);
  int steps = solve (x, r, p, r + block);
  for (i = 0; i < mine; i++)
    r[i] = x[i] - known (first + i);
  error = sqrt (dot (r, r));
  if (MYTHREAD == 0)
    printf ("cg: %ld unknowns on %d threads, %d steps: error %g: %s\n", size,
	    THREADS, steps, error, error < 1e-8 ? "PASSED" : "FAILED");
  free (x);
  return error >= 1e-8;
}
