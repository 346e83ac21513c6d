/* happening.c - where an event is that came, and that it begins and ends there.

   SPDX-License-Identifier: Apache-2.0

   event.c, waited.c -> happening.c -> tree.c.  */

#include "events/direct.h"
#include "events/event.h"
#include "events/fast.h"
#include "events/happening.h"
#include "hash.h"
#include "record/place.h"
#include "measure/sampling/modules.h"
#include "events/user.h"
#include <stdio.h>

/* ---- Where it happens.  */

const char gasp_gcc_at_address[1] = "";

/* The addresses of callers, each with a space.  */
typedef char further_text[GASP_GCC_FURTHER * (2 * sizeof (long) + 1) + 1];

/* Returns TEXT with the addresses of H's callers; null if it has none.  */
static const char *
text_of_further (const struct happening *h, further_text text)
{
  size_t length = 0;
  for (unsigned int i = 0; i < GASP_GCC_FURTHER && h->further[i]; i++)
    {
      unsigned long code = gasp_tool_recorded_address (h->further[i]);
      length += (size_t) snprintf (text + length,
				   sizeof (further_text) - length, "%lx ",
				   code);
    }
  return length ? text : NULL;
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
  further_text further;
  if (!name)
    {
      snprintf (number, sizeof number, "event %u", (unsigned int) h->tag);
      name = number;
    }
  struct gasp_record_place place = {
    .kind = h->signature ? GASP_RECORD_FUNCTION : GASP_RECORD_EVENT,
    .tag = h->tag,
    .line = h->line > 0 || h->is_address ? (uint32_t) h->line : 0,
    .column = h->column > 0 || h->is_address ? (uint32_t) h->column : 0,
    .flags = h->is_address ? GASP_RECORD_PLACE_ADDRESS : 0
  };
  return gasp_tool_named_place (&place, name,
				h->further ? text_of_further (h, further)
				: h->file);
}

void
gasp_tool_set_code (struct happening *h, uint64_t address)
{
  uint64_t recorded = gasp_tool_recorded_address (address);
  h->line = (int) (uint32_t) recorded;
  h->column = (int) (uint32_t) (recorded >> 32);
  h->is_address = true;
}

void
gasp_tool_be_at (struct happening *h, const void *code)
{
  gasp_tool_know_module ((uintptr_t) code);
  h->file = NULL;
  gasp_tool_set_code (h, (uintptr_t) code);
}

void
gasp_tool_set_address (struct happening *h, const char *letters,
		       const union argument *arguments)
{
  if (letters[0] == 'n' && letters[1] == 'c')
    gasp_tool_be_at (h, arguments[1].p);
}

gasp_record_ref
gasp_tool_place_of (const struct happening *h)
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

/* Remembers event TAG, which has been looked up, and is at NODE: if it is the
   one that came to gasp_tool_direct_event just before, it will be known
   there.  */
static void
remember_event (gasp_context_t context, uint32_t tag,
		const struct gasp_record_node *node)
{
  struct known_call *missed = &context->missed;
  if (missed->parent != current_node (context) || missed->tag != tag
      || context->known_unloads != gasp_tool_unloads)
    return;
  struct known_call *known
    = known_events (context, missed->parent, missed->file, missed->line, tag);
  known[1] = known[0];
  known[0] = *missed;
  known[0].node = ref_of (node);
}

struct gasp_record_node *
gasp_tool_node_of (const struct happening *h)
{
  gasp_context_t context = h->context;
  if (context->attention & ATTENTION_OTHER)
    return NULL;
  gasp_record_ref place = gasp_tool_place_of (h);
  uint64_t key = event_key (place) | (uint64_t) h->team << 32;
  struct gasp_record_node *parent = current_node (context);
  struct gasp_record_node *node = child_of (context, parent, key);
  if (!node)
    node = gasp_tool_add_child (context, parent, key, place);
  /* What looks it up there does not know of further callers.  */
  if (node && !h->further)
    remember_event (context, h->tag, node);
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
  take_position (&h);
  struct gasp_record_node *node = gasp_tool_node_of (&h);
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

struct open_event *
gasp_tool_begin_at (const struct happening *h, struct gasp_record_node *node)
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
  context->event_count++;
  return event;
}

uint64_t
gasp_tool_finish_event (gasp_context_t context, struct open_event *event)
{
  int64_t ticks = event->ticks;
  bool timed = !event->untimed && !(context->attention & ATTENTION_OFF);
  gasp_tool_leave_event (context, event);
  return timed ? (uint64_t) ticks + context->thread->last : (uint64_t) ticks;
}
