/* event.h - everything that is not a function's direct recording.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_EVENT_H
#define GASP_TOOL_EVENT_H

#include <stdint.h>
#include "context.h"
#include "state.h"
#include "tree.h"

#pragma GCC visibility push (hidden)

/* The arguments of an event, by position.  */
union argument {
  const void *p;
  const char *s;
  size_t z;
  int64_t l;
  double d;
  int i;
};

/* What an event does, whatever its model.  */
enum role {
#define GASP_ROLE(role, text) ROLE_##role,
#include "gasp-events.def"
  ROLES
};

/* What an event of the table is called, does and carries.  */
struct event_shape {
  uint32_t tag;
  enum role role;
  const char *label, *start, *end;
};

/* Null if TAG is not in the table.  */
extern const struct event_shape *gasp_tool_event_shape (uint32_t tag);
/* One more open event, of which only LEARNT is set; it counts once
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
/* The innermost open event TAG, or null.  */
extern struct open_event *gasp_tool_open_event (gasp_context_t context,
						uint32_t tag);

/* What the START and END of an event do.  EVENT is null if it was not recorded.
   Those for END return how many bytes the event is about.  */

typedef void event_start (gasp_context_t context, struct open_event *event,
			  const union argument *arguments);
typedef uint64_t event_end (gasp_context_t context,
			    const struct open_event *event,
			    const union argument *arguments);

#pragma GCC visibility pop

#endif /* GASP_TOOL_EVENT_H */
