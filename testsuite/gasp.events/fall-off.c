/* A function that falls off its end.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

int done;

KEEP void
work (int n)
{
  if (n)
    done += n;
}

int
main (void)
{
  work (0);
  work (5);
  return done == 5 ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 + work
     0 - work
     0 + work
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
