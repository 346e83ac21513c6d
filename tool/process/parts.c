/* parts.c - what each part does when something happens.

   SPDX-License-Identifier: Apache-2.0

   One row for each part that keeps something of its own for the process, a
   thread or the record.  A column is done from top to bottom.  */

#include "measure/budget.h"
#include "measure/ending.h"
#include "measure/clock.h"
#include "measure/counting.h"
#include "record/file.h"
#include "measure/memory/memory.h"
#include "process/parts.h"
#include "record/place.h"
#include "measure/sampling/modules.h"
#include "measure/sampling/sample.h"
#include "measure/sampling/sampler.h"
#include "record/trace.h"
#include "events/tree.h"
#include "models/peers.h"
#include "models/phases.h"
#include "models/segments.h"
#include "models/tally.h"
#include "models/team.h"
#include "events/user.h"

static const struct part {
  /* The record is new: write this part's members of its header.  */
  void (*describe) (void);
  /* Have all room that will be wanted; a way to grow that needs no name; and no
     more than LIMIT.  */
  void (*grow) (void);
  void (*spare) (void);
  void (*shrink) (size_t limit);
  /* CONTEXT's thread, the calling one, ends.  */
  void (*thread_end) (gasp_context_t context);
  /* In the child of a fork: forget the parent's record; start in the new one;
     continue CONTEXT's thread, if it has one.  */
  void (*forget) (void);
  void (*fork) (void);
  void (*go_on) (gasp_context_t context);
  /* The functions from BEGIN up to END are unloaded.  */
  void (*unload) (uint64_t begin, uint64_t end);
} parts[] = {
  { /* file  */
    .grow = gasp_tool_file_grow, .spare = gasp_tool_file_spare,
    .shrink = gasp_tool_file_shrink },
  { /* places  */
    .forget = gasp_tool_places_fork, .unload = gasp_tool_places_unload },
  { /* peers  */
    .describe = gasp_tool_peers_describe, .forget = gasp_tool_peers_fork,
    .thread_end = gasp_tool_peers_thread_end, .go_on = gasp_tool_peers_go_on },
  { /* shared objects  */
    .forget = gasp_tool_objects_fork },
  { /* barriers  */
    .forget = gasp_tool_barriers_fork },
  { /* messages  */
    .forget = gasp_tool_messages_fork },
  { /* phases  */
    .thread_end = gasp_tool_phases_thread_end,
    .go_on = gasp_tool_phases_go_on },
  { /* teams  */
    .thread_end = gasp_tool_team_thread_end, .go_on = gasp_tool_team_go_on },
  { /* segments  */
    .thread_end = gasp_tool_segments_go_on,
    .go_on = gasp_tool_segments_go_on },
  { /* trace  */
    .grow = gasp_tool_trace_grow, .spare = gasp_tool_trace_spare,
    .shrink = gasp_tool_trace_shrink,
    .thread_end = gasp_tool_trace_end, .fork = gasp_tool_trace_fork },
  { /* sampler: before the samples  */
    .thread_end = gasp_tool_sampler_end, .forget = gasp_tool_sampler_fork },
  { /* modules  */
    .unload = gasp_tool_modules_unload },
  { /* samples  */
    .thread_end = gasp_tool_samples_end, .fork = gasp_tool_modules_fork },
  { /* counters  */
    .describe = gasp_tool_counters_describe,
    .thread_end = gasp_tool_counters_end, .fork = gasp_tool_counters_fork },
  { /* clock  */
    .describe = gasp_tool_clock_begin },
  { /* locks: after the clock, and before the tallies  */
    .describe = gasp_tool_locks_describe,
    .thread_end = gasp_tool_locks_thread_end, .forget = gasp_tool_locks_fork,
    .go_on = gasp_tool_locks_go_on },
  { /* tallies  */
    .thread_end = gasp_tool_tally_thread_end, .go_on = gasp_tool_tally_go_on },
  { /* memory  */
    .thread_end = gasp_tool_memory_thread_end,
    .fork = gasp_tool_memory_fork },
  { /* user  */
    .fork = gasp_tool_user_fork },
  { /* budget  */
    .describe = gasp_tool_budget_describe,
    .thread_end = gasp_tool_budget_thread_end,
    .go_on = gasp_tool_budget_fork, .unload = gasp_tool_budget_unload },
  { /* ending  */
    .unload = gasp_tool_ending_unload },
  { /* nodes  */
    .unload = gasp_tool_nodes_unload },
};

/* Have all parts that have something to do in COLUMN do it.  */
#define EACH(column, ...)						\
  do									\
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)		\
      if (parts[i].column)						\
	parts[i].column (__VA_ARGS__);					\
  while (0)

void
gasp_tool_parts_describe (void)
{
  EACH (describe);
}

void
gasp_tool_parts_grow (void)
{
  EACH (grow);
}

void
gasp_tool_parts_spare (void)
{
  EACH (spare);
}

void
gasp_tool_parts_shrink (size_t limit)
{
  EACH (shrink, limit);
}

void
gasp_tool_parts_thread_end (gasp_context_t context)
{
  EACH (thread_end, context);
}

void
gasp_tool_parts_forget (void)
{
  EACH (forget);
}

void
gasp_tool_parts_fork (void)
{
  EACH (fork);
}

void
gasp_tool_parts_go_on (gasp_context_t context)
{
  EACH (go_on, context);
}

void
gasp_tool_parts_unload (uint64_t begin, uint64_t end)
{
  EACH (unload, begin, end);
}
