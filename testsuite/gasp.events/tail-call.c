/* A tail call: the callee may be a child or, where the frame is reused, a sibling.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
leaf (int n)
{
  return n + 1;
}

KEEP int
front (int n)
{
  return leaf (n + 1);
}

int
main (void)
{
  return front (1) - 3;
}

/* EVENTS emitted -O2 -O3:
     0 + main
     0 + front
     0 - front
     0 + leaf
     0 - leaf
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS emitted -O0:
     0 + main
     0 + front
     0 + leaf
     0 - leaf
     0 - front
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS source:
     0 + main
     0 + front
     0 + leaf
     0 - leaf
     0 - front
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS source -O2 -O3:
     0 + main
     0 + front
     0 - front
     0 + leaf
     0 - leaf
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
