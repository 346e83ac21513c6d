/* Inline and static functions of two units that share a header.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-sources further/comdat.C } */

#include "comdat.h"

int
main ()
{
  return shared (1) + own (1) + other () - 2 - 20;
}

/* EVENTS:
     0 + main
     0 + shared @comdat.h:9:1
     0 - shared
     0 + own
     0 - own
     0 + other
     0 + shared @comdat.h:9:1
     0 - shared
     0 + own
     0 - own
     0 - other
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
