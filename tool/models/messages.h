/* messages.h - lists of what processes wait for.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/context.h"
#include "events/event.h"
#include "measure/clock.h"
#include "listed.h"
#include "models/peers.h"

/* Lists M if that is taken.  Returns where, or 0.  */
extern gasp_record_ref gasp_tool_list_message
  (const struct gasp_record_message *m);

/* Notes that a test that began with EVENT has found nothing, or something.  */
extern void gasp_tool_poll (gasp_context_t context,
			    const struct open_event *event, bool has_found);
/* Makes the wait for M, which has been received, that in the probe if that
   found it.  (polling.c)  */
extern void gasp_tool_take_probe (gasp_context_t context,
				  const union argument *arguments,
				  struct gasp_record_message *m);
/* Notes that the message listed AT there, the last one that a wait which BEGAN
   then was for, is one OF so many.  */
extern void gasp_tool_note_count (gasp_record_ref at, uint32_t of,
				  bool received, uint64_t began);

static inline bool
is_received (const struct gasp_record_message *m)
{
  return m->flags & GASP_RECORD_RECEIVED;
}

/* Returns the hash of the message so many AFTER M.  */
static inline uint64_t
hash_of (const struct gasp_record_message *m, int after)
{
  uint32_t from = is_received (m) ? m->peer : (uint32_t) gasp_tool_rank;
  uint32_t to = is_received (m) ? (uint32_t) gasp_tool_rank : m->peer;
  return gasp_message_hash (from, to, m->tag ^ (int32_t) m->within,
			    m->number + after);
}

static inline struct open_event *
event_around (gasp_context_t context)
{
  return context->event_count ? &context->events[context->event_count - 1]
	 : NULL;
}

/* Returns when what comes in AROUND, or is complete in it, did so: its call has
   returned, so that is one time for all.  */
static inline uint64_t
arrival_in (struct open_event *around)
{
  if (!around->arrived)
    around->arrived = read_clock ();
  return around->arrived;
}

/* Fills in M that was received in EVENT by NOW.  */
static inline void
wait_in (struct gasp_record_message *m, const struct open_event *event,
	 uint64_t now)
{
  m->posted = event->posted;
  m->began = event->since;
  m->ended = now;
  m->place = event->node->place;
  if (event->since < event->posted)
    m->flags |= GASP_RECORD_POLLED;
}
