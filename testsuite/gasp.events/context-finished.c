/* Stacks whose function has ended, or was left for ever in the middle, are used
   again, by makecontext and by setcontext to where they had once been.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include <ucontext.h>
#include "test.h"

static ucontext_t back, inside, start;
static char stack[64 << 10] __attribute__ ((aligned (16)));
static volatile int rounds, entered;

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

/* Leaves in the middle each second time.  */
KEEP void
deep (int n)
{
  entered++;
  if (n)
    deep (n - 1);
  else if (rounds & 1)
    setcontext (&back);
  leaf (n);
}

static void
body (void)
{
  getcontext (&inside);
  deep (5);
}

/* Once more on the stack whose BODY has returned: its frame is gone, and made
   anew by makecontext.  */
KEEP void
again (void)
{
  getcontext (&start);
  start.uc_stack.ss_sp = stack;
  start.uc_stack.ss_size = sizeof stack;
  start.uc_link = &back;
  makecontext (&start, body, 0);
  swapcontext (&back, &start);
}

int
main (void)
{
  for (rounds = 0; rounds < 50; rounds++)
    {
      again ();
      leaf (rounds);
    }
  /* To the middle of what was left for ever: its frame still stands there.  */
  rounds = 1;
  again ();
  entered = 0;
  getcontext (&back);
  if (!entered)
    setcontext (&inside);
  return entered != 6;
}
