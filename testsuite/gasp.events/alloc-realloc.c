/* realloc: the old pointer, the size, and the new one.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

KEEP void *
keep (void *p)
{
  return p;
}

int
main (void)
{
  char *p = malloc (10);
  char *q = realloc (keep (p), 1000000);

  q[0] = 1;
  free (keep (q));
  return 0;
}

/* EVENTS:
     0 + main
     0 + malloc 10 @17:13
     0 - malloc 10 $p @17:13
     0 + keep
     0 - keep
     0 + realloc $p 1000000 @18:13
     0 - realloc $p 1000000 $q @18:13
     0 + keep
     0 - keep
     0 + free $q @21:3
     0 - free $q @21:3
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
