/* Functions with the attributes constructor and destructor.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

static int ready;

__attribute__ ((constructor)) KEEP static void
before (void)
{
  ready = 1;
}

__attribute__ ((destructor)) KEEP static void
after (void)
{
  ready = 0;
}

int
main (void)
{
  return ready - 1;
}

/* EVENTS:
     0 + before
     0 - before
     0 + main
     0 - main
     0 + collective_exit 0
     0 + after
     0 - after
     0 - collective_exit 0
   END  */
