/* upc-halo.h - what upc-halo.upc and upc-halo-mpi.c have in common.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <stdlib.h>

#define MOST 8192		/* doubles for a neighbour */
#define STEPS 500
#define TURNS 9

static const int sizes[] = { 1, 64, 256, 500, 1024, 2048, 4096, MOST };
#define SIZES ((int) (sizeof sizes / sizeof *sizes))

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

/* Prints the bytes for a neighbour, and the median of the microseconds that a
   step took in each turn.  */
static void
tell (int n, double *took)
{
  qsort (took, TURNS, sizeof *took, compare);
  printf ("%d %.3f\n", (int) (n * sizeof (double)), took[TURNS / 2]);
}
