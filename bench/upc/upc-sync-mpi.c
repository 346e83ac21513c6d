/* upc-sync-mpi.c - how long MPI's barriers and locks of windows take.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-sync-mpi SLOWER

   Locks are taken OFTEN times for each time counted.  */

#include <mpi.h>
#include <stdlib.h>
#include "upc-collectives.h"

static MPI_Win window;
static long *counter;

static void
lock_often (void)
{
  for (int i = 0; i < OFTEN; i++)
    {
      MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 0, 0, window);
      MPI_Win_unlock (0, window);
    }
}

static void
increment_often (void)
{
  for (int i = 0; i < OFTEN; i++)
    {
      MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 0, 0, window);
      ++*counter;
      MPI_Win_unlock (0, window);
    }
}

int
main (int argc, char **argv)
{
  int slower = argc > 1 ? atoi (argv[1]) : 1;
  int rank, processes, unit;
  MPI_Aint size;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &processes);
  int first = rank == 0, last = rank == processes - 1;
  MPI_Win_allocate_shared (first ? sizeof *counter : 0, sizeof *counter,
			   MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
  MPI_Win_shared_query (window, 0, &size, &unit, &counter);
#define BARRIER MPI_Barrier (MPI_COMM_WORLD)
  MEASURE ("barrier", 0, slower, BARRIER, first, BARRIER);
  MEASURE ("split", 0, slower, BARRIER, first,
	   do
	     {
	       MPI_Request request;
	       MPI_Ibarrier (MPI_COMM_WORLD, &request);
	       MPI_Wait (&request, MPI_STATUS_IGNORE);
	     }
	   while (0));
  MEASURE ("own", 0, slower, BARRIER, first, if (first) lock_often ());
  MEASURE ("others", 0, slower, BARRIER, last, if (last) lock_often ());
  MEASURE ("contended", 0, slower, BARRIER, first, increment_often ());
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
