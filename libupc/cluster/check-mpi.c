/* check-mpi.c - what MPI itself takes, for gasprun --check.

   SPDX-License-Identifier: Apache-2.0

   Rank 0 prints one line, which check.upc takes as arguments.  Updates are made
   as HPCC's RandomAccess makes them: gathered by target, and exchanged.  */

#include <mpi.h>
#include <unistd.h>
#include "measure.h"

enum { HOST = 64, GATHERED = 1024 };

static int rank, size;

/* Finds the ranks that rank 0 is measured with; sets -1 for a missing one.
   With UPC_NODE_SIZE, they are those that UPC regards as near and far.  */
static void
find_partners (int *near, int *far)
{
  char own[HOST] = "", *all = calloc (size, HOST);
  const char *node = getenv ("UPC_NODE_SIZE");
  int first_far = 0;
  gethostname (own, HOST - 1);
  MPI_Allgather (own, HOST, MPI_CHAR, all, HOST, MPI_CHAR, MPI_COMM_WORLD);
  while (first_far < size && !strcmp (all + first_far * HOST, all))
    first_far++;
  if (node && atoi (node) > 0 && atoi (node) < first_far)
    first_far = atoi (node);
  *near = first_far > 1 ? 1 : -1;
  *far = first_far < size ? first_far : -1;
  free (all);
}

static void
trip (int other)
{
  char byte = 0;
  for (int i = 0; i < TRIPS; i++)
    if (rank == 0)
      {
	MPI_Send (&byte, 1, MPI_CHAR, other, 1, MPI_COMM_WORLD);
	MPI_Recv (&byte, 1, MPI_CHAR, other, 1, MPI_COMM_WORLD,
		  MPI_STATUS_IGNORE);
      }
    else if (rank == other)
      {
	MPI_Recv (&byte, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Send (&byte, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
      }
}

static void
move (char *data, int other)
{
  char byte = 0;
  for (int i = 0; i < CHUNKS; i++)
    if (rank == 0)
      MPI_Send (data, CHUNK, MPI_CHAR, other, 2, MPI_COMM_WORLD);
    else if (rank == other)
      MPI_Recv (data, CHUNK, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Recv (&byte, 1, MPI_CHAR, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else if (rank == other)
    MPI_Send (&byte, 1, MPI_CHAR, 0, 3, MPI_COMM_WORLD);
}

static void
measure_pair (int other, double *one_trip, double *rate)
{
  char *data = calloc (CHUNK, 1);
  double took = 0;
  if (other < 0)
    return;
  LEAST_TIME (took, MPI_Barrier (MPI_COMM_WORLD), trip (other));
  *one_trip = took / TRIPS;
  LEAST_TIME (took, MPI_Barrier (MPI_COMM_WORLD), move (data, other));
  *rate = (double) CHUNK * CHUNKS / took / 1e3;
  free (data);
}

/* Sends N numbers to the processes that they belong to, which apply them to
   TABLE.  */
static void
exchange (const uint64_t *numbers, int n, uint64_t *table, int *counts)
{
  static uint64_t sent[GATHERED];
  int *from = counts, *to = counts + size;
  int *count = to + size, *theirs = count + size;
  memset (count, 0, size * sizeof *count);
  for (int i = 0; i < n; i++)
    count[numbers[i] / WORDS % size]++;
  MPI_Alltoall (count, 1, MPI_INT, theirs, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = from[0] = to[0] = 0; r < size - 1; r++)
    {
      from[r + 1] = from[r] + count[r];
      to[r + 1] = to[r] + theirs[r];
    }
  int total = to[size - 1] + theirs[size - 1];
  uint64_t *got = malloc ((total + 1) * sizeof *got);
  for (int i = 0; i < n; i++)
    sent[from[numbers[i] / WORDS % size]++] = numbers[i];
  for (int r = 0; r < size; r++)
    from[r] -= count[r];
  MPI_Alltoallv (sent, count, from, MPI_UINT64_T, got, theirs, to, MPI_UINT64_T,
		 MPI_COMM_WORLD);
  for (int i = 0; i < total; i++)
    table[got[i] % WORDS] ^= got[i];
  free (got);
}

static void
update (uint64_t *table, int *counts)
{
  uint64_t numbers[GATHERED], state = rank + 1;
  for (int done = 0; done < UPDATES; done += GATHERED)
    {
      for (int i = 0; i < GATHERED; i++)
	numbers[i] = next_number (&state);
      exchange (numbers, GATHERED, table, counts);
    }
  MPI_Barrier (MPI_COMM_WORLD);
}

static void
meet_often (void)
{
  for (int i = 0; i < MEETINGS; i++)
    MPI_Barrier (MPI_COMM_WORLD);
}

static void
add_often (void)
{
  double own = rank, all;
  for (int i = 0; i < MEETINGS; i++)
    MPI_Allreduce (&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Returns whether there is one-sided communication between all ranks.  */
static int
is_one_sided (void)
{
  MPI_Win window;
  char byte;
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int status = MPI_Win_create (&byte, 1, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
			       &window);
  if (status == MPI_SUCCESS)
    MPI_Win_free (&window);
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return status == MPI_SUCCESS;
}

int
main (int argc, char **argv)
{
  struct figures f = { 0 };
  int level, near, far;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  uint64_t *table = calloc (WORDS, sizeof *table);
  int *counts = calloc (4 * size, sizeof *counts);
  find_partners (&near, &far);
  measure_pair (near, &f.near_trip, &f.near_rate);
  measure_pair (far, &f.far_trip, &f.far_rate);
  LEAST_TIME (f.barrier, MPI_Barrier (MPI_COMM_WORLD), meet_often ());
  LEAST_TIME (f.sum, MPI_Barrier (MPI_COMM_WORLD), add_often ());
  LEAST_TIME (f.updates, MPI_Barrier (MPI_COMM_WORLD), update (table, counts));
  f.barrier /= MEETINGS;
  f.sum /= MEETINGS;
  f.updates = (double) UPDATES * size / f.updates;
  int one_sided = is_one_sided ();
  if (rank == 0)
    {
      printf ("gasp-check: one_sided=%d", one_sided);
#define PRINT(name) printf (" " #name "=%g", f.name);
      FIGURES (PRINT)
      putchar ('\n');
    }
  free (table);
  free (counts);
  MPI_Finalize ();
  return 0;
}
