/* Constructors and destructors of global objects, around main.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

struct global
{
  KEEP global () { MORE; }
  KEEP ~global () { MORE; }
};

static global object;

KEEP int
work ()
{
  MORE;
  return 0;
}

int
main ()
{
  return work ();
}

/* EVENTS:
     0 + global
     0 - global
     0 + main
     0 + work
     0 - work
     0 - main
     0 + collective_exit 0
     0 + ~global
     0 - ~global
     0 - collective_exit 0
   END  */
