/* A function that is inlined: an event in the source, none where emitted.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

static inline int
half (int n)
{
  return n / 2;
}

KEEP int
both (int a, int b)
{
  return half (a) + half (b);
}

int
main (void)
{
  return both (4, 6) - 5;
}

/* EVENTS source -O0 -O2 -O3:
     0 + main
     0 + both
     0 + half
     0 - half
     0 + half
     0 - half
     0 - both
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS emitted -O0:
     0 + main
     0 + both
     0 + half
     0 - half
     0 + half
     0 - half
     0 - both
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS emitted -O2 -O3:
     0 + main
     0 + both
     0 - both
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
