/* The C frames of exception-c-without.C.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fno-exceptions -fasynchronous-unwind-tables" } */

#include "../test.h"

KEEP void
c_inner (void (*function) (void))
{
  function ();
  MORE;
}

KEEP void
c_outer (void (*function) (void))
{
  c_inner (function);
  MORE;
}
