/* A destructor throws while another exception is on its way; nobody catches;
   and the handler ends the process by _exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 44 } */

#include <exception>
#include "ways.h"

struct bad
{
  KEEP ~bad () noexcept (false) { if (leaf (1)) throw 2; }
};

KEEP static int
thrower (int n)
{
  bad object;
  throw n;
}

int
main ()
{
  std::set_terminate ([] { _exit (42 + leaf (1)); });
  try
    {
      deep (3, thrower);
    }
  catch (int)
    {
      puts ("caught");
    }
}
