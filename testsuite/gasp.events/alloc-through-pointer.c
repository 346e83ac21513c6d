/* A call through a pointer is not an event; its address is the library's.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

void *(*volatile get) (size_t) = malloc;
void (*volatile put) (void *) = free;

KEEP int
same (void)
{
  return get == malloc && put == free;
}

int
main (void)
{
  put (get (8));
  return same () - 1;
}

/* EVENTS:
     0 + main
     0 + same
     0 - same
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
