/* messages.c - when messages were sent, and when this process waited for them,
   or for others to take them.

   SPDX-License-Identifier: Apache-2.0

   The reporter puts the sender's and the receiver's side together: a message is
   the N-th of its communicator with its tag from the one to the other, as MPI
   keeps these in order.
   Memory is bounded (listing.h): which ones are taken is in listed.h.  */

#include "measure/clock.h"
#include "events/context.h"
#include "events/event.h"
#include "record/file.h"
#include "listed.h"
#include "record/listing.h"
#include "ground/lock.h"
#include "models/messages.h"
#include "models/named.h"
#include "models/peers.h"
#include "models/phases.h"
#include "models/waits.h"
#include <string.h>

#define MOST_MESSAGES 8192
#define MOST_STREAMS 16384

static GASP_TOOL_LOCK (messages_lock);
/* By communicator, tag and peer, and whether they are received.  */
static struct numbering streams = { .most = MOST_STREAMS };

static uint64_t
name_of (const struct gasp_record_message *m)
{
  uint64_t name = ((uint64_t) m->peer << 32 | (uint32_t) m->tag) * 2;
  return (name ^ (uint64_t) m->within << 31) + is_received (m);
}

static bool
is_taken (const void *element, uint64_t step)
{
  return gasp_is_listed (hash_of (element, 0), step);
}

static struct listing listing = {
  .kind = GASP_RECORD_MESSAGES, .size = sizeof (struct gasp_record_message),
  .is_taken = is_taken, .most = MOST_MESSAGES
};

/* ---- Long ones.  A few messages for which a receiver waits long may be most
   of its waiting, and not be listed where there are very many.  Long is what
   comes after a long pause between two of the thread's messages, and after
   which there has not been another one in its stream: both sides see it, where
   one has waited for the other.  So is what holds its sender long: the receiver
   pauses before it.  */

#define MOST_LONG 1024
#define LEAST_LONG 8192		/* ticks */

static bool
is_long (const void *element, uint64_t least)
{
  const struct gasp_record_message *m = element;
  return (uint64_t) 1 << (m->flags >> GASP_RECORD_GAP_BITS) >= least;
}

static uint64_t least_long = LEAST_LONG;
static struct listing long_ones = {
  .kind = GASP_RECORD_MESSAGES, .size = sizeof (struct gasp_record_message),
  .is_taken = is_long, .most = MOST_LONG
};

/* Lists M, which is complete, if it is long.  The lock is held.  */
static void
list_long (const struct gasp_record_message *m)
{
  struct gasp_record_message copy = *m;
  copy.flags |= GASP_RECORD_LONG;
  if (is_long (m, least_long))
    gasp_tool_list (&long_ones, &least_long, &copy);
}

/* Lists the long ones of all that are listed, before half of these go.  */
static void
begin_long (void)
{
  for (unsigned int i = 0; i < listing.used; i++)
    list_long (AT (struct gasp_record_message, listing.listed[i]));
}

/* Returns the logarithm of the longest pause between CONTEXT's messages since
   BEFORE, when the last one of a stream was; now, there is another one AT that
   time.  */
static unsigned int
longest_pause (gasp_context_t context, uint64_t before, uint64_t at)
{
  struct pauses *p = &context->pauses;
  p->ended[gasp_tool_log (p->until, at)] = at;
  p->until = at;
  unsigned int log = gasp_tool_log (before, at);
  while (log > 0 && p->ended[log] <= before)
    log--;
  return log;
}

/* Lists M, if what has that LOG is long, and not all are listed.  */
static void
note_long (struct gasp_record_message *m, unsigned int log)
{
  m->flags |= log << GASP_RECORD_GAP_BITS;
  if (__atomic_load_n (&HEADER->message_step, __ATOMIC_RELAXED) == 1
      || !is_long (m, __atomic_load_n (&least_long, __ATOMIC_RELAXED)))
    return;
  lock (&messages_lock);
  list_long (m);
  unlock (&messages_lock);
}

gasp_record_ref
gasp_tool_list_message (const struct gasp_record_message *m)
{
  uint64_t step = __atomic_load_n (&HEADER->message_step, __ATOMIC_RELAXED);
  /* In long runs, most messages are not: for them, no lock is taken.  */
  if (!is_taken (m, step))
    return 0;
  lock (&messages_lock);
  if (HEADER->message_step == 1 && listing.used == MOST_MESSAGES)
    begin_long ();
  void *added = gasp_tool_list (&listing, &HEADER->message_step, m);
  unlock (&messages_lock);
  return added ? ref_of (added) : 0;
}

/* Notes a message to or from a peer, of so many bytes, with a tag of a
   communicator, which has a number after its handle, as ARGUMENTS say.  Each
   is counted, whether or not it is listed, as the other side counts it.
   Returns where it is listed, or 0.  */
static gasp_record_ref
note (gasp_context_t context, const union argument *arguments,
      struct gasp_record_message *m)
{
  if (!gasp_tool_ranks || arguments[0].i < 0)
    return 0;
  m->peer = arguments[0].i;
  m->bytes = arguments[1].z;
  m->tag = arguments[2].i;
  m->within = arguments[4].i;
  m->thread = context->thread->number;
  uint64_t at = is_received (m) ? m->ended : m->began, before;
  m->number = gasp_tool_next_after (&streams, name_of (m), at, &before);
  if (!m->number)
    __atomic_add_fetch (&HEADER->messages_lost, 1, __ATOMIC_RELAXED);
  if (!m->number || !m->began)
    return 0;
  gasp_tool_phase_ends (context, hash_of (m, 0), hash_of (m, 1), at);
  note_long (m, longest_pause (context, before, at));
  return gasp_tool_list_message (m);
}

/* Returns the message at AT if its time of posting is POSTED; or null: it was
   dropped when the list was thinned out, and another one is there now.  The
   lock is held.  */
static struct gasp_record_message *
message_at (gasp_record_ref at, uint64_t posted, bool received)
{
  struct gasp_record_message *m = AT (struct gasp_record_message, at);
  return at && m->number && m->posted == posted && is_received (m) == received
	 ? m : NULL;
}

/* ---- What is waited for later (named.h).  */

#define OPEN 4096
struct open_message {
  const void *name;		/* null: not in use */
  uint64_t posted;
  gasp_record_ref sent;		/* 0: it is to be received, or is not listed */
};
static void *open_messages;	/* null before the first */

/* Finds an open message as find_named does.  */
static struct open_message *
find_open (const void *name, bool new)
{
  return name ? find_named (&open_messages, OPEN, sizeof (struct open_message),
			    name, new) : NULL;
}

/* Remembers what NAME names from now on; forgets NAME unless that IS_WANTED, as
   what was sent is only if it is listed.  */
static void
open_message (const void *name, uint64_t posted, gasp_record_ref sent,
	      bool is_wanted)
{
  struct open_message *open = find_open (name, is_wanted);
  if (!open)
    return;
  open->posted = posted;
  open->sent = sent;
  if (!is_wanted)
    forget_named (open);
}

/* Forgets NAME, and returns what it has named.  */
static struct open_message
close_message (const void *name)
{
  struct open_message found = { NULL, 0, 0 };
  struct open_message *open = find_open (name, false);
  if (open)
    {
      found = *open;
      forget_named (open);
    }
  return found;
}

void
gasp_tool_note_count (gasp_record_ref at, uint32_t of, bool received,
		      uint64_t began)
{
  struct gasp_record_message *m = AT (struct gasp_record_message, at);
  if (!at)
    return;
  lock (&messages_lock);
  /* Others may have been thinned out since.  */
  if (is_received (m) == received && m->began == began)
    m->of = of < UINT16_MAX ? of : UINT16_MAX;
  unlock (&messages_lock);
}

/* ---- Sending.  */

void
gasp_tool_message_sent (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  uint64_t now = event ? gasp_tool_start_of (context, event) : read_clock ();
  struct gasp_record_message m = { .posted = now, .began = now };
  gasp_record_ref listed_at = note (context, arguments + 1, &m);
  if (!event)
    return;
  event->since = now;
  event->message = listed_at;
}

/* Lists the message that EVENT of CONTEXT has sent, if that took long.  */
static void
note_held (gasp_context_t context, const struct open_event *event,
	   const union argument *arguments)
{
  if (__atomic_load_n (&HEADER->message_step, __ATOMIC_RELAXED) == 1
      || arguments[1].i < 0)
    return;
  uint64_t until = gasp_tool_end_of (context);
  struct gasp_record_message m = {
    .posted = event->since, .began = event->since, .ended = until,
    .place = event->node->place, .flags = GASP_RECORD_SENDING,
    .peer = arguments[1].i, .bytes = arguments[2].z, .tag = arguments[3].i,
    .within = arguments[5].i, .thread = context->thread->number
  };
  if (until - m.began < __atomic_load_n (&least_long, __ATOMIC_RELAXED))
    return;
  m.number = gasp_tool_last_number (&streams, name_of (&m));
  if (m.number)
    note_long (&m, gasp_tool_log (m.began, until));
}

/* Notes that the call that sent a message has returned: it may have been held
   until the receiver came.  */
uint64_t
gasp_tool_message_left (gasp_context_t context, const struct open_event *event,
			const union argument *arguments)
{
  if (event && event->message && gasp_tool_ranks)
    {
      uint64_t now = gasp_tool_end_of (context);
      lock (&messages_lock);
      struct gasp_record_message *m
	= message_at (event->message, event->since, false);
      if (m)
	{
	  m->place = event->node->place;
	  m->ended = now;
	}
      unlock (&messages_lock);
    }
  if (event && gasp_tool_ranks)
    note_held (context, event, arguments);
  return gasp_tool_moved (context, event, arguments);
}

/* Notes that a send was begun.  The event around it holds nobody, but waiting
   for it may.  */
void
gasp_tool_send_begun (gasp_context_t context, struct open_event *event,
		      const union argument *arguments)
{
  struct open_event *around = event_around (context);
  (void) event;
  if (!around || !gasp_tool_ranks)
    return;
  open_message (arguments[0].p, around->since, around->message,
		around->message);
  around->message = 0;
}

/* Notes that the call AROUND, which is about to return, has completed the
   message listed at SENT, that was POSTED then: the receiver has taken it, or
   MPI has.  */
static void
note_taken (struct open_event *around, gasp_record_ref sent, uint64_t posted)
{
  lock (&messages_lock);
  struct gasp_record_message *m = message_at (sent, posted, false);
  if (m)
    {
      m->place = around->node->place;
      m->began = around->since;
      m->ended = arrival_in (around);
      if (around->since < around->posted)
	m->flags |= GASP_RECORD_POLLED;
      around->sent = sent;
    }
  unlock (&messages_lock);
}

/* Returns what NAME names, which AROUND has completed.  */
static struct open_message
complete (struct open_event *around, const void *name)
{
  struct open_message open = close_message (name);
  if (open.sent && around && around->since)
    note_taken (around, open.sent, open.posted);
  return open;
}

void
gasp_tool_message_taken (gasp_context_t context, struct open_event *event,
			 const union argument *arguments)
{
  struct open_event *around = event_around (context);
  (void) event;
  if (!around || !around->since)
    return;
  around->sends++;
  complete (around, arguments[0].p);
}

/* ---- Receiving.  */

uint64_t
gasp_tool_receive_begun (gasp_context_t context, const struct open_event *event,
			 const union argument *arguments)
{
  (void) context;
  if (event && gasp_tool_ranks)
    open_message (arguments[1].p, event->posted, 0, true);
  return 0;
}

uint64_t
gasp_tool_message_came (gasp_context_t context, const struct open_event *event,
			const union argument *arguments)
{
  struct gasp_record_message m = { .flags = GASP_RECORD_RECEIVED };
  if (event)
    {
      wait_in (&m, event, gasp_tool_end_of (context));
      gasp_tool_take_probe (context, arguments + 1, &m);
      context->polling.since = 0;
    }
  note (context, arguments + 1, &m);
  return gasp_tool_moved (context, event, arguments);
}

/* Lets the wait AROUND begin no earlier than the request OPEN was made, if that
   is the first to complete in it: earlier tests were for other requests.  */
static void
limit_wait (struct open_event *around, const struct open_message *open)
{
  if (around && !around->messages && around->since < open->posted
      && !open->sent)
    around->since = open->posted;
}

static void
part_came (gasp_context_t context, struct open_event *around,
	   const union argument *arguments)
{
  struct gasp_record_message m = { .flags = GASP_RECORD_RECEIVED };
  struct open_message open = complete (around, arguments[5].p);
  if (open.sent && around)
    around->sends++;
  limit_wait (around, &open);
  if (around && around->since)
    {
      wait_in (&m, around, arrival_in (around));
      gasp_tool_take_probe (context, arguments, &m);
      if (open.posted && !open.sent)
	m.posted = open.posted;
    }
  gasp_record_ref listed_at = note (context, arguments, &m);
  if (!around)
    return;
  around->messages++;
  if (listed_at && m.began == around->since)
    around->message = listed_at;
}

/* Returns the time of a part of a call, as has been read for its event.  */
static uint64_t
time_of_part (gasp_context_t context)
{
  return context->attention & ATTENTION_OFF ? read_clock ()
	 : context->thread->last;
}

void
gasp_tool_message_part (gasp_context_t context, enum role role,
			const union argument *arguments)
{
  struct open_event *around = event_around (context);
  if (role == ROLE_RECEIVE)
    {
      if (around && !around->arrived)
	around->arrived = time_of_part (context);
      part_came (context, around, arguments);
      return;
    }
  uint64_t now = time_of_part (context);
  struct gasp_record_message m = { .posted = now, .began = now };
  gasp_record_ref listed_at = note (context, arguments, &m);
  open_message (arguments[5].p, now, listed_at, listed_at);
}

/* ---- What is waited for as messages are.  */

/* Notes a signal to or from the process, and of the kind, that ARGUMENTS
   have.  */
static gasp_record_ref
note_signal (gasp_context_t context, const union argument *arguments,
	     struct gasp_record_message *m)
{
  const union argument message[] = {
    arguments[0], { .z = 0 }, { .i = 0 }, { .p = NULL }, arguments[1]
  };
  return note (context, message, m);
}

void
gasp_tool_signal (gasp_context_t context, struct open_event *event,
		  const union argument *arguments)
{
  uint64_t now = read_clock ();
  struct gasp_record_message m = { .posted = now, .began = now };
  (void) event;
  note_signal (context, arguments, &m);
}

void
gasp_tool_signalled (gasp_context_t context, struct open_event *event,
		     const union argument *arguments)
{
  struct open_event *around = event_around (context);
  struct gasp_record_message m = { .flags = GASP_RECORD_RECEIVED };
  (void) event;
  if (!around)
    return;
  if (arguments[2].i)
    m.flags |= GASP_RECORD_EARLY;
  if (around->since)
    wait_in (&m, around, arrival_in (around));
  gasp_record_ref listed_at = note_signal (context, arguments, &m);
  around->messages++;
  if (listed_at)
    around->message = listed_at;
}

void
gasp_tool_messages_fork (void)
{
  gasp_tool_forget_numbers (&streams);
  listing.used = listing.there = 0;
  if (open_messages)
    memset (open_messages, 0, OPEN * sizeof (struct open_message));
}
