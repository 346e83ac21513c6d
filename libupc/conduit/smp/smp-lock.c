/* smp-lock.c - locks where all processes share memory.

   SPDX-License-Identifier: Apache-2.0

   Whoever comes when a lock is free may take it before those that sleep; but one
   that has been woken several times for nothing bars newcomers.  */

#include "core/lock.h"

/* How often to be woken for nothing.  */
#define TIMES 4

static struct upc_lock *
lock_at (const char *function, upc_pts_t p)
{
  if (unlikely (!upc_is_lock (p)))
    upc_no_lock (function, p);
  return upc_pts_local (p);
}

static void
wait_until_admitted (struct upc_lock *lock)
{
  uint32_t barred;
  while ((barred = __atomic_load_n (&lock->barred, __ATOMIC_RELAXED)) != 0)
    upc_wait_while (&lock->barred, barred, &lock->sleepers);
}

static void
admit_newcomers (struct upc_lock *lock)
{
  __atomic_sub_fetch (&lock->barred, 1, __ATOMIC_RELEASE);
  upc_wake_all (&lock->barred, &lock->sleepers);
}

static uint32_t
holder (upc_pts_t p)
{
  struct upc_lock *lock = upc_pts_local (p);
  return __atomic_load_n (&lock->holder, __ATOMIC_RELAXED);
}

static void __attribute__ ((noinline))
take_slowly (struct upc_lock *lock, upc_pts_t p)
{
  int woken = 0;
  wait_until_admitted (lock);
  while (!upc_mutex_lock_once (&lock->mutex))
    {
      upc_check_holder (holder, p);
      if (++woken == TIMES)
	__atomic_add_fetch (&lock->barred, 1, __ATOMIC_RELAXED);
    }
  if (woken >= TIMES)
    admit_newcomers (lock);
}

static bool
take_at_once (struct upc_lock *lock)
{
  return (__atomic_load_n (&lock->barred, __ATOMIC_RELAXED) == 0
	  && upc_mutex_try (&lock->mutex));
}

static void
check_not_held (const char *function, const struct upc_lock *lock)
{
  if (unlikely (lock->holder == (uint32_t) MYTHREAD + 1))
    upc_lock_held_already (function);
}

void
upc_smp_lock (upc_pts_t p)
{
  struct upc_lock *lock = lock_at ("upc_lock", p);
  check_not_held ("upc_lock", lock);
  if (!take_at_once (lock))
    take_slowly (lock, p);
  lock->holder = MYTHREAD + 1;
}

bool
upc_smp_lock_attempt (upc_pts_t p)
{
  struct upc_lock *lock = lock_at ("upc_lock_attempt", p);
  check_not_held ("upc_lock_attempt", lock);
  if (!upc_mutex_try (&lock->mutex))
    return false;
  lock->holder = MYTHREAD + 1;
  return true;
}

void
upc_smp_unlock (upc_pts_t p)
{
  struct upc_lock *lock = lock_at ("upc_unlock", p);
  uint32_t held_by = lock->holder;
  if (unlikely (held_by != (uint32_t) MYTHREAD + 1))
    upc_lock_not_held (held_by);
  lock->holder = 0;
  upc_mutex_unlock (&lock->mutex);
}
