/* A destructor that throws.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

struct bomb
{
  KEEP ~bomb () noexcept (false) { throw 2; }
};

KEEP void
owner ()
{
  bomb b;
  MORE;
}

int
main ()
{
  try
    {
      owner ();
    }
  catch (int value)
    {
      return value - 2;
    }
  return 1;
}

/* EVENTS:
     0 + main
     0 + owner
     0 + ~bomb
     0 - ~bomb
     0 - owner
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
