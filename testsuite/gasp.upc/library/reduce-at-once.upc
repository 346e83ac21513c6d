/* Reductions between nodes, by one exchange: what others have put into
   the elements counts; the result can be read at once, and be overwritten at once.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 4 }
   { dg-conduits smp loopback mpi }  */

#include <upc_collective.h>
#include "check.h"

/* Where threads share processors, MPICH takes a millisecond for each.  */
#define ROUNDS (THREADS > 3 ? 32 : 300)

shared int elements[THREADS], result;

static int
sum_of (int round)
{
  return THREADS * round + THREADS * (THREADS - 1) / 2;
}

static void
reduce (upc_flag_t flags)
{
  upc_all_reduceI (&result, elements, UPC_ADD, THREADS, 1, NULL, flags);
}

/* Nothing is put: all is one's own.  */
static void
own (upc_flag_t flags)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      elements[MYTHREAD] = i + MYTHREAD;
      reduce (flags);
      CHECK_IS (result, sum_of (i));
      CHECK_IS (result, sum_of (i));
      if (i % 16 == 15)
	upc_barrier;
      if (MYTHREAD == THREADS - 1 && i % 16 == 15)
	result = -1;
      if (i % 16 == 15)
	upc_barrier;
      if (i % 16 == 15)
	CHECK_IS (result, -1);
    }
}

/* The result is overwritten by another thread as soon as that has it.  */
static void
overwritten (void)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      elements[MYTHREAD] = i + MYTHREAD;
      reduce (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      if (MYTHREAD == THREADS - 1)
	{
	  CHECK_IS (result, sum_of (i));
	  result = -i;
	  CHECK_IS (result, -i);
	}
      upc_barrier;
      CHECK_IS (result, -i);
      upc_barrier;
    }
}

/* The next thread's element is put, without any other fence; each PERIOD rounds.  */
static void
put (int period)
{
  int next = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < ROUNDS; i++)
    {
      int by_next = i % period == 0;
      if (by_next)
	elements[next] = i + next;
      else
	elements[MYTHREAD] = i + MYTHREAD;
      reduce (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      CHECK_IS (result, sum_of (i));
      if (by_next)
	CHECK_IS (elements[MYTHREAD], i + MYTHREAD);
      upc_barrier;
    }
}

/* A thread of the same node stores the element; no message is on its way.  */
static void
stored_near (void)
{
  int other = MYTHREAD ^ 1;
  if (other >= THREADS)
    other = MYTHREAD;
  for (int i = 0; i < ROUNDS; i++)
    {
      elements[other] = i + other;
      reduce (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      CHECK_IS (result, sum_of (i));
    }
}

/* Between notify and wait.  */
static void
put_in_between (void)
{
  int next = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < ROUNDS; i++)
    {
      upc_notify;
      elements[next] = i + next;
      upc_wait;
      reduce (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      CHECK_IS (result, sum_of (i));
    }
}

int
main (void)
{
  own (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  own (UPC_IN_MYSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  overwritten ();
  for (int period = 1; period < 12; period += 5)
    put (period);
  stored_near ();
  put_in_between ();
  return 0;
}
