/* lock-holders.c - who held a lock of a team while others waited for it.

   SPDX-License-Identifier: Apache-2.0

   The holders are found in what the other threads have written.  Reading all
   of it takes long, so it is done for each long wait, and for a sample of the
   short ones, each of which stands for as much waiting.  Before this,
   team-locks.c and lock-samples.c; after it, tally.c.  */

#include "models/lock-holders.h"
#include "record/file.h"
#include "ground/pages.h"
#include "models/tally.h"

#define HOLDERS 1024
static struct holder *holders[HOLDERS];
static unsigned int holders_used;
/* Waits that are shorter than this for each thread, in ticks, are sampled.  */
static uint64_t look;

/* ---- The threads.  */

static unsigned int
count_holders (void)
{
  unsigned int count = __atomic_load_n (&holders_used, __ATOMIC_ACQUIRE);
  return count < HOLDERS ? count : HOLDERS;
}

static struct holder *
holder_at (unsigned int number)
{
  return __atomic_load_n (&holders[number], __ATOMIC_ACQUIRE);
}

struct holder *
gasp_tool_take_holder (void)
{
  unsigned int count = count_holders ();
  for (unsigned int i = 0; i < count; i++)
    {
      struct holder *h = holder_at (i);
      if (h && !__atomic_exchange_n (&h->is_taken, true, __ATOMIC_ACQUIRE))
	return h;
    }
  if (count == HOLDERS)
    return NULL;
  struct holder *new = gasp_tool_pages (sizeof *new);
  if (!new)
    return NULL;
  new->is_taken = true;
  unsigned int number
    = __atomic_fetch_add (&holders_used, 1, __ATOMIC_ACQ_REL);
  if (number < HOLDERS)
    __atomic_store_n (&holders[number], new, __ATOMIC_RELEASE);
  return new;
}

/* ---- Whom to blame.  */

/* Notes in H that HAD was in the way of WAIT, if it was, in FOUND, of which
   there are COUNT and the latest is first.  Returns the new count.  A lock that
   a thread is about to get has no SINCE yet.  */
static unsigned int
note_found (struct holder *h, unsigned int count, const struct wait *wait,
	    const struct gasp_gcc_had *had)
{
  if (!had->since || had->lock != wait->lock || had->since >= wait->until
      || (had->until && had->until <= wait->since))
    return count;
  unsigned int at = count;
  while (at > 0 && h->found[at - 1].since < had->since)
    at--;
  /* It has been given back since it was first read.  */
  if (at > 0 && h->found[at - 1].since == had->since
      && h->found[at - 1].thread == had->thread)
    return count;
  if (count == FOUND)
    return count;
  for (unsigned int i = count; i > at; i--)
    h->found[i] = h->found[i - 1];
  h->found[at] = *had;
  return count + 1;
}

/* Looks at all that OTHER holds, or was about to say that it had held.  It may
   be changing that: then a lock is missing, or is that of a moment later.
   Returns the new COUNT.  */
static unsigned int
look_at_held (struct holder *h, unsigned int count, const struct wait *wait,
	      const struct holder *other)
{
  unsigned int held = __atomic_load_n (&other->held_count, __ATOMIC_ACQUIRE);
  for (unsigned int i = 0; i < held && i < HELD; i++)
    {
      struct gasp_gcc_had had = other->held[i];
      had.until = 0;
      count = note_found (h, count, wait, &had);
    }
  return count;
}

/* Looks at what OTHER held.  Returns the new COUNT.  */
static unsigned int
look_at_past (struct holder *h, unsigned int count, const struct wait *wait,
	      const struct holder *other)
{
  unsigned int past = __atomic_load_n (&other->past.count, __ATOMIC_ACQUIRE);
  for (unsigned int i = 1; i <= GASP_GCC_LOCKS_HAD && i <= past; i++)
    {
      struct gasp_gcc_had had
	= other->past.list[(past - i) % GASP_GCC_LOCKS_HAD];
      if (had.until && had.until <= wait->since)
	break;
      count = note_found (h, count, wait, &had);
    }
  return count;
}

static unsigned int
look_at_all (struct holder *h, unsigned int count, const struct wait *wait,
	     unsigned int (*look_at) (struct holder *, unsigned int,
				      const struct wait *,
				      const struct holder *))
{
  unsigned int all = count_holders ();
  for (unsigned int i = 0; i < all; i++)
    {
      const struct holder *other = holder_at (i);
      if (other && other != h)
	count = look_at (h, count, wait, other);
    }
  return count;
}

/* Finds the holders of the lock during WAIT, in FOUND; returns how many.  The
   one that gave it back last may not have said so yet.  The thread itself is
   among them if it was the latest before WAIT.  */
static unsigned int
find_culprits (struct holder *h, const struct wait *wait)
{
  unsigned int count = look_at_past (h, 0, wait, h);
  count = look_at_all (h, count, wait, look_at_past);
  if (!wait->is_sample
      && (count == 0 || h->found[0].until + look < wait->until))
    count = look_at_all (h, count, wait, look_at_held);
  return count;
}

/* A wait TOOK so long, and stands for ALL.  */
struct share { uint64_t took, all; };

static void
blame_one (gasp_context_t context, const struct wait *wait,
	   const struct gasp_gcc_had *had, uint64_t amount,
	   const struct share *share)
{
  bool is_sample = share->all != share->took;
  struct gasp_record_tally key = {
    .what = GASP_RECORD_BLAMED, .place = wait->place,
    .object = (uintptr_t) wait->lock, .other = had->place,
    .other_thread = had->thread, .is_sample = is_sample
  };
  struct tallied tallied = { 1, amount, amount };
  if (is_sample)
    {
      tallied.count = (share->all + share->took / 2) / share->took;
      tallied.amount = amount * share->all / share->took;
    }
  gasp_tool_tally_all (context, &key, &tallied);
}

/* Blames those that held what WAIT was for.  Each is to blame until the next
   one held it; but where their order is given, from the time when the one
   before gave it back.  */
static void
blame_all (gasp_context_t context, struct holder *h, const struct wait *wait,
	   const struct share *share)
{
  unsigned int count = find_culprits (h, wait);
  uint64_t end = wait->until;
  for (unsigned int i = 0; i < count && end > wait->since; i++)
    {
      const struct gasp_gcc_had *had = &h->found[i];
      const struct gasp_gcc_had *before = i + 1 < count ? had + 1 : NULL;
      uint64_t begin = had->since;
      if (wait->in_order && had->until && had->until < end)
	end = had->until;
      if (wait->in_order && before && before->until
	  && before->until < begin)
	begin = before->until;
      uint64_t from = begin > wait->since ? begin : wait->since;
      if (end > from && had->thread != context->thread->number)
	blame_one (context, wait, had, end - from, share);
      end = begin;
    }
  if (wait->first.place && end > wait->since)
    blame_one (context, wait, &wait->first, end - wait->since, share);
}

void
gasp_tool_blame (gasp_context_t context, struct holder *h,
		 const struct wait *wait, uint64_t all)
{
  uint64_t took = gasp_tool_between (wait->since, wait->until);
  struct share share = { took, all };
  uint64_t step = look * count_holders ();
  if (took == 0)
    return;
  if (took < step)
    {
      h->owed += all;
      if (h->owed < step)
	return;
      share.all = all < step ? step : all;
      h->owed = h->owed > share.all ? h->owed - share.all : 0;
    }
  blame_all (context, h, wait, &share);
}

void
gasp_tool_settle_wait (gasp_context_t context, struct holder *h,
		       const struct wait *wait)
{
  struct gasp_record_tally key = {
    .what = GASP_RECORD_WAITED, .place = wait->place,
    .object = (uintptr_t) wait->lock
  };
  uint64_t took = gasp_tool_between (wait->since, wait->until);
  gasp_tool_tally (context, &key, took);
  if (h && !HEADER->clock_per_thread)
    gasp_tool_blame (context, h, wait, took);
}

/* ---- Threads and processes end and begin.  */

void
gasp_tool_locks_describe (void)
{
  look = (uint64_t) (GASP_RECORD_WAIT_STEP / HEADER->ns_per_tick) + 1;
}

void
gasp_tool_locks_forget (gasp_context_t context)
{
  context->lock_turn++;
  if (context->holder)
    context->holder->past.are_forgotten = true;
}

void
gasp_tool_release_holder (struct holder *h)
{
  h->past.are_forgotten = true;
  h->wait.lock = NULL;
  h->owed = 0;
  __atomic_store_n (&h->held_count, 0, __ATOMIC_RELEASE);
  __atomic_store_n (&h->is_taken, false, __ATOMIC_RELEASE);
}

/* Forgets places in a forked child, whose record is another, with places
   elsewhere.  */
void
gasp_tool_locks_fork (void)
{
  for (unsigned int i = 0; i < count_holders (); i++)
    if (holders[i])
      {
	holders[i]->past.count = 0;
	gasp_tool_release_holder (holders[i]);
      }
}
