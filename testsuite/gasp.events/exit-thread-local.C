/* The exit begins when main's variables have been destroyed, and before any
   other object is.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 3 } */

#include "test.h"

KEEP void local_goes () { MORE; }
KEEP void own_goes () { MORE; }
KEEP void kept_goes () { MORE; }

struct object
{
  void (*leave) ();
  ~object () { leave (); }
};

static object kept = { kept_goes };
static thread_local object own = { own_goes };

int
main (int argc, char **)
{
  object local = { local_goes };
  own.leave = own_goes;
  if (argc > 1)
    return 4;
  return 3;
}

/* EVENTS: emitted
     0 + main
     0 + local_goes
     0 - local_goes
     0 - main
     0 + collective_exit 3 @30:10
     0 + own_goes
     0 - own_goes
     0 + kept_goes
     0 - kept_goes
     0 - collective_exit 3
   END  */
/* { dg-modes emitted } */
/* { dg-levels -O2 } */
