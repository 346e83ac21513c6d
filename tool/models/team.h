/* team.h - teams of threads: who is in which, locks, tasks, shared work.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "measure/clock.h"
#include "events/event.h"

#pragma GCC visibility push (hidden)

/* Returns, for an event of role MEMBER, with the region and a number, the node
   of the construct that the region is of, if the calling thread has just come
   to it from nowhere; else 0.  */
extern gasp_record_ref gasp_tool_find_team (gasp_context_t context,
					    const union argument *arguments);

/* Actions of events, beside taking time.  */
extern event_start gasp_tool_team_begins, gasp_tool_member_comes,
  gasp_tool_team_waits;
extern event_start gasp_tool_lock_wanted, gasp_tool_lock_had,
  gasp_tool_lock_awaited, gasp_tool_lock_releasing, gasp_tool_task_begins;
extern event_end gasp_tool_team_waited, gasp_tool_lock_got,
  gasp_tool_lock_released,
  gasp_tool_turn_came, gasp_tool_lock_given, gasp_tool_work_done;

/* Notes that the lock that EVENT has waited for is had, by a user at PLACE.  */
extern void gasp_tool_lock_acquired (gasp_context_t context,
				     const struct open_event *event,
				     gasp_record_ref place,
				     const union argument *arguments);
/* Notes that a lock that was free is taken at PLACE: fills in the use that
   ARGUMENTS have.  */
extern void gasp_tool_lock_taken (gasp_context_t context, gasp_record_ref place,
				  const union argument *arguments);

/* Adds up SAMPLE, a lock that was waited for at WAITING, unless that is 0, and
   had from HOLDING on, if CONTEXT's thread is measured; and answers it.
   Returns the ticks of a long wait that belongs into the tree; else 0.  */
extern uint64_t gasp_tool_lock_sampled (gasp_context_t context,
					gasp_record_ref waiting,
					gasp_record_ref holding,
					struct gasp_gcc_lock_sample *sample);

/* Notes that a task is made; PLACE is the event's.  */
extern void gasp_tool_task_created (gasp_context_t context,
				    gasp_record_ref place,
				    const union argument *arguments);

/* Adds to the trace who is meant by the event TAG of ROLE, which CONTEXT is in
   and which begins with ARGUMENTS; or by the task that it has just made.  */
extern void gasp_tool_team_trace (gasp_context_t context, uint32_t tag,
				  enum role role,
				  const union argument *arguments);

/* Writes to the trace for an event that ends, before it does.  */
extern void gasp_tool_team_trace_end (gasp_context_t context, enum role role,
				      const union argument *arguments);

extern void gasp_tool_team_thread_end (gasp_context_t context);
extern void gasp_tool_locks_thread_end (gasp_context_t context);
/* Returns whether CONTEXT's thread holds a lock.  */
extern bool gasp_tool_holds_locks (gasp_context_t context);
/* Counts the waits for the locks that CONTEXT's thread still holds.  */
extern void gasp_tool_locks_settle (gasp_context_t context);
/* Makes CONTEXT's thread forget which locks it may skip, and where it adds them
   up.  */
extern void gasp_tool_locks_forget (gasp_context_t context);
/* Describes the locks in the new record.  */
extern void gasp_tool_locks_describe (void);
/* Returns how many ticks a wait must take to be recorded whatever the
   budget.  */
extern uint64_t gasp_tool_long_wait (void);
/* Returns whether threads may count their locks without events: no trace,
   counter or other clock needs each of them.  */
extern bool gasp_tool_locks_are_counted (void);
/* Decides whether there are events of OpenMP's locks.  When it is known whether
   there is a budget.  */
extern void gasp_tool_locks_begin (void);
/* Continues in the child of a fork.  */
extern void gasp_tool_locks_fork (void);
extern void gasp_tool_team_go_on (gasp_context_t context);
extern void gasp_tool_locks_go_on (gasp_context_t context);

/* Returns whether EVENT is recorded at a place of its own.  */
static inline bool
gasp_tool_has_place (gasp_context_t context, const struct open_event *event)
{
  return event && event->node != context->other;
}

/* When EVENT began, and, as gasp_tool_finish leaves CONTEXT, when it ended.  */

static inline uint64_t
gasp_tool_start_of (gasp_context_t context, const struct open_event *event)
{
  return event->untimed ? read_clock () : context->thread->last;
}

static inline uint64_t
gasp_tool_end_of (gasp_context_t context)
{
  return context->took_timed ? context->thread->last : read_clock ();
}

static inline uint64_t
gasp_tool_between (uint64_t start, uint64_t end)
{
  return end > start ? end - start : 0;
}

#pragma GCC visibility pop
