/* Types of shared arrays whose length is known when the program runs.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

static __attribute__ ((noinline)) void
sizes (int rows, int columns)
{
  typedef shared int (*pointer)[rows];
  typedef shared [] int (*indefinite)[rows][columns];
  typedef shared int array[rows][THREADS][columns];

  CHECK_IS (sizeof (*(pointer) 0), rows * sizeof (int));
  CHECK_IS (sizeof (*(indefinite) 0), rows * columns * sizeof (int));
  CHECK_IS (sizeof (array), rows * THREADS * columns * sizeof (int));
}

static __attribute__ ((noinline)) void
elements (int rows, int columns)
{
  shared int (*a)[rows][THREADS][columns]
    = upc_all_alloc (rows * THREADS * columns, sizeof (int));

  upc_barrier;
  if (MYTHREAD == 0)
    (*a)[rows - 1][THREADS - 1][columns - 1] = 4;
  upc_barrier;
  shared int *flat = (shared int *) a;
  CHECK_IS (flat[rows * THREADS * columns - 1], 4);
}

int
main (void)
{
  sizes (11, 13);
  elements (2, 3);
  return 0;
}
