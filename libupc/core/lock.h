/* lock.h - a lock, between lock.c, smp-lock.c and queue-lock.c.

   SPDX-License-Identifier: Apache-2.0

   It is in the own heap of the thread that allocated it: what all look at in
   one line of the cache, and what changes with its holder in the next.  */

#pragma once

#include "core/control.h"

/* The heap aligns it to 16 bytes only: the two are a line apart.  */
struct upc_lock
{
  union
  {
    struct
    {
      uint64_t mark;
      struct upc_queue queue;	/* queue-lock.c */
      /* smp-lock.c: how many threads bar newcomers; newcomers that sleep; those
	 that sleep until the lock is free; whether one of these has been woken,
	 and has not yet taken the lock or gone to sleep again.  */
      uint32_t barred, newcomers, asleep, waking;
    };
    char line[UPC_LINE];
  };
  union
  {
    uint32_t holder;		/* its number + 1, or 0 */
    char next_line[UPC_LINE];
  };
};
#define UPC_LOCK_MARK UINT64_C (0x6b636f6c5f637075)

/* The values of upc_serve_lock_take and upc_serve_lock_give.  */
enum upc_lock_answer
{
  UPC_LOCK_DONE,
  UPC_LOCK_HELD,		/* by another; if it was to be waited for, that
				   begins */
  UPC_LOCK_NOT_HELD,		/* by anybody */
  UPC_LOCK_HELD_ALREADY,	/* by this thread */
  UPC_NO_LOCK			/* at that address */
};

/* Returns the holder of lock P, as in struct upc_lock.  */
static inline uint32_t
upc_lock_holder (upc_pts_t p)
{
  const struct upc_lock *lock;
  if (!upc_conduit.addressable)
    return upc_conduit_ask (upc_pts_thread (p), UPC_LOCK_HOLDER, p, 0, 0);
  lock = upc_pts_local (p);
  return __atomic_load_n (&lock->holder, __ATOMIC_RELAXED);
}

#pragma GCC visibility push (hidden)

/* Does what upc_lock does, if that does not wait, by the conduit's function
   lock_if_free.  */
extern bool upc_lock_if_free (upc_pts_t p, uint32_t *held_by);
/* Returns whether P, which is in a part that is here, is a lock.  */
extern bool upc_is_lock (upc_pts_t p);
/* Ends the program.  */
extern void upc_no_lock (const char *function, upc_pts_t p)
  __attribute__ ((noreturn));
extern void upc_lock_held_already (const char *function)
  __attribute__ ((noreturn));
/* Ends the program; HOLDER as in struct upc_lock.  */
extern void upc_no_holder (uint32_t holder) __attribute__ ((noreturn));
/* Ends the program if the holder of lock P has ended: it unlocks nothing any
   more.  */
extern void upc_check_holder (upc_pts_t p);

#pragma GCC visibility pop
