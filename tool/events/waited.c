/* waited.c - events of waits and of locks, which others' places explain.

   SPDX-License-Identifier: Apache-2.0

   event.c -> waited.c -> happening.c, team.c, tally.c.  */

#include "measure/away.h"
#include "measure/budget.h"
#include "measure/clock.h"
#include "events/direct.h"
#include "events/event.h"
#include "events/happening.h"
#include "models/tally.h"
#include "models/team.h"

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
      gasp_tool_be_at (&h, (const void *) wait->woken_at[0]);
      h.further = wait->woken_at + 1;
      key.other = gasp_tool_place_of (&h);
    }
  gasp_tool_tally (context, &key, wait->took);
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
  gasp_tool_set_address (&h, gasp_tool_event_shape (h.tag)->end, arguments);
  gasp_tool_lock_acquired (context, event, gasp_tool_place_of (&h), arguments);
  return 0;
}

/* Notes that PLACE, unless it is 0, has more calls than are recorded: those
   that do not wait for long.  */
static void
note_left_out (gasp_record_ref place)
{
  if (!place)
    return;
  uint32_t *flags = &AT (struct gasp_record_place, place)->flags;
  if (!(*flags & GASP_RECORD_PLACE_OFF))
    __atomic_fetch_or (flags, GASP_RECORD_PLACE_OFF, __ATOMIC_RELAXED);
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
  note_left_out (place);
  node->calls++;
  node->ticks += (int64_t) ticks;
}

void
gasp_tool_sample_lock (const struct happening *h,
		       struct gasp_gcc_lock_sample *sample)
{
  struct happening waiting = *h, holding = *h;
  waiting.tag = sample->waiting;
  holding.tag = sample->holding;
  gasp_record_ref place = waiting.tag ? gasp_tool_place_of (&waiting) : 0;
  uint64_t long_wait
    = gasp_tool_lock_sampled (h->context, place, gasp_tool_place_of (&holding),
			      sample);
  if (long_wait)
    add_wait_below (h->context, sample->path, place, long_wait);
}

/* Notes that the thread has waited in NODE, below the current one, for so many
   TICKS; and looks, if the clock is due, how long it was away.  */
static void
look_after_wait (gasp_context_t context, struct gasp_record_node *node,
		 uint64_t ticks)
{
  uint64_t now = read_clock ();
  gasp_tool_away_note (context, node, ticks, now);
  if (now >= *context->away.due)
    gasp_tool_away_due (context, node, current_node (context), now);
}

void
gasp_tool_waited (const struct happening *h, struct gasp_gcc_wait *wait)
{
  struct happening waiting = *h;
  waiting.tag = wait->tag;
  waiting.further = wait->further;
  wait->long_wait = gasp_tool_long_wait ();
  if (gasp_tool_clock_read)
    return;
  struct gasp_record_node *node = gasp_tool_node_of (&waiting);
  /* The thread was away in it, and not in its caller.  */
  if (node && !wait->was_busy)
    look_after_wait (h->context, node, wait->took);
  struct open_event *event = gasp_tool_begin_at (&waiting, node);
  if (!event)
    return;
  node = event->node;
  note_left_out (node->place);
  gasp_tool_finish_event (h->context, event);
  if (!node->period)
    node->ticks += (int64_t) wait->took;
  if (wait->object || wait->waker)
    gasp_tool_add_woken (h->context, node->place, wait);
}
