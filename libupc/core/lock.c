/* lock.c - locks: UPC 1.3, section 7.2.4.

   SPDX-License-Identifier: Apache-2.0

   The part that all conduits share; each has locks of its own.  */

#include "core/diagnostics/checks.h"
#include "core/lock.h"

/* ---- Mistakes  */

bool
upc_is_lock (upc_pts_t p)
{
  return (upc_pts_address (p) < upc_control->part_end
	  && ((struct upc_lock *) upc_pts_local (p))->mark == UPC_LOCK_MARK);
}

void
upc_no_lock (const char *function, upc_pts_t p)
{
  upc_fatal ("%s: the pointer (thread %u, address 0x%llx) is to no lock, or to "
	     "one that has been freed", function, upc_pts_thread (p),
	     (unsigned long long) upc_pts_address (p));
}

void
upc_lock_held_already (const char *function)
{
  upc_fatal ("%s: this thread holds the lock already", function);
}

void
upc_no_holder (uint32_t holder)
{
  if (!holder)
    upc_fatal ("upc_unlock: this thread does not hold the lock; nobody does");
  upc_fatal ("upc_unlock: this thread does not hold the lock; thread %u does",
	     holder - 1);
}

void
upc_check_holder (upc_pts_t p)
{
  uint32_t held = upc_lock_holder (p);
  if (held && upc_has_ended (held - 1) && upc_lock_holder (p) == held)
    upc_end_waiting (held - 1, "upc_lock, as it holds the lock");
}

static inline void
check (const char *function, upc_pts_t p)
{
  if (unlikely (!p))
    upc_fatal ("%s: the lock is a null pointer", function);
  if (unlikely (upc_pts_thread (p) >= (unsigned) THREADS))
    upc_no_lock (function, p);
}

/* ---- Making and freeing  */

upc_pts_t
upc_global_lock_alloc (void)
{
  upc_pts_t p = upc_alloc (sizeof (struct upc_lock));
  if (p)
    *(struct upc_lock *) upc_pts_local (p)
      = (struct upc_lock) { .mark = UPC_LOCK_MARK };
  UPC_CHECK (lock_made (p));
  return p;
}

upc_pts_t
upc_all_lock_alloc (void)
{
  upc_pts_t p = MYTHREAD == 0 ? upc_global_lock_alloc () : 0;
  upc_conduit_broadcast (&p, sizeof p, 0);
  return p;
}

uint64_t
upc_serve_lock_free (upc_pts_t p)
{
  if (!upc_is_lock (p))
    return UPC_NO_LOCK;
  ((struct upc_lock *) upc_pts_local (p))->mark = 0;
  return UPC_LOCK_DONE;
}

static void
free_lock (const char *function, upc_pts_t p)
{
  check (function, p);
  if (upc_conduit_ask (upc_pts_thread (p), UPC_LOCK_FREE, p, 0, 0)
      != UPC_LOCK_DONE)
    upc_no_lock (function, p);
  UPC_CHECK (lock_freed (p));
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

/* ---- Taking and giving back  */

/* Fences shared accesses.  Where memory is shared, the operation that takes or
   gives the lock is a fence, on processors where each atomic one is.  */
static inline void
fence (void)
{
#if defined __x86_64__ || defined __i386__
  if (upc_conduit.addressable)
    {
      __atomic_signal_fence (__ATOMIC_SEQ_CST);
      return;
    }
#endif
  upc_conduit_fence ();
}

void
upc_lock (upc_pts_t p)
{
  check ("upc_lock", p);
  upc_conduit.lock (p);
  fence ();
  UPC_ORDER (acquire_at (p));
}

bool
upc_lock_if_free (upc_pts_t p, uint32_t *held_by)
{
  check ("upc_lock", p);
  if (!upc_conduit.lock_if_free (p, held_by))
    return false;
  fence ();
  UPC_ORDER (acquire_at (p));
  return true;
}

int
upc_lock_attempt (upc_pts_t p)
{
  check ("upc_lock_attempt", p);
  if (!upc_conduit.lock_attempt (p))
    return 0;
  fence ();
  UPC_ORDER (acquire_at (p));
  return 1;
}

void
upc_unlock (upc_pts_t p)
{
  check ("upc_unlock", p);
  UPC_ORDER (release_at (p));
  fence ();
  upc_conduit.unlock (p);
}
