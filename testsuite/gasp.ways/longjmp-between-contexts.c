/* longjmp from one coroutine into another's calls that are open, and back.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include <ucontext.h>
#include "ways.h"

static char stack[2][1 << 16];
static ucontext_t back, context[2];
static jmp_buf place[2];
static int turns;

/* Where each of the two is while the other runs.  */
KEEP static void
yield (int self)
{
  if (_setjmp (place[self]) == 0)
    _longjmp (place[1 - self], 1);
}

KEEP static int
down (int self, int n)
{
  int result = n ? down (self, n - 1) : (yield (self), leaf (self));

  MORE;
  return result;
}

KEEP static void
body (int self)
{
  int i, sum = 0;

  if (_setjmp (place[self]) == 0)
    swapcontext (&context[self], &back);
  for (i = 0; i < 100; i++)
    {
      sum += down (self, i % 10);
      turns++;
    }
  printf ("%d: %d\n", self, sum);
  if (self == 0)
    _longjmp (place[1], 1);
  setcontext (&back);
}

int
main (void)
{
  int i;
  static volatile int done;

  for (i = 0; i < 2; i++)
    {
      getcontext (&context[i]);
      context[i].uc_stack.ss_sp = stack[i];
      context[i].uc_stack.ss_size = sizeof stack[i];
      makecontext (&context[i], (void (*) (void)) body, 1, i);
      swapcontext (&back, &context[i]);
    }
  getcontext (&back);
  if (!done)
    {
      done = 1;
      _longjmp (place[0], 1);
    }
  printf ("turns %d\n", turns);
  return 0;
}
