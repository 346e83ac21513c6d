/* An exit that #pragma pupc off covers.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 3 } */
/* { dg-exit-event no } */

#include <unistd.h>
#include "test.h"

KEEP void
leave (void)
{
#pragma pupc off
  _exit (3);
}

int
main (void)
{
  leave ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + leave
   END  */
