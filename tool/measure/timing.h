/* timing.h - which calls are timed.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

/* Returns whether it is decided as the program runs which calls are timed.  */
extern bool gasp_tool_timing_init (void);
/* After how many calls: that many, twice as many, and so on.  The runtime asks
   from FIRST_LOOK on.  */
#define FIRST_DECISION 64
#define FIRST_LOOK 16
static inline bool
is_to_decide (const struct gasp_record_node *node)
{
  return (!node->period && !(node->calls & (node->calls - 1))
	  && node->calls >= FIRST_DECISION);
}
/* Decides about an event's NODE.  */
extern void gasp_tool_decide_event (gasp_context_t context,
				    struct gasp_record_node *node);
/* Excludes the calls of NODE, a new one, from timing for good: they are only
   observed.  */
extern void gasp_tool_never_time (struct gasp_record_node *node);
/* Decides about PATH, as the recorder's member.  */
extern void gasp_tool_decide (gasp_context_t context,
			      struct gasp_gcc_path *path);

#pragma GCC visibility pop
