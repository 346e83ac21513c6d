/* upc-collectives-mpi.c - how long MPI's collective functions take.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-collectives-mpi SLOWER

   MPI's reduction leaves vectors; so each process first adds up its own
   numbers, then one number each is reduced.  */

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "upc-collectives.h"

static int rank, processes;
static double *a, *b;

static void
reduce (int n)
{
  double sum[4] = { 0 };

  for (int i = 0; i < n; i++)
    sum[i % 4] += a[i];
  sum[0] += sum[1] + sum[2] + sum[3];
  MPI_Reduce (sum, b, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

int
main (int argc, char **argv)
{
  int slower = argc > 1 ? atoi (argv[1]) : 1;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &processes);
  size_t room = (size_t) LARGEST * processes;
  a = malloc (room);
  b = malloc (room);
  memset (a, 1, room);
  memset (b, 1, room);
#define BARRIER MPI_Barrier (MPI_COMM_WORLD)
  MEASURE ("barrier", 0, slower, BARRIER, rank == 0, BARRIER);
#define OPERATION(name, call)						\
  for (int s = 0; s < SIZES; s++)					\
    MEASURE (name, sizes[s], slower, BARRIER, rank == 0, call)
  OPERATION ("broadcast",
	     MPI_Bcast (a, sizes[s], MPI_CHAR, 0, MPI_COMM_WORLD));
  OPERATION ("scatter",
	     MPI_Scatter (a, sizes[s], MPI_CHAR, b, sizes[s], MPI_CHAR, 0,
			  MPI_COMM_WORLD));
  OPERATION ("gather",
	     MPI_Gather (a, sizes[s], MPI_CHAR, b, sizes[s], MPI_CHAR, 0,
			 MPI_COMM_WORLD));
  OPERATION ("gather_all",
	     MPI_Allgather (a, sizes[s], MPI_CHAR, b, sizes[s], MPI_CHAR,
			    MPI_COMM_WORLD));
  OPERATION ("exchange",
	     MPI_Alltoall (a, sizes[s], MPI_CHAR, b, sizes[s], MPI_CHAR,
			   MPI_COMM_WORLD));
  OPERATION ("reduce", reduce (sizes[s] / 8));
  MPI_Finalize ();
  return 0;
}
