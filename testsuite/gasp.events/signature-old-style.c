/* An old-style definition.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-w -std=gnu89" } */

#include "test.h"

KEEP int
old (a, b)
     int a;
     char *b;
{
  return b ? a : 0;
}

KEEP none () { return 0; }

main ()
{
  return old (3, (char *) 0) + none ();
}

/* EVENTS:
     0 + main
     0 + old
     0 - old
     0 + none
     0 - none
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
