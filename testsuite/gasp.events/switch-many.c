/* Five thousand coroutines on small stacks from the heap, switched by assembler,
   ended or given up in the middle; their memory is used again.

   SPDX-License-Identifier: Apache-2.0  */

#include "switch.h"
#include "test.h"

#ifdef HAVE_SWITCH
#define COROUTINES 5000
#define STACK 16384

struct coroutine
{
  void *sp, *stack;
  int number, done, total;
};

static void *scheduler;
static struct coroutine coroutines[COROUTINES];
static struct coroutine *now;

KEEP void
yield (void)
{
  switch_to (&now->sp, scheduler);
  MORE;
}

KEEP int
work (int n)
{
  MORE;
  return n + 1;
}

KEEP void
nested (struct coroutine *c, int depth)
{
  c->total += work (depth);
  if (depth)
    nested (c, depth - 1);
  yield ();
  c->total += work (depth);
}

static void
body (void *argument)
{
  struct coroutine *c = argument;

  nested (c, c->number % 4);
  c->done = 1;
  yield ();
}

KEEP void
resume (struct coroutine *c)
{
  now = c;
  switch_to (&scheduler, c->sp);
  MORE;
}

static void
create (struct coroutine *c, int number)
{
  size_t size = STACK + number % 3 * 1024;

  memset (c, 0, sizeof *c);
  c->number = number;
  c->stack = malloc (size);
  c->sp = switch_prepare (c->stack, size, body, c);
}

int
main (void)
{
  int round, i, wanted = 0, got = 0;

  for (round = 0; round < 3; round++)
    {
      int step;
      for (i = 0; i < COROUTINES; i++)
	create (&coroutines[i], i + round);
      for (step = 0; step < 5; step++)
	for (i = 0; i < COROUTINES; i++)
	  /* Some are given up.  */
	  if (!coroutines[i].done && (step < 2 || i % 7))
	    resume (&coroutines[i]);
      for (i = 0; i < COROUTINES; i++)
	{
	  int n = (i + round) % 4 + 1;
	  if (i % 7)
	    {
	      got += coroutines[i].total;
	      wanted += n * (n + 1);
	    }
	  free (coroutines[i].stack);
	}
    }
  return got != wanted;
}
#else
int
main (void)
{
  return 0;
}
#endif
