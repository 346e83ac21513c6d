/* A function of a header has the header's name.

   SPDX-License-Identifier: Apache-2.0  */

#include "position-header.h"

int
main (void)
{
  return from_header () - 1;
}

/* EVENTS:
     0 + main
     0 + from_header @position-header.h:8:1
     0 - from_header @position-header.h:11:1
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
