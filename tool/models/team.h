/* team.h - teams of threads: who is in which, locks, tasks, shared work.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_TEAM_H
#define GASP_TOOL_TEAM_H

#include "events/event.h"

#pragma GCC visibility push (hidden)

/* Of an event of role MEMBER, with the region and a number: the node of the
   construct that the region is of, if the calling thread has just
   come to it from nowhere; else 0.  */
extern gasp_record_ref gasp_tool_find_team (gasp_context_t context,
					    const union argument *arguments);

/* What events do beside taking time.  */
extern event_start gasp_tool_team_begins, gasp_tool_team_waits;
extern event_start gasp_tool_lock_wanted, gasp_tool_lock_had,
  gasp_tool_task_begins;
extern event_end gasp_tool_team_waited, gasp_tool_lock_got,
  gasp_tool_turn_came, gasp_tool_lock_given, gasp_tool_work_done;

/* A task is made; PLACE is the event's.  */
extern void gasp_tool_task_created (gasp_context_t context,
				    gasp_record_ref place,
				    const union argument *arguments);

/* Add to the trace who is meant by EVENT of ROLE, which CONTEXT is in and which
   begins with ARGUMENTS; or by the task that it has just made.  */
extern void gasp_tool_team_trace (gasp_context_t context, enum role role,
				  const union argument *arguments);

/* The same of an event that ends, before it does.  */
extern void gasp_tool_team_trace_end (gasp_context_t context, enum role role,
				      const union argument *arguments);

extern void gasp_tool_team_thread_end (gasp_context_t context);
/* In the child of a fork.  */
extern void gasp_tool_team_fork (void);
extern void gasp_tool_team_go_on (gasp_context_t context);

#pragma GCC visibility pop

#endif /* GASP_TOOL_TEAM_H */
