/* heat.upc - a stencil: the temperature of a plate, from that of its edges.

   SPDX-License-Identifier: Apache-2.0

   usage: heat [N [STEPS]]

   Rows in blocks; each step fetches a row from each neighbour.  Checked by a
   plate whose temperature is a + b x + c y: that stays as it is; and the
   rest, which is random, dies away.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

static int n = 24, steps = 2500, rows;
shared double largest[THREADS], error;

static double
exact (int i, int j)
{
  return 1 + 2.0 * i / n - 3.0 * j / n;
}

static int
is_edge (int i, int j)
{
  return i == 0 || j == 0 || i == n - 1 || j == n - 1;
}

/* Row I of the plate; rows that are on one thread follow each other.  */
static shared [] double *
row (shared char *plate, int i)
{
  return (shared [] double *) &plate[i / rows] + (size_t) (i % rows) * n;
}

static void
step (shared char *from, shared char *to)
{
  double *above = malloc (2 * n * sizeof (double)), *below = above + n;
  int first = MYTHREAD * rows, end = first + rows < n ? first + rows : n, i, j;

  if (first > 0 && first < n)
    upc_memget (above, row (from, first - 1), n * sizeof (double));
  if (end < n)
    upc_memget (below, row (from, end), n * sizeof (double));
  for (i = first; i < end; i++)
    {
      const double *here = (const double *) row (from, i);
      const double *up = i > first ? here - n : above;
      const double *down = i < end - 1 ? here + n : below;
      double *there = (double *) row (to, i);
      for (j = 0; j < n; j++)
	there[j] = is_edge (i, j) ? here[j]
		   : (up[j] + down[j] + here[j - 1] + here[j + 1]) / 4;
    }
  free (above);
  upc_barrier;
}

static double
deviation (shared char *plate)
{
  int first = MYTHREAD * rows, i, j;
  double most = 0;

  for (i = first; i < first + rows && i < n; i++)
    for (j = 0; j < n; j++)
      most = fmax (most, fabs (row (plate, i)[j] - exact (i, j)));
  largest[MYTHREAD] = most;
  upc_all_reduceD (&error, largest, UPC_MAX, THREADS, 1, NULL, 0);
  return error;
}

int
main (int argc, char **argv)
{
  shared char *plate, *other, *swap;
  int i, j;
  double left;

  if (argc > 1)
    n = atoi (argv[1]);
  if (argc > 2)
    steps = atoi (argv[2]);
  rows = (n + THREADS - 1) / THREADS;
  plate = upc_all_alloc (THREADS, (size_t) rows * n * sizeof (double));
  other = upc_all_alloc (THREADS, (size_t) rows * n * sizeof (double));
  for (i = MYTHREAD * rows; i < (MYTHREAD + 1) * rows && i < n; i++)
    for (j = 0; j < n; j++)
      row (plate, i)[j] = is_edge (i, j) ? exact (i, j) : (i * 31 + j * 17) % 10;
  upc_barrier;
  for (i = 0; i < steps; i++)
    {
      step (plate, other);
      swap = plate;
      plate = other;
      other = swap;
    }
  left = deviation (plate);
  if (MYTHREAD == 0)
    printf ("heat: %d by %d, %d steps on %d threads: %g left: %s\n", n, n,
	    steps, THREADS, left, left < 1e-6 ? "PASSED" : "FAILED");
  return left >= 1e-6;
}
