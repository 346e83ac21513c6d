/* A noexcept function that is thrown through: terminate, abort.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status SIGABRT } */
/* { dg-exit-event no } */

#include <cstdlib>
#include <exception>
#include "test.h"

KEEP void
thrower ()
{
  throw 1;
}

KEEP void
firm () noexcept
{
  thrower ();
  MORE;
}

int
main ()
{
  std::set_terminate ([] { std::abort (); });
  firm ();
  return 0;
}
