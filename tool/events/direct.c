/* direct.c - events of runtimes, as the runtime hands them to us.

   SPDX-License-Identifier: Apache-2.0

   The short way, for events whose node is known, by threads that need no
   attention: no position is looked up, and what is to be done needs no floating
   point.  The rest comes again as a call of gasp_event_notify (event.c), which
   does the same.  */

#include "events/direct.h"
#include "measure/away.h"
#include "measure/budget.h"
#include "events/event.h"
#include "events/fast.h"
#include "record/place.h"
#include "ground/shapes.h"
#include "models/team.h"
#include "measure/timing.h"
#include "events/tree.h"
#include "models/peers.h"
#include <errno.h>
#include <stddef.h>

/* So are recorded: events of teams, those that move data between processes, and
   those that only take time.  */
#define SHORT(role) [ROLE_##role] = true
static const bool short_roles[ROLES] = {
  SHORT (TEAM_WAIT), SHORT (WORKSHARE), SHORT (TASK), SHORT (TASK_CREATE),
  SHORT (LOCK), SHORT (TURN), SHORT (HOLD), SHORT (TASK_WAIT),
  SHORT (TRANSFER), SHORT (TEAM), SHORT (OTHER), SHORT (COMPLETE),
  SHORT (COLLECTIVE), SHORT (FLUSH), SHORT (ATOMIC_ACCESS), SHORT (BARRIER),
  SHORT (MEETING), SHORT (ROOT_GIVES), SHORT (ROOT_GETS),
  SHORT (BARRIER_WITHIN), SHORT (SEND), SHORT (SEND_BEGUN),
  SHORT (SEND_OVER), SHORT (SIGNAL), SHORT (SIGNALLED), SHORT (RECEIVE),
  SHORT (RECEIVE_BEGUN), SHORT (PROBE), SHORT (MEETING_IN_ORDER),
  SHORT (MEETING_IF_HELD), SHORT (GATHERING), SHORT (TARGET),
  SHORT (KERNEL), SHORT (TO_DEVICE),
  SHORT (TO_DEVICE_AGAIN), SHORT (FROM_DEVICE), SHORT (ON_DEVICE),
  SHORT (DEVICE_SETUP), SHORT (DEVICE_WAIT), SHORT (ACQUIRE),
  SHORT (RELEASE), SHORT (AWAIT), SHORT (BLOCK), SHORT (CHANGE),
  SHORT (CHANGED), SHORT (COMES), SHORT (HELD), SHORT (TRYLOCK),
  SHORT (UNLOCK), SHORT (NOTIFY), SHORT (WAIT), SHORT (CACHE)
};

_Static_assert (sizeof (union argument) == sizeof (gasp_gcc_word), "values");

/* Events are remembered among the calls that allocate: ADDRESS in place of the
   file, and INSTEAD in place of line and column.  */

static inline bool
is_known (const struct known_call *known, const struct gasp_record_node *parent,
	  const struct gasp_gcc_short_event *e)
{
  return (known->parent == parent && known->file == e->address
	  && known->line == (int) e->instead
	  && known->column == (int) (e->instead >> 32) && known->tag == e->tag);
}

/* Returns the event's node, or null if that is not known.  */
static struct gasp_record_node *
find_node (gasp_context_t context, const struct gasp_record_node *parent,
	   const struct gasp_gcc_short_event *e)
{
  const struct known_call *known
    = known_events (context, parent, e->address, (int) e->instead, e->tag);
  if (likely (context->known_unloads == gasp_tool_unloads))
    for (int i = 0; i < 2; i++)
      if (likely (is_known (&known[i], parent, e)))
	return NODE (known[i].node);
  context->missed = (struct known_call) {
    parent, e->address, (int) e->instead, (int) (e->instead >> 32), e->tag, 0
  };
  return NULL;
}

static bool
start (gasp_context_t context, const struct gasp_gcc_short_event *e,
       enum role role, const union argument *arguments)
{
  struct gasp_gcc_frame *frame = *context->top;
  struct gasp_record_node *caller = frame->data;
  struct gasp_record_node *node = find_node (context, caller, e);
  struct open_event *event = node ? gasp_tool_push_event (context) : NULL;
  if (unlikely (!event))
    return false;
  event->node = node;
  event->caller = caller;
  event->tag = e->tag;
  gasp_tool_mark_frame (frame);
  gasp_tool_enter_event (context, event, node);
  if (!event->untimed)
    event->ticks = -(int64_t) context->thread->last;
  context->event_count++;
  const struct action *action = gasp_tool_action (e->tag, role);
  if (action->start)
    action->start (context, event, arguments);
  return true;
}

/* Returns whether the clock is to be read for an event of ROLE within another
   one: what it sends is sent when that begins, and all that it receives has
   come at one time.  */
static bool
needs_time (gasp_context_t context, enum role role)
{
  const struct open_event *around
    = context->event_count ? &context->events[context->event_count - 1] : NULL;
  return !around || around->untimed
	 || (role != ROLE_SEND && (role != ROLE_RECEIVE || !around->arrived));
}

/* Returns the node whose calls are counted at CALLS.  */
static struct gasp_record_node *
node_of_calls (gasp_gcc_word *calls)
{
  return (struct gasp_record_node *)
    ((char *) calls - offsetof (struct gasp_record_node, calls));
}

/* Answers a thread that counts its locks, as E says; see gasp_gcc.h.  Returns
   whether it is to do so.  */
static bool
count_lock (gasp_context_t context, const struct gasp_gcc_short_event *e,
	    enum role role, const union argument *arguments)
{
  struct gasp_gcc_lock_calls *calls = (void *) (uintptr_t) arguments[1].p;
  if (!gasp_tool_locks_are_counted () || !gasp_tool_is_shared_lock (e->tag))
    return false;
  if (role == ROLE_TRYLOCK)
    gasp_tool_lock_missed (context, e->tag, arguments, calls->holder);
  else if (calls->since && !calls->got)
    gasp_tool_shared_lock_awaited (context, calls->since);
  else if (calls->since && !calls->time)
    gasp_tool_away_look (context, node_of_calls (calls->calls), calls->got,
			 gasp_tool_processor_time ());
  else if (calls->since)
    gasp_tool_lock_waited (context, node_of_calls (calls->calls), e->tag,
			   arguments, calls);
  else
    {
      struct gasp_record_node *node
	= gasp_tool_event_node (context, e->tag, e->address,
				(int) (e->instead >> 32), (int) e->instead);
      calls->calls = (gasp_gcc_word *) &node->calls;
      calls->time = (gasp_gcc_word *) &node->ticks;
      gasp_tool_lock_counted (context, node->place, e->tag, arguments, calls);
    }
  return true;
}

/* Records a task that is made, data that an event around it moves, or what a
   cache did for that.  */
static bool
atomic (gasp_context_t context, const struct gasp_gcc_short_event *e,
	enum role role, const union argument *arguments)
{
  if (gasp_tool_is_remark (role))
    {
      gasp_tool_action (e->tag, role)->start (context, NULL, arguments);
      return true;
    }
  if (role == ROLE_LOCK || role == ROLE_TRYLOCK || role == ROLE_UNLOCK)
    return count_lock (context, e, role, arguments);
  if (role != ROLE_TASK_CREATE && role != ROLE_CACHE
      && !gasp_tool_movement (e->tag))
    return false;
  struct gasp_record_node *node
    = find_node (context, current_node (context), e);
  if (!node)
    return false;
  node->calls++;
  if (role == ROLE_CACHE)
    {
      const struct event_shape *shape = gasp_tool_event_shape (e->tag);
      node->bytes += gasp_tool_bytes_of (shape->start, arguments);
      return true;
    }
  if (needs_time (context, role))
    gasp_tool_read (context);
  if (role == ROLE_TASK_CREATE)
    gasp_tool_task_created (context, node->place, arguments);
  else
    {
      struct open_event event = { .node = node, .tag = e->tag };
      context->took = 0;
      context->took_timed = true;
      node->bytes += gasp_tool_moved (context, &event, arguments);
      if (role == ROLE_SEND || role == ROLE_RECEIVE)
	gasp_tool_message_part (context, role, arguments);
    }
  return true;
}

/* Returns whether E ends what the tool does without, and has not begun.  */
static bool
is_missing (gasp_context_t context, const struct gasp_gcc_short_event *e,
	    enum role role)
{
  return (unlikely (gasp_tool_is_off (e->tag))
	  && !gasp_tool_open_event (context, e->tag)
	  && !(role == ROLE_HOLD && gasp_tool_holds_locks (context)));
}

static bool
end (gasp_context_t context, const struct gasp_gcc_short_event *e,
     enum role role, const union argument *arguments)
{
  if (is_missing (context, e, role))
    return true;
  struct gasp_gcc_frame *frame = *context->top;
  struct open_event *event = context->events + context->event_count - 1;
  if (context->event_count == 0 || event->tag != e->tag
      || event->node != frame->data || is_to_decide (event->node))
    return false;
  struct gasp_record_node *node = event->node;
  context->took_timed = !event->untimed;
  context->took = event->ticks;
  if (event->untimed)
    gasp_tool_leave_counted (context, frame);
  else
    context->took = gasp_tool_finish_event (context, event);
  const struct action *action = gasp_tool_action (e->tag, role);
  node->bytes
    += action->end ? action->end (context, event, arguments)
       : gasp_tool_bytes_of (gasp_tool_event_shape (e->tag)->end, arguments);
  return true;
}

static bool
record (gasp_context_t context, const struct gasp_gcc_short_event *e)
{
  enum role role = gasp_tool_role (e->tag);
  if (!short_roles[role])
    return false;
  /* They are read in place: a copy would have to wait until the processor has
     stored what was written just now.  */
  const union argument *arguments = (const void *) e->values;
  if (e->type == GASP_END)
    return end (context, e, role, arguments);
  if (e->type == GASP_START)
    return start (context, e, role, arguments);
  return atomic (context, e, role, arguments);
}

int
gasp_tool_direct_event (gasp_context_t context,
			const struct gasp_gcc_short_event *e)
{
  context->missed.parent = NULL;
  if (unlikely (context->attention))
    return 0;
  int saved_errno = errno;
  bool done = record (context, e);
  errno = saved_errno;
  return done;
}
