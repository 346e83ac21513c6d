/* team-locks.c - events of locks of teams of threads.

   SPDX-License-Identifier: Apache-2.0

   While the program holds a lock, all others that want it wait for us, too.  So
   nothing that others look at is written then: a thread notes only when it got
   the lock, in memory of its own.  When it has given it back, it notifies the
   others how long it had it, and adds up how long it waited and held, as
   tallies of the record (record.h).  Before this, event.c; after it,
   lock-holders.c and tally.c.  */

#include "models/lock-holders.h"
#include "measure/clock.h"
#include "models/peers.h"
#include "models/tally.h"
#include "gasp_gcc.h"

/* ---- Waits.  */

/* Settles the latest wait, which has not led to a lock that would be
   reported.  */
static void
settle_latest (gasp_context_t context, struct holder *h)
{
  if (h && h->wait.lock)
    gasp_tool_settle_wait (context, h, &h->wait);
  if (h)
    h->wait.lock = NULL;
}

void
gasp_tool_lock_wanted (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  if (!event)
    return;
  if (gasp_tool_is_shared_lock (event->tag))
    {
      gasp_tool_waits_begin (context, event, arguments);
      return;
    }
  settle_latest (context, gasp_tool_holder_of (context));
  event->since = gasp_tool_start_of (context, event);
}

static void
end_wait (gasp_context_t context, const struct open_event *event,
	  const void *lock, bool in_order)
{
  if (!gasp_tool_has_place (context, event))
    return;
  struct wait wait = {
    .lock = lock, .since = event->since, .until = gasp_tool_end_of (context),
    .place = event->node->place, .in_order = in_order
  };
  if (context->holder)
    context->holder->wait = wait;
  else
    gasp_tool_settle_wait (context, NULL, &wait);
}

/* Locks shared among the processes of one program are counted by peers.c.  */
uint64_t
gasp_tool_lock_got (gasp_context_t context, const struct open_event *event,
		    const union argument *arguments)
{
  if (event && gasp_tool_is_shared_lock (event->tag))
    {
      gasp_tool_shared_lock_got (context, event, arguments);
      return gasp_tool_locked (context, event, arguments);
    }
  end_wait (context, event, arguments[0].p, false);
  return 0;
}

uint64_t
gasp_tool_turn_came (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  end_wait (context, event, arguments[0].p, true);
  return 0;
}

/* ---- Holding.  */

/* Notes that a lock was got.  A thread that holds more than HELD locks has no
   times of the others.  */
void
gasp_tool_lock_had (gasp_context_t context, struct open_event *event,
		    const union argument *arguments)
{
  const void *lock = arguments[0].p;
  struct holder *h = gasp_tool_has_place (context, event)
		     ? gasp_tool_holder_of (context) : NULL;
  if (!h)
    return;
  unsigned int number = h->held_count;
  if (number == HELD)
    {
      settle_latest (context, h);
      return;
    }
  bool has_waited = h->wait.lock == lock;
  h->waits[number].place = 0;
  if (has_waited)
    h->waits[number] = h->wait;
  h->wait.lock = NULL;
  h->held[number] = (struct gasp_gcc_had) {
    .lock = lock, .place = event->node->place,
    .thread = context->thread->number,
    .since = has_waited ? h->waits[number].until
	     : gasp_tool_start_of (context, event)
  };
  __atomic_store_n (&h->held_count, number + 1, __ATOMIC_RELEASE);
}

/* Returns where LOCK is among those that H holds; HELD if nowhere.  */
static unsigned int
find_held (const struct holder *h, const void *lock)
{
  for (unsigned int i = h->held_count; i-- > 0; )
    if (h->held[i].lock == lock)
      return i;
  return HELD;
}

/* Notes that H's thread has given number AT back, at NOW.  */
static void
give_back (struct holder *h, unsigned int at, uint64_t now)
{
  h->held[at].until = now;
  gasp_tool_add_past (h, &h->held[at]);
  for (unsigned int i = at; i + 1 < h->held_count; i++)
    {
      h->held[i] = h->held[i + 1];
      h->waits[i] = h->waits[i + 1];
    }
  __atomic_store_n (&h->held_count, h->held_count - 1, __ATOMIC_RELEASE);
}

/* Locks are given back in any order, also by another function than took them:
   so EVENT may be about another lock, or be missing.  */
uint64_t
gasp_tool_lock_given (gasp_context_t context, const struct open_event *event,
		      const union argument *arguments)
{
  (void) event;
  struct holder *h = context->holder;
  unsigned int at = h ? find_held (h, arguments[0].p) : HELD;
  if (at == HELD)
    return 0;
  uint64_t now = gasp_tool_end_of (context);
  const struct gasp_gcc_had had = h->held[at];
  const struct wait wait = h->waits[at];
  give_back (h, at, now);
  if (context->attention & ATTENTION_OFF)
    return 0;
  struct gasp_record_tally key = {
    .what = GASP_RECORD_HELD, .place = had.place,
    .object = (uintptr_t) had.lock
  };
  gasp_tool_tally (context, &key, gasp_tool_between (had.since, now));
  if (wait.place)
    gasp_tool_settle_wait (context, h, &wait);
  return 0;
}

bool
gasp_tool_holds_locks (gasp_context_t context)
{
  return context->holder && context->holder->held_count;
}

/* ---- Locks that are tried first, so that only those that wait raise
   events.  */

void
gasp_tool_lock_awaited (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  const struct gasp_gcc_lock_use *first = arguments[3].p;
  struct holder *h = event ? gasp_tool_holder_of (context) : NULL;
  if (!h)
    return;
  event->since = gasp_tool_start_of (context, event);
  h->first = (struct gasp_gcc_had) { 0 };
  if (first)
    h->first = (struct gasp_gcc_had) { .place = first->place,
				       .thread = first->thread };
}

void
gasp_tool_lock_acquired (gasp_context_t context, const struct open_event *event,
			 gasp_record_ref place, const union argument *arguments)
{
  struct holder *h = context->holder;
  if (!h || !gasp_tool_has_place (context, event))
    return;
  struct wait wait = {
    .lock = arguments[2].p, .since = event->since,
    .until = gasp_tool_end_of (context), .place = place, .first = h->first
  };
  unsigned int number = h->held_count;
  if (!arguments[3].i || number == HELD)
    {
      gasp_tool_settle_wait (context, h, &wait);
      return;
    }
  h->waits[number] = wait;
  h->held[number] = (struct gasp_gcc_had) {
    .lock = wait.lock, .place = wait.place, .since = wait.until,
    .thread = context->thread->number
  };
  __atomic_store_n (&h->held_count, number + 1, __ATOMIC_RELEASE);
}

/* Notes that a lock is about to be given back: others get it before what this
   thread did with it is added up.  */
void
gasp_tool_lock_releasing (gasp_context_t context, struct open_event *event,
			  const union argument *arguments)
{
  struct holder *h = context->holder;
  unsigned int at = h ? find_held (h, arguments[2].p) : HELD;
  if (at == HELD)
    return;
  h->released = h->held[at];
  h->released_wait = h->waits[at];
  if (arguments[3].i)
    h->released.place = h->released_wait.place
      = (gasp_record_ref) arguments[3].i;
  h->released.until = event ? gasp_tool_start_of (context, event)
		      : read_clock ();
  give_back (h, at, h->released.until);
}

uint64_t
gasp_tool_lock_released (gasp_context_t context, const struct open_event *event,
			 const union argument *arguments)
{
  struct holder *h = context->holder;
  (void) event;
  (void) arguments;
  if (!h || !h->released.place)
    return 0;
  struct gasp_record_tally key = {
    .what = GASP_RECORD_HELD, .place = h->released.place,
    .object = (uintptr_t) h->released.lock
  };
  gasp_tool_tally (context, &key,
		   gasp_tool_between (h->released.since, h->released.until));
  h->released.place = 0;
  gasp_tool_settle_wait (context, h, &h->released_wait);
  return 0;
}

void
gasp_tool_lock_taken (gasp_context_t context, gasp_record_ref place,
		      const union argument *arguments)
{
  struct gasp_gcc_lock_use *use = (void *) (uintptr_t) arguments[3].p;
  struct gasp_record_tally key = {
    .what = GASP_RECORD_TAKEN, .place = place,
    .object = (uintptr_t) arguments[2].p
  };
  use->count = (unsigned long *) gasp_tool_tally_count (context, &key);
  use->place = place;
  use->thread = context->thread->number;
}

/* ---- Threads and processes end and begin.  */

void
gasp_tool_locks_settle (gasp_context_t context)
{
  struct holder *h = context->holder;
  settle_latest (context, h);
  for (unsigned int i = 0; h && i < h->held_count; i++)
    {
      if (h->waits[i].place)
	gasp_tool_settle_wait (context, h, &h->waits[i]);
      h->waits[i].place = 0;
    }
}

void
gasp_tool_locks_thread_end (gasp_context_t context)
{
  gasp_tool_locks_settle (context);
  if (context->holder)
    gasp_tool_release_holder (context->holder);
  context->holder = NULL;
}

void
gasp_tool_locks_go_on (gasp_context_t context)
{
  if (context)
    context->holder = NULL;
}
