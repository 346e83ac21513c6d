/* exit in the middle: what is open ends before the exit begins.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 3 } */

#include <stdlib.h>
#include "test.h"

KEEP void
inner (void)
{
  exit (3);
}

KEEP int
outer (void)
{
  inner ();
  return 1;
}

int
main (void)
{
  return outer () + 5;
}

/* EVENTS:
     0 + main
     0 + outer
     0 + inner
     0 - inner
     0 - outer
     0 - main
     0 + collective_exit 3 @exit-nested.c:13:3
     0 - collective_exit 3 @exit-nested.c:13:3
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
