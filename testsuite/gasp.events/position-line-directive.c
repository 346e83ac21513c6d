/* #line changes file and line.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>

void *kept;

#line 100 "elsewhere.y"
int
main (void)
{
  kept = malloc (1);
  return 0;
}

/* EVENTS:
     0 + main @elsewhere.y:101:1
     0 + malloc 1 @elsewhere.y:103:10
     0 - malloc 1 * @elsewhere.y:103:10
     0 - main @elsewhere.y:105:1
     0 + collective_exit 0 @elsewhere.y:104:10
     0 - collective_exit 0 @elsewhere.y:104:10
   END  */
