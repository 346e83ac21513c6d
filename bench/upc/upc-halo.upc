/* upc-halo.upc - exchanges with both neighbours, by signals.

   SPDX-License-Identifier: Apache-2.0

   Prints, for each size, its bytes and the microseconds of a step.  */

#include <upc.h>
#include <bupc_extensions.h>
#include <time.h>
#include "upc-halo.h"

static shared [MOST] double left[THREADS][MOST], right[THREADS][MOST];
static bupc_sem_t *shared semaphores[2][THREADS];
static bupc_sem_t *mine[2], *its[2];
static double row[MOST];

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* Returns the microseconds of a step.  */
static double
steps (int n)
{
  int before = (MYTHREAD + THREADS - 1) % THREADS;
  int next = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  double begin = now ();
  for (int i = 1; i <= STEPS; i++)
    {
      row[0] = row[n - 1] = i;
      bupc_memput_signal (&right[before][0], row, n * sizeof *row, its[0], 1);
      bupc_memput_signal (&left[next][0], row, n * sizeof *row, its[1], 1);
      bupc_sem_wait (mine[0]);
      bupc_sem_wait (mine[1]);
      if (left[MYTHREAD][n - 1] < i || right[MYTHREAD][n - 1] < i)
	upc_global_exit (1);
    }
  return (now () - begin) / STEPS;
}

int
main (void)
{
  for (int i = 0; i < 2; i++)
    semaphores[i][MYTHREAD] = mine[i] = bupc_sem_alloc (BUPC_SEM_INTEGER);
  upc_barrier;
  its[0] = semaphores[0][(MYTHREAD + THREADS - 1) % THREADS];
  its[1] = semaphores[1][(MYTHREAD + 1) % THREADS];
  for (int i = 0; i < SIZES; i++)
    {
      double took[TURNS];
      for (int turn = 0; turn < TURNS; turn++)
	took[turn] = steps (sizes[i]);
      if (MYTHREAD == 0)
	tell (sizes[i], took);
    }
  return 0;
}
