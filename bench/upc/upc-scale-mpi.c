/* upc-scale-mpi.c - the memory that MPI takes by itself, beside upc-scale.upc.

   SPDX-License-Identifier: Apache-2.0

   Prints bytes a process, when each has sent to as many others as it does
   there.  */

#include <mpi.h>
#include <stdio.h>
#include "upc-scale.h"

int
main (int argc, char **argv)
{
  int rank, size, level, in, out = 0;
  double mine, all;
  MPI_Comm one, two;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_dup (MPI_COMM_WORLD, &one);
  MPI_Comm_dup (MPI_COMM_WORLD, &two);
  MPI_Comm_rank (one, &rank);
  MPI_Comm_size (one, &size);
  for (int distance = 1; distance < size; distance *= 2)
    MPI_Sendrecv (&out, 1, MPI_INT, (rank + distance) % size, 0,
		  &in, 1, MPI_INT, (rank - distance + size) % size, 0, one,
		  MPI_STATUS_IGNORE);
  MPI_Barrier (two);
  mine = proportional_memory ();
  MPI_Reduce (&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, two);
  if (rank == 0)
    printf ("memory %d %.0f\n", size, all / size);
  MPI_Finalize ();
  return 0;
}
