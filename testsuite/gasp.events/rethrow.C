/* An exception that is caught and thrown again.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP void
thrower ()
{
  throw 1;
}

KEEP void
middle ()
{
  try
    {
      thrower ();
    }
  catch (...)
    {
      throw;
    }
}

int
main ()
{
  try
    {
      middle ();
    }
  catch (int value)
    {
      return value - 1;
    }
  return 1;
}

/* EVENTS:
     0 + main
     0 + middle
     0 + thrower
     0 - thrower
     0 - middle
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
