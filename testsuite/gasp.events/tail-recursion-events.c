/* Tail calls that recur: each call has its events, the callee is a sibling.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int odd (unsigned n);

KEEP int
even (unsigned n)
{
  return n == 0 ? 1 : odd (n - 1);
}

KEEP int
odd (unsigned n)
{
  if (n > 0)
    return even (n - 1);
  return 0;
}

static int turns;

KEEP void
turn (int n)
{
  turns++;
  if (n > 0)
    turn (n - 1);
}

int
main (void)
{
  turn (1);
  return even (2) - 1 + turns - 2;
}

/* EVENTS source -O2 -O3:
     0 + main
     0 + turn
     0 - turn
     0 + turn
     0 - turn
     0 + even
     0 - even
     0 + odd
     0 - odd
     0 + even
     0 - even
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* What the optimiser makes a loop of is one call.  */
/* EVENTS emitted -O2 -O3:
     0 + main
     0 + turn
     0 - turn
     0 + even
     0 - even
     0 + odd
     0 - odd
     0 + even
     0 - even
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS emitted source -O0:
     0 + main
     0 + turn
     0 + turn
     0 - turn
     0 - turn
     0 + even
     0 + odd
     0 + even
     0 - even
     0 - odd
     0 - even
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
