/* smp-lock.c - locks where all processes share memory.

   SPDX-License-Identifier: Apache-2.0

   A lock is one word, its holder; who takes it writes nothing else.  Whoever
   comes when it is free may take it before those that sleep: handing it to one
   of these takes as long as waking it, and others wait meanwhile.  Who gives it
   up wakes a sleeper, unless one is on its way already.  A thread that has
   waited for long bars newcomers.

   No wake is lost: who is about to sleep counts itself, and then the kernel
   looks at the word; who gives the lock up changes the word, and then looks at
   the count.  The same holds for WAKING.  */

#include <time.h>
#include "core/lock.h"

/* How long to have waited before barring newcomers.  */
#define LONG_NS 2000000

static struct upc_lock *
lock_at (const char *function, upc_pts_t p)
{
  if (unlikely (!upc_is_lock (p)))
    upc_no_lock (function, p);
  return upc_pts_local (p);
}

/* Takes LOCK if it is free.  Else HELD_BY is set.  */
static inline bool
take (struct upc_lock *lock, uint32_t *held_by)
{
  *held_by = 0;
  return __atomic_compare_exchange_n (&lock->holder, held_by, MYTHREAD + 1,
				      false, __ATOMIC_SEQ_CST,
				      __ATOMIC_RELAXED);
}

static inline bool
is_barred (const struct upc_lock *lock)
{
  return __atomic_load_n (&lock->barred, __ATOMIC_RELAXED) != 0;
}

/* ---- Waiting  */

static void
check_not_held (const char *function, uint32_t held_by)
{
  if (unlikely (held_by == (uint32_t) MYTHREAD + 1))
    upc_lock_held_already (function);
}

/* Looks, about each half second, whether the wait for P is for ever.  */
static void
keep_waiting (upc_pts_t p)
{
  upc_check_holder (p);
  upc_keep_waiting (UPC_WAITS_FOR_LOCK, p);
}

static void
wait_until_admitted (struct upc_lock *lock, upc_pts_t p)
{
  uint32_t barred;
  while ((barred = __atomic_load_n (&lock->barred, __ATOMIC_RELAXED)) != 0)
    if (!upc_wait_a_while (&lock->barred, barred, &lock->newcomers))
      keep_waiting (p);
}

static void
admit_newcomers (struct upc_lock *lock)
{
  __atomic_sub_fetch (&lock->barred, 1, __ATOMIC_RELEASE);
  upc_wake_all (&lock->barred, &lock->newcomers);
}

static uint64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * UINT64_C (1000000000) + t.tv_nsec;
}

/* Sleeps until LOCK, which HELD_BY holds, is given up.  Returns whether the
   one that gave it up woke this thread.  WOKEN: it was woken before, too.  */
static bool
sleep_once (struct upc_lock *lock, uint32_t held_by, bool woken)
{
  __atomic_add_fetch (&lock->asleep, 1, __ATOMIC_SEQ_CST);
  if (woken)
    __atomic_store_n (&lock->waking, 0, __ATOMIC_SEQ_CST);
  woken = upc_sleep_while (&lock->holder, held_by);
  __atomic_sub_fetch (&lock->asleep, 1, __ATOMIC_RELAXED);
  return woken;
}

static void __attribute__ ((noinline))
take_slowly (struct upc_lock *lock, upc_pts_t p)
{
  uint64_t begin = 0;
  uint32_t held_by;
  bool woken = false, bars = false;
  wait_until_admitted (lock, p);
  while (!(upc_is_free_soon (&lock->holder) && take (lock, &held_by)))
    {
      held_by = __atomic_load_n (&lock->holder, __ATOMIC_RELAXED);
      if (!held_by)
	continue;
      if (!begin)
	begin = now ();
      else if (!bars && now () - begin > LONG_NS)
	{
	  bars = true;
	  __atomic_add_fetch (&lock->barred, 1, __ATOMIC_RELAXED);
	}
      woken = sleep_once (lock, held_by, woken);
      if (!woken)
	keep_waiting (p);
    }
  upc_end_waiting_for ();
  if (woken)
    __atomic_store_n (&lock->waking, 0, __ATOMIC_SEQ_CST);
  if (bars)
    admit_newcomers (lock);
}

/* Wakes a thread that may sleep at LOCK, which was given up.  */
static void __attribute__ ((noinline))
wake_sleeper (struct upc_lock *lock)
{
  if (!__atomic_exchange_n (&lock->waking, 1, __ATOMIC_SEQ_CST)
      && !upc_wake_one (&lock->holder))
    __atomic_store_n (&lock->waking, 0, __ATOMIC_SEQ_CST);
}

/* ---- The conduit's functions  */

bool
upc_smp_lock_if_free (upc_pts_t p, uint32_t *held_by)
{
  struct upc_lock *lock = lock_at ("upc_lock", p);
  if (likely (!is_barred (lock)) && take (lock, held_by))
    return true;
  *held_by = upc_lock_holder (p);
  check_not_held ("upc_lock", *held_by);
  return false;
}

void
upc_smp_lock (upc_pts_t p)
{
  uint32_t held_by;
  if (!upc_smp_lock_if_free (p, &held_by))
    take_slowly (upc_pts_local (p), p);
}

bool
upc_smp_lock_attempt (upc_pts_t p)
{
  struct upc_lock *lock = lock_at ("upc_lock_attempt", p);
  uint32_t held_by;
  if (take (lock, &held_by))
    return true;
  check_not_held ("upc_lock_attempt", held_by);
  return false;
}

void
upc_smp_unlock (upc_pts_t p)
{
  struct upc_lock *lock = lock_at ("upc_unlock", p);
  uint32_t held_by = MYTHREAD + 1;
  if (unlikely (!__atomic_compare_exchange_n (&lock->holder, &held_by, 0, false,
					      __ATOMIC_SEQ_CST,
					      __ATOMIC_RELAXED)))
    upc_no_holder (held_by);
  if (unlikely (__atomic_load_n (&lock->asleep, __ATOMIC_SEQ_CST)))
    wake_sleeper (lock);
}
