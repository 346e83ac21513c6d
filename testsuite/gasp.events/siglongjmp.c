/* siglongjmp out of a handler, on the interrupted stack.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include <signal.h>
#include "test.h"

static sigjmp_buf place;

KEEP void
handler (int number)
{
  siglongjmp (place, number);
}

KEEP void
victim (void)
{
  raise (SIGUSR1);
  MORE;
}

KEEP int
after (void)
{
  MORE;
  return 0;
}

int
main (void)
{
  signal (SIGUSR1, handler);
  if (sigsetjmp (place, 1) == 0)
    victim ();
  return after ();
}

/* EVENTS:
     0 + main
     0 + victim
     0 + handler
     0 - handler
     0 - victim
     0 + after
     0 - after
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
