/* longjmp again and again, from another depth each time.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fno-optimize-sibling-calls" } */

#include <setjmp.h>
#include "test.h"

static jmp_buf place;

KEEP int
down (int depth)
{
  if (depth == 0)
    longjmp (place, 1);
  return down (depth - 1) + 1;
}

int
main (void)
{
  volatile int i = 0;

  setjmp (place);
  if (i < 3)
    {
      i++;
      down (i - 1);
    }
  return 0;
}

/* EVENTS:
     0 + main
     0 + down
     0 - down
     0 + down
     0 + down
     0 - down
     0 - down
     0 + down
     0 + down
     0 + down
     0 - down
     0 - down
     0 - down
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
