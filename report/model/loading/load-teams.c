/* load-teams.c - what the record has of a process's threads as teams.

   SPDX-License-Identifier: Apache-2.0

   After load.c; teams.c and team-*.c add up.  */

#include "model/loading/load.h"

#include <string.h>

/* Returns whether the amounts of WHAT are ticks.  */
static bool
is_time (uint32_t what)
{
  return (what != GASP_RECORD_SHARED && what != GASP_RECORD_CREATED
	  && what != GASP_RECORD_FOUND && what != GASP_RECORD_ON_DEVICE
	  && what != GASP_RECORD_IN_BLOCK);
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
  APPEND (loading->process, tally,
	  { raw.what, raw.thread, raw.other_thread, place,
	    known_place_of (loading, raw.other), raw.is_sample != 0,
	    raw.object, raw.count,
	    ticks ? duration_of (loading, raw.amount) : (double) raw.amount,
	    ticks ? duration_of (loading, raw.most) : (double) raw.most });
}

void
load_teams (struct loading *loading)
{
  record_each (&loading->record, GASP_RECORD_TALLIES, load_tally, loading);
}
