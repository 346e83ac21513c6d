/* upc-npb-mpi.c - the same as upc-npb.upc, with the steps that the versions for
   MPI have.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include "upc-npb.h"

static int me, threads;

static void
meet (void)
{
  MPI_Barrier (MPI_COMM_WORLD);
}

static int
is_first (void)
{
  return me == 0;
}

/* Returns the sum of X.  Two threads exchange what they have, as CG does; more
   use MPI's reduction.  */
static double
sum_up (double x)
{
  double other;
  MPI_Request request;
  if (threads == 2)
    {
      MPI_Irecv (&other, 1, MPI_DOUBLE, !me, 1, MPI_COMM_WORLD, &request);
      MPI_Send (&x, 1, MPI_DOUBLE, !me, 1, MPI_COMM_WORLD);
      MPI_Wait (&request, MPI_STATUS_IGNORE);
      return me ? other + x : x + other;
    }
  MPI_Allreduce (&x, &other, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return other;
}

static void
sum_parts (const struct columns *m, double *q, double *w)
{
  static double part[CG_ROWS];
  memcpy (q, w + m->first, sizeof *q * m->count);
  for (int k = 1; k < threads; k++)
    {
      MPI_Request request;
      int from = (me + k) % threads, to = (me + threads - k) % threads;
      int first = (int64_t) m->rows * to / threads;
      int count = (int64_t) m->rows * (to + 1) / threads - first;
      MPI_Irecv (part, m->count, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, &request);
      MPI_Send (w + first, count, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
      MPI_Wait (&request, MPI_STATUS_IGNORE);
      for (int i = 0; i < m->count; i++)
	q[i] += part[i];
    }
}

static const struct cg_class *cg_class;
static struct columns *columns;

/* Returns this thread's part of the result, which is the same in all.  */
static double
cg (void)
{
  static double w[CG_ROWS];
  return conjugate_gradients (cg_class, columns, w) / threads;
}

static void
measure_cg (const struct cg_class *c)
{
  cg_class = c;
  columns = make_columns (c, me, threads);
  measure (c->name, cg, TURNS);
  free_columns (columns);
}

static const struct ft_class *ft_class;
static size_t block;		/* numbers of each thread for each other */
static number *out, *a;

static double
ft (void)
{
  double sum = 0;
  for (int step = 0; step < ft_class->repeats; step++)
    {
      fill (ft_class, a, me, threads, step);
      transform_planes (ft_class, a, threads);
      sort_out (ft_class, out, a, threads);
      MPI_Alltoall (out, block, MPI_C_DOUBLE_COMPLEX, a, block,
		    MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
      sum += transform_rows (ft_class, a, threads);
    }
  return sum;
}

static void
measure_ft (const struct ft_class *c)
{
  size_t n = (size_t) c->nx * c->ny * c->nz / threads;
  ft_class = c;
  block = n / threads;
  out = allocate (n * sizeof *out);
  a = allocate (n * sizeof *a);
  measure (c->name, ft, TURNS);
  free (a);
  free (out);
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &threads);
  for (size_t i = 0; i < sizeof cg_classes / sizeof *cg_classes; i++)
    measure_cg (&cg_classes[i]);
  for (size_t i = 0; i < sizeof ft_classes / sizeof *ft_classes; i++)
    measure_ft (&ft_classes[i]);
  MPI_Finalize ();
  return 0;
}
