/* load-teams.c - what the record has of a process's threads as teams.

   SPDX-License-Identifier: Apache-2.0

   After load.c; teams.c and team-*.c add up.  */

#include "model/loading/load.h"
#include "base/order.h"

#include <string.h>

/* Returns whether the amounts of WHAT are ticks.  */
static bool
is_time (uint32_t what)
{
  return (what != GASP_RECORD_SHARED && what != GASP_RECORD_CREATED
	  && what != GASP_RECORD_FOUND && what != GASP_RECORD_ON_DEVICE
	  && what != GASP_RECORD_IN_BLOCK);
}

/* Adds RAW, which is about a node.  */
static void
add_before (struct loading *loading, const struct gasp_record_tally *raw,
	     uint32_t place)
{
  struct destination at = destination_of (loading, raw->other);
  if (at.node != NO_NODE)
    APPEND (loading->process, before,
	    { (uint32_t) loading->process->first_thread + at.thread, at.node,
	      place, (uint32_t) raw->object,
	      raw->what == GASP_RECORD_LAST_BEFORE,
	      duration_of (loading, raw->amount) });
}

static void
load_tally (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_tally raw;
  memcpy (&raw, element, sizeof raw);
  uint32_t place = known_place_of (loading, raw.place);
  bool ticks = is_time (raw.what);
  if ((!raw.count && !raw.amount) || place == NO_NODE)
    return;
  if (raw.what == GASP_RECORD_BEFORE || raw.what == GASP_RECORD_LAST_BEFORE)
    {
      add_before (loading, &raw, place);
      return;
    }
  APPEND (loading->process, tally,
	  { raw.what, raw.thread, raw.other_thread, place,
	    known_place_of (loading, raw.other), raw.is_sample != 0,
	    raw.object, raw.count,
	    ticks ? duration_of (loading, raw.amount) : (double) raw.amount,
	    ticks ? duration_of (loading, raw.most) : (double) raw.most });
}

ORDER (by_barrier, struct before,
       RISING (place) RISING (is_last) RISING (thread) RISING (node))

void
load_teams (struct loading *loading)
{
  struct process *process = loading->process;
  record_each (&loading->record, GASP_RECORD_TALLIES, load_tally, loading);
  SORT (process->befores, process->before_count, by_barrier);
}
