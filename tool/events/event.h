/* event.h - everything that is not a function's direct recording.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>
#include "events/context.h"
#include "ground/shapes.h"
#include "ground/state.h"
#include "events/tree.h"

#pragma GCC visibility push (hidden)

/* Returns one more open event, of which only LEARNT is set; it counts once
   EVENT_COUNT is raised.  Null without memory.  */
static inline struct open_event *
gasp_tool_push_event (gasp_context_t context)
{
  if (unlikely (context->event_count == context->event_room)
      && !gasp_tool_more_events (context))
    return NULL;
  struct open_event *event = &context->events[context->event_count];
  *event = (struct open_event) { .learnt = context->learnt };
  return event;
}
/* Returns the node of event TAG at a position, in the current call.  */
extern struct gasp_record_node *
gasp_tool_event_node (gasp_context_t context, uint32_t tag, const char *file,
		      int line, int column);
/* Returns the innermost open event TAG, or null.  */
extern struct open_event *gasp_tool_open_event (gasp_context_t context,
						uint32_t tag);

/* Finishes EVENT.  What is open under it keeps its node open until then.
   Returns how long it was.  */
extern uint64_t gasp_tool_finish_event (gasp_context_t context,
					struct open_event *event);

/* What the START and END of an event do.  EVENT is null if it was not recorded.
   Those for END return how many bytes the event is about.  */

typedef void event_start (gasp_context_t context, struct open_event *event,
			  const union argument *arguments);
typedef uint64_t event_end (gasp_context_t context,
			    const struct open_event *event,
			    const union argument *arguments);

/* What is to be done for TAG, which has ROLE.  Members are null where nothing
   is.  */
struct action {
  event_start *start;
  event_end *end;
};
extern const struct action *gasp_tool_action (uint32_t tag, enum role role);
/* Notes which thread has got a lock.  It stands at the place that uses it; the
   wait for it may stand elsewhere.  (waited.c)  */
extern event_end gasp_tool_acquired;
/* Notes that CONTEXT's thread has waited at PLACE, as WAIT says.
   (waited.c)  */
struct gasp_gcc_wait;
extern void gasp_tool_add_woken (gasp_context_t context, gasp_record_ref place,
				 const struct gasp_gcc_wait *wait);

#pragma GCC visibility pop
