/* operator new and delete, plain and of arrays.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP void
use (void *p)
{
  *static_cast<volatile char *> (p) = 1;
}

int
main ()
{
  int *p = new int;
  use (p);
  delete p;
  int *q = new int[10];
  use (q);
  delete[] q;
  return 0;
}

/* EVENTS:
     0 + main
     0 + malloc 4 @16:16
     0 - malloc 4 $p @16:16
     0 + use
     0 - use
     0 + free $p @18:10
     0 - free $p @18:10
     0 + malloc 40 @19:22
     0 - malloc 40 $q @19:22
     0 + use
     0 - use
     0 + free $q @21:12
     0 - free $q @21:12
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
