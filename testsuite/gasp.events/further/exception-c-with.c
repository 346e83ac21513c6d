/* The C frames of exception-c-with.C.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fexceptions" } */

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
