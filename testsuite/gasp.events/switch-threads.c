/* Coroutines that another thread goes on with.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include "switch.h"
#include "test.h"

#ifdef HAVE_SWITCH
#define COROUTINES 200
#define STACK 32768

struct coroutine
{
  void *sp, *scheduler, *stack;
  int done, total;
};

static struct coroutine coroutines[COROUTINES];
static pthread_barrier_t barrier;

KEEP void
yield (struct coroutine *c)
{
  switch_to (&c->sp, c->scheduler);
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
  c->total += work (0);
  yield (c);
  if (depth)
    nested (c, depth - 1);
  c->total += work (0);
  yield (c);
}

static void
body (void *argument)
{
  struct coroutine *c = argument;

  nested (c, 3);
  c->done = 1;
  yield (c);
}

KEEP void
resume (struct coroutine *c)
{
  switch_to (&c->scheduler, c->sp);
  MORE;
}

/* Each of the two threads goes on with what the other has left.  */
KEEP void *
run (void *argument)
{
  int half = argument != 0, round, i;

  for (round = 0; round < 9; round++)
    {
      for (i = 0; i < COROUTINES; i++)
	if (i % 2 == (half ^ (round & 1)))
	  resume (&coroutines[i]);
      pthread_barrier_wait (&barrier);
    }
  return 0;
}

int
main (void)
{
  pthread_t thread;
  int i, bad = 0;

  for (i = 0; i < COROUTINES; i++)
    {
      struct coroutine *c = &coroutines[i];
      c->stack = malloc (STACK);
      c->sp = switch_prepare (c->stack, STACK, body, c);
    }
  pthread_barrier_init (&barrier, 0, 2);
  pthread_create (&thread, 0, run, &thread);
  run (0);
  pthread_join (thread, 0);
  for (i = 0; i < COROUTINES; i++)
    bad += !coroutines[i].done || coroutines[i].total != 8;
  return bad != 0;
}
#else
int
main (void)
{
  return 0;
}
#endif
