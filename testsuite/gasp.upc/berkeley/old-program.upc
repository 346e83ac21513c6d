/* A program as it was written for Berkeley UPC: matrices are multiplied, columns
   fetched ahead by strided transfers, work taken from a counter, results passed
   on with signals, and the time reported.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-fupc-berkeley" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }
   { dg-output "done\\." }  */

#include <upc_relaxed.h>
#include <bupc_collectivev.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#ifdef __BERKELEY_UPC_RUNTIME__
#define GETTIME() bupc_ticks_to_us (bupc_ticks_now ())
#else
#error this program is for Berkeley UPC
#endif

#define M 24
#define ROWS 6
#define N (ROWS * THREADS)

typedef struct
{
  int barrier, row;
} bundle_t;

shared [2 * M] double A[N][M], C[N][M];
shared double B[M * M * THREADS];	/* the first M * M */
strict shared int ready;
shared int64_t next_rows;
bupc_sem_t *shared finished;
shared bundle_t bundles[THREADS];

static void
init ()
{
  int i, j;
  forall (i = 0; i < N; i++; &A[i][0])
    for (j = 0; j < M; j++)
      {
	A[i][j] = i + j;
	C[i][j] = 0;
      }
  forall (i = 0; i < M * M; i++; &B[i])
    B[i] = i / M == i % M ? 2.0 : 0.0;
  barrier 1;
}

/* All of B, which is cyclic, by one strided get for each thread.  */
static void
prefetch (double local[M][M])
{
  bupc_handle_t h[THREADS];
  for (int i = 0; i < THREADS; i++)
    {
      int th = (MYTHREAD + i) % THREADS;
      size_t sz = upc_affinitysize (M * M * sizeof (double), sizeof (double), th);
      h[i] = bupc_memget_fstrided_async (&local[0][th], sizeof (double),
					 THREADS * sizeof (double),
					 sz / sizeof (double), &B[th], sz, sz, 1);
    }
  bupc_waitsync_all (h, THREADS);
}

static void
multiply (double local[M][M], int row)
{
  double sums[M];
  double a[M];
  bupc_memget_fstrided (a, sizeof (double), sizeof (double), M, &A[row][0],
			M * sizeof (double), M * sizeof (double), 1);
  for (int j = 0; j < M; j++)
    {
      sums[j] = 0;
      for (int k = 0; k < M; k++)
	sums[j] += a[k] * local[k][j];
    }
  bupc_waitsync (bupc_memput_async (&C[row][0], sums, sizeof sums));
}

int
main (int argc, char **argv)
{
  static double local[M][M];
  uint64_t start, took, least;
  int64_t row;
  int rows = 0, total, i;
  char buf[BUPC_DUMP_MIN_LENGTH];
  double err = 0, maxerr;

  if (MYTHREAD == 0)
    {
      finished = bupc_sem_alloc (BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER
				 | BUPC_SEM_SCONSUMER);
      if (bupc_dump_shared (&A[0][0], buf, sizeof buf))
	perror ("bupc_dump_shared");
      ready = 1;
    }
  while (!ready)
    bupc_poll ();
  init ();
  start = GETTIME ();
  prefetch (local);
  while ((row = bupc_atomicI64_fetchadd_relaxed (&next_rows, 1)) < N)
    {
      multiply (local, row);
      rows++;
    }
  took = GETTIME () - start;
  bundles[MYTHREAD].row = rows;
  notify;
  bupc_sem_postN (finished, rows);
  wait;
  if (!MYTHREAD)
    bupc_sem_waitN (finished, N);
  total = bupc_allv_reduce_all (int, rows, UPC_ADD);
  assert (total == N);
  least = bupc_allv_reduce (uint64_t, took, 0, UPC_MIN);
  forall (i = 0; i < N; i++; &C[i][0])
    for (int j = 0; j < M; j++)
      err = MAX (err, fabs (C[i][j] - 2.0 * (i + j)));
  maxerr = bupc_allv_reduce_all (double, err, UPC_MAX);
  for (total = i = 0; i < THREADS; i++)
    total += bundles[i].row;
  if (MYTHREAD == 0)
    {
      printf ("%d threads, %d rows, at least %d us, error %g\n", THREADS, total,
	      (int) least, maxerr);
      if (total == N && maxerr == 0)
	printf ("done.\n");
    }
  barrier;
  return total != N || maxerr != 0;
}
