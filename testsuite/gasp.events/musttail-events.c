/* A call that must be a tail call begins when its caller has ended, also if the
   caller has variables in memory.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-gcc 15 } */

#include "test.h"

KEEP void
fill (int *p)
{
  *p = 1;
}

KEEP int
leaf (int n)
{
  return n;
}

KEEP int
front (int n)
{
  int kept;

  if (n < 0)
    return 1;
  fill (&kept);
  [[gnu::musttail]] return leaf (n);
}

KEEP void
nothing (void)
{
  MORE;
}

KEEP void
after (void)
{
  [[gnu::musttail]] return nothing ();
}

int
main (void)
{
  int n = front (0);
  after ();
  return n;
}

/* EVENTS:
     0 + main
     0 + front
     0 + fill
     0 - fill
     0 - front
     0 + leaf
     0 - leaf
     0 + after
     0 - after
     0 + nothing
     0 - nothing
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
