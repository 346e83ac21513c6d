/* changes.c - when processes changed what others waited for: objects in shared
   memory, and locks.

   SPDX-License-Identifier: Apache-2.0

   Nobody says for whom such a wait was.  The reporter finds for each the last
   change before it was over.  */

#include "measure/clock.h"
#include "hash.h"
#include "listed.h"
#include "models/messages.h"
#include "models/peers.h"
#include "models/phases.h"
#include "models/waits.h"

/* Returns the number of the lock that event TAG is about; 0 if that is not
   known.  */
static uint64_t
number_of_lock (uint32_t tag, const union argument *arguments)
{
  struct gasp_gcc_shared at;
  return gasp_tool_find_lock (tag, arguments, &at)
	 ? (uint64_t) gasp_lock_number (at.thread, at.address) : 0;
}

/* In place of an object's number.  */
#define ANY_OBJECT 1

/* Ends a phase at the time UNTIL for a change with HASH.  No phase is to be
   taken for one that began with it.  */
static void
end_phase (gasp_context_t context, uint64_t hash, uint64_t until)
{
  gasp_tool_phase_ends (context, hash, hash ^ (uint64_t) 1 << 63, until);
}

/* Notes that M, of OBJECT, was given or had come AT that time, and ends a phase
   at the time UNTIL.  Returns where it is listed, or 0.  */
static gasp_record_ref
note_before (gasp_context_t context, uint64_t object, uint64_t at,
	     uint64_t until, struct gasp_record_message *m)
{
  if (!gasp_tool_ranks || !object)
    return 0;
  m->bytes = object;
  m->thread = context->thread->number;
  m->number = gasp_change_number (at);
  m->flags |= GASP_RECORD_CHANGE;
  end_phase (context, hash_of (m, 0), until);
  return gasp_tool_list_message (m);
}

static gasp_record_ref
note_change (gasp_context_t context, uint64_t object, uint64_t at,
	     struct gasp_record_message *m)
{
  return note_before (context, object, at, at, m);
}

static void
give (gasp_context_t context, uint64_t object, uint32_t flags)
{
  uint64_t now = read_clock ();
  struct gasp_record_message m = {
    .posted = now, .began = now, .flags = flags, .peer = gasp_tool_rank
  };
  note_change (context, object, now, &m);
}

/* Returns the flags of the object whose number is the first of ARGUMENTS: a
   negative one is that of a lock.  */
static uint32_t
flags_of (const union argument *arguments)
{
  return arguments[0].l < 0 ? GASP_RECORD_LOCK : 0;
}

void
gasp_tool_change_begins (gasp_context_t context, struct open_event *event,
			 const union argument *arguments)
{
  (void) event;
  give (context, arguments[0].l, flags_of (arguments));
}

void
gasp_tool_lock_passed_on (gasp_context_t context, struct open_event *event,
			  const union argument *arguments)
{
  gasp_tool_may_wait (context, event);
  if (event && gasp_tool_is_shared_lock (event->tag))
    give (context, number_of_lock (event->tag, arguments), GASP_RECORD_LOCK);
}

/* Notes that EVENT has waited for OBJECT, which HOLDER has had: it is unknown
   if below 0.  Returns where that is listed.  */
static gasp_record_ref
take (gasp_context_t context, const struct open_event *event, uint64_t object,
      uint32_t flags, uint64_t now, int holder)
{
  struct gasp_record_message m = {
    .flags = GASP_RECORD_RECEIVED | flags,
    .peer = holder < 0 ? gasp_tool_rank : holder
  };
  wait_in (&m, event, now);
  return note_change (context, object, m.ended, &m);
}

void
gasp_tool_change_awaited (gasp_context_t context, struct open_event *event,
			  const union argument *arguments)
{
  struct open_event *around = event_around (context);
  (void) event;
  if (!around || !around->since || !gasp_tool_ranks)
    return;
  gasp_record_ref listed_at
    = take (context, around, arguments[0].l, flags_of (arguments),
	    arrival_in (around), -1);
  around->messages++;
  if (listed_at)
    around->message = listed_at;
}

/* ---- Processes that are to come to functions of the model, so that accesses
   of others are served.  */

void
gasp_tool_comes (gasp_context_t context, struct open_event *event,
		 const union argument *arguments)
{
  uint64_t now = read_clock ();
  double elsewhere = (double) arguments[0].l / HEADER->ns_per_tick;
  struct gasp_record_message m = {
    .posted = now - (uint64_t) elsewhere, .began = now,
    .flags = GASP_RECORD_COMES, .peer = gasp_tool_rank
  };
  (void) event;
  note_change (context, ANY_OBJECT, now, &m);
}

void
gasp_tool_held (gasp_context_t context, struct open_event *event,
		const union argument *arguments)
{
  struct open_event *around = event_around (context);
  struct gasp_record_message m = {
    .flags = GASP_RECORD_RECEIVED | GASP_RECORD_COMES, .tag = arguments[0].i,
    .peer = gasp_tool_rank
  };
  (void) event;
  if (!around || !around->since)
    return;
  wait_in (&m, around, arrival_in (around));
  around->messages++;
  gasp_record_ref listed_at = note_change (context, ANY_OBJECT, m.ended, &m);
  if (listed_at)
    around->message = listed_at;
}

/* ---- Locks.  */

void
gasp_tool_lock_missed (gasp_context_t context, uint32_t tag,
		       const union argument *arguments, int holder)
{
  context->polling.lock = number_of_lock (tag, arguments);
  context->polling.holder = holder;
}

void
gasp_tool_shared_lock_awaited (gasp_context_t context, uint64_t since)
{
  if (gasp_tool_ranks)
    end_phase (context, gasp_spread (since), since);
}

/* Notes a wait for a lock that has been given back: what was done with the lock
   is a part of the phase.  */
void
gasp_tool_lock_waited (gasp_context_t context, struct gasp_record_node *node,
		       uint32_t tag, const union argument *arguments,
		       const struct gasp_gcc_lock_calls *calls)
{
  uint64_t now = read_clock ();
  struct open_event event = {
    .node = node, .tag = tag, .since = calls->since, .posted = calls->since
  };
  struct gasp_record_message m = {
    .flags = GASP_RECORD_RECEIVED | GASP_RECORD_LOCK,
    .peer = calls->holder < 0 ? gasp_tool_rank : calls->holder
  };
  wait_in (&m, &event, calls->got);
  note_before (context, number_of_lock (tag, arguments), m.ended, now, &m);
}

/* Notes that EVENT has got the lock, which HOLDER has had: it is unknown if
   below 0.  */
static void
got (gasp_context_t context, const struct open_event *event,
     const union argument *arguments, int holder)
{
  if (event && event->since)
    take (context, event, number_of_lock (event->tag, arguments),
	  GASP_RECORD_LOCK, gasp_tool_end_of (context), holder);
}

void
gasp_tool_shared_lock_got (gasp_context_t context,
			   const struct open_event *event,
			   const union argument *arguments)
{
  got (context, event, arguments, -1);
}

uint64_t
gasp_tool_try_over (gasp_context_t context, const struct open_event *event,
		    const union argument *arguments)
{
  if (event && event->since && gasp_tool_is_shared_lock (event->tag))
    gasp_tool_poll (context, event, arguments[1].i);
  struct polling *p = &context->polling;
  if (arguments[1].i)
    {
      got (context, event, arguments, p->lock ? p->holder : -1);
      p->lock = 0;
    }
  return gasp_tool_lock_tried (context, event, arguments);
}
