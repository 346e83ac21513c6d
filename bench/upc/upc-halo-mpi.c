/* upc-halo-mpi.c - the same as upc-halo.upc, by messages.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include "upc-halo.h"

static double row[MOST], left[MOST], right[MOST];

/* Returns the microseconds of a step.  */
static double
steps (int n, int rank, int processes)
{
  int before = (rank + processes - 1) % processes;
  int next = (rank + 1) % processes;
  MPI_Barrier (MPI_COMM_WORLD);
  double begin = MPI_Wtime ();
  for (int i = 1; i <= STEPS; i++)
    {
      MPI_Request requests[4];
      MPI_Status statuses[4];
      row[0] = row[n - 1] = i;
      MPI_Irecv (left, n, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[0]);
      MPI_Irecv (right, n, MPI_DOUBLE, next, 2, MPI_COMM_WORLD, &requests[1]);
      MPI_Isend (row, n, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &requests[2]);
      MPI_Isend (row, n, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &requests[3]);
      MPI_Waitall (4, requests, statuses);
      if (left[n - 1] < i || right[n - 1] < i)
	MPI_Abort (MPI_COMM_WORLD, 1);
    }
  return (MPI_Wtime () - begin) * 1e6 / STEPS;
}

int
main (int argc, char **argv)
{
  int rank, processes;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &processes);
  for (int i = 0; i < SIZES; i++)
    {
      double took[TURNS];
      for (int turn = 0; turn < TURNS; turn++)
	took[turn] = steps (sizes[i], rank, processes);
      if (rank == 0)
	tell (sizes[i], took);
    }
  MPI_Finalize ();
  return 0;
}
