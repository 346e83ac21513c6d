/* Return addresses are signed, and jumps have landing pads.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target aarch64-*-* } } */
/* { dg-options "-mbranch-protection=standard" } */

#include "test.h"

KEEP int
leaf (int x)
{
  return x + 1;
}

KEEP int
caller (int x)
{
  return leaf (x) + leaf (x + 1);
}

KEEP int
tail (int (*function) (int), int x)
{
  return function (x);
}

int
main (void)
{
  int (*volatile function) (int) = caller;
  return tail (function, 1) - 5;
}

/* EVENTS emitted -O0:
     0 + main
     0 + tail
     0 + caller
     0 + leaf
     0 - leaf
     0 + leaf
     0 - leaf
     0 - caller
     0 - tail
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END
   EVENTS source -O0:
     0 + main
     0 + tail
     0 + caller
     0 + leaf
     0 - leaf
     0 + leaf
     0 - leaf
     0 - caller
     0 - tail
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END */
