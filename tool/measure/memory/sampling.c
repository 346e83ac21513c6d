/* sampling.c - allocations by samples: from when on, and how many.

   SPDX-License-Identifier: Apache-2.0

   From the moment that recording all blocks would cost too much, only some are
   recorded; the runtime skips the others by itself.  Blocks that were known by
   then stay known, so their frees are seen, and nothing seems to leak that does
   not; if they are many, a sample of them is kept.

   Each thread takes as many samples as fit into a small part of its time: many,
   if it allocates little.  What is allocated first may well stay to the end, so
   all threads together have some samples beyond that.  After this,
   alloc-sampled.c; chance.h says what a sample stands for.  */

#include "chance.h"
#include "measure/memory/blocks.h"
#include "measure/clock.h"
#include "measure/memory/sampling.h"
#include "events/context.h"
#include "record/file.h"
#include "ground/message.h"
#include "ground/state.h"
#include "ticks.h"
#include <string.h>

/* The cost of a sample and its free, and that of each frame that is examined to
   find who called the library: ns.  Together they may take this part of a
   thread's time, or of the budget.  */
#define SAMPLE_COST 250
#define STEP_COST 400
#define PART_OF_TIME .02
#define PART_OF_BUDGET .25
/* How many samples are counted together.  */
#define WINDOW 64
#define CHANCE_ENOUGH 17
/* The windows that may be filled faster: a millisecond in all.  */
#define FAST_WINDOWS 64

bool gasp_tool_memory_is_sampled;

static sampled_allocation *handler;
static bool stays_exact;
static double part = PART_OF_TIME;
uint64_t gasp_tool_steps_to_callers;
static uint64_t steps_before;	/* by the beginning */

/* ---- When it begins.  */

/* Begins to sample, as if it had been SINCE.  */
static void
begin (uint64_t since)
{
  HEADER->sampled_since = since;
  steps_before = gasp_tool_steps_to_callers;
  gasp_gcc_sample_allocations (NULL, NULL, handler);
  gasp_tool_sampling_begins ();
  gasp_tool_memory_is_sampled = true;
  gasp_gcc_sample_allocations (gasp_tool_known_blocks, gasp_tool_filter_knows,
			       handler);
}

bool
gasp_tool_memory_stays_exact (void)
{
  return stays_exact;
}

bool
gasp_tool_sample_memory (void)
{
  if (!handler)
    return false;
  if (!gasp_tool_memory_is_sampled)
    begin (read_clock ());
  return true;
}

void
gasp_tool_sampling_init (sampled_allocation *allocation)
{
  const char *value = gasp_tool_setting (GASP_MEMORY_SETTING);
  bool from_start = !strcmp (value, "sampled");
  stays_exact = !strcmp (value, "exact");
  if (!from_start && !stays_exact && strcmp (value, "auto"))
    gasp_tool_bad_setting (GASP_MEMORY_SETTING, "exact, sampled or auto");
  if (from_start && gasp_tool_traces)
    gasp_tool_say ("GASP_MEMORY: %.20s: not with a trace, which has all "
		   "allocations",
		   value);
  if (stays_exact || gasp_tool_traces || !gasp_gcc_sample_allocations)
    return;
  handler = allocation;
  if (gasp_tool_is_limited && !gasp_tool_samples_alone
      && gasp_tool_budget * PART_OF_BUDGET < part)
    part = gasp_tool_budget * PART_OF_BUDGET;
  if (from_start || gasp_tool_is_limited)
    gasp_tool_sampling_expected ();
  if (from_start)
    begin (HEADER->start_ticks);
}

void
gasp_tool_sampling_fork (void)
{
  if (gasp_tool_memory_is_sampled)
    HEADER->sampled_since = HEADER->start_ticks;
}

/* ---- Which ones.  */

static void
begin_thread (gasp_context_t context)
{
  struct chance *chance = &context->chance;
  chance->shift = CHANCE_LEAST;
  chance->since = read_tsc ();
  chance->random = chance->since ^ (uintptr_t) context << 16;
  *gasp_tool_until_sample = chance_interval (&chance->random, chance->shift);
}

/* Returns whether the live memory is known well enough.  */
static bool
is_known_well (void)
{
  double variance = (double) __atomic_load_n (&HEADER->live_variance,
					      __ATOMIC_RELAXED);
  double error = SAMPLES_ENOUGH * (double) HEADER->live_bytes;
  return variance < error * error;
}

/* Takes a window of those that all threads may fill faster.  Returns false if
   there is none left.  */
static bool
take_fast_window (void)
{
  static unsigned int taken;
  return (__atomic_load_n (&taken, __ATOMIC_RELAXED) < FAST_WINDOWS
	  && __atomic_fetch_add (&taken, 1, __ATOMIC_RELAXED) < FAST_WINDOWS);
}

/* Returns the cost of a WINDOW, one more of which is full, by the frames that
   all threads have looked at for each.  */
static double
cost_of_window (void)
{
  static uint64_t windows;
  uint64_t steps = __atomic_load_n (&gasp_tool_steps_to_callers,
				    __ATOMIC_RELAXED);
  uint64_t count = __atomic_add_fetch (&windows, 1, __ATOMIC_RELAXED);
  return WINDOW * SAMPLE_COST
	 + (double) ((steps - steps_before) * STEP_COST) / (double) count;
}

/* Chooses CHANCE's number of samples from now on.  */
static void
adapt (struct chance *chance)
{
  if (++chance->samples < WINDOW)
    return;
  uint64_t now = read_tsc ();
  double took = (double) (now - chance->since) / gasp_tool_tsc_per_ns ();
  double wanted = cost_of_window () / part;
  unsigned int most = is_known_well () ? CHANCE_ENOUGH : 0;
  if (took < wanted && (most || !take_fast_window ()))
    most = CHANCE_MOST;
  if (chance->shift < most)
    chance->shift++;
  else if (took > 2 * wanted && chance->shift > CHANCE_LEAST)
    chance->shift--;
  chance->samples = 0;
  chance->since = now;
}

unsigned int
gasp_tool_sampled_shift (gasp_context_t context, size_t size)
{
  size_t *until = gasp_tool_until_sample;
  if (context->chance.shift == 0)
    begin_thread (context);
  if (size < *until)
    {
      *until -= size;
      return 0;
    }
  unsigned int shift = context->chance.shift;
  adapt (&context->chance);
  *until = chance_interval (&context->chance.random, context->chance.shift);
  return shift;
}
