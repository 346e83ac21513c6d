/* A function called by an alias is the function.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
original (int n)
{
  return n;
}

int other (int) __attribute__ ((alias ("original")));

int
main (void)
{
  return other (0);
}

/* EVENTS:
     0 + main
     0 + original
     0 - original
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
