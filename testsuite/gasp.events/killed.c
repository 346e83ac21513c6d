/* A program ended by a signal: its events are there up to then.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status SIGTERM } */
/* { dg-exit-event no } */

#include <signal.h>
#include "test.h"

KEEP void
victim (void)
{
  raise (SIGTERM);
  MORE;
}

int
main (void)
{
  victim ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + victim
   END  */
