/* queue.c - queues of threads that wait for what another thread manages.

   SPDX-License-Identifier: Apache-2.0

   A thread waits in one queue at a time.  So those who manage queues have one
   entry for each thread.  */

#include "core/control.h"

struct upc_waiter *upc_waiters;

void
upc_queue_join (struct upc_queue *queue, int thread, uint32_t wanted)
{
  struct upc_waiter *waiters = upc_waiters;
  waiters[thread] = (struct upc_waiter) { 0, wanted };
  if (queue->last)
    waiters[queue->last - 1].next = thread + 1;
  else
    queue->first = thread + 1;
  queue->last = thread + 1;
}

/* Takes THREAD, which is behind BEFORE, out of QUEUE; both are + 1, and
   BEFORE may be 0.  */
static void
leave (struct upc_queue *queue, uint32_t before, uint32_t thread)
{
  struct upc_waiter *waiters = upc_waiters;
  if (before)
    waiters[before - 1].next = waiters[thread - 1].next;
  else
    queue->first = waiters[thread - 1].next;
  if (queue->last == thread)
    queue->last = before;
}

uint32_t
upc_queue_grant (struct upc_queue *queue, uint32_t *left)
{
  const struct upc_waiter *waiters = upc_waiters;
  uint32_t before = 0, thread = queue->first;
  upc_arguments_t none = { 0 };
  while (thread && waiters[thread - 1].wanted > *left)
    {
      before = thread;
      thread = waiters[thread - 1].next;
    }
  if (!thread)
    return 0;
  *left -= waiters[thread - 1].wanted;
  leave (queue, before, thread);
  upc_conduit.tell (thread - 1, UPC_GRANTED, none);
  return thread;
}

void
upc_queue_prepare (void)
{
  __atomic_store_n (&upc_this_thread ()->granted, 0, __ATOMIC_RELEASE);
}

bool
upc_queue_wait (void)
{
  struct upc_thread *me = upc_this_thread ();
  return upc_conduit.watch (&me->granted, 0, &me->sleepers);
}
