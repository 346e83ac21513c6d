/* event.c - events that come as calls of gasp_event_notify.

   SPDX-License-Identifier: Apache-2.0

   Any pair of events is a node of the call path at its source position;
   where there is no direct recorder (fast.c), functions are, too.  Pairs may
   overlap, miss an end or have one too many.  Before this, libgasp; after it
   happening.c and tree.c, waited.c for waits, memory.c for what allocation
   means, user.c for user events.  */

#include "measure/budget.h"
#include "events/fast.h"
#include "events/happening.h"
#include "measure/sampling/sample.h"
#include "ticks.h"
#include "measure/away.h"
#include "record/trace.h"
#include "models/peers.h"
#include "models/team.h"
#include "events/user.h"

static struct open_event *
begin (const struct happening *h)
{
  struct open_event *event = gasp_tool_begin_at (h, gasp_tool_node_of (h));
  if (event && !event->untimed)
    gasp_tool_away_soon (h->context, h->context->thread->last);
  return event;
}

/* Takes TAG out of the events whose functions have returned.  */
static bool
take_loose (gasp_context_t context, uint32_t tag, int64_t *ticks)
{
  for (unsigned int i = context->loose_count; i-- > 0; )
    if (context->loose[i].tag == tag)
      {
	*ticks = context->loose[i].ticks;
	context->loose_count--;
	for (; i < context->loose_count; i++)
	  context->loose[i] = context->loose[i + 1];
	return true;
      }
  return false;
}

/* ---- By kind.  */

/* Records events of functions, without direct recorder.  */
static void
function_event (struct happening *h, gasp_evttype_t type, va_list values)
{
  gasp_context_t context = h->context;
  h->signature = va_arg (values, const char *);
  if (!h->signature)
    h->signature = "?";
  if (type == GASP_START)
    {
      if (!(context->attention & ATTENTION_OFF))
	begin (h);
      return;
    }
  for (unsigned int i = context->event_count; i-- > 0; )
    if (context->events[i].identity == h->signature)
      {
	gasp_tool_leave_call (context, i);
	return;
      }
}

/* Records an event that takes no time, and returns its node.  */
static struct gasp_record_node *
atomic_event (const struct happening *h)
{
  struct gasp_record_node *node = gasp_tool_node_of (h);
  if (!node)
    {
      node = h->context->other;
      h->context->thread->other = ref_of (node);
    }
  node->calls++;
  uint64_t now = gasp_tool_read (h->context);
  if (h->context->attention & ATTENTION_TRACE)
    gasp_tool_trace_rare (h->context, GASP_TRACE_ATOMIC, ref_of (node), now);
  return node;
}

static void
user_event (const struct happening *h, gasp_evttype_t type, va_list values)
{
  gasp_context_t context = h->context;
  bool left_out = gasp_tool_is_off (GASP_UPC_USEREVT_START);
  bool off = context->attention & ATTENTION_OFF || left_out;
  struct open_event *event;
  int64_t ticks;

  if (type == GASP_END)
    {
      event = gasp_tool_open_event (context, h->tag);
      if (event)
	gasp_tool_user_pair (h->tag, gasp_tool_finish_event (context, event));
      else if (take_loose (context, h->tag, &ticks))
	gasp_tool_user_pair (h->tag,
			     ticks + (off ? 0 : gasp_tool_read (context)));
      else if (!context->controlled && !left_out)
	context->thread->unmatched++;
    }
  if (off)
    return;
  gasp_tool_user_event (h->tag, type, values);
  if (type == GASP_START)
    begin (h);
  else if (type == GASP_ATOMIC)
    atomic_event (h);
}

/* Returns the further callers that ARGUMENTS of an event of ROLE have, which
   has an address of code; or null.  */
static const unsigned long *
further_of (enum role role, const union argument *arguments)
{
  switch (role)
    {
    case ROLE_ACQUIRE: case ROLE_RELEASE: return arguments[4].p;
    case ROLE_AWAIT: return arguments[3].p;
    case ROLE_BLOCK: return arguments[2].p;
    default: return NULL;
    }
}

/* Returns whether the trace has EVENT, which may be null, and nothing within
   it.  */
static bool
is_traced (gasp_context_t context, const struct open_event *event)
{
  return (context->attention & ATTENTION_TRACE && event
	  && event == &context->events[context->event_count - 1]
	  && event->node == current_node (context)
	  && !(context->attention & ATTENTION_OTHER));
}

static void
start_event (struct happening *h, enum role role,
	     const union argument *arguments)
{
  bool off = h->context->attention & ATTENTION_OFF;
  if (role == ROLE_MEMBER)
    h->team = gasp_tool_find_team (h->context, arguments);
  struct open_event *event = off ? NULL : begin (h);
  const struct action *action = gasp_tool_action (h->tag, role);
  if (action->start)
    action->start (h->context, event, arguments);
  if (!is_traced (h->context, event))
    return;
  gasp_tool_peers_trace_start (h->context, h->tag, arguments);
  gasp_tool_device_trace (h->context, h->tag, arguments);
  gasp_tool_team_trace (h->context, h->tag, role, arguments);
}

static void
end_event (const struct happening *h, enum role role, const char *letters,
	   const union argument *arguments)
{
  gasp_context_t context = h->context;
  struct open_event *event = gasp_tool_open_event (context, h->tag);
  const struct action *action = gasp_tool_action (h->tag, role);
  struct gasp_record_node *node = event ? event->node : NULL;

  if (is_traced (context, event))
    gasp_tool_peers_trace_end (context, h->tag, arguments);
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_team_trace_end (context, role, arguments);
  context->took = 0;
  context->took_timed = event && !event->untimed;
  if (event)
    context->took = gasp_tool_finish_event (context, event);
  uint64_t bytes = action->end ? action->end (context, event, arguments)
		   : gasp_tool_bytes_of (letters, arguments);
  if (node)
    node->bytes += bytes;
}

static void
task_created (const struct happening *h, const union argument *arguments)
{
  gasp_tool_task_created (h->context, gasp_tool_place_of (h), arguments);
  if (h->context->attention & ATTENTION_TRACE)
    gasp_tool_team_trace (h->context, h->tag, ROLE_TASK_CREATE, arguments);
}

/* Returns the structure that ARGUMENTS, of LETTERS, have, after a name and an
   address if they begin with these.  */
static void *
argument_of (const char *letters, const union argument *arguments)
{
  return (void *) (uintptr_t) arguments[*letters == 'n' ? 2 : 0].p;
}

/* Records H, an atomic event that is not switched off.  What it moves is moved
   in no time: the event around it has that.  */
static void
record_atomic (const struct happening *h, enum role role, const char *letters,
	       const union argument *arguments)
{
  gasp_context_t context = h->context;
  struct open_event event = { .node = atomic_event (h), .tag = h->tag };
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_peers_trace_start (context, h->tag, arguments);
  event.node->bytes += gasp_tool_movement (h->tag)
		       ? gasp_tool_moved (context, &event, arguments)
		       : gasp_tool_bytes_of (letters, arguments);
  if (role == ROLE_TASK_CREATE)
    task_created (h, arguments);
}

/* Counts H, of a ROLE that has nothing in the tree.  */
static void
tally_atomic (const struct happening *h, enum role role, const char *letters,
	      const union argument *arguments)
{
  struct happening asked = *h;
  if (role == ROLE_TAKEN)
    gasp_tool_lock_taken (h->context, gasp_tool_place_of (h), arguments);
  else if (role == ROLE_LOCK_SAMPLE)
    gasp_tool_sample_lock (h, argument_of (letters, arguments));
  else if (role == ROLE_WAITED)
    gasp_tool_waited (h, argument_of (letters, arguments));
  else
    {
      asked.tag = arguments[1].i;
      gasp_tool_device_did (h->context, gasp_tool_place_of (&asked), arguments);
    }
}

static void
system_atomic (const struct happening *h, enum role role, const char *letters,
	       const union argument *arguments)
{
  const struct action *action = gasp_tool_action (h->tag, role);
  gasp_context_t context = h->context;
  bool off = context->attention & ATTENTION_OFF;
  if (gasp_tool_is_remark (role))
    {
      action->start (context, NULL, arguments);
      return;
    }
  if (role == ROLE_TAKEN || role == ROLE_LOCK_SAMPLE || role == ROLE_WAITED
      || role == ROLE_DEVICE_TIME)
    {
      if (!off || role == ROLE_LOCK_SAMPLE)
	tally_atomic (h, role, letters, arguments);
      return;
    }
  context->took = 0;
  context->took_timed = true;
  if (!off)
    record_atomic (h, role, letters, arguments);
  if (h->tag == GASP_GCC_STATIC_SHARED)
    gasp_tool_static_object (gasp_tool_place_of (h), arguments);
  if (role == ROLE_SEND || role == ROLE_RECEIVE)
    gasp_tool_message_part (context, role, arguments);
  else if (action->start)
    action->start (context, NULL, arguments);
  if (action->end && !gasp_tool_movement (h->tag))
    action->end (context, NULL, arguments);
}

/* Records an event of the table, or of none.  */
static void
system_event (struct happening *h, gasp_evttype_t type, va_list values)
{
  static const struct event_shape unknown
    = { .role = ROLE_OTHER, .start = "", .end = "" };
  const struct event_shape *shape = gasp_tool_event_shape (h->tag);
  if (!shape)
    shape = &unknown;
  const char *letters = type == GASP_END ? shape->end : shape->start;
  union argument arguments[GASP_ARGUMENTS] = { { NULL } };
  gasp_tool_arguments (arguments, letters, values);
  if (*letters == 'n')
    h->label = arguments[0].p;
  if (type != GASP_END)
    gasp_tool_set_address (h, letters, arguments);
  if (type == GASP_START && h->is_address)
    h->further = further_of (shape->role, arguments);

  if (type == GASP_END)
    end_event (h, shape->role, letters, arguments);
  else if (type == GASP_START)
    start_event (h, shape->role, arguments);
  else
    system_atomic (h, shape->role, letters, arguments);
}

static void
any_event (struct happening *h, gasp_evttype_t type, va_list values)
{
  if (h->tag == GASP_C_FUNC)
    function_event (h, type, values);
  else if (gasp_tool_user_name (h->tag))
    user_event (h, type, values);
  else
    system_event (h, type, values);
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int evttag,
		     gasp_evttype_t evttype, const char *filename,
		     int linenum, int colnum, va_list varargs)
{
  if (unlikely (!context) && gasp_tool_is_refused && gasp_gcc_no_more_events)
    gasp_gcc_no_more_events ();
  if (!context || context->attention & ATTENTION_DEAD)
    return;
  if (context->attention & ATTENTION_SAMPLES)
    gasp_tool_samples_room (context);
  struct happening h = {
    .context = context, .tag = evttag, .file = filename, .line = linenum,
    .column = colnum
  };
  take_position (&h);
  if (likely (!gasp_tool_budget_turn (context)))
    any_event (&h, evttype, varargs);
  else
    {
      uint64_t start = read_tsc ();
      any_event (&h, evttype, varargs);
      gasp_tool_budget_event (context, evttag, start);
    }
}

void
gasp_event_notify (gasp_context_t context, unsigned int evttag,
		   gasp_evttype_t evttype, const char *filename, int linenum,
		   int colnum, ...)
{
  va_list values;
  va_start (values, colnum);
  gasp_event_notifyVA (context, evttag, evttype, filename, linenum, colnum,
		       values);
  va_end (values);
}
