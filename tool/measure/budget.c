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
#include "measure/clock.h"
#include "events/context.h"
#include "events/fast.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "measure/memory/sampling.h"
#include "ground/state.h"
#include "ticks.h"
#include "measure/spenders.h"
#include "measure/timing.h"
#include "values.h"

#pragma weak gasp_gcc_set_mode

/* ---- What things cost, in nanoseconds, where that is not measured.  */

/* A call that is counted, and one that is timed: rather too much, as in a
   program it costs more than in a loop.  */
#define COUNTED 10
#define TIMED 60
/* The runtime's part of an event, and of a call that comes to us.  */
#define EVENT_ASIDE 50
/* A measured part that takes longer has lost its processor.  */
#define LONGEST 20000

/* May be spent, whatever part of the time that is.  */
#define CREDIT 10000000
/* How much must have been spent to show what spends it.  */
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
  double newly = (a->spent - a->spent_before) / ticks_per_ns;
  double keep = credit () + gasp_tool_budget * KEPT;
  bool result = (left < 0 && newly > gasp_tool_budget / 2
				     * (now - a->looked_at));
  if (left > keep)
    a->forfeited += left - keep;
  a->looked_at = now;
  a->spent_before = a->spent;
  double step = left < keep ? left / 2 : keep / 2;
  a->next_look = a->spent + in_ticks (step > STEP ? step : STEP);
  return result;
}

/* ---- Looking.  */

/* Since when spending counts as lately, and what the process had had and spent
   by then: ticks.  */
static struct { uint64_t had, spent, since; } lately;

static void
begin_lately (uint64_t now)
{
  gasp_tool_begin_lately (now);
  lately.had = process.looked_at;
  lately.spent = process.spent;
  lately.since = now;
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
  double window = in_ticks (process.looked_at - lately.had);
  if (window > now - lately.since)
    window = now - lately.since;
  gasp_tool_cut_down (gasp_tool_budget / 2 * window, process.spent, threads);
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
  uint64_t now = read_tsc (), spent = process.spent - lately.spent;
  bool over = is_overdrawn (&process);
  if (is_overdrawn (thread))
    over = true;
  if (over && may_switch () && spent > in_ticks (LEAST_EVIDENCE))
    cut_down_lately (now);
  else if (spent > in_ticks (EVIDENCE))
    begin_lately (now);
  /* The clock also counts time in which other threads had the processor, so a
     look may seem endless.  */
  uint64_t took = in_ticks (nanoseconds (thread->clock) - thread->looked_at);
  charge_look (thread, took);
  charge_look (&process, took);
  lately.spent += took;
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
  if (__atomic_load_n (&gasp_tool_spenders_given_up, __ATOMIC_RELAXED)
      || !try_lock (&gasp_tool_spenders_lock))
    return;
  process.spent += thread->unbooked;
  thread->unbooked = 0;
  if (key)
    gasp_tool_add_to_spender (key, place, (uint64_t) ticks, process.spent);
  if (thread->spent >= thread->next_look || process.spent >= process.next_look)
    look (thread);
  unlock (&gasp_tool_spenders_lock);
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

/* Decides at random whether to measure this event: a count to ONE_IN might
   always meet the same one of events that take turns.  */
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
    HEADER->budget = (uint16_t) (gasp_tool_budget / OF_BUDGET * 1000 + 1.5);
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
  gasp_tool_spenders_fork ();
  if (context)
    gasp_tool_budget_thread (context);
}
