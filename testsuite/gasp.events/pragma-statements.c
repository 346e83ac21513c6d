/* #pragma pupc off and on, statement by statement.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

void *kept;

KEEP void
work (void)
{
  kept = malloc (1);
#pragma pupc off
  kept = malloc (2);
  kept = malloc (3);
#pragma pupc on
  kept = malloc (4);
}

int
main (void)
{
  work ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + work
     0 + malloc 1
     0 - malloc 1 $a
     0 + malloc 4
     0 - malloc 4 $b
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
