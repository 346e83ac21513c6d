/* alloc.c - allocation events, as the runtime hands them to us.

   SPDX-License-Identifier: Apache-2.0

   There are many of these, so an ordinary one takes a short way: no variable
   arguments, and the clock is only read if the time is wanted.  All else goes
   by event.c.  After this, memory.c.  */

#include "tool.h"
#include <errno.h>

/* ---- The long way.  */

static void
notify (gasp_context_t context, gasp_evttype_t type,
	const struct gasp_gcc_allocation *a)
{
  int saved_errno = errno;
  switch (a->tag)
    {
    case GASP_C_MALLOC:
      gasp_event_notify (context, a->tag, type, a->file, a->line, a->column,
			 a->size, a->result);
      break;
    case GASP_C_REALLOC:
      gasp_event_notify (context, a->tag, type, a->file, a->line, a->column,
			 a->former, a->size, a->result);
      break;
    case GASP_C_FREE:
      gasp_event_notify (context, a->tag, type, a->file, a->line, a->column,
			 a->former);
      break;
    }
  errno = saved_errno;
}

/* ---- The short way.  */

/* The node of A below PARENT, or null if it has none yet.  */
static struct gasp_record_node *
node_of (gasp_context_t context, struct gasp_record_node *parent,
	 const struct gasp_gcc_allocation *a)
{
  gasp_record_ref place
    = recent_place (context, a->file, a->tag, a->line, a->column);
  return place ? child_of (context, parent, event_key (place)) : NULL;
}

/* Begin to time a call of NODE, unless it is only counted.  */
static void
begin_time (gasp_context_t context, struct open_event *event,
	    struct gasp_record_node *node)
{
  if (node->period)
    {
      if (--node->skip == 0)
	event->weight = gasp_gcc_next_period (PATH (node));
      else if (!gasp_tool_wants_inner (context))
	{
	  event->untimed = true;
	  return;
	}
    }
  uint64_t now = read_tsc ();
  context->thread->last = now;
  event->ticks = -(int64_t) now;
  if (!node->period)
    node->ticks -= now;
}

static bool
start (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  struct gasp_gcc_frame *frame = *context->top;
  struct gasp_record_node *node = node_of (context, frame->data, a);
  struct open_event *event = node ? gasp_tool_push_event (context) : NULL;
  if (!event)
    return false;
  event->node = node;
  event->tag = a->tag;
  gasp_tool_mark_frame (frame);
  if (a->former)
    gasp_tool_freeing (context, event,
		       (const union argument[]) { { .p = a->former } });
  frame->data = node;
  node->calls++;
  context->event_count++;
  begin_time (context, event, node);
  return true;
}

/* What the END means; returns how many bytes it is about.  */
static uint64_t
account (gasp_context_t context, const struct open_event *event,
	 const struct gasp_gcc_allocation *a)
{
  switch (a->tag)
    {
    case GASP_C_MALLOC:
      return gasp_tool_allocated (context, event, (const union argument[])
				  { { .z = a->size }, { .p = a->result } });
    case GASP_C_REALLOC:
      return gasp_tool_reallocated (context, event, (const union argument[])
				    { { .p = a->former }, { .z = a->size },
				      { .p = a->result } });
    default:
      return gasp_tool_freed (context, event, (const union argument[])
			      { { .p = a->former } });
    }
}

static bool
end (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  struct gasp_gcc_frame *frame = *context->top;
  if (context->event_count == 0)
    return false;
  struct open_event *event = &context->events[context->event_count - 1];
  struct gasp_record_node *node = event->node;
  if (event->tag != a->tag || node != frame->data)
    return false;
  gasp_tool_leave_event (context, event);
  node->bytes += account (context, event, a);
  return true;
}

void
gasp_tool_allocation (gasp_context_t context, gasp_evttype_t type,
		      const struct gasp_gcc_allocation *a)
{
  bool ordinary = !context->attention;
  if (likely (ordinary))
    ordinary = type == GASP_START ? start (context, a) : end (context, a);
  if (unlikely (!ordinary))
    notify (context, type, a);
}
