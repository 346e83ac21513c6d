/* upc-far-mpi.c - the same as upc-far.upc by MPI's one-sided functions.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 50000
static double here[N];

static void
tell (const char *way, double begin, double count)
{
  printf ("%s %.1f\n", way, (MPI_Wtime () - begin) * 1e9 / count);
}

static void
get (MPI_Win window, int target, int i, int count)
{
  MPI_Get (here + i, count, MPI_DOUBLE, target, i, count, MPI_DOUBLE, window);
  MPI_Win_flush (target, window);
}

static void
measure (MPI_Win window, int target)
{
  unsigned x = 1;
  double t;
  for (int i = 0; i < 1000; i++)
    get (window, target, i, 1);
  t = MPI_Wtime ();
  for (int i = 0; i < N / 10; i++)
    get (window, target, i, 1);
  tell ("row", t, N / 10);
  t = MPI_Wtime ();
  for (int i = 0; i < N / 10; i++)
    {
      x = x * 1103515245 + 12345;
      get (window, target, (x >> 8) % N, 1);
    }
  tell ("random", t, N / 10);
  t = MPI_Wtime ();
  get (window, target, 0, N);
  tell ("whole", t, N);
  t = MPI_Wtime ();
  for (int i = 0; i < N; i++)
    MPI_Put (here + i, 1, MPI_DOUBLE, target, i, 1, MPI_DOUBLE, window);
  MPI_Win_flush (target, window);
  tell ("write", t, N);
}

int
main (int argc, char **argv)
{
  int rank, size;
  double *memory;
  MPI_Win window;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Win_allocate (N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
		    MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < N; i++)
    memory[i] = i;
  MPI_Win_lock_all (0, window);
  MPI_Barrier (MPI_COMM_WORLD);
  if (!rank)
    measure (window, size - 1);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_unlock_all (window);
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
