/* An ifunc: the resolver is no event, the chosen function is one.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-levels -O0 -O2 } */

#include "test.h"

KEEP static int
plain (int n)
{
  return n;
}

static int (*resolve (void)) (int)
{
  return plain;
}

int chosen (int) __attribute__ ((ifunc ("resolve")));

int
main (void)
{
  return chosen (1) - 1;
}

/* EVENTS:
     0 + main
     0 + plain
     0 - plain
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
