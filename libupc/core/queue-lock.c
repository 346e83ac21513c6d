/* queue-lock.c - locks where not all threads are near.

   SPDX-License-Identifier: Apache-2.0

   The thread that allocated a lock manages it: it is asked for the lock, and
   grants it in the order of asking.  */

#include "core/lock.h"

/* ---- At the thread that has the lock  */

uint64_t
upc_serve_lock_take (upc_pts_t p, int thread, bool waits)
{
  struct upc_lock *lock = upc_pts_local (p);
  uint32_t me = thread + 1;
  if (!upc_is_lock (p))
    return UPC_NO_LOCK;
  if (lock->holder == me)
    return UPC_LOCK_HELD_ALREADY;
  if (lock->holder)
    {
      if (waits)
	upc_queue_join (&lock->queue, thread, 0);
      return UPC_LOCK_HELD;
    }
  lock->holder = me;
  return UPC_LOCK_DONE;
}

uint64_t
upc_serve_lock_give (upc_pts_t p, int thread)
{
  struct upc_lock *lock = upc_pts_local (p);
  uint32_t left = 0;
  if (!upc_is_lock (p))
    return UPC_NO_LOCK;
  if (!lock->holder)
    return UPC_LOCK_NOT_HELD;
  if (lock->holder != (uint32_t) thread + 1)
    return UPC_LOCK_HELD;
  lock->holder = upc_queue_grant (&lock->queue, &left);
  return UPC_LOCK_DONE;
}

uint64_t
upc_serve_lock_holder (upc_pts_t p)
{
  return ((struct upc_lock *) upc_pts_local (p))->holder;
}

/* ---- At the one that wants it  */

/* Returns the answer, unless it is a mistake of the program's.  */
static enum upc_lock_answer
ask (const char *function, upc_pts_t p, bool waits)
{
  enum upc_lock_answer answer
    = upc_conduit_ask (upc_pts_thread (p), UPC_LOCK_TAKE, p, MYTHREAD, waits);
  if (unlikely (answer == UPC_NO_LOCK))
    upc_no_lock (function, p);
  if (unlikely (answer == UPC_LOCK_HELD_ALREADY))
    upc_lock_held_already (function);
  return answer;
}

void
upc_queue_lock (upc_pts_t p)
{
  upc_queue_prepare ();
  if (ask ("upc_lock", p, true) == UPC_LOCK_HELD)
    while (!upc_queue_wait ())
      {
	upc_check_holder (p);
	upc_keep_waiting (UPC_WAITS_FOR_LOCK, p);
      }
  upc_end_waiting_for ();
}

/* Does not ask other threads: that takes time, which profiles would show.  */
bool
upc_queue_lock_if_free (upc_pts_t p, uint32_t *held_by)
{
  *held_by = 0;
  if (upc_pts_thread (p) != (unsigned) MYTHREAD)
    return false;
  if (ask ("upc_lock", p, false) == UPC_LOCK_DONE)
    return true;
  *held_by = upc_serve_lock_holder (p);
  return false;
}

bool
upc_queue_lock_attempt (upc_pts_t p)
{
  return ask ("upc_lock_attempt", p, false) == UPC_LOCK_DONE;
}

void
upc_queue_unlock (upc_pts_t p)
{
  enum upc_lock_answer answer
    = upc_conduit_ask (upc_pts_thread (p), UPC_LOCK_GIVE, p, MYTHREAD, 0);
  if (unlikely (answer == UPC_NO_LOCK))
    upc_no_lock ("upc_unlock", p);
  if (unlikely (answer != UPC_LOCK_DONE))
    upc_no_holder (answer == UPC_LOCK_HELD ? upc_lock_holder (p) : 0);
}
