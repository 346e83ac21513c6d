/* A handler on its own stack does not end what it interrupts.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include "test.h"

static volatile int seen;
static char area[65536];

KEEP void
deeper (int number)
{
  seen = number;
}

KEEP void
handler (int number)
{
  deeper (number);
  MORE;
}

KEEP void
victim (void)
{
  raise (SIGUSR1);
  raise (SIGUSR1);
  MORE;
}

int
main (void)
{
  stack_t stack = { .ss_sp = area, .ss_size = sizeof area };
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };

  sigaltstack (&stack, 0);
  sigaction (SIGUSR1, &action, 0);
  victim ();
  return seen == SIGUSR1 ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 + victim
     0 + handler
     0 + deeper
     0 - deeper
     0 - handler
     0 + handler
     0 + deeper
     0 - deeper
     0 - handler
     0 - victim
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
