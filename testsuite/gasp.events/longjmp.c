/* longjmp over several frames ends them, innermost first.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include "test.h"

static jmp_buf place;

KEEP void
third (void)
{
  longjmp (place, 9);
}

KEEP void
second (void)
{
  third ();
  MORE;
}

KEEP void
first (void)
{
  second ();
  MORE;
}

KEEP int
after (void)
{
  MORE;
  return 0;
}

int
main (void)
{
  int value = setjmp (place);

  if (value == 0)
    first ();
  return value == 9 ? after () : 1;
}

/* EVENTS:
     0 + main
     0 + first
     0 + second
     0 + third
     0 - third
     0 - second
     0 - first
     0 + after
     0 - after
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
