/* upc-collectives-mpi.c - how long MPI's collective functions take.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-collectives-mpi SLOWER MODE

   MODE is my: a process waits only for what it has to, and goes when its own
   data are done with; or all: as in UPC, everybody waits for everybody at both
   ends, which takes a barrier before and one behind.

   MPI's reductions and scans leave vectors; so each process first adds up its
   own numbers, then one number each is passed on.  */

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "upc-collectives.h"

static int rank, processes;
static double *a, *b;

#define BARRIER MPI_Barrier (MPI_COMM_WORLD)

static double
sum_of (int n)
{
  double sum[4] = { 0 };

  for (int i = 0; i < n; i++)
    sum[i % 4] += a[i];
  return sum[0] + sum[1] + sum[2] + sum[3];
}

static void
reduce (int n)
{
  double sum = sum_of (n);
  MPI_Reduce (&sum, b, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void
scan (int n)
{
  double own = sum_of (n), before = 0;
  MPI_Exscan (&own, &before, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < n; i++)
    b[i] = before += a[i];
}

/* Sends to the next process, and receives from the one before.  */
static void
permute (int n)
{
  MPI_Sendrecv (a, n, MPI_CHAR, (rank + 1) % processes, 0, b, n, MPI_CHAR,
		(rank + processes - 1) % processes, 0, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
}

int
main (int argc, char **argv)
{
  int slower = argc > 1 ? atoi (argv[1]) : 1;
  int all = argc > 2 && strcmp (argv[2], "all") == 0;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &processes);
  size_t room = (size_t) LARGEST * processes;
  a = malloc (room);
  b = malloc (room);
  memset (a, 1, room);
  memset (b, 1, room);
  MEASURE ("barrier", 0, slower, BARRIER, rank == 0, BARRIER);
#define OPERATION(name, call)						\
  for (int s = 0; s < SIZES; s++)					\
    if (all)								\
      MEASURE (name, sizes[s], slower, BARRIER, rank == 0,		\
	       (BARRIER, call, BARRIER));				\
    else								\
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
  OPERATION ("scan", scan (sizes[s] / 8));
  OPERATION ("permute", permute (sizes[s]));
  MPI_Finalize ();
  return 0;
}
