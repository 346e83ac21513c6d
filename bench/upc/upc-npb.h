/* upc-npb.h - what upc-npb.upc and upc-npb-mpi.c have in common.

   SPDX-License-Identifier: Apache-2.0

   Two of the NAS Parallel Benchmarks, as far as who says what to whom: CG with
   the columns of its matrix distributed, FT with the planes of its cube.  Sizes
   are those of the classes; the matrix is a simpler one.  Prints, for each, its
   name, milliseconds, the least of some turns, and a check sum that has to be
   the same in both programs.  */

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "upc-measure.h"

#define TURNS 3

static void *
allocate (size_t size)
{
  void *p = malloc (size);
  if (!p)
    exit (1);
  return memset (p, 0, size);
}

/* ---- CG: rows, entries of each, and how often  */

static const struct cg_class
{
  const char *name;
  int rows, entries, repeats;
} cg_classes[] = { { "cg-S", 1400, 56, 15 }, { "cg-W", 7000, 73, 15 },
		   { "cg-A", 14000, 132, 15 } };
#define CG_ROWS 14000
#define CG_STEPS 25

/* The columns of one thread, from FIRST on, COUNT of them.  */
struct columns
{
  int rows, first, count;
  int *begin;			/* of each row's entries, and of those behind */
  int *column;			/* of each entry, counted from FIRST */
  double *value;
};

static struct columns *
make_columns (const struct cg_class *c, int me, int threads)
{
  struct columns *m = allocate (sizeof *m);
  int n = c->rows, here = 0;
  uint64_t x = 88172645463325252u;
  m->rows = n;
  m->first = (int64_t) n * me / threads;
  m->count = (int64_t) n * (me + 1) / threads - m->first;
  m->begin = allocate (sizeof *m->begin * (n + 1));
  m->column = allocate (sizeof *m->column * n * c->entries);
  m->value = allocate (sizeof *m->value * n * c->entries);
  for (int i = 0; i < n; i++)
    {
      m->begin[i] = here;
      for (int e = 0; e < c->entries; e++)
	{
	  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
	  int column = e ? x % n : i;
	  if (column < m->first || column >= m->first + m->count)
	    continue;
	  m->column[here] = column - m->first;
	  m->value[here++] = e ? 0.001 : 1.0;
	}
    }
  m->begin[n] = here;
  return m;
}

static void
free_columns (struct columns *m)
{
  free (m->begin);
  free (m->column);
  free (m->value);
  free (m);
}

/* Sets W, of all rows, to this thread's columns times its part P of the
   vector.  */
static void
multiply (const struct columns *m, double *w, const double *p)
{
  for (int i = 0; i < m->rows; i++)
    {
      double sum = 0;
      for (int e = m->begin[i]; e < m->begin[i + 1]; e++)
	sum += m->value[e] * p[m->column[e]];
      w[i] = sum;
    }
}

static double
dot (const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Sets Q, this thread's part of the sum of all threads' W.  Each program
   defines it.  */
static void sum_parts (const struct columns *m, double *q, double *w);

/* Runs CG of class C on M; W has room for all rows.  */
static double
conjugate_gradients (const struct cg_class *c, const struct columns *m,
		     double *w)
{
  static double x[CG_ROWS], z[CG_ROWS], p[CG_ROWS], q[CG_ROWS], r[CG_ROWS];
  int n = m->count;
  double norm = 0;
  for (int i = 0; i < n; i++)
    x[i] = 1;
  for (int repeat = 0; repeat < c->repeats; repeat++)
    {
      for (int i = 0; i < n; i++)
	z[i] = 0, r[i] = p[i] = x[i];
      double rho = sum_up (dot (r, r, n));
      for (int step = 0; step < CG_STEPS; step++)
	{
	  multiply (m, w, p);
	  sum_parts (m, q, w);
	  double alpha = rho / sum_up (dot (p, q, n)), before = rho;
	  for (int i = 0; i < n; i++)
	    z[i] += alpha * p[i], r[i] -= alpha * q[i];
	  rho = sum_up (dot (r, r, n));
	  for (int i = 0; i < n; i++)
	    p[i] = r[i] + rho / before * p[i];
	}
      norm = sqrt (sum_up (dot (z, z, n)));
      for (int i = 0; i < n; i++)
	x[i] = z[i] / norm;
    }
  return norm;
}

/* ---- FT: a cube of NX times NY times NZ, and how often  */

static const struct ft_class
{
  const char *name;
  int nx, ny, nz, repeats;
} ft_classes[] = { { "ft-S", 64, 64, 64, 6 }, { "ft-W", 128, 128, 32, 6 } };
#define FT_LONGEST 128

typedef double complex number;

/* Transforms the N numbers at A, a power of two, STRIDE apart.  */
static void
transform (number *a, int n, size_t stride)
{
  static number line[FT_LONGEST], roots[FT_LONGEST / 2];
  static int roots_of;
  for (; roots_of != n; roots_of = n)
    for (int i = 0; i < n / 2; i++)
      roots[i] = cexp (-2 * I * M_PI * i / n);
  for (int i = 0, j = 0; i < n; i++)
    {
      line[j] = a[i * stride];
      int bit = n / 2;
      while (bit && (j & bit))
	j ^= bit, bit /= 2;
      j |= bit;
    }
  for (int half = 1; half < n; half *= 2)
    for (int from = 0; from < n; from += 2 * half)
      for (int i = 0; i < half; i++)
	{
	  number u = line[from + i];
	  number root = roots[i * (n / 2 / half)], v = line[from + half + i];
	  number t
	    = CMPLX (creal (root) * creal (v) - cimag (root) * cimag (v),
		     creal (root) * cimag (v) + cimag (root) * creal (v));
	  line[from + i] = u + t;
	  line[from + half + i] = u - t;
	}
  for (int i = 0; i < n; i++)
    a[i * stride] = line[i];
}

/* Transforms this thread's planes of the cube: A[Z][Y][X].  */
static void
transform_planes (const struct ft_class *c, number *a, int threads)
{
  for (int z = 0; z < c->nz / threads; z++, a += (size_t) c->nx * c->ny)
    {
      for (int y = 0; y < c->ny; y++)
	transform (a + y * c->nx, c->nx, 1);
      for (int x = 0; x < c->nx; x++)
	transform (a + x, c->ny, c->nx);
    }
}

/* Fills B, for each thread, with the rows Y of A that it is to have:
   B[thread][Z][Y][X].  */
static void
sort_out (const struct ft_class *c, number *b, const number *a, int threads)
{
  int planes = c->nz / threads, rows = c->ny / threads;
  for (int t = 0; t < threads; t++)
    for (int z = 0; z < planes; z++, b += rows * c->nx)
      memcpy (b, a + ((size_t) z * c->ny + t * rows) * c->nx,
	      sizeof *b * rows * c->nx);
}

/* Transforms A, which has come from all threads, along Z; it is [Z][Y][X] with
   this thread's Y.  Returns a check sum.  */
static double
transform_rows (const struct ft_class *c, number *a, int threads)
{
  size_t stride = (size_t) (c->ny / threads) * c->nx;
  double sum = 0;
  for (size_t i = 0; i < stride; i++)
    {
      transform (a + i, c->nz, stride);
      sum += cabs (a[i + stride]);
    }
  return sum;
}

static void
fill (const struct ft_class *c, number *a, int me, int threads, int step)
{
  size_t n = (size_t) c->nx * c->ny * c->nz / threads;
  for (size_t i = 0; i < n; i++)
    a[i] = (i + me * n) * 31 % 101 + step - I * ((i + me * n) * 17 % 103);
}
