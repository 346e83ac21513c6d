/* exit called by an exit handler: still one exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 5 } */

#include <stdlib.h>
#include <unistd.h>
#include "test.h"

/* Calling exit twice is undefined in C; glibc goes on with the other
   handlers, and so do real programs.  */
KEEP void
again (void)
{
  exit (5);
}

int
main (void)
{
  atexit (again);
  return 2;
}
