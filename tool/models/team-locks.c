/* team-locks.c - locks of teams of threads: who held them, and who waited for whom.

   SPDX-License-Identifier: Apache-2.0

   While the program holds a lock, all others that want it wait for us, too.  So
   nothing that others look at is written then: a thread notes only when it got
   the lock, in memory of its own.  When it has given it back, it tells the others
   how long it had it; adds up how long it waited and held, as tallies of the
   record (record.h); and finds who held the lock meanwhile in what the other
   threads tell.  That means reading what all of them wrote, so it is done for each
   long wait, and for a sample of the short ones, each of which stands for as much
   waiting.  Before this, event.c; after it, tally.c.  */

#include "measure/clock.h"
#include "record/file.h"
#include "ground/pages.h"
#include "models/peers.h"
#include "models/tally.h"
#include "models/team.h"
#include "measure/sample.h"
#include "ground/state.h"
#include "gasp_gcc.h"
#include "gasp_omp.h"
#include <stddef.h>

#pragma weak gasp_gcc_leave_out

/* How the thread came to have it: by waiting at PLACE, or, if that is 0, not. 
   FIRST is who had it then, if its place is not 0; since when is not known.  */
struct wait {
  const void *lock;
  uint64_t since, until;
  gasp_record_ref place;
  struct gasp_gcc_had first;
  bool in_order;		/* the order in which threads get it is given */
  bool is_sample;		/* what threads have has no events */
};

#define HELD 32
#define FOUND 96

/* Of a thread.  Others read it at any time; so it remains when the thread ends, until
   another one takes it over.  */
struct holder {
  bool is_taken;
  /* In the order in which they were given back; of samples, got.  */
  struct gasp_gcc_locks_had past;
  /* Read by others only where someone is missing among what was given back.  */
  unsigned int held_count __attribute__ ((aligned (128)));
  struct gasp_gcc_had held[HELD];	/* the latest is the last */
  /* Its own.  */
  struct wait waits[HELD] __attribute__ ((aligned (128)));
  struct wait wait;		/* that is over, for a lock that it is about to
				   have; else its LOCK is null */
  struct gasp_gcc_had first;	/* who has the lock that it waits for */
  struct gasp_gcc_had released;	/* that it is giving back, or its place is 0 */
  struct wait released_wait;
  uint64_t owed;		/* waiting that no sample stands for yet */
  struct gasp_gcc_had found[FOUND];
};

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

/* Returns a holder that no thread has; null if there is none.  */
static struct holder *
take_holder (void)
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

static struct holder *
holder_of (gasp_context_t context)
{
  if (unlikely (!context->holder))
    context->holder = take_holder ();
  return context->holder;
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
	   const struct gasp_gcc_had *had, uint64_t amount, const struct share *share)
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

/* Finds whom to blame for WAIT, which stands for waiting of ALL.  */
static void
blame (gasp_context_t context, struct holder *h, const struct wait *wait,
       uint64_t all)
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

/* ---- Waits.  */

static void
settle (gasp_context_t context, struct holder *h, const struct wait *wait)
{
  struct gasp_record_tally key = {
    .what = GASP_RECORD_WAITED, .place = wait->place,
    .object = (uintptr_t) wait->lock
  };
  uint64_t took = gasp_tool_between (wait->since, wait->until);
  gasp_tool_tally (context, &key, took);
  if (h && !HEADER->clock_per_thread)
    blame (context, h, wait, took);
}

/* Settles the latest wait, which has not led to a lock that would be
   reported.  */
static void
settle_latest (gasp_context_t context, struct holder *h)
{
  if (h && h->wait.lock)
    settle (context, h, &h->wait);
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
  settle_latest (context, holder_of (context));
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
    settle (context, NULL, &wait);
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
		     ? holder_of (context) : NULL;
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

/* Adds what H's thread HAD, for others to see.  */
static void
add_past (struct holder *h, const struct gasp_gcc_had *had)
{
  h->past.list[h->past.count % GASP_GCC_LOCKS_HAD] = *had;
  __atomic_store_n (&h->past.count, h->past.count + 1, __ATOMIC_RELEASE);
}

/* Notes that H's thread has given number AT back, at NOW.  */
static void
give_back (struct holder *h, unsigned int at, uint64_t now)
{
  h->held[at].until = now;
  add_past (h, &h->held[at]);
  for (unsigned int i = at; i + 1 < h->held_count; i++)
    {
      h->held[i] = h->held[i + 1];
      h->waits[i] = h->waits[i + 1];
    }
  __atomic_store_n (&h->held_count, h->held_count - 1, __ATOMIC_RELEASE);
}

/* Locks are given back in any order, also by another function than took them: so
   EVENT may be about another lock, or be missing.  */
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
    settle (context, h, &wait);
  return 0;
}

bool
gasp_tool_holds_locks (gasp_context_t context)
{
  return context->holder && context->holder->held_count;
}

/* ---- Locks that are tried first, so that only those that wait raise events.  */

void
gasp_tool_lock_awaited (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  const struct gasp_gcc_lock_use *first = arguments[3].p;
  struct holder *h = event ? holder_of (context) : NULL;
  if (!h)
    return;
  event->since = gasp_tool_start_of (context, event);
  h->first = (struct gasp_gcc_had) { 0 };
  if (first)
    h->first = (struct gasp_gcc_had) { .place = first->place,
				       .thread = first->thread };
}

uint64_t
gasp_tool_lock_acquired (gasp_context_t context, const struct open_event *event,
			 const union argument *arguments)
{
  struct holder *h = context->holder;
  if (!h || !gasp_tool_has_place (context, event))
    return 0;
  struct wait wait = {
    .lock = arguments[2].p, .since = event->since,
    .until = gasp_tool_end_of (context), .place = event->node->place,
    .first = h->first
  };
  unsigned int number = h->held_count;
  if (!arguments[3].i || number == HELD)
    {
      settle (context, h, &wait);
      return 0;
    }
  h->waits[number] = wait;
  h->held[number] = (struct gasp_gcc_had) {
    .lock = wait.lock, .place = wait.place, .since = wait.until,
    .thread = context->thread->number
  };
  __atomic_store_n (&h->held_count, number + 1, __ATOMIC_RELEASE);
  return 0;
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
  settle (context, h, &h->released_wait);
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

/* ---- Samples of locks.  */

/* No sample stands for others: threads add up themselves.  */
static bool are_counted;

/* Getting a free lock takes less, with two readings of the clock: ns.  */
#define FREE 100
/* Waiting as long as this costs far more than telling it: ns.  */
#define LONG_WAIT 4000
/* A sample costs so much: ns; and those of a place so much of the budget.  */
#define SAMPLE_COST 400
#define OF_BUDGET .5
/* So many locks are passed over at most.  */
#define MOST_PASSES 1000

static uint64_t
ticks_of (double ns)
{
  return (uint64_t) (ns / HEADER->ns_per_tick) + 1;
}

uint64_t
gasp_tool_long_wait (void)
{
  return ticks_of (LONG_WAIT);
}

static struct gasp_record_tally
key_of (uint32_t what, gasp_record_ref place,
	const struct gasp_gcc_lock_sample *sample)
{
  return (struct gasp_record_tally) {
    .what = what, .place = place, .object = (uintptr_t) sample->lock
  };
}

/* Adds what SAMPLE says to WHAT at PLACE: ALL ticks, of which one TOOK so
   many.  */
static void
tally_sample (gasp_context_t context, uint32_t what, gasp_record_ref place,
	      const struct gasp_gcc_lock_sample *sample, uint64_t all,
	      uint64_t took)
{
  struct gasp_record_tally key = key_of (what, place, sample);
  key.is_sample = true;
  struct tallied tallied = { sample->stands_for, all, took };
  gasp_tool_tally_all (context, &key, &tallied);
}

/* Adds up how long the lock was held.  What SAMPLE stands for was not held longer
   in all than the time that has PASSED since the one before.  */
static void
add_hold (gasp_context_t context, gasp_record_ref place,
	  const struct gasp_gcc_lock_sample *sample, uint64_t passed)
{
  uint64_t took = gasp_tool_between (sample->got, sample->given);
  uint64_t all = took * sample->stands_for;
  if (all > passed)
    all = passed > took ? passed : took;
  tally_sample (context, GASP_RECORD_HELD, place, sample, all, took);
}

static struct wait
wait_of (gasp_record_ref place, const struct gasp_gcc_lock_sample *sample)
{
  return (struct wait) {
    .lock = sample->lock, .since = sample->since, .until = sample->got,
    .place = place,
    .first = { .place = sample->holder.place, .thread = sample->holder.thread },
    .in_order = gasp_tool_role (sample->waiting) == ROLE_TURN,
    .is_sample = true
  };
}

/* Adds up how long it was waited for.  A long wait stands only for itself, as
   all of these come here.  */
static void
add_wait (gasp_context_t context, struct holder *h, gasp_record_ref place,
	  const struct gasp_gcc_lock_sample *sample)
{
  struct wait wait = wait_of (place, sample);
  uint64_t took = gasp_tool_between (wait.since, wait.until), all = took;
  if (took < ticks_of (FREE))
    all = took = 0;
  else if (took < gasp_tool_long_wait ())
    all = took * sample->stands_for;
  tally_sample (context, GASP_RECORD_WAITED, place, sample, all, took);
  if (took)
    blame (context, h, &wait, all);
}

/* Returns how many locks to pass over where one came up each time that PASSED.  */
static unsigned int
passes_for (double passed)
{
  double passes = MOST_PASSES;
  double part = passed * gasp_tool_budget * OF_BUDGET;
  if (part > 0)
    passes = ticks_of (SAMPLE_COST) / part;
  return passes < MOST_PASSES ? passes : MOST_PASSES;
}

/* Adds up SAMPLE, which stands for others.  */
static void
estimate (gasp_context_t context, struct holder *h, gasp_record_ref waiting,
	  gasp_record_ref holding, struct gasp_gcc_lock_sample *sample)
{
  uint64_t begin = sample->before ? sample->before : HEADER->start_ticks;
  uint64_t passed = gasp_tool_between (begin, sample->given);
  if (sample->stands_for)
    add_hold (context, holding, sample, passed);
  if (waiting)
    add_wait (context, h, waiting, sample);
  if (sample->stands_for)
    sample->passes = passes_for ((double) passed / sample->stands_for);
}

/* Adds TIME to WHAT at PLACE, if SAMPLE is not only a question.  Returns where
   the thread of CONTEXT is to add up its lock there from now on; null:
   nowhere.  */
static struct gasp_gcc_lock_sums *
add_first (gasp_context_t context, uint32_t what, gasp_record_ref place,
	   const struct gasp_gcc_lock_sample *sample, uint64_t time)
{
  struct gasp_record_tally key = key_of (what, place, sample);
  if (sample->given)
    gasp_tool_tally (context, &key, time);
  return (struct gasp_gcc_lock_sums *) gasp_tool_tally_count (context, &key);
}

/* Notes which objects are loaded, by whose variables locks are named.  */
static void
know_modules (void)
{
  static bool done;
  if (!__atomic_exchange_n (&done, true, __ATOMIC_RELAXED))
    gasp_tool_modules ();
}

/* Adds up SAMPLE, if the thread did not do it, and has it done so from now on;
   and finds out who had the lock meanwhile.  Returns the ticks of a long wait,
   or 0.  */
static uint64_t
count (gasp_context_t context, struct holder *h, gasp_record_ref waiting,
       gasp_record_ref holding, struct gasp_gcc_lock_sample *sample)
{
  struct wait wait = wait_of (waiting, sample);
  uint64_t took = gasp_tool_between (wait.since, wait.until);
  if (took < ticks_of (FREE))
    took = 0;
  if (!sample->held)
    {
      know_modules ();
      sample->held = add_first (context, GASP_RECORD_HELD, holding, sample,
				gasp_tool_between (sample->got, sample->given));
      sample->waited = waiting ? add_first (context, GASP_RECORD_WAITED,
					    waiting, sample, took) : NULL;
      sample->all_waited = took;
    }
  if (waiting && took)
    blame (context, h, &wait, sample->all_waited);
  sample->free_wait = ticks_of (FREE);
  return waiting && took >= gasp_tool_long_wait () ? took : 0;
}

uint64_t
gasp_tool_lock_sampled (gasp_context_t context, gasp_record_ref waiting,
			gasp_record_ref holding,
			struct gasp_gcc_lock_sample *sample)
{
  struct holder *h = holder_of (context);
  bool is_new = !sample->held, off = context->attention & ATTENTION_OFF;
  if (off)
    sample->held = NULL;
  if (!h || gasp_tool_clock_read)
    return 0;
  uint64_t long_wait = 0;
  if (is_new && sample->given)
    add_past (h, &(struct gasp_gcc_had) {
      sample->lock, sample->got, sample->given, holding,
      context->thread->number
    });
  if (off)
    sample->passes = MOST_PASSES;
  else if (are_counted)
    long_wait = count (context, h, waiting, holding, sample);
  else if (sample->given)
    estimate (context, h, waiting, holding, sample);
  h->past.thread = context->thread->number;
  sample->past = &h->past;
  sample->place = holding;
  sample->long_wait = gasp_tool_long_wait ();
  return long_wait;
}

void
gasp_tool_locks_forget (gasp_context_t context)
{
  if (context->holder)
    context->holder->past.are_forgotten = true;
}

/* Returns whether locks are added up by the threads that have them, without
   events: if nobody wants to see each, and there is no budget, by which they
   are events or samples.  */
static bool
may_be_counted (void)
{
  return (gasp_gcc_leave_out && !gasp_tool_is_limited && !gasp_tool_traces
	  && !gasp_tool_clock_read && !HEADER->clock_per_thread
	  && !HEADER->counters);
}

void
gasp_tool_locks_describe (void)
{
  look = (uint64_t) (GASP_RECORD_WAIT_STEP / HEADER->ns_per_tick) + 1;
}

void
gasp_tool_locks_begin (void)
{
  are_counted = may_be_counted ();
  for (uint32_t tag = GASP_GCC_OMP_CRITICAL;
       are_counted && tag <= GASP_GCC_OMP_HOLD; tag++)
    gasp_gcc_leave_out (tag);
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
	settle (context, h, &h->waits[i]);
      h->waits[i].place = 0;
    }
}

static void
release_holder (struct holder *h)
{
  h->past.are_forgotten = true;
  h->wait.lock = NULL;
  h->owed = 0;
  __atomic_store_n (&h->held_count, 0, __ATOMIC_RELEASE);
  __atomic_store_n (&h->is_taken, false, __ATOMIC_RELEASE);
}

void
gasp_tool_locks_thread_end (gasp_context_t context)
{
  gasp_tool_locks_settle (context);
  if (context->holder)
    release_holder (context->holder);
  context->holder = NULL;
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
	release_holder (holders[i]);
      }
}

void
gasp_tool_locks_go_on (gasp_context_t context)
{
  if (context)
    context->holder = NULL;
}
