/* event.c - events that come as calls of gasp_event_notify.

   SPDX-License-Identifier: Apache-2.0

   Any pair of events is a node of the call path at its source position;
   where there is no direct recorder (fast.c), functions are, too.  Pairs may
   overlap, miss an end or have one too many.  Before this, libgasp; after it
   tree.c, memory.c for what allocation means, user.c for user events.  */

#include "measure/away.h"
#include "measure/budget.h"
#include "events/context.h"
#include "events/direct.h"
#include "events/event.h"
#include "events/fast.h"
#include "record/file.h"
#include "record/place.h"
#include "measure/sampling/modules.h"
#include "measure/sampling/sample.h"
#include "ground/shapes.h"
#include "ground/state.h"
#include "measure/clock.h"
#include "gasp_provider.h"
#include "hash.h"
#include "ticks.h"
#include "record/trace.h"
#include "events/tree.h"
#include "models/peers.h"
#include "models/tally.h"
#include "models/team.h"
#include "events/user.h"
#include <stdio.h>

/* ---- Where it happens.  */

const char gasp_gcc_at_address[1] = "";

/* An event as it came.  */
struct happening {
  gasp_context_t context;
  uint32_t tag;
  const char *file;
  int line, column;
  const char *signature;	/* of a function, else null */
  const char *label;		/* what it is to be called, or null: the table says */
  bool is_address;		/* LINE and COLUMN are halves of one of code */
  const unsigned long *further;	/* those of its callers, up to a 0; or null */
  gasp_record_ref team;		/* the construct that this thread is called for,
				   by another one; else 0 */
};

/* Returns the record's text with the addresses of H's callers; 0 if it has
   none.  */
static gasp_record_ref
further_text (const struct happening *h)
{
  char text[GASP_GCC_FURTHER * (2 * sizeof (long) + 1) + 1];
  int length = 0;
  for (unsigned int i = 0; i < GASP_GCC_FURTHER && h->further[i]; i++)
    {
      unsigned long code = gasp_tool_recorded_address (h->further[i]);
      length += snprintf (text + length, sizeof text - (size_t) length, "%lx ",
			  code);
    }
  return length ? gasp_tool_string (text) : 0;
}

/* Returns what stands for the file of H where places are looked up.  */
static const char *
key_of_file (const struct happening *h)
{
  uint64_t key = 0;
  if (!h->further)
    return h->file;
  for (unsigned int i = 0; i < GASP_GCC_FURTHER && h->further[i]; i++)
    key = gasp_mix (key ^ h->further[i]);
  return (const char *) (uintptr_t) key;
}

static gasp_record_ref
new_place (const struct happening *h)
{
  const struct event_shape *shape = gasp_tool_event_shape (h->tag);
  const char *name = h->signature ? h->signature : h->label ? h->label
		     : shape ? shape->label : gasp_tool_user_name (h->tag);
  char number[32];
  if (!name)
    {
      snprintf (number, sizeof number, "event %u", (unsigned int) h->tag);
      name = number;
    }
  struct gasp_record_place place = {
    .kind = h->signature ? GASP_RECORD_FUNCTION : GASP_RECORD_EVENT,
    .tag = h->tag,
    .name = gasp_tool_string (name),
    .file = h->further ? further_text (h) : gasp_tool_string (h->file),
    .line = h->line > 0 || h->is_address ? (uint32_t) h->line : 0,
    .column = h->column > 0 || h->is_address ? (uint32_t) h->column : 0,
    .flags = h->is_address ? GASP_RECORD_PLACE_ADDRESS : 0
  };
  return gasp_tool_place (&place);
}

/* Returns the address of which LINE and COLUMN are the halves.  */
static uint64_t
joined (int line, int column)
{
  return (uint32_t) line | (uint64_t) (uint32_t) column << 32;
}

/* Has H be at the code at ADDRESS.  */
static void
set_code (struct happening *h, uint64_t address)
{
  uint64_t recorded = gasp_tool_recorded_address (address);
  h->line = (int) (uint32_t) recorded;
  h->column = (int) (uint32_t) (recorded >> 32);
  h->is_address = true;
}

/* Returns the place, through the context's memory of recent ones.  */
static gasp_record_ref
place_of (const struct happening *h)
{
  const char *name = h->signature ? h->signature : h->label;
  struct known_place wanted = {
    key_of_file (h), name, h->tag, h->line, h->column, 0
  };
  struct known_place *known = gasp_tool_known_place (h->context, &wanted);
  if (!known->place)
    known->place = new_place (h);
  return known->place;
}

/* Returns H's node under the current one, or null if the record is full.  */
static struct gasp_record_node *
node_of (const struct happening *h)
{
  gasp_context_t context = h->context;
  if (context->attention & ATTENTION_OTHER)
    return NULL;
  gasp_record_ref place = place_of (h);
  uint64_t key = event_key (place) | (uint64_t) h->team << 32;
  struct gasp_record_node *parent = current_node (context);
  struct gasp_record_node *node = child_of (context, parent, key);
  if (!node)
    node = gasp_tool_add_child (context, parent, key, place);
  /* What looks it up there does not know of further callers.  */
  if (node && !h->further)
    gasp_tool_remember_event (context, h->tag, node);
  return node;
}

struct gasp_record_node *
gasp_tool_event_node (gasp_context_t context, uint32_t tag, const char *file,
		      int line, int column)
{
  struct happening h = {
    .context = context, .tag = tag, .file = file, .line = line,
    .column = column
  };
  if (file == gasp_gcc_at_address)
    set_code (&h, joined (line, column));
  struct gasp_record_node *node = node_of (&h);
  if (node)
    return node;
  context->thread->other = ref_of (context->other);
  return context->other;
}

/* ---- Open events.  */

struct open_event *
gasp_tool_open_event (gasp_context_t context, uint32_t tag)
{
  for (unsigned int i = context->event_count; i-- > 0; )
    if (context->events[i].tag == tag && !context->events[i].over)
      return &context->events[i];
  return NULL;
}

/* Begins H at NODE, or at none if that is null.  Returns null without
   memory.  */
static struct open_event *
begin_at (const struct happening *h, struct gasp_record_node *node)
{
  gasp_context_t context = h->context;
  struct gasp_record_node *caller = current_node (context);
  struct open_event *event = gasp_tool_push_event (context);
  if (!event)
    return NULL;
  if (gasp_tool_direct)
    gasp_tool_mark_frame (innermost (context));
  if (node)
    gasp_tool_enter_event (context, event, node);
  else
    {
      gasp_tool_enter_other (context);
      node = context->other;
    }
  event->node = node;
  event->caller = caller;
  event->tag = h->tag;
  event->identity = h->signature;
  event->ticks = event->untimed ? 0 : -(int64_t) context->thread->last;
  if (!event->untimed)
    gasp_tool_away_soon (context, context->thread->last);
  context->event_count++;
  return event;
}

static struct open_event *
begin (const struct happening *h)
{
  return begin_at (h, node_of (h));
}

uint64_t
gasp_tool_finish_event (gasp_context_t context, struct open_event *event)
{
  int64_t ticks = event->ticks;
  bool timed = !event->untimed && !(context->attention & ATTENTION_OFF);
  gasp_tool_leave_event (context, event);
  return timed ? (uint64_t) ticks + context->thread->last : (uint64_t) ticks;
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
  struct gasp_record_node *node = node_of (h);
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

/* Has H be at CODE.  */
static void
be_at_address (struct happening *h, const void *code)
{
  gasp_tool_know_module ((uintptr_t) code);
  h->file = NULL;
  set_code (h, (uintptr_t) code);
}

/* Has H, whose ARGUMENTS have an address of code, be there.  */
static void
set_address (struct happening *h, const char *letters,
	     const union argument *arguments)
{
  if (letters[0] == 'n' && letters[1] == 'c')
    be_at_address (h, arguments[1].p);
}

void
gasp_tool_add_woken (gasp_context_t context, gasp_record_ref place,
		     const struct gasp_gcc_wait *wait)
{
  struct happening h = {
    .context = context, .tag = wait->tag, .label = GASP_RECORD_WAKE
  };
  struct gasp_record_tally key = {
    .what = GASP_RECORD_WOKEN, .place = place,
    .other_thread = (uint32_t) wait->waker, .object = (uintptr_t) wait->object
  };
  if (wait->waker && wait->woken_at && *wait->woken_at)
    {
      be_at_address (&h, (const void *) wait->woken_at[0]);
      h.further = wait->woken_at + 1;
      key.other = place_of (&h);
    }
  gasp_tool_tally (context, &key, wait->took);
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

uint64_t
gasp_tool_acquired (gasp_context_t context, const struct open_event *event,
		    const union argument *arguments)
{
  if (!event)
    return 0;
  struct happening h = {
    .context = context, .tag = event->tag, .label = arguments[0].p
  };
  set_address (&h, gasp_tool_event_shape (h.tag)->end, arguments);
  gasp_tool_lock_acquired (context, event, place_of (&h), arguments);
  return 0;
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
  gasp_tool_task_created (h->context, place_of (h), arguments);
  if (h->context->attention & ATTENTION_TRACE)
    gasp_tool_team_trace (h->context, h->tag, ROLE_TASK_CREATE, arguments);
}

/* Adds a wait of so many TICKS, at PLACE, to the tree below PARENT, unless that
   has its time from elsewhere.  */
static void
add_wait_below (gasp_context_t context, struct gasp_record_node *parent,
		gasp_record_ref place, uint64_t ticks)
{
  if (!gasp_tool_direct || !parent || parent->period
      || context->attention & ATTENTION_OTHER)
    return;
  uint64_t key = event_key (place);
  struct gasp_record_node *node = child_of (context, parent, key);
  if (!node)
    node = gasp_tool_add_child (context, parent, key, place);
  if (!node)
    return;
  node->calls++;
  node->ticks += (int64_t) ticks;
}

/* Counts H, which is about a lock that was had as SAMPLE says.  */
static void
sample_lock (const struct happening *h, struct gasp_gcc_lock_sample *sample)
{
  struct happening waiting = *h, holding = *h;
  waiting.tag = sample->waiting;
  holding.tag = sample->holding;
  gasp_record_ref place = waiting.tag ? place_of (&waiting) : 0;
  uint64_t long_wait = gasp_tool_lock_sampled (h->context, place,
					       place_of (&holding), sample);
  if (long_wait)
    add_wait_below (h->context, sample->path, place, long_wait);
}

/* Notes that the thread has waited in NODE, for so many TICKS; and looks, if
   the clock is due, how long it was away.  */
static void
look_after_wait (gasp_context_t context, struct gasp_record_node *node,
		 uint64_t ticks)
{
  uint64_t now = read_clock ();
  gasp_tool_away_note (context, node, ticks, now);
  gasp_tool_away_soon (context, now - ticks);
  if (now >= *context->away.due)
    gasp_tool_away_due (context, node, now);
}

/* Records the WAIT of H, which is over, as the event that it would have
   been.  */
static void
waited (const struct happening *h, struct gasp_gcc_wait *wait)
{
  struct happening waiting = *h;
  waiting.tag = wait->tag;
  waiting.further = wait->further;
  wait->long_wait = gasp_tool_long_wait ();
  if (gasp_tool_clock_read)
    return;
  struct gasp_record_node *node = node_of (&waiting);
  /* The thread was away in it, and not in its caller.  */
  if (node)
    look_after_wait (h->context, node, wait->took);
  struct open_event *event = begin_at (&waiting, node);
  if (!event)
    return;
  node = event->node;
  gasp_tool_finish_event (h->context, event);
  if (!node->period)
    node->ticks += (int64_t) wait->took;
  if (wait->object || wait->waker)
    gasp_tool_add_woken (h->context, node->place, wait);
}

/* Returns the structure that ARGUMENTS of H have, after its address if there is
   one.  */
static void *
argument_of (const struct happening *h, const union argument *arguments)
{
  return (void *) (uintptr_t) arguments[h->is_address ? 2 : 0].p;
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
tally_atomic (const struct happening *h, enum role role,
	      const union argument *arguments)
{
  struct happening asked = *h;
  if (role == ROLE_TAKEN)
    gasp_tool_lock_taken (h->context, place_of (h), arguments);
  else if (role == ROLE_LOCK_SAMPLE)
    sample_lock (h, argument_of (h, arguments));
  else if (role == ROLE_WAITED)
    waited (h, argument_of (h, arguments));
  else
    {
      asked.tag = arguments[1].i;
      gasp_tool_device_did (h->context, place_of (&asked), arguments);
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
	tally_atomic (h, role, arguments);
      return;
    }
  context->took = 0;
  context->took_timed = true;
  if (!off)
    record_atomic (h, role, letters, arguments);
  if (h->tag == GASP_GCC_STATIC_SHARED)
    gasp_tool_static_object (place_of (h), arguments);
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
    set_address (h, letters, arguments);
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
  if (filename == gasp_gcc_at_address)
    set_code (&h, joined (linenum, colnum));
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
