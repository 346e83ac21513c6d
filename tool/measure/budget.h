/* budget.h - what may be spent, and which events are taken together.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include "gasp_gcc.h"
#include "record.h"
#pragma GCC visibility push (hidden)

/* Returns whether there is a budget.  To be called after the clock has
   begun.  */
extern bool gasp_tool_budget_init (void);
/* Writes the budget into the header of the record.  */
extern void gasp_tool_budget_describe (void);
/* Switches off all events that can be, if the budget is 0.  To be called once
   there is a recorder.  */
extern void gasp_tool_budget_begin (void);
/* Begins and ends the account of CONTEXT's thread.  */
extern void gasp_tool_budget_thread (gasp_context_t context);
extern void gasp_tool_budget_thread_end (gasp_context_t context);
/* Begins accounts anew in the child of a fork, on CONTEXT's thread or on one
   that has none.  */
extern void gasp_tool_budget_fork (gasp_context_t context);
/* Forgets functions whose addresses are from BEGIN up to END, which are going
   away.  */
extern void gasp_tool_budget_unload (uint64_t begin, uint64_t end);

/* Visits PATH, as the recorder's member.  */
extern void gasp_tool_budget_visit (gasp_context_t context,
				    struct gasp_gcc_path *path);
/* Returns after how many calls an observed NODE is to be visited.  */
extern uint32_t
gasp_tool_budget_period (const struct gasp_record_node *node);
/* Charges FUNCTION for the time since START, in which its first node, NODE, was
   made; or none, if there was no room.  */
extern void gasp_tool_budget_added (gasp_context_t context,
				    const struct gasp_gcc_function *function,
				    const struct gasp_record_node *node,
				    uint64_t start);
/* Looks at PATH, each call of which is timed, and which has been called twice
   as often as when this was asked last.  */
extern void gasp_tool_budget_doubled (gasp_context_t context,
				      struct gasp_gcc_path *path);

/* Returns whether the cost of this event, or of this slow call of FUNCTION,
   is to be measured, as only some are.  If so, pass the time it STARTED as
   soon as it is done.  */
extern bool gasp_tool_budget_turn (gasp_context_t context);
extern void gasp_tool_budget_event (gasp_context_t context, uint32_t tag,
				    uint64_t start);
extern void
gasp_tool_budget_call (gasp_context_t context,
		       const struct gasp_gcc_function *function,
		       gasp_record_ref place, uint64_t start);

/* Returns the event that stands for TAG among those that spend; 0 if it is
   never switched off.  */
extern uint32_t gasp_tool_spender_tag (uint32_t tag);
/* Returns whether the budget has switched TAG off; and whether it is switched
   off with SPENDER.  */
extern bool gasp_tool_is_off (uint32_t tag);
extern bool gasp_tool_goes_with (uint32_t tag, uint32_t spender);
/* Switches off all events that SPENDER stands for, and notes that they are
   missing from now on; or all that can be, but those that KEPT stands for, if
   that is not 0.  */
extern void gasp_tool_switch_off (uint32_t spender);
extern void gasp_tool_switch_all_off (uint32_t kept);

#pragma GCC visibility pop
