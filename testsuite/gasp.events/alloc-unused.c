/* Allocations whose result is not used are kept, as the source has them.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

KEEP void
waste (void)
{
  void *p = malloc (16);
  free (p);
  free (malloc (32));
}

int
main (void)
{
  waste ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + waste
     0 + malloc 16
     0 - malloc 16 $p
     0 + free $p
     0 - free $p
     0 + malloc 32
     0 - malloc 32 $q
     0 + free $q
     0 - free $q
     0 - waste
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
