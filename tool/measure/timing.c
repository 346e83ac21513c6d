/* timing.c - which calls are timed, and which are observed.

   SPDX-License-Identifier: Apache-2.0

   To read the clock twice takes tens of nanoseconds.  A call that takes
   microseconds or more is timed each time: that is exact, and costs nothing
   that could be noticed.  Shorter ones are only counted, and it is left to
   samples (sampler.c) to see how much of the time passes in them
   (record.h).  */

#include "measure/budget.h"
#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "ground/message.h"
#include "measure/sampling/sampler.h"
#include "ground/state.h"
#include "measure/timing.h"
#include <string.h>

/* A call that takes so long on average is timed: reading the clock is less than
   a hundredth of it.  */
#define LONG_CALL 8000		/* ns */
/* With an observed event, one in so many is timed all the same: see tree.c.  */
#define EVENTS_A_TURN 16

bool
gasp_tool_timing_init (void)
{
  const char *value = gasp_tool_setting (GASP_TIMING_SETTING);
  if (!strcmp (value, "all"))
    return false;
  if (strcmp (value, "auto"))
    gasp_tool_bad_setting (GASP_TIMING_SETTING, "all or auto");
  return true;
}

/* Returns whether calls of NODE, of CONTEXT's thread, which have all been timed
   so far, are to be observed from now on: there are enough samples.  */
static bool
is_to_be_observed (gasp_context_t context, const struct gasp_record_node *node)
{
  if (!gasp_tool_observes || node->calls < FIRST_DECISION || node->ticks < 0
      || (uint64_t) node->ticks / node->calls
	 >= LONG_CALL * gasp_tool_tsc_per_ns ())
    return false;
  return gasp_tool_has_samples (context);
}

/* Makes NODE be visited each PERIOD calls.  Drops its time so far, which has
   that of its callees in it.  */
static void
observe (struct gasp_record_node *node, uint32_t period)
{
  node->ticks = 0;
  node->skip = period;
  __atomic_store_n (&node->period, period, __ATOMIC_RELEASE);
}

void
gasp_tool_never_time (struct gasp_record_node *node)
{
  observe (node, node->key & 1 ? EVENTS_A_TURN
	   : gasp_tool_budget_period (node));
}

void
gasp_tool_decide_event (gasp_context_t context, struct gasp_record_node *node)
{
  if (!context->attention && !node->child && HEADER->counters == 0
      && is_to_be_observed (context, node))
    observe (node, EVENTS_A_TURN);
}

void
gasp_tool_decide (gasp_context_t context, struct gasp_gcc_path *path)
{
  struct gasp_record_node *node = (struct gasp_record_node *) path;
  gasp_tool_budget_doubled (context, path);
  if (is_to_be_observed (context, node))
    observe (node, gasp_tool_budget_period (node));
}
