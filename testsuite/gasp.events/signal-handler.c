/* A handler that returns is a function inside the interrupted one.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include "test.h"

static volatile int seen;

KEEP void
handler (int number)
{
  seen = number;
}

KEEP void
victim (void)
{
  raise (SIGUSR1);
  MORE;
}

int
main (void)
{
  signal (SIGUSR1, handler);
  victim ();
  return seen == SIGUSR1 ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 + victim
     0 + handler
     0 - handler
     0 - victim
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
