/* A function with several returns begins and ends once a call.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
pick (int n)
{
  if (n == 0)
    return 10;
  if (n == 1)
    return 20;
  return 30;
}

int
main (void)
{
  return pick (0) + pick (1) + pick (2) == 60 ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 + pick
     0 - pick
     0 + pick
     0 - pick
     0 + pick
     0 - pick
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
