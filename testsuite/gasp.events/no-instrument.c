/* The attribute no_instrument_function.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP __attribute__ ((no_instrument_function)) int
silent (int n)
{
  return n;
}

KEEP int
loud (int n)
{
  return n;
}

int
main (void)
{
  return silent (1) + loud (-1);
}

/* EVENTS:
     0 + main
     0 + loud
     0 - loud
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
