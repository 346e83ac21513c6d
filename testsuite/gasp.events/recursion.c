/* Recursion nests.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fno-optimize-sibling-calls" } */

#include "test.h"

KEEP int
sum (int n)
{
  return n ? sum (n - 1) + n : 0;
}

int
main (void)
{
  return sum (3) - 6;
}

/* EVENTS:
     0 + main
     0 + sum
     0 + sum
     0 + sum
     0 + sum
     0 - sum
     0 - sum
     0 - sum
     0 - sum
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
