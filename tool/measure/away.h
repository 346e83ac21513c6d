/* away.h - how long a thread was off the processor, and at what.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

/* Prepares CONTEXT, which is the calling thread's.  */
extern void gasp_tool_away_begin (gasp_context_t context);
/* Looks at the thread from the clock's latest reading on, as what was before is
   nobody's.  */
extern void gasp_tool_away_go_on (gasp_context_t context);
/* Adds to NODE, which the calling thread has been at until NOW, a reading of
   the clock, how long it was away since the latest look.  It has had so much
   PROCESSOR time, in nanoseconds.  */
extern void gasp_tool_away_look (gasp_context_t context,
				 struct gasp_record_node *node, uint64_t now,
				 uint64_t processor);
/* Notes that the thread has just waited at NODE, for so many TICKS until NOW:
   the next look is to find it away there, and what earlier ones have found
   meanwhile is moved there.  */
extern void gasp_tool_away_note (gasp_context_t context,
				 struct gasp_record_node *node, uint64_t ticks,
				 uint64_t now);
/* Has the next look come soon after SINCE, when CONTEXT's thread, the calling
   one, begins what may wait.  */
extern void gasp_tool_away_soon (gasp_context_t context, uint64_t since);
/* Looks if the thread has been away at all, as the clock is due.  Returns NOW,
   or when it came back if it was away while it looked, at LATER_NODE.  */
extern uint64_t gasp_tool_away_due (gasp_context_t context,
				    struct gasp_record_node *node,
				    struct gasp_record_node *later_node,
				    uint64_t now);
/* Notes what all threads have had of the processor, as the process ends.  */
extern void gasp_tool_away_end (void);

#pragma GCC visibility pop
