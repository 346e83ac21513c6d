/* #pragma pupc holds to the end of its block, and nests.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

void *kept;

KEEP void
work (int n)
{
  {
    kept = malloc (1);
#pragma pupc off
    kept = malloc (2);
    {
      kept = malloc (3);
#pragma pupc on
      kept = malloc (4);
    }
    kept = malloc (5);
  }
  kept = malloc (6);
  if (n)
    {
#pragma pupc off
      kept = malloc (7);
    }
  else
    kept = malloc (8);
  for (; n < 3; n++)
    {
      kept = malloc (9);
#pragma pupc off
      kept = malloc (10);
      if (n == 2)
	break;
    }
  kept = malloc (11);
}

int
main (void)
{
  work (1);
  return 0;
}

/* EVENTS:
     0 + main
     0 + work
     0 + malloc 1
     0 - malloc 1 *
     0 + malloc 4
     0 - malloc 4 *
     0 + malloc 6
     0 - malloc 6 *
     0 + malloc 9
     0 - malloc 9 *
     0 + malloc 9
     0 - malloc 9 *
     0 + malloc 11
     0 - malloc 11 *
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
