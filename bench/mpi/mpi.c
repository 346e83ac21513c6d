/* mpi.c - nanoseconds for calls of MPI, by the first of several ranks with
   itself.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static double sent, received;

static void
comm_size (void)
{
  int size;
  MPI_Comm_size (MPI_COMM_SELF, &size);
}

static void
sendrecv (void)
{
  MPI_Sendrecv (&sent, 1, MPI_DOUBLE, 0, 1, &received, 1, MPI_DOUBLE, 0, 1,
		MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* Makes three calls.  */
static void
nonblocking (void)
{
  MPI_Request r[2];
  MPI_Irecv (&received, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &r[0]);
  MPI_Isend (&sent, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &r[1]);
  MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
}

static void
allreduce (void)
{
  MPI_Allreduce (&sent, &received, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
}

static void
measure (const char *name, void (*f) (void), int times)
{
  double least = 1e99;
  for (int turn = 0; turn < 1000; turn++)
    {
      double begin = now ();
      for (int i = 0; i < times; i++)
	f ();
      double took = (now () - begin) / times;
      if (took < least)
	least = took;
    }
  printf ("%s %.1f\n", name, least);
}

/* Waits for all ranks without taking a processor from any.  */
static void
rest (void)
{
  MPI_Request r;
  int is_over = 0;
  MPI_Ibarrier (MPI_COMM_WORLD, &r);
  for (; !is_over; usleep (10000))
    MPI_Test (&r, &is_over, MPI_STATUS_IGNORE);
}

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    {
      measure ("Comm_size", comm_size, 1000);
      measure ("Sendrecv", sendrecv, 1000);
      measure ("3-calls", nonblocking, 1000);
      measure ("Allreduce", allreduce, 1000);
    }
  rest ();
  MPI_Finalize ();
  return 0;
}
