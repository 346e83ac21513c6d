/* Placement new allocates nothing: no event.

   SPDX-License-Identifier: Apache-2.0  */

#include <new>
#include "test.h"

KEEP int
use (int *p)
{
  return *p;
}

int
main ()
{
  alignas (int) char place[sizeof (int)];
  int *p = new (place) int (5);
  return use (p) - 5;
}

/* EVENTS emitted:
     0 + main
     0 + use
     0 - use
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
