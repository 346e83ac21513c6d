/* A C++ exception ends each frame it passes, destructors run in between.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

struct guard
{
  KEEP ~guard () { MORE; }
};

KEEP void
third ()
{
  throw 1;
}

KEEP void
second ()
{
  guard g;
  third ();
}

KEEP void
first ()
{
  second ();
  MORE;
}

KEEP int
after ()
{
  MORE;
  return 0;
}

int
main ()
{
  try
    {
      first ();
    }
  catch (int value)
    {
      return after () + value - 1;
    }
  return 1;
}

/* EVENTS:
     0 + main
     0 + first
     0 + second
     0 + third
     0 - third
     0 + ~guard
     0 - ~guard
     0 - second
     0 - first
     0 + after
     0 - after
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
