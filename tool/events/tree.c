/* tree.c - the call-path tree of a thread.

   SPDX-License-Identifier: Apache-2.0

   A node belongs to one thread, which alone changes it.  While a call is
   open, its node's time holds minus the clock's reading at the start
   (record.h), so that what a killed program was doing is known.

   When the record is nearly full, new nodes are merged ones (tree.h).  When
   even less is left, they are merged below the root, so that there is one for
   each function.

   Before fast.c or event.c; after it, file.c.  */

#include "measure/away.h"
#include "measure/clock.h"
#include "events/context.h"
#include "measure/counting.h"
#include "events/fast.h"
#include "record/file.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "record/place.h"
#include "ground/state.h"
#include "measure/timing.h"
#include "record/trace.h"
#include "events/tree.h"
#include "events/user.h"
#include <string.h>

/* The part of a node that the runtime has.  */
#define SAME(member, of_path) \
  _Static_assert (offsetof (struct gasp_record_node, member) \
		  == offsetof (struct gasp_gcc_path, of_path), #member)
SAME (key, function);
SAME (calls, calls);
SAME (ticks, ticks);
SAME (skip, skip);
SAME (period, period);
SAME (recent, links);
SAME (bytes, bytes);
SAME (waited, observed);
_Static_assert (sizeof (struct gasp_record_node)
		== sizeof (struct gasp_gcc_path), "node");

/* Links NODE among its siblings: the first few are searched one by one and
   stay; later ones come after them, and into the map.  */
static void
link_child (gasp_context_t context, struct gasp_record_node *parent,
	    struct gasp_record_node *node)
{
  gasp_record_ref *link = &parent->child;
  unsigned int i;
  for (i = 0; i < NEAR_SIBLINGS && *link; i++)
    link = &NODE (*link)->sibling;
  if (i == NEAR_SIBLINGS)
    gasp_tool_map_add (&context->far, child_hash (parent, node->key),
		       ref_of (node));
  node->sibling = *link;
  __atomic_store_n (link, ref_of (node), __ATOMIC_RELEASE);
  set_recent (parent, node);
}

/* Returns a node, with values if it is TIMED; or null.  */
static struct gasp_record_node *
new_node (gasp_context_t context, bool timed)
{
  unsigned int size = timed ? HEADER->counters * sizeof (int64_t) : 0;
  void *values = NULL;
  if (size)
    {
      values = gasp_tool_new (&context->values, GASP_RECORD_VALUES, size);
      if (!values)
	return NULL;
    }
  struct gasp_record_node *node
    = gasp_tool_new (&context->nodes, GASP_RECORD_NODES, sizeof *node);
  if (node && values)
    {
      gasp_tool_publish (context->values, size);
      node->values = ref_of (values);
    }
  if (node)
    gasp_tool_publish (context->nodes, sizeof *node);
  return node;
}

/* Returns how much room nodes have.  Two kinds of nodes are never merged and
   take all the room there is: in a trace, which must show who called whom; and
   in a sandbox, where the map that finds many children may need memory for
   which the program would be ended.  */
static enum gasp_tool_room
room (gasp_context_t context)
{
  return (context->attention & ATTENTION_TRACE || gasp_tool_may_be_sandboxed
	  ? ROOM_FOR_ALL : gasp_tool_room ());
}

/* Notes that NODE's function, one of the source, may be called within itself,
   by way of few others, as usual.  */
static void
note_recursion (const struct gasp_record_node *node)
{
  enum { LEVELS = 16 };
  struct gasp_record_place *place = AT (struct gasp_record_place, node->place);
  if (!(place->flags & GASP_RECORD_PLACE_SOURCE))
    return;
  const struct gasp_record_node *above = node;
  for (int level = 0; level < LEVELS && above->parent; level++)
    {
      above = NODE (above->parent);
      if (above->place == node->place)
	__atomic_fetch_or (&place->flags, GASP_RECORD_PLACE_WITHIN,
			   __ATOMIC_RELAXED);
    }
}

/* Adds a child of PARENT, or a root if that is null.  */
static struct gasp_record_node *
add (gasp_context_t context, struct gasp_record_node *parent, uint64_t key,
     gasp_record_ref place, bool timed)
{
  struct gasp_record_node *node = place ? new_node (context, timed) : NULL;
  if (!node)
    return NULL;
  node->key = key;
  node->place = place;
  node->skip = 1;
  set_recent (node, gasp_tool_base);
  if (parent)
    {
      node->parent = ref_of (parent);
      note_recursion (node);
      link_child (context, parent, node);
    }
  gasp_tool_clock_refine (false);
  return node;
}

/* Returns PARENT's merged child for KEY, which is created if it does not
   exist; or null.  */
static struct gasp_record_node *
merged_child (gasp_context_t context, struct gasp_record_node *parent,
	      uint64_t key, gasp_record_ref place)
{
  struct gasp_record_node *node = find_child (context, parent, key);
  if (!node && (node = add (context, parent, key, place, false)) != NULL)
    {
      node->child = parent->child;
      gasp_tool_never_time (node);
      gasp_tool_file_merges ();
    }
  return node && is_merged (node) ? node : NULL;
}

struct gasp_record_node *
gasp_tool_add_child (gasp_context_t context, struct gasp_record_node *parent,
		     uint64_t key, gasp_record_ref place)
{
  struct gasp_record_node *node = NULL;
  if (!parent)
    return add (context, NULL, key, place, true);
  struct gasp_record_node *owner
    = parent->child ? owner_of_children (parent) : parent;
  switch (room (context))
    {
    case ROOM_FOR_ALL:
      node = add (context, owner, key, place, true);
      break;
    case ROOM_FOR_SOME:
      node = merged_child (context, owner, key, place);
      break;
    case ROOM_FOR_FUNCTIONS:
      if (context->thread->root)
	node = merged_child (context, NODE (context->thread->root), key, place);
      break;
    }
  if (node)
    set_recent (parent, node);
  return node;
}

/* ---- Functions that are no longer loaded.

   A node's key is its function's address, where another may be loaded later.
   So nodes lose their keys when the code goes; if it comes back, they are
   found by their place.  */

/* Neither an address nor a place's key.  */
#define UNLOADED_KEY 1

struct function_range {
  uint64_t begin, end;
};

static void
clear_key (void *element, const void *data)
{
  struct gasp_record_node *node = element;
  const struct function_range *range = data;
  if (node->key >= range->begin && node->key < range->end)
    __atomic_store_n (&node->key, UNLOADED_KEY, __ATOMIC_RELAXED);
}

void
gasp_tool_nodes_unload (uint64_t begin, uint64_t end)
{
  struct function_range range = { begin, end };
  gasp_tool_each (GASP_RECORD_NODES, clear_key, &range);
}

/* Returns the current node's child at PLACE whose function was unloaded, or
   null.  */
static struct gasp_record_node *
find_unloaded (gasp_context_t context, gasp_record_ref place)
{
  gasp_record_ref ref = gasp_tool_unloads ? current_node (context)->child : 0;
  for (; ref; ref = NODE (ref)->sibling)
    if (NODE (ref)->key == UNLOADED_KEY && NODE (ref)->place == place)
      return NODE (ref);
  return NULL;
}

/* Returns whether NODE's function was switched off: its call may be over.  */
static bool
is_switched_off (const struct gasp_record_node *node)
{
  const struct gasp_record_place *place
    = AT (struct gasp_record_place, node->place);
  return (node->place && place->kind == GASP_RECORD_FUNCTION
	  && place->flags & GASP_RECORD_PLACE_OFF);
}

struct gasp_record_node *
gasp_tool_add_function (gasp_context_t context,
			const struct gasp_gcc_function *function)
{
  struct gasp_record_node *parent = current_node (context);
  uint64_t key = (uintptr_t) function;
  gasp_record_ref place = gasp_tool_function_place (function);
  struct gasp_record_node *node = find_unloaded (context, place);
  if (!node)
    {
      node = gasp_tool_add_child (context, parent, key, place);
      if (node && is_switched_off (parent))
	node->bytes = GASP_RECORD_BELOW_OFF;
      return node;
    }
  node->key = key;
  gasp_tool_map_add (&context->far, child_hash (parent, key), ref_of (node));
  return node;
}

struct gasp_record_node *
gasp_tool_copy_path (gasp_context_t context, const char *base,
		     struct gasp_record_node *node,
		     void (*moved) (struct gasp_record_node *from,
				    struct gasp_record_node *to, void *data),
		     void *data)
{
  struct gasp_record_node *innermost = NULL, *below = NULL;
  for (;;)
    {
      struct gasp_record_node *copy
	= gasp_tool_add_child (context, NULL, node->key,
			       gasp_tool_copy_place (base, node->place));
      if (!copy)
	return NULL;
      if (below)
	{
	  below->parent = ref_of (copy);
	  copy->child = ref_of (below);
	  set_recent (copy, below);
	}
      else
	innermost = copy;
      moved (node, copy, data);
      if (!node->parent)
	return innermost;
      below = copy;
      node = (void *) (base + ((uint64_t) node->parent << 3));
    }
}

/* ---- Time.  */

uint64_t
gasp_tool_read (gasp_context_t context)
{
  if (context->attention & ATTENTION_COUNTERS)
    gasp_tool_counters_read (context);
  uint64_t now = read_clock ();
  if (unlikely (now >= *context->away.due))
    gasp_tool_away_due (context, current_node (context), now);
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
      gasp_tool_mark_frames (event->node);
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

void
gasp_tool_mark_frames (const struct gasp_record_node *event)
{
  if (!gasp_tool_direct)
    return;
  struct gasp_gcc_frame *frame = *gasp_gcc_top ();
  for (; frame > *gasp_gcc_base () && frame->data != event; frame--)
    gasp_tool_mark_frame (frame);
}
