/* upc-kernels-mpi.c - the same as upc-kernels.upc, as one would write it for
   MPI.

   SPDX-License-Identifier: Apache-2.0  */

#include <mpi.h>
#include "upc-kernels.h"

static int me, threads;

static void *
allocate (size_t size)
{
  void *p = malloc (size);
  if (!p)
    MPI_Abort (MPI_COMM_WORLD, 1);
  return memset (p, 0, size);
}

static double
sum_up (double x)
{
  double sum;
  MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

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

static uint64_t *table;
static MPI_Win table_window;

static double
gups (void)
{
  uint64_t x = 88172645463325252u + me, sum = 0, values[64];
  memset (table, 0, WORDS * sizeof *table);
  MPI_Win_sync (table_window);
  MPI_Barrier (MPI_COMM_WORLD);
  for (long i = 0; i < UPDATES; i++)
    {
      uint64_t r = values[i % 64] = next_random (&x);
      MPI_Accumulate (&values[i % 64], 1, MPI_UINT64_T, r % threads,
		      (r >> 32) % WORDS, 1, MPI_UINT64_T, MPI_BXOR,
		      table_window);
      if (i % 64 == 63)				/* VALUES are used again */
	MPI_Win_flush_local_all (table_window);
    }
  MPI_Win_flush_all (table_window);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_sync (table_window);
  for (long i = 0; i < WORDS; i++)
    sum ^= table[i];
  return sum % 1000003;
}

static double
updates (void)
{
  gups ();
  return 0;
}

static double
stencil (void)
{
  static double (*a)[COLUMNS], (*b)[COLUMNS];
  double sum = 0;
  if (!a)
    {
      a = allocate (sizeof *a * (ROWS + 2));
      b = allocate (sizeof *b * (ROWS + 2));
    }
  for (int i = 0; i < ROWS + 2; i++)
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = b[i][j] = (i * 31 + j * 17 + me) % 10;
  int above = me > 0 ? me - 1 : MPI_PROC_NULL;
  int below = me < threads - 1 ? me + 1 : MPI_PROC_NULL;
  for (int step = 0; step < STEPS; step++)
    {
      double (*x)[COLUMNS] = step % 2 ? b : a, (*y)[COLUMNS] = step % 2 ? a : b;
      MPI_Sendrecv (x[1], COLUMNS, MPI_DOUBLE, above, 0, x[ROWS + 1], COLUMNS,
		    MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Sendrecv (x[ROWS], COLUMNS, MPI_DOUBLE, below, 1, x[0], COLUMNS,
		    MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int i = 1; i <= ROWS; i++)
	relax_row (y[i], x[i - 1], x[i], x[i + 1]);
    }
  for (int i = 1; i <= ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      sum += a[i][j];
  return sum;
}

static double
transpose (void)
{
  static double *out, *in;
  double sum = 0;
  if (!out)
    {
      out = allocate (2 * sizeof (double) * BLOCK * threads);
      in = allocate (2 * sizeof (double) * BLOCK * threads);
    }
  for (int i = 0; i < TRANSPOSES; i++)
    {
      for (int t = 0; t < threads; t++)
	for (int j = 0; j < 2 * BLOCK; j++)
	  out[(size_t) t * 2 * BLOCK + j] = me + i + j % 7;
      MPI_Alltoall (out, 2 * BLOCK, MPI_DOUBLE, in, 2 * BLOCK, MPI_DOUBLE,
		    MPI_COMM_WORLD);
      for (long j = 0; j < 2l * BLOCK * threads; j++)
	sum += in[j];
    }
  return sum;
}

static double
sort (void)
{
  static int keys[KEYS], ordered[KEYS], *room;
  int here[threads], start[threads + 1], all[threads], from[threads + 1];
  uint64_t x = 1234567 + me;
  if (!room)
    room = allocate (sizeof *room * (size_t) KEYS * threads);
  for (int i = 0; i < KEYS; i++)
    keys[i] = next_random (&x) % BUCKETS;
  memset (here, 0, sizeof here);
  for (int i = 0; i < KEYS; i++)
    here[keys[i] * (long) threads / BUCKETS]++;
  start[0] = 0;
  for (int t = 0; t < threads; t++)
    {
      start[t + 1] = start[t] + here[t];
      all[t] = start[t];
    }
  for (int i = 0; i < KEYS; i++)
    ordered[all[keys[i] * (long) threads / BUCKETS]++] = keys[i];
  MPI_Alltoall (here, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  from[0] = 0;
  for (int t = 0; t < threads; t++)
    from[t + 1] = from[t] + all[t];
  MPI_Alltoallv (ordered, here, start, MPI_INT, room, all, from, MPI_INT,
		 MPI_COMM_WORLD);
  long histogram[BUCKETS] = { 0 };
  double sum = 0;
  for (long i = 0; i < from[threads]; i++)
    histogram[room[i]]++;
  for (int i = 0; i < BUCKETS; i++)
    sum += histogram[i] * (double) i;
  return sum;
}

static double
cg (void)
{
  long n = (long) UNKNOWNS * threads;
  static double x[UNKNOWNS], r[UNKNOWNS], p[UNKNOWNS], q[UNKNOWNS], *whole;
  double rho, alpha;
  if (!whole)
    whole = allocate (n * sizeof *whole);
  for (long i = 0; i < UNKNOWNS; i++)
    x[i] = 0, r[i] = p[i] = 1 + i % 3;
  rho = sum_up (dot (r, r));
  for (int k = 0; k < ITERATIONS; k++)
    {
      MPI_Allgather (p, UNKNOWNS, MPI_DOUBLE, whole, UNKNOWNS, MPI_DOUBLE,
		     MPI_COMM_WORLD);
      multiply (q, whole, (long) UNKNOWNS * me, n);
      alpha = rho / sum_up (dot (p, q));
      for (long i = 0; i < UNKNOWNS; i++)
	x[i] += alpha * p[i], r[i] -= alpha * q[i];
      double before = rho;
      rho = sum_up (dot (r, r));
      for (long i = 0; i < UNKNOWNS; i++)
	p[i] = r[i] + rho / before * p[i];
    }
  return dot (x, x);
}

static char *bytes;
static MPI_Win bytes_window;
static char buffer[LARGE];

static double
get_large (void)
{
  if (!me)
    for (int i = 0; i < LARGE_TIMES; i++)
      {
	MPI_Get (buffer, LARGE, MPI_CHAR, threads - 1, 0, LARGE, MPI_CHAR,
		 bytes_window);
	MPI_Win_flush (threads - 1, bytes_window);
      }
  return 0;
}

static double
put_large (void)
{
  if (!me)
    for (int i = 0; i < LARGE_TIMES; i++)
      {
	MPI_Put (buffer, LARGE, MPI_CHAR, threads - 1, 0, LARGE, MPI_CHAR,
		 bytes_window);
	MPI_Win_flush (threads - 1, bytes_window);
      }
  return 0;
}

static double
nothing (void)
{
  for (int i = 0; i < 1000; i++)
    MPI_Barrier (MPI_COMM_WORLD);
  return 0;
}

static double
reduce (void)
{
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum = sum_up (1 + i);
  return sum;
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &threads);
  MPI_Win_allocate (WORDS * sizeof *table, sizeof *table, MPI_INFO_NULL,
		    MPI_COMM_WORLD, &table, &table_window);
  MPI_Win_lock_all (0, table_window);
  MPI_Win_allocate (LARGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &bytes,
		    &bytes_window);
  MPI_Win_lock_all (0, bytes_window);
  measure ("barrier", nothing, TURNS);
  measure ("reduce", reduce, TURNS);
  measure ("get-large", get_large, TURNS);
  measure ("put-large", put_large, TURNS);
  measure ("gups", gups, TURNS);
  measure ("updates", updates, TURNS);
  measure ("stencil", stencil, TURNS);
  measure ("transpose", transpose, TURNS);
  measure ("sort", sort, TURNS);
  measure ("cg", cg, TURNS);
  MPI_Win_unlock_all (bytes_window);
  MPI_Win_free (&bytes_window);
  MPI_Win_unlock_all (table_window);
  MPI_Win_free (&table_window);
  MPI_Finalize ();
  return 0;
}
