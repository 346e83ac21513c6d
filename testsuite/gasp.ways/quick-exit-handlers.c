/* quick_exit in a thread, with handlers, one of which calls _Exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 33 } */

#include <threads.h>
#include "ways.h"

KEEP static void
first (void)
{
  printf ("first %d\n", work (10));
  fflush (stdout);
  _Exit (33);
}

KEEP static void
second (void)
{
  printf ("second %d\n", work (20));
}

KEEP static int
body (void *argument)
{
  quick_exit (leaf (argument != NULL));
}

int
main (void)
{
  thrd_t thread;

  at_quick_exit (first);
  at_quick_exit (second);
  atexit (second);
  thrd_create (&thread, body, &thread);
  for (;;)
    work (100);
}
