/* What #pragma pupc off covers stays off where it is inlined.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

void *kept;

static inline __attribute__ ((always_inline)) void
quiet (void)
{
#pragma pupc off
  kept = malloc (1);
}

static inline __attribute__ ((always_inline)) void
loud (void)
{
  kept = malloc (2);
}

KEEP void
work (void)
{
  quiet ();
#pragma pupc off
  loud ();
  kept = malloc (3);
}

int
main (void)
{
  work ();
  return 0;
}

/* EVENTS emitted:
     0 + main
     0 + work
     0 + malloc 2
     0 - malloc 2 *
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
