/* upc-npb.upc - benchmarks of NPB, with the steps that their UPC versions have.

   SPDX-License-Identifier: Apache-2.0  */

#include <upc.h>
#include <upc_relaxed.h>
#include "upc-npb.h"

/* What each thread has said, at each.  */
#define MOST_THREADS 64
static shared [MOST_THREADS] double said[THREADS][MOST_THREADS];
static double *said_here;

static void
meet (void)
{
  upc_barrier;
}

static int
is_first (void)
{
  return MYTHREAD == 0;
}

static double
sum_up (double x)
{
  double sum = 0;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    if (t == MYTHREAD)
      said_here[t] = x;
    else
      said[t][MYTHREAD] = x;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += said_here[t];
  return sum;
}

static shared [CG_ROWS] double products[THREADS][CG_ROWS];

static void
sum_parts (const struct columns *m, double *q, double *w)
{
  static double part[CG_ROWS];
  upc_barrier;
  memcpy (q, w + m->first, sizeof *q * m->count);
  for (int k = 1; k < THREADS; k++)
    {
      upc_memget (part, &products[(MYTHREAD + k) % THREADS][m->first],
		  sizeof *q * m->count);
      if (k == THREADS - 1)
	upc_notify;
      for (int i = 0; i < m->count; i++)
	q[i] += part[i];
    }
  if (THREADS == 1)
    upc_notify;
  upc_wait;
  upc_barrier;
}

static const struct cg_class *cg_class;
static struct columns *columns;

/* All threads have the same result: a part of it from each.  */
static double
cg (void)
{
  return conjugate_gradients (cg_class, columns, (double *) &products[MYTHREAD][0]) / THREADS;
}

static void
measure_cg (const struct cg_class *c)
{
  cg_class = c;
  columns = make_columns (c, MYTHREAD, THREADS);
  measure (c->name, cg, TURNS);
  free_columns (columns);
}

static const struct ft_class *ft_class;
static size_t block;		/* numbers of each thread for each other */
static shared number *out;
static number *mine, *a;

static double
ft (void)
{
  double sum = 0;
  for (int step = 0; step < ft_class->repeats; step++)
    {
      fill (ft_class, a, MYTHREAD, THREADS, step);
      transform_planes (ft_class, a, THREADS);
      sort_out (ft_class, mine, a, THREADS);
      upc_barrier;
      for (int k = 0; k < THREADS; k++)
	{
	  int t = (MYTHREAD + k) % THREADS;
	  upc_memget (a + t * block,
		      (shared [] number *) &out[t] + MYTHREAD * block,
		      block * sizeof (number));
	}
      upc_barrier;
      sum += transform_rows (ft_class, a, THREADS);
    }
  return sum;
}

static void
measure_ft (const struct ft_class *c)
{
  size_t n = (size_t) c->nx * c->ny * c->nz / THREADS;
  ft_class = c;
  block = n / THREADS;
  out = upc_all_alloc (THREADS, n * sizeof (number));
  mine = (number *) &out[MYTHREAD];
  a = allocate (n * sizeof *a);
  measure (c->name, ft, TURNS);
  free (a);
  upc_all_free (out);
}

int
main (void)
{
  said_here = (double *) &said[MYTHREAD][0];
  for (size_t i = 0; i < sizeof cg_classes / sizeof *cg_classes; i++)
    measure_cg (&cg_classes[i]);
  for (size_t i = 0; i < sizeof ft_classes / sizeof *ft_classes; i++)
    measure_ft (&ft_classes[i]);
  return 0;
}
