/* With tail-calls=all any callee in tail position is a sibling, but not one that may look at a variable of the function.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-modes source } */
/* { dg-options "-finstrument-gasp-tail-calls=all" } */

#include "test.h"

KEEP int
leaf (int n)
{
  return n + 1;
}

KEEP int
look (int *p)
{
  return *p;
}

KEEP int
front (int n)
{
  return leaf (n);
}

KEEP int
local (int n)
{
  int kept = n;
  return look (&kept);
}

KEEP int
argument (int n)
{
  return look (&n);
}

int
main (void)
{
  if (front (1) != 2 || local (3) != 3)
    return 1;
  return argument (0);
}

/* EVENTS source -O2 -O3:
     0 + main
     0 + front
     0 - front
     0 + leaf
     0 - leaf
     0 + local
     0 + look
     0 - look
     0 - local
     0 + argument
     0 + look
     0 - look
     0 - argument
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS source -O0:
     0 + main
     0 + front
     0 + leaf
     0 - leaf
     0 - front
     0 + local
     0 + look
     0 - look
     0 - local
     0 + argument
     0 + look
     0 - look
     0 - argument
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
