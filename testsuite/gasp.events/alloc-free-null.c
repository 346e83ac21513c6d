/* free of a null pointer is a call like any other.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

KEEP void
release (void *p)
{
  free (p);
  MORE;
}

int
main (void)
{
  release (0);
  return 0;
}

/* EVENTS:
     0 + main
     0 + release
     0 + free 0x0
     0 - free 0x0
     0 - release
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
