/* siglongjmp out of a handler on its own stack.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
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
  return 1;
}

static char area[65536];

KEEP void
prepare (void)
{
  stack_t stack = { .ss_sp = area, .ss_size = sizeof area };
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };

  sigaltstack (&stack, 0);
  sigaction (SIGUSR1, &action, 0);
  MORE;
}

int
main (void)
{
  prepare ();
  if (sigsetjmp (place, 1) == 0)
    victim ();
  return after () - 1;
}

/* EVENTS:
     0 + main
     0 + prepare
     0 - prepare
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
