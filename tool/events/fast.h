/* fast.h - the direct recorder.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include "events/context.h"
#include "record/file.h"
#include "record.h"
#include "ground/state.h"

#pragma GCC visibility push (hidden)

/* Registers it if that can be: UPPER has what does not concern single
   calls.  */
extern bool gasp_tool_register (const struct gasp_gcc_recorder *upper);
/* The value of INNER in frames that the runtime has left to it.  */
enum recorded {
  IGNORED,			/* the current node is the caller's */
  IN_OTHER,			/* likewise, and the record is full */
  COUNTED,
  TIMED
};

/* Makes the end of FRAME's call be reported, because an event is open in
   it.  */
static inline void
gasp_tool_mark_frame (struct gasp_gcc_frame *frame)
{
  if (frame->time == GASP_GCC_UNTIMED)
    {
      frame->time = GASP_GCC_RECORDED;
      frame->inner = COUNTED;
    }
}

/* Undoes gasp_tool_mark_frame for the innermost call.  */
static inline void
gasp_tool_unmark_frame (gasp_context_t context)
{
  struct gasp_gcc_frame *frame
    = gasp_tool_direct ? innermost (context) : NULL;
  if (frame && frame->time == GASP_GCC_RECORDED && frame->inner == COUNTED)
    frame->time = GASP_GCC_UNTIMED;
}

/* Returns the node that was current before EVENT.  */
static inline struct gasp_record_node *
caller_of (const struct open_event *event)
{
  return (likely (event->caller != NULL) ? event->caller
	  : NODE (event->node->parent));
}

/* Leaves the innermost open event, which only counts, in FRAME, the innermost;
   nothing asks for ATTENTION.  */
static inline void
gasp_tool_leave_counted (gasp_context_t context, struct gasp_gcc_frame *frame)
{
  const struct open_event *event = &context->events[--context->event_count];
  struct gasp_record_node *caller = caller_of (event);
  frame->data = caller;
  if (frame->time == GASP_GCC_RECORDED && frame->inner == COUNTED
      && (context->event_count == 0 || event[-1].node != caller))
    frame->time = GASP_GCC_UNTIMED;
}

#pragma GCC visibility pop
