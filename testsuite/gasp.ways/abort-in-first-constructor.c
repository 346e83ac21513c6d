/* abort in the very first constructor.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status SIGABRT } */
/* { dg-not-recorded "it may come before the tool" } */

#include "ways.h"

__attribute__ ((constructor (101))) static void
first (void)
{
  dprintf (1, "first %d\n", work (10));
  abort ();
}

int
main (void)
{
  return 0;
}
