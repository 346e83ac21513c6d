/* tally.h - how often and how much, by place, thread and object.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/context.h"

#pragma GCC visibility push (hidden)

/* Adds AMOUNT to what KEY, but for its THREAD and its sums, names, for
   CONTEXT's thread.  */
extern void gasp_tool_tally (gasp_context_t context,
			     struct gasp_record_tally *key, uint64_t amount);
/* Likewise for so many, of which one was the most.  */
struct tallied { uint64_t count, amount, most; };
extern void gasp_tool_tally_all (gasp_context_t context,
				 struct gasp_record_tally *key,
				 const struct tallied *more);

/* Returns where what KEY says is counted, of CONTEXT's thread; null: nowhere. 
   */
extern uint64_t *gasp_tool_tally_count (gasp_context_t context,
					struct gasp_record_tally *key);

extern void gasp_tool_tally_thread_end (gasp_context_t context);
/* Continues in the child of a fork.  */
extern void gasp_tool_tally_go_on (gasp_context_t context);

#pragma GCC visibility pop
