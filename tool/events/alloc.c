/* alloc.c - allocation events, as the runtime hands them to us.

   SPDX-License-Identifier: Apache-2.0

   There are many of these, so an ordinary one takes a short way: no variable
   arguments, and the clock is only read if the time is wanted.  All else goes
   by event.c.  After this, memory.c.  */

#include "events/alloc.h"
#include "measure/memory/blocks.h"
#include "events/context.h"
#include "events/event.h"
#include "events/fast.h"
#include "record/file.h"
#include "floating.h"
#include "measure/away.h"
#include "measure/memory/memory.h"
#include "record/place.h"
#include "ground/state.h"
#include "ticks.h"
#include "events/tree.h"
#include <errno.h>

/* ---- The long way.  */

static void __attribute__ ((noinline))
notify (gasp_context_t context, gasp_evttype_t type,
	const struct gasp_gcc_allocation *a)
{
  int saved_errno = errno;
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
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
  gasp_floating_end (&floating);
  errno = saved_errno;
}

/* ---- The short way.  */

/* The caller has just stored the members of A, so each is to be loaded by
   itself; what spans two such stores waits until they have reached the
   cache.  */
#define MEMBER(member) __atomic_load_n (&a->member, __ATOMIC_RELAXED)

/* Returns where A's node below PARENT is remembered, or would be: two of
   these.  */
static inline struct known_call *
known_set (gasp_context_t context, const struct gasp_record_node *parent,
	   const struct gasp_gcc_allocation *a)
{
  /* Nodes have 96 bytes.  */
  unsigned long hash = ((unsigned long) parent >> 5)
		       + 5ul * MEMBER (line) + MEMBER (column);
  return &context->calls[2 * (hash % (KNOWN_CALLS / 2))];
}

static inline bool
is_call (const struct known_call *known, const struct gasp_record_node *parent,
	 const struct gasp_gcc_allocation *a)
{
  return (known->parent == parent && known->line == MEMBER (line)
	  && known->column == MEMBER (column) && known->tag == MEMBER (tag)
	  && known->file == MEMBER (file));
}

/* Returns the node of A below PARENT, or null if it has none yet; in KNOWN it
   is not in front.  */
static struct gasp_record_node *
find_node (gasp_context_t context, struct gasp_record_node *parent,
	   const struct gasp_gcc_allocation *a, struct known_call *known)
{
  if (context->known_unloads != gasp_tool_unloads)
    return NULL;
  if (is_call (known, parent, a))
    return NODE (known->node);
  if (is_call (known + 1, parent, a))
    return NODE (known[1].node);
  gasp_record_ref place
    = recent_place (context, a->file, a->tag, a->line, a->column);
  struct gasp_record_node *node
    = place ? child_of (context, parent, event_key (place)) : NULL;
  if (!node)
    return NULL;
  known[1] = known[0];
  known[0] = (struct known_call) { parent, a->file, a->line, a->column,
				   a->tag, ref_of (node) };
  return node;
}

static void __attribute__ ((noinline))
begin_time (gasp_context_t context, struct open_event *event)
{
  uint64_t now = read_tsc ();
  if (unlikely (now >= *context->away.due))
    now = gasp_tool_away_due (context, event->caller, event->caller, now);
  event->untimed = false;
  context->thread->last = now;
  event->ticks = -(int64_t) now;
  event->node->ticks -= now;
}

/* Returns whether the block that A frees is being freed by an event around
   it.  */
static inline bool
is_part_of_free (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  for (unsigned int i = context->event_count; i-- > 0; )
    if (context->events[i].argument == a->former)
      return true;
  return false;
}

/* Starts A as an open event, or by the long way if it has no node yet.  */
static void __attribute__ ((noinline))
start_event (gasp_context_t context, struct gasp_gcc_allocation *a)
{
  struct gasp_gcc_frame *frame = *context->top;
  struct gasp_record_node *caller = frame->data;
  struct gasp_record_node *node
    = find_node (context, caller, a, known_set (context, caller, a));
  struct open_event *event = node ? gasp_tool_push_event (context) : NULL;
  if (!event)
    {
      notify (context, GASP_START, a);
      return;
    }
  event->node = node;
  event->caller = caller;
  event->tag = a->tag;
  event->untimed = true;
  gasp_tool_mark_frame (frame);
  if (a->former)
    gasp_tool_free_block (context, event, a->former);
  frame->data = node;
  node->calls++;
  context->event_count++;
  if (!node->period)
    begin_time (context, event);
}

/* Does what A, a call of NODE that begins, does to a block that is known.
   *TAKEN is set to the block that realloc gives up.  */
static inline bool
give_up_block (gasp_context_t context, struct gasp_record_node *node,
	       const struct gasp_gcc_allocation *a, gasp_record_ref *taken)
{
  if (unlikely (is_part_of_free (context, a)))
    return false;
  return a->tag == GASP_C_FREE
	 ? forget_at_once (context, node, a->former)
	 : take_at_once (node, a->former, taken);
}

/* Returns the node of A's call, if counting is all there is to it: it is
   observed, and what it calls raises no events, as far as is known.  Then
   nothing is left open.  Else null.  */
static inline struct gasp_record_node *
counted_node (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  const struct gasp_gcc_frame *frame = *context->top;
  const struct gasp_record_node *caller = frame->data;
  struct known_call *known = known_set (context, caller, a);
  if (unlikely (!is_call (known, caller, a)
		|| context->known_unloads != gasp_tool_unloads))
    return NULL;
  struct gasp_record_node *node = NODE (known->node);
  if (unlikely (!node->period || node->child))
    return NULL;
  return node;
}

/* Counts it.  Its END, if it has one, looks by A's NUMBER whether there are
   other nodes by then, and what realloc has TAKEN.  */
static inline void
count_call (gasp_context_t context, struct gasp_record_node *node,
	    struct gasp_gcc_allocation *a, gasp_record_ref taken)
{
  a->data = a->tag == GASP_C_FREE ? GASP_GCC_NO_END : node;
  a->path = PATH (node);
  a->number = (gasp_gcc_word) context->restarts << 32 | taken;
  node->calls++;
}

/* Starts what only allocates; what gives up a block has a function of its own,
   too, so that each saves no more registers than it needs.  */
static void __attribute__ ((noinline))
start_new (gasp_context_t context, struct gasp_gcc_allocation *a)
{
  struct gasp_record_node *node = counted_node (context, a);
  if (likely (node != NULL))
    count_call (context, node, a, 0);
  else
    start_event (context, a);
}

/* Announces that CONTEXT's thread gives up the block of A.  Returns false if
   another thread may take it, too (thinning.c).  Before that thread looks at
   announcements, it has a barrier (membarrier) executed by this one, which
   either has announced the block by then or will see GASP_TOOL_FILTERS set.  */
static inline bool
announce (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  __atomic_store_n (&context->giving_up, a->former, __ATOMIC_RELAXED);
  __asm__ ("" : : : "memory");
  return likely (!gasp_tool_filters);
}

static void __attribute__ ((noinline))
start_giving_up (gasp_context_t context, struct gasp_gcc_allocation *a)
{
  gasp_record_ref taken = 0;
  bool is_alone = announce (context, a);
  struct gasp_record_node *node = counted_node (context, a);
  bool is_done = node && is_alone && give_up_block (context, node, a, &taken);
  __atomic_store_n (&context->giving_up, NULL, __ATOMIC_RELEASE);
  if (likely (is_done))
    count_call (context, node, a, taken);
  else
    start_event (context, a);
}

/* Accounts for the block at the end of EVENT.  Returns the number of
   bytes.  */
static uint64_t
account (gasp_context_t context, const struct open_event *event,
	 const struct gasp_gcc_allocation *a)
{
  if (a->tag == GASP_C_MALLOC)
    return gasp_tool_new_block (context, event, a->result, a->size);
  if (a->tag == GASP_C_REALLOC)
    return gasp_tool_reallocated (context, event, (const union argument[])
				  { { .p = a->former }, { .z = a->size },
				    { .p = a->result } });
  if (unlikely (event->suspect))
    gasp_tool_freed_again (context, event, a->former);
  return event->size;
}

static void __attribute__ ((noinline))
end_event (gasp_context_t context, struct gasp_gcc_allocation *a)
{
  struct gasp_gcc_frame *frame = *context->top;
  struct open_event *event = context->events + context->event_count - 1;
  if (unlikely (context->event_count == 0 || event->tag != a->tag
		|| event->node != frame->data))
    {
      notify (context, GASP_END, a);
      return;
    }
  struct gasp_record_node *node = event->node;
  bool timed = !event->untimed;
  if (likely (!timed))
    gasp_tool_leave_counted (context, frame);
  else
    {
      struct gasp_floating floating;
      gasp_floating_begin (&floating);
      gasp_tool_leave_event (context, event);
      gasp_floating_end (&floating);
    }
  node->bytes += account (context, event, a);
}

/* The END of a call that was only counted.  */

static inline void
learn_counted (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  struct gasp_record_node *node = a->data;
  if (unlikely (!a->result))
    return;
  node->bytes += a->size;
  if (unlikely (!learn_at_once (context, a->result, a->size, ref_of (node))))
    gasp_tool_learn (context, a->result, a->size, ref_of (node));
}

static void __attribute__ ((noinline))
end_reallocation (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  gasp_record_ref taken = (gasp_record_ref) a->number;
  if (!a->result && a->size)
    put_back (a->former, taken);
  else
    drop_taken (context, taken);
  learn_counted (context, a);
}

static void __attribute__ ((noinline))
end_counted (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  if ((gasp_record_ref) a->number)
    end_reallocation (context, a);
  else
    learn_counted (context, a);
}

void
gasp_tool_allocation (gasp_context_t context, gasp_evttype_t type,
		      struct gasp_gcc_allocation *a)
{
  if (unlikely (context->attention))
    notify (context, type, a);
  else if (type == GASP_START)
    {
      if (a->former)
	start_giving_up (context, a);
      else
	start_new (context, a);
    }
  else if (likely (a->data && a->number >> 32 == context->restarts))
    end_counted (context, a);
  else
    end_event (context, a);
}
