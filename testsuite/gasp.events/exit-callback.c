/* exit in a function that the C library calls.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 5 } */

#include <stdlib.h>
#include "test.h"

KEEP int
compare (const void *a, const void *b)
{
  if (*(const int *) a == 1 || *(const int *) b == 1)
    exit (5);
  return 0;
}

KEEP void
sort (int *numbers)
{
  qsort (numbers, 2, sizeof *numbers, compare);
  MORE;
}

int
main (void)
{
  int numbers[2] = { 2, 1 };

  sort (numbers);
  return 0;
}

/* EVENTS:
     0 + main
     0 + sort
     0 + compare
     0 - compare
     0 - sort
     0 - main
     0 + collective_exit 5
     0 - collective_exit 5
   END  */
