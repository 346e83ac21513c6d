/* The other stack is an array in the frame of a function that is running.

   SPDX-License-Identifier: Apache-2.0  */

/* Elsewhere the chain of calls is not followed.  */
/* { dg-do run { target x86_64-*-* } } */

#include <ucontext.h>
#include "test.h"

static ucontext_t main_context, other_context;

KEEP void
step (void)
{
  swapcontext (&other_context, &main_context);
  MORE;
}

KEEP void
other (void)
{
  step ();
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
  char stack[65536];

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
