/* Stacks of one's own that are left by longjmp, over and over.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-U_FORTIFY_SOURCE" } */

#include <setjmp.h>
#include <stdlib.h>
#include <ucontext.h>
#include "test.h"

static ucontext_t main_context, context;
static jmp_buf to_main, to_other;
static char stack[65536];
static volatile int steps;

KEEP void
step (int n)
{
  steps += n;
  if (!_setjmp (to_other))
    _longjmp (to_main, 1);
}

KEEP void
other (void)
{
  for (;;)
    step (1);
}

KEEP void
resume (int first)
{
  if (!_setjmp (to_main))
    {
      if (first)
	setcontext (&context);
      else
	_longjmp (to_other, 1);
    }
}

int
main (void)
{
  int i;

  getcontext (&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = sizeof stack;
  context.uc_link = &main_context;
  makecontext (&context, other, 0);
  for (i = 0; i < 1000; i++)
    resume (i == 0);
  return steps - 1000;
}
