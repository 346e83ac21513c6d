/* A signal at each instruction of a thread's first call, and of later ones: the
   handler calls instrumented functions, and returns or jumps.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include "steps.h"

KEEP static void
return_from_handler (void)
{
  MORE;
}

KEEP static void
jump_from_handler (void)
{
  siglongjmp (environment, 1);
}

int
main (void)
{
  wrong += work (100) != 5050;
  at_each_step (return_from_handler);
  at_each_step (jump_from_handler);
  printf ("wrong %d\n", wrong);
  return 0;
}
