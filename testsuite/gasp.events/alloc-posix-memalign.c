/* posix_memalign: the pointer is stored, not returned.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

static void *block;

KEEP int
get (void)
{
  return posix_memalign (&block, 64, 200) + 1;
}

int
main (void)
{
  int bad = get () - 1;

  free (block);
  return bad;
}

/* EVENTS:
     0 + main
     0 + get
     0 + malloc 200 @13:10
     0 - malloc 200 $p @13:10
     0 - get
     0 + free $p @21:3
     0 - free $p @21:3
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
