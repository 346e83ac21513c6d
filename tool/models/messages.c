/* messages.c - when messages were sent, and when this process waited for them.

   SPDX-License-Identifier: Apache-2.0

   The reporter puts the sender's and the receiver's side together: a message is
   the N-th with its tag from the one to the other, as MPI keeps these in order.
   Memory is bounded (listing.h): which ones are taken is in listed.h.  */

#include "measure/clock.h"
#include "events/context.h"
#include "events/event.h"
#include "record/file.h"
#include "listed.h"
#include "record/listing.h"
#include "ground/lock.h"
#include "models/peers.h"
#include <string.h>

#define MOST_MESSAGES 8192
#define MOST_STREAMS 16384

static GASP_TOOL_LOCK (messages_lock);
/* By tag and peer, and whether they are received.  */
static struct numbered streams[MOST_STREAMS];
static struct numbering numbers = { .rows = streams, .most = MOST_STREAMS };

static uint64_t
name_of (const struct gasp_record_message *m)
{
  return ((uint64_t) m->peer << 32 | (uint32_t) m->tag) * 2 + m->received;
}

static bool
is_taken (const void *element, uint64_t step)
{
  const struct gasp_record_message *m = element;
  uint32_t from = m->received ? m->peer : (uint32_t) gasp_tool_rank;
  uint32_t to = m->received ? (uint32_t) gasp_tool_rank : m->peer;
  return gasp_is_listed (gasp_message_hash (from, to, m->tag, m->number), step);
}

static gasp_record_ref listed[MOST_MESSAGES];
static struct listing listing = {
  .kind = GASP_RECORD_MESSAGES, .size = sizeof (struct gasp_record_message),
  .is_taken = is_taken, .listed = listed, .most = MOST_MESSAGES
};

/* A message to or from a peer, of so many bytes, with a tag, as ARGUMENTS say.
   Each is counted, whether or not it is listed, as the other side counts it.
   Returns where it is listed, or 0.  */
static gasp_record_ref
note (const union argument *arguments, struct gasp_record_message *m)
{
  void *added = NULL;
  if (!gasp_tool_ranks || arguments[0].i < 0)
    return 0;
  m->peer = arguments[0].i;
  m->bytes = arguments[1].z;
  m->tag = arguments[2].i;
  m->number = gasp_tool_next_number (&numbers, name_of (m));
  if (!m->number)
    __atomic_add_fetch (&HEADER->messages_lost, 1, __ATOMIC_RELAXED);
  /* Most are not, in long runs: these share no lock.  */
  if (!m->number || !m->began
      || !is_taken (m, __atomic_load_n (&HEADER->message_step, __ATOMIC_RELAXED)))
    return 0;
  lock (&messages_lock);
  added = gasp_tool_list (&listing, &HEADER->message_step, m);
  unlock (&messages_lock);
  return added ? ref_of (added) : 0;
}

void
gasp_tool_waits_begin (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) context, (void) arguments;
  if (!event || !gasp_tool_ranks)
    return;
  event->since = read_clock ();
  event->messages = event->message = 0;
}

/* The report is to know whether all messages for which a call waited are
   listed.  */
uint64_t
gasp_tool_waits_end (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  (void) context, (void) arguments;
  if (!event || !event->message)
    return 0;
  struct gasp_record_message *m = AT (struct gasp_record_message,
				      event->message);
  lock (&messages_lock);
  /* Others may have been thinned out since.  */
  if (m->received && m->began == event->since)
    m->of = event->messages < UINT16_MAX ? event->messages : UINT16_MAX;
  unlock (&messages_lock);
  return 0;
}

void
gasp_tool_message_sent (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  struct gasp_record_message m = { .began = read_clock () };
  (void) context;
  gasp_record_ref listed_at = note (arguments + 1, &m);
  if (!event)
    return;
  event->since = m.began;
  event->message = listed_at;
}

/* The call that sent it has returned: it may have been held until the receiver
   came.  */
uint64_t
gasp_tool_message_left (gasp_context_t context, const struct open_event *event,
			const union argument *arguments)
{
  if (event && event->message && gasp_tool_ranks)
    {
      struct gasp_record_message *m = AT (struct gasp_record_message,
					  event->message);
      uint64_t now = read_clock ();
      lock (&messages_lock);
      /* Others may have been thinned out since.  */
      if (!m->received && m->began == event->since)
	{
	  m->place = event->node->place;
	  m->ended = now;
	}
      unlock (&messages_lock);
    }
  return gasp_tool_moved (context, event, arguments);
}

uint64_t
gasp_tool_message_came (gasp_context_t context, const struct open_event *event,
			const union argument *arguments)
{
  struct gasp_record_message m = { .received = true };
  if (event)
    {
      m.began = event->since;
      m.ended = read_clock ();
      m.place = event->node->place;
    }
  note (arguments + 1, &m);
  return gasp_tool_moved (context, event, arguments);
}

void
gasp_tool_message_part (gasp_context_t context, enum role role,
			const union argument *arguments)
{
  struct open_event *around
    = context->event_count ? &context->events[context->event_count - 1] : NULL;
  struct gasp_record_message m = { .received = role == ROLE_RECEIVE };
  uint64_t now = read_clock ();
  if (!m.received)
    m.began = now;
  else if (around)
    {
      m.began = around->since;
      m.ended = now;
      m.place = around->node->place;
    }
  if (around && !around->since)
    around->since = now;
  gasp_record_ref listed_at = note (arguments, &m);
  if (!around || !m.received)
    return;
  around->messages++;
  if (listed_at)
    around->message = listed_at;
}

void
gasp_tool_messages_fork (void)
{
  if (numbers.used)
    memset (streams, 0, sizeof streams);
  listing.used = listing.there = numbers.used = 0;
}
