/* jumps.h - a thread that jumps out of calls all the time.

   SPDX-License-Identifier: Apache-2.0  */

#include "ways.h"

static volatile int over;

/* Without a function of the C library, which would be noticed: that the calls
   are over is found at the next event.  */
KEEP static void
away (void **to, int n)
{
  if (n == 0)
    __builtin_longjmp (to, 1);
  away (to, n - 1);
  MORE;
}

KEEP static void
around (void)
{
  void *to[5];

  if (!__builtin_setjmp (to))
    away (to, 20);
}

static void *
go_around (void *nothing)
{
  while (!over)
    around ();
  return nothing;
}
