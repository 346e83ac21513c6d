/* At file scope #pragma pupc is for the functions that follow.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

void *kept;

KEEP void
one (void)
{
  kept = malloc (1);
}

#pragma pupc off
KEEP void
two (void)
{
  kept = malloc (2);
#pragma pupc on
  kept = malloc (3);
}

KEEP void
three (void)
{
  kept = malloc (4);
}

#pragma pupc on
KEEP void
four (void)
{
  kept = malloc (5);
}

int
main (void)
{
  one ();
  two ();
  three ();
  four ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + one
     0 + malloc 1
     0 - malloc 1 *
     0 - one
     0 + malloc 3
     0 - malloc 3 *
     0 + four
     0 + malloc 5
     0 - malloc 5 *
     0 - four
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
