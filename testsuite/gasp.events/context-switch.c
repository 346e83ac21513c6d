/* makecontext and swapcontext: each stack has its own open functions.  What
   a stack is left in ends, and begins again when the stack is gone on with.

   SPDX-License-Identifier: Apache-2.0  */

#include <ucontext.h>
#include "test.h"

static ucontext_t main_context, other_context;
static char stack[65536];

KEEP void
step (void)
{
  swapcontext (&other_context, &main_context);
  MORE;
}

KEEP void
inner (void)
{
  MORE;
}

KEEP void
other (void)
{
  step ();
  inner ();
  step ();
  MORE;
}

KEEP void
resume (void)
{
  swapcontext (&main_context, &other_context);
  MORE;
}

int
main (void)
{
  getcontext (&other_context);
  other_context.uc_stack.ss_sp = stack;
  other_context.uc_stack.ss_size = sizeof stack;
  other_context.uc_link = &main_context;
  makecontext (&other_context, other, 0);
  resume ();
  resume ();
  resume ();
  return 0;
}

/* EVENTS:
     0 + main
     0 + resume
     0 + other
     0 + step
     0 - step
     0 - other
     0 - resume
     0 + resume
     0 + other
     0 + step
     0 - step
     0 + inner
     0 - inner
     0 + step
     0 - step
     0 - other
     0 - resume
     0 + resume
     0 + other
     0 + step
     0 - step
     0 - other
     0 - resume
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
