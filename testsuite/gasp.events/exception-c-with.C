/* An exception through C frames, which are compiled with -fexceptions.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-sources further/exception-c-with.c } */

#include "test.h"

extern "C" void c_outer (void (*function) ());

KEEP void
thrower ()
{
  throw 1;
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
      c_outer (thrower);
    }
  catch (int)
    {
      return after ();
    }
  return 1;
}

/* EVENTS:
     0 + main
     0 + c_outer
     0 + c_inner
     0 + thrower
     0 - thrower
     0 - c_inner
     0 - c_outer
     0 + after
     0 - after
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
