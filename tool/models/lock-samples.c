/* lock-samples.c - locks of teams that have no events: each is added up by the
   thread that has it, or one stands for others.

   SPDX-License-Identifier: Apache-2.0

   Before this, the events of locks that are tried first (libgasp); after it,
   lock-holders.c and tally.c.  */

#include "models/lock-holders.h"
#include "measure/clock.h"
#include "measure/sampling/modules.h"
#include "record/file.h"
#include "models/tally.h"
#include "ground/state.h"
#include "gasp_gcc.h"
#include "gasp_omp.h"

#pragma weak gasp_gcc_leave_out

/* No sample stands for others: threads add up themselves.  */
static bool are_counted;

/* Getting a free lock takes less, with two readings of the clock: ns.  */
#define FREE 100
/* Waiting as long as this costs far more than telling it: ns.  */
#define LONG_WAIT 4000
/* A sample costs so much: ns; and those of a place so much of the budget.  */
#define SAMPLE_COST 400
#define OF_BUDGET .5
/* The most locks that are passed over.  */
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

/* Adds up how long the lock was held.  What SAMPLE stands for was not held
   longer in all than the time that has PASSED since the one before.  */
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
    gasp_tool_blame (context, h, &wait, all);
}

/* Returns how many locks to pass over where one came up each time that
   PASSED.  */
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

/* Notes, once, which objects are loaded: locks are named after their
   variables.  */
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
    gasp_tool_blame (context, h, &wait, sample->all_waited);
  sample->free_wait = ticks_of (FREE);
  return waiting && took >= gasp_tool_long_wait () ? took : 0;
}

uint64_t
gasp_tool_lock_sampled (gasp_context_t context, gasp_record_ref waiting,
			gasp_record_ref holding,
			struct gasp_gcc_lock_sample *sample)
{
  struct holder *h = gasp_tool_holder_of (context);
  bool is_new = !sample->held, off = context->attention & ATTENTION_OFF;
  if (off)
    sample->held = NULL;
  if (!h || gasp_tool_clock_read)
    return 0;
  uint64_t long_wait = 0;
  if (is_new && sample->given)
    gasp_tool_add_past (h, &(struct gasp_gcc_had) {
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

bool
gasp_tool_locks_are_counted (void)
{
  return (!gasp_tool_traces && !gasp_tool_clock_read
	  && !HEADER->clock_per_thread && !HEADER->counters);
}

/* Returns whether OpenMP's locks are counted, too: under a budget they are
   events or samples.  */
static bool
may_be_counted (void)
{
  return (gasp_gcc_leave_out && !gasp_tool_is_limited
	  && gasp_tool_locks_are_counted ());
}

void
gasp_tool_locks_begin (void)
{
  are_counted = may_be_counted ();
  if (gasp_gcc_leave_out && gasp_tool_locks_are_counted ())
    gasp_gcc_leave_out (GASP_GCC_OMP_ITERATION);
  for (uint32_t tag = GASP_GCC_OMP_CRITICAL;
       are_counted && tag <= GASP_GCC_OMP_HOLD; tag++)
    gasp_gcc_leave_out (tag);
}
