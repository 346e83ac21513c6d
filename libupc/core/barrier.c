/* barrier.c - upc_notify, upc_wait, upc_barrier, upc_fence.

   SPDX-License-Identifier: Apache-2.0

   The part that all conduits share: checks of the order of calls, and of names
   that all threads have to agree on.  */

#include "core/diagnostics/checks.h"
#include "core/control.h"

static bool notified;

static void
notify (int named, int id, uint64_t which)
{
  if (unlikely (notified))
    upc_fatal ("upc_notify (or upc_barrier) after upc_notify: there has to be "
	       "an upc_wait first");
  notified = true;
  upc_begun[UPC_BARRIERS]++;
  UPC_ORDER (arrive (UPC_CLOCK_BARRIER));
  upc_conduit.notify (named, id, which);
}

void
upc_notify_at (uint64_t which, int named, int id)
{
  upc_conduit_fence ();
  notify (named, id, which);
}

void
__upc_notify (int named, int id)
{
  upc_notify_at ((uint64_t) __builtin_return_address (0), named, id);
}

static void
check (const struct upc_agreement *a, int named, int id)
{
  if (unlikely (a->differs))
    upc_fatal ("barrier mismatch: thread %d has %d, thread %d has %d",
	       a->thread, a->id, a->other_thread, a->other_id);
  if (unlikely (named && a->named && a->id != id))
    upc_fatal ("barrier mismatch: upc_wait has %d, but the upc_notify of "
	       "thread %d had %d", id, a->thread, a->id);
}

static void
await (int named, int id)
{
  struct upc_agreement agreement;
  if (unlikely (!notified))
    upc_fatal ("upc_wait without upc_notify");
  upc_conduit.await (&agreement);
  check (&agreement, named, id);
  UPC_ORDER (leave (UPC_CLOCK_BARRIER));
  notified = false;
}

void
__upc_wait (int named, int id)
{
  await (named, id);
  upc_conduit_barrier_fence (UPC_BEHIND_WAIT);
}

void
upc_barrier_at (uint64_t which, int named, int id)
{
  upc_conduit_barrier_fence (UPC_BEFORE_BARRIER);
  notify (named, id, which);
  await (named, id);
  upc_conduit_barrier_fence (UPC_BEHIND_BARRIER);
}

void
__upc_barrier (int named, int id)
{
  upc_barrier_at ((uint64_t) __builtin_return_address (0), named, id);
}

void
__upc_fence (void)
{
  upc_conduit_fence ();
  UPC_ORDER (acquire (UPC_CLOCK_FENCE));
  UPC_ORDER (release (UPC_CLOCK_FENCE));
}

void
upc_final_barrier (void)
{
  upc_conduit_fence ();
  if (notified)
    __upc_wait (0, 0);
  upc_begun[UPC_BARRIERS]++;
  UPC_ORDER (arrive (UPC_CLOCK_BARRIER));
  upc_conduit.final ();
}
