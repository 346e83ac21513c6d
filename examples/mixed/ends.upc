/* ends.upc - what waves.f90 asks of UPC.

   SPDX-License-Identifier: Apache-2.0

   Fortran does not know pointers-to-shared; it gets private pointers to the
   thread's own parts, and calls for what is on other threads.  */

#include <upc.h>
#include <upc_collective.h>

static shared double *parts[2];
static int cells;
static shared double sums[THREADS], total;

int my_thread (void) { return MYTHREAD; }
int threads (void) { return THREADS; }

/* Makes two arrays of N cells a thread; FIRST and SECOND are where the thread's own
   cells are.  */
void
place_parts (int n, double **first, double **second)
{
  cells = n;
  for (int i = 0; i < 2; i++)
    parts[i] = upc_all_alloc (THREADS, n * sizeof (double));
  *first = (double *) &parts[0][MYTHREAD];
  *second = (double *) &parts[1][MYTHREAD];
}

/* Cell I of thread T.  */
static double
cell (int which, int t, int i)
{
  return ((shared [] double *) &parts[which][t])[i];
}

/* The cells of array WHICH beside the thread's own, when all have computed theirs.
   The string is a ring.  */
void
fetch_ends (int which, double *left, double *right)
{
  upc_barrier;
  *left = cell (which, (MYTHREAD + THREADS - 1) % THREADS, cells - 1);
  *right = cell (which, (MYTHREAD + 1) % THREADS, 0);
}

double
sum_of_all (double own)
{
  sums[MYTHREAD] = own;
  upc_all_reduceD (&total, sums, UPC_ADD, THREADS, 1, NULL,
		   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return total;
}
