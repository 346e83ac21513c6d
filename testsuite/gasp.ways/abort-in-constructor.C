/* The program aborts in a constructor, before main, which a handler survives;
   then another ends it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 12 } */

#include <setjmp.h>
#include <signal.h>
#include "ways.h"

static sigjmp_buf place;

KEEP static void
handler (int)
{
  siglongjmp (place, leaf (1));
}

struct first
{
  KEEP first ()
  {
    signal (SIGABRT, handler);
    if (sigsetjmp (place, 1) == 0)
      abort ();
    printf ("survived %d\n", work (10));
  }
} one;

struct second
{
  KEEP second () { exit (work (3) + 6); }
  KEEP ~second () { puts ("never"); }
} two;

int
main ()
{
  return 1;
}
