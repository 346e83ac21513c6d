/* budget.c - keep what recording costs within a part of the program's time.

   SPDX-License-Identifier: Apache-2.0

   What was spent is added up, for each function and each kind of event, and for
   the process and each thread.  Nothing is looked at in a call that is only
   counted: functions come by when a path is new, when a call of theirs has been
   timed that stands for others, and when their calls have doubled; other
   events, once in so many.  What is booked then is rather too much than too
   little.

   When a process or a thread has spent more than its part of the processor time
   that it has had, those that spent most of late are switched off, as many as
   it takes.  Up to a fixed amount nothing is: a short program's calls are all
   counted.  Samples (sampler.c) show where the time goes then.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "measure/budget.h"
#include "measure/sampling/callers.h"
#include "measure/clock.h"
#include "measure/ending.h"
#include "events/context.h"
#include "events/fast.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/map.h"
#include "ground/message.h"
#include "ground/pages.h"
#include "measure/memory/sampling.h"
#include "record/place.h"
#include "ground/shapes.h"
#include "ground/state.h"
#include "ticks.h"
#include "measure/timing.h"
#include "values.h"

#pragma weak gasp_gcc_set_mode

/* ---- What things cost, in nanoseconds, where that is not measured.  */

/* A call that is counted, and one that is timed: rather too much, as in a
   program it costs more than in a loop.  */
#define COUNTED 10
#define TIMED 60
/* By so much.  */
#define IN_SITU 2
/* The runtime's part of an event, and of a call that comes to us.  */
#define EVENT_ASIDE 50
/* A measured part that takes longer has lost its processor.  */
#define LONGEST 20000

/* May be spent, whatever part of the time that is.  */
#define CREDIT 10000000
/* How much must have been spent to tell what spends it.  */
#define EVIDENCE (CREDIT / 4)
/* The part of a budget for calls and events; the rest is for samples,
   allocations that are not sampled, and sites that do nothing.  */
#define OF_BUDGET .5
/* The least such while: calls are booked many at a time, so a shorter one may
   contain just one booking of what costs little.  */
#define LEAST_EVIDENCE (EVIDENCE / 10)
/* Between two looks at least.  */
#define STEP 20000
/* Budget that was not spent is kept, up to the budget of this much time.  */
#define KEPT 2e9

static double ticks_per_ns = 1;

static uint64_t
in_ticks (double ns)
{
  return ns * ticks_per_ns;
}

/* Returns what may be spent in any case.  */
static double
credit (void)
{
  return gasp_tool_samples_alone ? 0 : CREDIT;
}

static double
cost_counted (void)
{
  return in_ticks (COUNTED);
}

static double
cost_timed (void)
{
  return in_ticks (TIMED);
}

/* ---- Accounts.  */

/* The process's.  */
static struct account process;
/* That there are now.  */
static unsigned int threads;

static void
open_account (struct account *a, clockid_t clock)
{
  memset (a, 0, sizeof *a);
  a->clock = clock;
  a->since = a->looked_at = nanoseconds (clock);
  a->next_look = in_ticks (credit ());
}

/* Checks whether A has spent too much, and is still spending it.  */
static bool
is_overdrawn (struct account *a)
{
  uint64_t now = nanoseconds (a->clock);
  double spent = a->spent / ticks_per_ns;
  double part = gasp_tool_budget * (now - a->since - spent);
  double left = (part > credit () ? part : credit ()) - a->forfeited - spent;
  double lately = (a->spent - a->spent_before) / ticks_per_ns;
  double keep = credit () + gasp_tool_budget * KEPT;
  bool result = (left < 0 && lately > gasp_tool_budget / 2
				      * (now - a->looked_at));
  if (left > keep)
    a->forfeited += left - keep;
  a->looked_at = now;
  a->spent_before = a->spent;
  double step = left < keep ? left / 2 : keep / 2;
  a->next_look = a->spent + in_ticks (step > STEP ? step : STEP);
  return result;
}

/* ---- Spenders: functions, and kinds of events.  */

struct spender {
  uint64_t key;			/* a function's address; an event's tag, doubled,
				   plus 1; 0: forgotten */
  gasp_record_ref place;	/* of a function */
  uint32_t next;		/* of those that spent lately; counted from 1 */
  uint32_t visits;
  uint64_t since;		/* when it came by first */
  uint64_t last;		/* when it came by last: ticks */
  uint64_t all_before;		/* and what had been spent by then */
  uint64_t lately;
};

static struct {
  struct spender *list;
  unsigned int count, room;
  struct map by_key;		/* their numbers, from 1 */
  uint32_t first;		/* of those that spent lately */
  uint64_t since;		/* ticks: when that began */
  uint64_t had, spent;		/* what the process had had and spent by then */
  bool are_given_up;		/* they may be of what was unloaded */
} spenders;
static GASP_TOOL_LOCK (spenders_lock);

#define FIRST_ROOM 256

static struct spender *
new_spender (uint64_t key, gasp_record_ref place, uint32_t hash)
{
  if (spenders.count == spenders.room)
    {
      void *more
	= spenders.list
	  ? gasp_tool_pages_double (spenders.list, sizeof *spenders.list,
				    &spenders.room)
	  : gasp_tool_pages (FIRST_ROOM * sizeof *spenders.list);
      if (!more)
	return NULL;
      if (!spenders.list)
	spenders.room = FIRST_ROOM;
      spenders.list = more;
    }
  struct spender *s = &spenders.list[spenders.count++];
  *s = (struct spender) { .key = key, .place = place, .since = read_clock (),
			  .last = read_tsc (), .all_before = process.spent };
  gasp_tool_map_add (&spenders.by_key, hash, spenders.count);
  return s;
}

static struct spender *
spender_of (uint64_t key, gasp_record_ref place)
{
  uint32_t hash = map_hash (key), at = hash;
  gasp_record_ref number;
  while ((number = map_next (&spenders.by_key, hash, &at)) != 0)
    if (spenders.list[number - 1].key == key)
      return &spenders.list[number - 1];
  return new_spender (key, place, hash);
}

/* A function that was called less often may have had one expensive call: that
   alone is no reason to switch it off.  */
#define LEAST_VISITS 4

/* Returns how much of the TICKS that S has spent since it came by last it has
   spent lately.  */
static uint64_t
spent_lately (struct spender *s, uint64_t ticks)
{
  uint64_t now = read_tsc (), last = s->last;
  s->last = now;
  if (last >= spenders.since || now <= spenders.since)
    return ticks;
  double part = (double) (now - spenders.since) / (double) (now - last);
  return (uint64_t) (part * (double) ticks) + 1;
}

static void
add_to_spender (uint64_t key, gasp_record_ref place, uint64_t ticks)
{
  struct spender *s = spender_of (key, place);
  if (!s)
    return;
  ticks = spent_lately (s, ticks);
  s->visits++;
  if (s->lately == 0)
    {
      s->next = spenders.first;
      spenders.first = s - spenders.list + 1;
    }
  s->lately += ticks;
}

void
gasp_tool_budget_unload (uint64_t begin, uint64_t end)
{
  if (!spenders.count)
    return;
  struct gasp_tool_holder holder;
  if (!lock_for_a_while (&spenders_lock, &holder))
    {
      __atomic_store_n (&spenders.are_given_up, true, __ATOMIC_RELAXED);
      return;
    }
  for (unsigned int i = 0; i < spenders.count; i++)
    if (spenders.list[i].key >= begin && spenders.list[i].key < end)
      spenders.list[i].key = 0;
  unlock_quietly (&spenders_lock, &holder);
}

/* ---- Switching off.  */

/* Functions, together, as that is cheaper.  Not on the stack, which may be a
   small one, but with the spenders' lock.  */
#define BATCH 64
static struct {
  const struct gasp_gcc_function *functions[BATCH];
  unsigned int count;
} batch;

static void
switch_off (void)
{
  if (batch.count)
    gasp_tool_end_functions (batch.functions, batch.count);
  batch.count = 0;
}

/* Adds S.  Not what may be called within itself, where the end of an inner
   call, without a frame, is taken for that of the outer one.  */
static void
add_to_batch (const struct spender *s)
{
  const struct gasp_gcc_function *function = (const void *) s->key;
  if (s->place && (AT (struct gasp_record_place, s->place)->flags
		   & GASP_RECORD_PLACE_WITHIN))
    gasp_gcc_set_mode (&function, 1, GASP_GCC_NOTHING);
  else
    batch.functions[batch.count++] = function;
}

/* Writes down that PLACE is off, as S is.  The number of events so far does
   not say how many would have come: they begin and end with phases of the
   program.  */
static void
note_off (const struct spender *s, gasp_record_ref place)
{
  uint64_t now = read_clock ();
  if (!place)
    return;
  __atomic_fetch_or (&AT (struct gasp_record_place, place)->flags,
		     GASP_RECORD_PLACE_OFF, __ATOMIC_RELAXED);
  struct gasp_record_off off = {
    .place = place, .since = s->key & 1 ? now : s->since, .until = now,
    .spent = (process.spent - s->all_before) / IN_SITU / (threads + !threads)
  };
  gasp_tool_add (GASP_RECORD_OFFS, &off, sizeof off);
}

static void
note_place_off (void *element, const void *data)
{
  const struct gasp_record_place *place = element;
  const struct spender *s = data;
  if (place->kind == GASP_RECORD_EVENT && !gasp_tool_is_off (place->tag)
      && gasp_tool_goes_with (place->tag, s->key >> 1))
    note_off (s, ref_of (place));
}

/* The key of those that allocate and free.  */
#define ALLOCATIONS ((uint64_t) GASP_C_MALLOC << 1 | 1)

static void
choose (const struct spender *s)
{
  if (s->key & 1 && gasp_tool_is_off (s->key >> 1))
    return;
  if (s->key == ALLOCATIONS && gasp_tool_sample_memory ())
    return;
  if (s->key & 1)
    {
      gasp_tool_each (GASP_RECORD_PLACES, note_place_off, s);
      gasp_tool_switch_off (s->key >> 1);
    }
  else if (s->key)
    {
      add_to_batch (s);
      gasp_tool_callers_off (s->key);
      note_off (s, s->place);
    }
  if (batch.count == BATCH)
    switch_off ();
}

/* How many of those that spent lately, by the logarithm of how much.  */
#define MAGNITUDES 64
/* At a time, no more are switched off than leave so small a part of what was
   spent: much of that may have been spent once, as where paths are new.  */
#define AT_ONCE 4

/* Switches off the largest spenders until the others spent no more than
   ROOM.  */
static void
cut_down (double room)
{
  uint32_t first[MAGNITUDES] = { 0 }, next;
  double all = 0;
  for (uint32_t n = spenders.first; n; n = next)
    {
      struct spender *s = &spenders.list[n - 1];
      int magnitude = 63 - __builtin_clzl (s->lately | 1);
      next = s->next;
      if (s->visits < LEAST_VISITS && !gasp_tool_samples_alone)
	{
	  s->lately = 0;
	  continue;
	}
      all += s->lately;
      s->next = first[magnitude];
      first[magnitude] = n;
    }
  if (!gasp_tool_samples_alone && room < all / AT_ONCE)
    room = all / AT_ONCE;
  for (int m = MAGNITUDES; m-- > 0 && all > room;)
    for (uint32_t n = first[m]; n && all > room; n = spenders.list[n - 1].next)
      {
	all -= spenders.list[n - 1].lately;
	choose (&spenders.list[n - 1]);
      }
  /* In the order that the list had: all of them are to be gone through.  */
  switch_off ();
  for (int m = 0; m < MAGNITUDES; m++)
    for (uint32_t n = first[m]; n; n = spenders.list[n - 1].next)
      spenders.list[n - 1].lately = 0;
}

static void
forget_lately (void)
{
  for (uint32_t n = spenders.first; n; n = spenders.list[n - 1].next)
    spenders.list[n - 1].lately = 0;
}

/* Begins the period that counts as lately, from NOW on.  */
static void
begin_lately (uint64_t now)
{
  forget_lately ();
  spenders.first = 0;
  spenders.since = now;
  spenders.had = process.looked_at;
  spenders.spent = process.spent;
}

/* Returns whether anything may be switched off: by default, only if samples
   show what happens there.  */
static bool
may_switch (void)
{
  return HEADER->sampler || !gasp_tool_setting_is_default (GASP_BUDGET_SETTING);
}

/* Switches off what spent too much since that began to count as lately, until
   NOW.  */
static void
cut_down_lately (uint64_t now)
{
  double window = in_ticks (process.looked_at - spenders.had);
  if (window > now - spenders.since)
    window = now - spenders.since;
  cut_down (gasp_tool_budget / 2 * window);
  begin_lately (now);
}

/* Charges A with so many TICKS for looking.  These are a reason neither to look
   again nor to switch anything off: that would not save them.  */
static void
charge_look (struct account *a, uint64_t ticks)
{
  a->spent += ticks;
  a->spent_before += ticks;
  a->next_look += ticks;
}

/* Looks whether the process or THREAD is overdrawn; the lock is held.  */
static void
look (struct account *thread)
{
  uint64_t now = read_tsc (), lately = process.spent - spenders.spent;
  bool over = is_overdrawn (&process);
  if (is_overdrawn (thread))
    over = true;
  if (over && may_switch () && lately > in_ticks (LEAST_EVIDENCE))
    cut_down_lately (now);
  else if (lately > in_ticks (EVIDENCE))
    begin_lately (now);
  /* The clock also counts time in which other threads had the processor, so a
     look may seem endless.  */
  uint64_t took = in_ticks (nanoseconds (thread->clock) - thread->looked_at);
  charge_look (thread, took);
  charge_look (&process, took);
  spenders.spent += took;
}

/* Charges KEY with so many TICKS of CONTEXT.  If the lock is taken, they are
   added to the process's total later, without a name.  Waiting is not safe:
   the thread that holds the lock may be stopped, or may be switching functions
   off.  */
static void
spend (gasp_context_t context, uint64_t key, gasp_record_ref place,
       double ticks)
{
  struct account *thread = &context->account;
  /* Checking the budget and switching functions off need system calls.  */
  if (gasp_tool_may_be_sandboxed)
    return;
  thread->spent += (uint64_t) ticks;
  thread->unbooked += (uint64_t) ticks;
  if (__atomic_load_n (&spenders.are_given_up, __ATOMIC_RELAXED)
      || !try_lock (&spenders_lock))
    return;
  process.spent += thread->unbooked;
  thread->unbooked = 0;
  if (key)
    add_to_spender (key, place, (uint64_t) ticks);
  if (thread->spent >= thread->next_look || process.spent >= process.next_look)
    look (thread);
  unlock (&spenders_lock);
}

/* Returns the ticks since START, or as many as MOST nanoseconds have.  */
static double
took_since (uint64_t start, double most)
{
  double took = read_tsc () - start;
  return took < most * ticks_per_ns ? took : most * ticks_per_ns;
}

/* ---- Functions come by.  */

static void
spend_for (gasp_context_t context, const struct gasp_record_node *node,
	   double ticks)
{
  spend (context, node->key, node->place, ticks);
}

/* How many calls of an observed path are booked at a time at first; it grows
   with the number of calls.  */
#define FIRST_VISIT 64
#define LAST_VISIT 65536

uint32_t
gasp_tool_budget_period (const struct gasp_record_node *node)
{
  if (!gasp_tool_is_limited)
    return UINT32_MAX;
  uint64_t period = node->calls / 4;
  return period < FIRST_VISIT ? FIRST_VISIT
	 : period > LAST_VISIT ? LAST_VISIT : period;
}

void
gasp_tool_budget_visit (gasp_context_t context, struct gasp_gcc_path *path)
{
  struct gasp_record_node *node = (struct gasp_record_node *) path;
  spend_for (context, node, path->period * cost_counted ());
  path->skip = path->period = gasp_tool_budget_period (node);
}

void
gasp_tool_budget_doubled (gasp_context_t context, struct gasp_gcc_path *path)
{
  double calls = path->calls == FIRST_LOOK ? path->calls : path->calls / 2.0;
  if (gasp_tool_is_limited)
    spend_for (context, (struct gasp_record_node *) path,
	       calls * cost_timed ());
}

void
gasp_tool_budget_added (gasp_context_t context,
			const struct gasp_gcc_function *function,
			const struct gasp_record_node *node, uint64_t start)
{
  double took = took_since (start, LONGEST);
  spend (context, (uint64_t) (uintptr_t) function, node ? node->place : 0,
	 took + cost_timed ());
}

/* ---- Calls and events that come to us.  */

/* One of this many is measured.  */
#define ONE_IN 16

/* Decides at random: otherwise, if events take turns, it would always be the
   same one.  */
bool
gasp_tool_budget_turn (gasp_context_t context)
{
  if (!gasp_tool_is_limited)
    return false;
  context->turns = context->turns * 1664525 + 1013904223;
  return context->turns < UINT32_MAX / ONE_IN;
}

void
gasp_tool_budget_event (gasp_context_t context, uint32_t tag, uint64_t start)
{
  double took = took_since (start, LONGEST) + EVENT_ASIDE * ticks_per_ns;
  uint32_t spender = gasp_tool_spender_tag (tag);
  /* What may not be switched off has no part in the budget; samples of memory
     have one of their own.  */
  if (spender
      && !(spender == GASP_C_MALLOC && gasp_tool_memory_is_sampled))
    spend (context, (uint64_t) spender << 1 | 1, 0, ONE_IN * took);
}

/* Charges a call of FUNCTION, at PLACE, by the slow way: its end takes as
   long.  */
void
gasp_tool_budget_call (gasp_context_t context,
		       const struct gasp_gcc_function *function,
		       gasp_record_ref place, uint64_t start)
{
  double took = took_since (start, LONGEST) + EVENT_ASIDE * ticks_per_ns;
  spend (context, (uint64_t) (uintptr_t) function, place, ONE_IN * 2 * took);
}

/* ---- The beginning.  */

void
gasp_tool_budget_begin (void)
{
  if (!gasp_tool_samples_alone)
    return;
  gasp_tool_switch_all_off (gasp_tool_sample_memory () ? GASP_C_MALLOC : 0);
}

/* Returns whether the user wants more than samples of time show.  */
static bool
wants_all (void)
{
  const char *sample = gasp_tool_setting (GASP_SAMPLE_SETTING);
  return (gasp_tool_traces || gasp_tool_setting_flag (GASP_EXACT_SETTING)
	  || (gasp_tool_setting_is_default (GASP_BUDGET_SETTING)
	      && (HEADER->counters || gasp_tool_clock_read
		  || !gasp_tool_setting_is_default (GASP_TIMING_SETTING)
		  || (*sample && strcmp (sample, "time")))));
}

void
gasp_tool_budget_describe (void)
{
  if (gasp_tool_is_limited)
    HEADER->budget = (uint32_t) (gasp_tool_budget / OF_BUDGET * 1000 + 1.5);
}

bool
gasp_tool_budget_init (void)
{
  double percent = gasp_parse_percent (gasp_tool_setting (GASP_BUDGET_SETTING));
  if (percent < 0)
    gasp_tool_bad_setting (GASP_BUDGET_SETTING, GASP_PERCENT_FORM);
  if (percent < 0 || wants_all () || !gasp_gcc_set_mode)
    return false;
  gasp_tool_is_limited = true;
  gasp_tool_budget = percent / 100 * OF_BUDGET;
  gasp_tool_samples_alone = percent <= 0;
  gasp_tool_budget_describe ();
  ticks_per_ns = gasp_tool_tsc_per_ns ();
  open_account (&process, CLOCK_PROCESS_CPUTIME_ID);
  begin_lately (read_tsc ());
  return true;
}

void
gasp_tool_budget_thread (gasp_context_t context)
{
  if (!gasp_tool_is_limited)
    return;
  __atomic_add_fetch (&threads, 1, __ATOMIC_RELAXED);
  open_account (&context->account, CLOCK_THREAD_CPUTIME_ID);
}

void
gasp_tool_budget_thread_end (gasp_context_t context)
{
  (void) context;
  __atomic_sub_fetch (&threads, 1, __ATOMIC_RELAXED);
}

void
gasp_tool_budget_fork (gasp_context_t context)
{
  if (!gasp_tool_is_limited)
    return;
  threads = 0;
  open_account (&process, CLOCK_PROCESS_CPUTIME_ID);
  begin_lately (read_tsc ());
  batch.count = 0;
  for (unsigned int i = 0; i < spenders.count; i++)
    spenders.list[i].key = 0;
  if (context)
    gasp_tool_budget_thread (context);
}
