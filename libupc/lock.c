/* lock.c - locks: UPC 1.3, section 7.2.4.

   SPDX-License-Identifier: Apache-2.0

   A lock is in the own heap of the thread that allocated it, and is taken there
   by all threads, whatever the conduit.  Whoever comes when it is free may take
   it before those that sleep; but one that has been woken several times for
   nothing bars newcomers.  */

#include "control.h"

struct lock
{
  struct upc_mutex mutex;
  uint32_t barred;		/* how many threads bar newcomers */
  uint32_t sleepers;		/* newcomers that are barred */
  uint32_t holder;		/* its number + 1, or 0 */
  uint64_t mark;
};
#define MARK UINT64_C (0x6b636f6c5f637075)
/* How often to be woken for nothing.  */
#define TIMES 4

/* The lock that P points to.  */
static struct lock *
lock_at (const char *function, upc_pts_t p)
{
  struct lock *lock = upc_pts_local (p);
  if (unlikely (!p))
    upc_fatal ("%s: the lock is a null pointer", function);
  if (unlikely (upc_pts_thread (p) >= (unsigned) THREADS
		|| upc_pts_address (p) >= upc_control->part_end
		|| lock->mark != MARK))
    upc_fatal ("%s: the pointer (thread %u, address 0x%llx) is to no lock, or to "
	       "one that has been freed", function, upc_pts_thread (p),
	       (unsigned long long) upc_pts_address (p));
  return lock;
}

upc_pts_t
upc_global_lock_alloc (void)
{
  upc_pts_t p = upc_alloc (UPC_LINE);
  if (p)
    *(struct lock *) upc_pts_local (p)
      = (struct lock) { .holder = 0, .mark = MARK };
  return p;
}

upc_pts_t
upc_all_lock_alloc (void)
{
  upc_pts_t p = MYTHREAD == 0 ? upc_global_lock_alloc () : 0;
  upc_conduit_broadcast (&p, sizeof p, 0);
  return p;
}

static void
free_lock (const char *function, upc_pts_t p)
{
  lock_at (function, p)->mark = 0;
  upc_free (p);
}

void
upc_lock_free (upc_pts_t p)
{
  if (p)
    free_lock ("upc_lock_free", p);
}

void
upc_all_lock_free (upc_pts_t p)
{
  if (!p)
    return;
  upc_library_barrier ();
  if (MYTHREAD == 0)
    free_lock ("upc_all_lock_free", p);
}

static void
wait_until_admitted (struct lock *lock)
{
  uint32_t barred;
  while ((barred = __atomic_load_n (&lock->barred, __ATOMIC_RELAXED)) != 0)
    upc_wait_while (&lock->barred, barred, &lock->sleepers);
}

static void
admit_newcomers (struct lock *lock)
{
  __atomic_sub_fetch (&lock->barred, 1, __ATOMIC_RELEASE);
  upc_wake_all (&lock->barred, &lock->sleepers);
}

/* A thread that has ended unlocks nothing any more.  */
static void
check_holder (const struct lock *lock)
{
  uint32_t holder = __atomic_load_n (&lock->holder, __ATOMIC_RELAXED);
  if (holder && upc_has_ended (holder - 1)
      && __atomic_load_n (&lock->holder, __ATOMIC_RELAXED) == holder)
    upc_end_waiting (holder - 1, "upc_lock, as it holds the lock");
}

static void __attribute__ ((noinline))
take_slowly (struct lock *lock)
{
  int woken = 0;
  wait_until_admitted (lock);
  while (!upc_mutex_lock_once (&lock->mutex))
    {
      check_holder (lock);
      if (++woken == TIMES)
	__atomic_add_fetch (&lock->barred, 1, __ATOMIC_RELAXED);
    }
  if (woken >= TIMES)
    admit_newcomers (lock);
}

static bool
take_at_once (struct lock *lock)
{
  return (__atomic_load_n (&lock->barred, __ATOMIC_RELAXED) == 0
	  && upc_mutex_try (&lock->mutex));
}

static void
taken (struct lock *lock)
{
  lock->holder = MYTHREAD + 1;
  upc_conduit_fence ();
}

static void
check_not_held (const char *function, const struct lock *lock)
{
  if (unlikely (lock->holder == (uint32_t) MYTHREAD + 1))
    upc_fatal ("%s: this thread holds the lock already", function);
}

void
upc_lock (upc_pts_t p)
{
  struct lock *lock = lock_at ("upc_lock", p);
  check_not_held ("upc_lock", lock);
  if (!take_at_once (lock))
    take_slowly (lock);
  taken (lock);
}

int
upc_lock_attempt (upc_pts_t p)
{
  struct lock *lock = lock_at ("upc_lock_attempt", p);
  check_not_held ("upc_lock_attempt", lock);
  if (!upc_mutex_try (&lock->mutex))
    return 0;
  taken (lock);
  return 1;
}

void
upc_unlock (upc_pts_t p)
{
  struct lock *lock = lock_at ("upc_unlock", p);
  upc_conduit_fence ();
  uint32_t holder = lock->holder;
  if (unlikely (!holder))
    upc_fatal ("upc_unlock: this thread does not hold the lock; nobody does");
  if (unlikely (holder != (uint32_t) MYTHREAD + 1))
    upc_fatal ("upc_unlock: this thread does not hold the lock; thread %u does",
	       holder - 1);
  lock->holder = 0;
  upc_mutex_unlock (&lock->mutex);
}
