/* GNU C's nested functions, called directly and through a trampoline.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
apply (int (*function) (int), int value)
{
  return function (value) + 1;
}

KEEP int
outer (int base)
{
  KEEP int inner (int value) { return base + value; }

  return apply (inner, 2) + inner (3);
}

int
main (void)
{
  return outer (10) - 26;
}

/* EVENTS:
     0 + main
     0 + outer
     0 + apply
     0 + inner
     0 - inner
     0 - apply
     0 + inner
     0 - inner
     0 - outer
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
