/* upc-npb-mpi.c - the same as upc-npb.upc, with the steps that the versions for MPI have.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include "upc-npb.h"

static int me, threads;

/* Two threads exchange what they have, as CG does; more have MPI do it.  */
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

static void
measure_cg (const struct cg_class *c)
{
  static double w[CG_ROWS];
  struct columns *m = make_columns (c, me, threads);
  double least = 1e9, sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
    {
      MPI_Barrier (MPI_COMM_WORLD);
      double begin = now ();
      sum = conjugate_gradients (c, m, w);
      MPI_Barrier (MPI_COMM_WORLD);
      double took = now () - begin;
      if (took < least)
	least = took;
    }
  if (!me)
    printf ("%s %.2f %.6g\n", c->name, least, sum);
  free_columns (m);
}

static void
measure_ft (const struct ft_class *c)
{
  size_t n = (size_t) c->nx * c->ny * c->nz / threads, block = n / threads;
  number *out = allocate (n * sizeof *out), *a = allocate (n * sizeof *a);
  double least = 1e9, sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
    {
      MPI_Barrier (MPI_COMM_WORLD);
      double begin = now ();
      sum = 0;
      for (int step = 0; step < c->repeats; step++)
	{
	  fill (c, a, me, threads, step);
	  transform_planes (c, a, threads);
	  sort_out (c, out, a, threads);
	  MPI_Alltoall (out, block, MPI_C_DOUBLE_COMPLEX, a, block,
			MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
	  sum += transform_rows (c, a, threads);
	}
      MPI_Barrier (MPI_COMM_WORLD);
      double took = now () - begin;
      if (took < least)
	least = took;
    }
  sum = sum_up (sum);
  if (!me)
    printf ("%s %.2f %.6g\n", c->name, least, sum);
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
