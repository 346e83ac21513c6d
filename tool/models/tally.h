/* tally.h - how often and how much, by place, thread and object.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_TALLY_H
#define GASP_TOOL_TALLY_H

#include "events/context.h"

#pragma GCC visibility push (hidden)

/* AMOUNT more of what KEY, but for its THREAD and its sums, says, to CONTEXT's
   thread.  */
extern void gasp_tool_tally (gasp_context_t context,
			     struct gasp_record_tally *key, uint64_t amount);

extern void gasp_tool_tally_thread_end (gasp_context_t context);
/* In the child of a fork.  */
extern void gasp_tool_tally_fork (void);
extern void gasp_tool_tally_go_on (gasp_context_t context);

#pragma GCC visibility pop

#endif /* GASP_TOOL_TALLY_H */
