/* With tail-calls=none the callee is a child, also of a recursion.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-modes source } */
/* { dg-options "-finstrument-gasp-tail-calls=none" } */

#include "test.h"

KEEP int
count (int n)
{
  if (n == 0)
    return 0;
  return count (n - 1);
}

int
main (void)
{
  return count (1);
}

/* EVENTS source:
     0 + main
     0 + count
     0 + count
     0 - count
     0 - count
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
