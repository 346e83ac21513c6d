/* request.c - what a thread does when another asks it to.

   SPDX-License-Identifier: Apache-2.0

   Heaps, locks and semaphores are managed by the thread in whose part they are,
   the shared heap by thread 0.  Where all threads are near, whoever asks does
   it; elsewhere the conduit has it done there (conduit.h).  */

#include "core/control.h"

static uint64_t
granted (struct upc_thread *thread)
{
  __atomic_store_n (&thread->granted, 1, __ATOMIC_RELEASE);
  upc_wake_all (&thread->granted, &thread->sleepers);
  return 0;
}

uint64_t
upc_serve (int thread, enum upc_request what, upc_arguments_t arguments)
{
  struct upc_thread *its = &upc_control->threads[thread - upc_control->first];
  uint64_t a = arguments[0], b = arguments[1], c = arguments[2];
  switch (what)
    {
    case UPC_HEAP_TAKE: return upc_serve_heap_take (a);
    case UPC_HEAP_GIVE: return upc_serve_heap_give (thread, a);
    case UPC_HEAP_ROOM: return upc_serve_heap_room ();
    case UPC_HEAP_RESERVE: return upc_serve_heap_reserve (a, b);
    case UPC_HEAP_SENT:
      return __atomic_load_n (&its->reserve_requests, __ATOMIC_ACQUIRE);
    case UPC_HEAP_SEEN: return upc_serve_heap_seen ();
    case UPC_LOCK_TAKE: return upc_serve_lock_take (a, b, c);
    case UPC_LOCK_GIVE: return upc_serve_lock_give (a, b);
    case UPC_LOCK_HOLDER: return upc_serve_lock_holder (a);
    case UPC_LOCK_FREE: return upc_serve_lock_free (a);
    case UPC_SEMAPHORE_ADD: return upc_serve_semaphore_add (a, b);
    case UPC_SEMAPHORE_POST: return upc_serve_semaphore_post (a, b);
    case UPC_SEMAPHORE_TAKE: return upc_serve_semaphore_take (a, b, c);
    case UPC_SEMAPHORE_FREE: return upc_serve_semaphore_free (a);
    case UPC_GRANTED: return granted (its);
    case UPC_WAITING: return upc_serve_waiting (&its->waiting, a);
    case UPC_STATE: return upc_serve_state (its);
    }
  __builtin_unreachable ();
}
