/* exit in a function declared noreturn.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 4 } */

#include <stdlib.h>
#include "test.h"

KEEP __attribute__ ((noreturn)) void
die (int status)
{
  exit (status);
}

int
main (void)
{
  die (4);
}

/* EVENTS:
     0 + main
     0 + die
     0 - die
     0 - main
     0 + collective_exit 4
     0 - collective_exit 4
   END  */
