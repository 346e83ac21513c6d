/* Functions that clear their stack, and booleans with other values: GCC splits a
   function that is internal strub in two, of which the one with the body counts.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-gcc 14 } */

#include "test.h"

typedef unsigned char __attribute__ ((__hardbool__ (0x5a, 0xa5))) hard;

__attribute__ ((noinline, strub ("at-calls"))) int
at_calls (int n)
{
  MORE;
  return n + 1;
}

__attribute__ ((noinline, strub ("internal"))) int
internal (int n)
{
  MORE;
  return n + 2;
}

KEEP hard
invert (hard b)
{
  return !b;
}

int
main (void)
{
  return at_calls (1) + internal (2) - 6 + !invert (0);
}

/* EVENTS:
     0 + main
     0 + at_calls
     0 - at_calls
     0 + internal
     0 - internal
     0 + invert
     0 - invert
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
