/* Calls have the place of the call, also in macros, over lines, after tabs.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

#define GET(n) malloc (n)

void *a, *b, *c, *d;

KEEP void
work (void)
{
  a = malloc (1); b = malloc (2);
	c = malloc
    (3);
  d = GET (4);
}

int
main (void)
{
  work ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + work
     0 + malloc 1 @15:7
     0 - malloc 1 * @15:7
     0 + malloc 2 @15:23
     0 - malloc 2 * @15:23
     0 + malloc 3 @16:6
     0 - malloc 3 * @16:6
     0 + malloc 4 @18:7
     0 - malloc 4 * @18:7
     0 - work
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
