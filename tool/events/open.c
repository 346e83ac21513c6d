/* open.c - calls and events that are open, and when they began.

   SPDX-License-Identifier: Apache-2.0

   While a call is open, its node's time holds minus the clock's reading at the
   start (record.h), so that what a killed program was doing is known.

   Before fast.c or event.c; after it, clock.c.  */

#include "measure/away.h"
#include "measure/clock.h"
#include "events/context.h"
#include "measure/counting.h"
#include "events/fast.h"
#include "ground/pages.h"
#include "ground/state.h"
#include "measure/timing.h"
#include "record/trace.h"
#include "events/tree.h"
#include "events/user.h"
#include <string.h>

/* ---- Time.  */

uint64_t
gasp_tool_read (gasp_context_t context)
{
  if (context->attention & ATTENTION_COUNTERS)
    gasp_tool_counters_read (context);
  uint64_t now = read_clock ();
  struct gasp_record_node *node = current_node (context);
  if (unlikely (now >= *context->away.due))
    now = gasp_tool_away_due (context, node, node, now);
  context->thread->last = now;
  return now;
}

/* Adds NOW, or minus NOW if SIGN is -1, to NODE; and the counters' reading.
   One that is observed has none.  Nor has the end of a call that a copy of
   the process has ended, which was made past the C library.  */
static void
add_reading (gasp_context_t context, struct gasp_record_node *node,
	     uint64_t now, int sign)
{
  if (node->period || (sign > 0 && node->ticks >= 0))
    return;
  node->ticks += sign * (int64_t) now;
  if (!context->latest || !node->values)
    return;
  int64_t *values = AT (int64_t, node->values);
  for (uint32_t i = 0; i < HEADER->counters; i++)
    values[i] += sign * context->latest[i];
}

void
gasp_tool_enter_node (gasp_context_t context, struct gasp_record_node *node)
{
  uint64_t now = gasp_tool_read (context);
  *here (context) = node;
  node->calls++;
  add_reading (context, node, now, -1);
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_trace_enter (context, node, now);
}

/* Enters NODE for EVENT.  One in so many events at an observed node is timed
   all the same, for figures that do not depend on its path (peers.c).  */
void
gasp_tool_enter_event (gasp_context_t context, struct open_event *event,
		       struct gasp_record_node *node)
{
  if (!node->period)
    {
      gasp_tool_enter_node (context, node);
      return;
    }
  event->untimed = --node->skip != 0;
  if (!event->untimed)
    {
      node->skip = node->period;
      gasp_tool_read (context);
    }
  *here (context) = node;
  node->calls++;
}

/* Leaves the current node, for CALLER.  */
static void
close_current (gasp_context_t context, struct gasp_record_node *caller,
	       uint64_t now)
{
  struct gasp_record_node *node = current_node (context);
  bool off = context->attention & ATTENTION_OFF;
  if (!off)
    add_reading (context, node, now, 1);
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_trace_leave (context, node, off ? read_clock () : now);
  *here (context) = caller;
}

/* Returns the time of an end, or 0 if nothing is measured.  */
static uint64_t
read_end (gasp_context_t context)
{
  return context->attention & ATTENTION_OFF ? 0 : gasp_tool_read (context);
}

/* How many messages are recorded before it matters how long that takes.  */
#define FEW 2

/* Returns the time of EVENT's end.  If FEW messages have come in it, at a time
   that was read last, its function has done nothing since then.  */
static uint64_t
end_of (gasp_context_t context, const struct open_event *event)
{
  if (event->untimed)
    return 0;
  if (event->arrived && event->arrived == context->thread->last
      && event->messages + event->sends <= FEW
      && !(context->attention & ATTENTION_OFF))
    return event->arrived;
  return read_end (context);
}

/* Returns the innermost open event, if it began in the call that is
   innermost; else null.  */
static struct open_event *
current_event (gasp_context_t context)
{
  struct open_event *event = context->events + context->event_count - 1;
  if (context->event_count > 0
      && (event->node == current_node (context)
	  || event->node == context->other))
    return event;
  return NULL;
}

/* Remembers a user EVENT whose function returns before its END, so that the
   END can be matched.  The oldest such is dropped.  */
static void
keep_loose (gasp_context_t context, const struct open_event *event)
{
  if (event->over || !gasp_tool_user_name (event->tag))
    return;
  if (context->loose_count == LOOSE_EVENTS)
    {
      context->loose_count--;
      memmove (context->loose, context->loose + 1,
	       context->loose_count * sizeof *context->loose);
    }
  context->loose[context->loose_count++]
    = (struct loose_event) { event->tag, event->ticks };
}

/* Decides about the node of EVENT, which has been left.  */
static void
decide_event (gasp_context_t context, const struct open_event *event)
{
  struct gasp_record_node *node = event->node;
  if (!(context->attention & ATTENTION_OFF) && is_to_decide (node)
      && !gasp_tool_user_name (event->tag))
    gasp_tool_decide_event (context, node);
}

/* Leaves the innermost open event.  */
static void
close_event (gasp_context_t context, uint64_t now)
{
  const struct open_event *event = &context->events[--context->event_count];
  if (event->over && --context->over_count == 0)
    attend_no_more (context, ATTENTION_OVER);
  if (event->node != current_node (context))
    {
      gasp_tool_leave_other (context);
      return;
    }
  close_current (context, caller_of (event), now);
  decide_event (context, event);
  if (!current_event (context))
    gasp_tool_unmark_frame (context);
}

/* Closes the innermost event, and keeps it in mind if its END has not
   come.  */
static void
close_early (gasp_context_t context, uint64_t now)
{
  keep_loose (context, &context->events[context->event_count - 1]);
  close_event (context, now);
}

/* Events whose END came while calls in them were open are over when those
   are.  */
static void
close_finished (gasp_context_t context, uint64_t now)
{
  const struct open_event *event;
  while ((event = current_event (context)) != NULL && event->over)
    close_event (context, now);
}

void
gasp_tool_leave_node (gasp_context_t context)
{
  close_current (context, NODE (current_node (context)->parent),
		 read_end (context));
}

void
gasp_tool_leave_events (gasp_context_t context)
{
  if (!current_event (context))
    return;
  uint64_t now = read_end (context);
  while (current_event (context))
    close_early (context, now);
}

void
gasp_tool_leave_finished (gasp_context_t context)
{
  if (context->attention & ATTENTION_OVER)
    close_finished (context, read_end (context));
}

/* Makes the ends of all calls down to the one in which EVENT is open be
   reported.  */
static void
mark_frames (const struct gasp_record_node *event)
{
  if (!gasp_tool_direct)
    return;
  struct gasp_gcc_frame *frame = *gasp_gcc_top ();
  for (; frame > *gasp_gcc_base () && frame->data != event; frame--)
    gasp_tool_mark_frame (frame);
}

void
gasp_tool_leave_event (gasp_context_t context, struct open_event *event)
{
  bool innermost = (event == context->events + context->event_count - 1
		    && event->node == current_node (context));
  if (innermost && context->over_count == 0)
    {
      close_event (context, end_of (context, event));
      return;
    }
  uint64_t now = read_end (context);
  event->over = true;
  if (context->over_count++ == 0)
    context->attention |= ATTENTION_OVER;
  close_finished (context, now);
  if (context->over_count > 0)
    {
      attend (context, ATTENTION_OVER);
      mark_frames (event->node);
    }
}

void
gasp_tool_leave_call (gasp_context_t context, unsigned int index)
{
  uint64_t now = read_end (context);
  while (context->event_count > index)
    close_early (context, now);
  close_finished (context, now);
}

/* ---- A full record.  */

void
gasp_tool_enter_other (gasp_context_t context)
{
  struct gasp_record_node *other = context->other;
  other->calls++;
  if (context->other_depth++ > 0)
    return;
  attend (context, ATTENTION_OTHER);
  context->thread->other = ref_of (other);
  uint64_t now = gasp_tool_read (context);
  add_reading (context, other, now, -1);
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_trace_rare (context, GASP_TRACE_ENTER, ref_of (other), now);
}

void
gasp_tool_leave_other (gasp_context_t context)
{
  if (context->other_depth == 0 || --context->other_depth > 0)
    return;
  attend_no_more (context, ATTENTION_OTHER);
  bool off = context->attention & ATTENTION_OFF;
  uint64_t now = off ? read_clock () : gasp_tool_read (context);
  if (!off)
    add_reading (context, context->other, now, 1);
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_trace_leave (context, context->other, now);
}

/* ---- Measurement control.  */

/* Adds a reading to all that is open.  */
static void
add_to_path (gasp_context_t context, int sign)
{
  uint64_t now = gasp_tool_read (context);
  struct gasp_record_node *node = current_node (context);
  for (; node->parent; node = NODE (node->parent))
    add_reading (context, node, now, sign);
  add_reading (context, node, now, sign);
  if (context->other_depth > 0)
    add_reading (context, context->other, now, sign);
  for (unsigned int i = 0; i < context->event_count; i++)
    context->events[i].ticks += sign * (int64_t) now;
  for (unsigned int i = 0; i < context->loose_count; i++)
    context->loose[i].ticks += sign * (int64_t) now;
}

void
gasp_tool_pause (gasp_context_t context)
{
  add_to_path (context, 1);
  gasp_tool_away_look (context, current_node (context), context->thread->last,
		       gasp_tool_processor_time ());
  *context->away.due = GASP_GCC_NEVER_DUE;
  attend (context, ATTENTION_OFF);
}

void
gasp_tool_resume (gasp_context_t context)
{
  attend_no_more (context, ATTENTION_OFF);
  add_to_path (context, -1);
  gasp_tool_away_go_on (context);
}

/* ---- Open events.  */

bool
gasp_tool_more_events (gasp_context_t context)
{
  void *more = gasp_tool_pages_double (context->events,
				       sizeof *context->events,
				       &context->event_room);
  if (more)
    context->events = more;
  return more != NULL;
}
