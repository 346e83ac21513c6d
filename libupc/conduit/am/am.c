/* am.c - active messages: send and receive.  See am-wait.c.

   SPDX-License-Identifier: Apache-2.0

   Records for another thread are gathered in a message, which is sent when it
   is full or when the sender waits for something.  Messages are received by
   every thread that waits, and by a thread of the process that does nothing
   else (mpi.c); the claim lets one at a time into MPI.

   Carrying out a record for another thread never waits: so any thread that
   looks may do it, and there is no deadlock.  */

#include <stdlib.h>
#include "conduit/am/am.h"
#include "core/move.h"

#define ROOM 16384		/* of what is gathered */
#define AM_TAG 0

struct message
{
  struct message *next;
  upc_net_request_t request;
  int from;			/* of one that is held back */
  struct
  {
    uint32_t used;		/* of BYTES */
    struct upc_am_epoch epoch;	/* the sender's */
    char bytes[sizeof (struct upc_record) + UPC_NET_LONGEST_PIECE];
  } data;
};

const struct upc_net *upc_net;
struct upc_mutex upc_am_claim;
bool (*upc_am_do_waiting) (void);
void (*upc_am_before_message) (int thread);
int upc_am_first_counted = UPC_MEETINGS;

/* ---- Meetings  */

uint32_t
upc_am_phase (enum upc_meets where)
{
  const struct upc_meeting *meeting = &upc_control->meetings[where];
  return __atomic_load_n (&meeting->phase, __ATOMIC_ACQUIRE);
}

struct upc_am_epoch
upc_am_epoch (void)
{
  struct upc_am_epoch epoch = { { 0 } };
  for (int i = upc_am_first_counted; i < UPC_MEETINGS; i++)
    epoch.over[i]
      = __atomic_load_n (&upc_control->meetings[i].phase, __ATOMIC_ACQUIRE);
  return epoch;
}

static void *
allocate (size_t size)
{
  void *memory = malloc (size);
  if (!memory)
    upc_fatal ("no memory for messages to other threads");
  return memory;
}

/* ---- Sending  */

/* Messages under way, in order; and messages that can be used again.  */
static struct message *under_way, **last_under_way = &under_way, *unused;
static unsigned int sends;

static struct message *
new_message (void)
{
  struct message *message = unused;
  if (message)
    unused = message->next;
  else
    message = allocate (sizeof *message);
  message->data.used = 0;
  message->next = NULL;
  return message;
}

static void
free_message (struct message *message)
{
  message->next = unused;
  unused = message;
}

static size_t
message_size (const struct message *message)
{
  return offsetof (struct message, data.bytes) - offsetof (struct message, data)
	 + message->data.used;
}

static void
send_message (int thread, struct message *message)
{
  message->data.epoch = upc_am_epoch ();
  upc_net->send (&message->data, message_size (message), thread, AM_TAG,
		 &message->request);
  *last_under_way = message;
  last_under_way = &message->next;
  sends++;
}

static bool
collect_sent (void)
{
  bool any = false;
  while (under_way && upc_net->test (&under_way->request, NULL))
    {
      struct message *message = under_way;
      under_way = message->next;
      if (!under_way)
	last_under_way = &under_way;
      free_message (message);
      sends--;
      any = true;
    }
  return any;
}

static size_t
size_up (size_t n)
{
  return sizeof (struct upc_record) + ((n + 7) & -8);
}

static void
append (struct message *message, const struct upc_record *record,
	const void *data, size_t n)
{
  char *end = message->data.bytes + message->data.used;
  memcpy (end, record, sizeof *record);
  if (n)
    memcpy (end + sizeof *record, data, n);
  message->data.used += size_up (n);
}

void
upc_am_send_now (int thread, const struct upc_record *record,
		 const void *data, size_t n)
{
  struct message *message = new_message ();
  append (message, record, data, n);
  send_message (thread, message);
}

/* ---- Gathering  */

#define GATHERED 16
static struct gathered
{
  int thread;
  struct message *message;
  /* Its last record, if that is a put.  */
  uint64_t last;
  upc_pts_t place;
  size_t n;
} gathered[GATHERED];
static uint32_t which_gathered;	/* a bit for each */

static void
send_gathered (int i)
{
  send_message (gathered[i].thread, gathered[i].message);
  gathered[i].message = NULL;
  which_gathered &= ~(UINT32_C (1) << i);
}

void
upc_am_send_added (void)
{
  while (which_gathered)
    send_gathered (__builtin_ctz (which_gathered));
}

/* Adds N bytes to the last record of G, if they are put after what that one
   puts.  */
static bool
prolong (struct gathered *g, const struct upc_record *record, const void *data,
	 size_t n, size_t room)
{
  uint64_t all = g->n + n, used = g->last + size_up (all);
  if (record->kind != UPC_AM_PUT || !g->n || record->place != g->place + g->n
      || all > UPC_AM_SMALL || used > room)
    return false;
  char *last = g->message->data.bytes + g->last;
  memcpy (last + sizeof *record + g->n, data, n);
  memcpy (last + offsetof (struct upc_record, n), &all, sizeof all);
  g->message->data.used = used;
  g->n = all;
  return true;
}

/* More messages under way than this are not worth their memory.  */
#define MANY_SENDS 64

/* The threads of this machine.  */
static int machine_first, machine_count;

void
upc_am_note_machine (int first, int count)
{
  machine_first = first;
  machine_count = count;
}

/* Returns how much is gathered for THREAD before it is sent, and sets *MOST to
   how much of a put one message has.  */
static size_t
room_to (int thread, size_t *most)
{
  const size_t head = offsetof (struct message, data.bytes)
		      - offsetof (struct message, data);
  bool waits = upc_net->longest_at_once && thread >= machine_first
	       && thread < machine_first + machine_count;
  size_t room = waits ? upc_net->longest_at_once - head : ROOM;
  *most = waits ? (room - sizeof (struct upc_record)) & -8
	  : upc_net->longest_piece;
  return room;
}

static void
add (int thread, const struct upc_record *record, const void *data, size_t n,
     size_t room)
{
  int i = thread % GATHERED;
  struct gathered *g = &gathered[i];
  if (g->message && g->thread == thread && prolong (g, record, data, n, room))
    return;
  if (g->message
      && (g->thread != thread || g->message->data.used + size_up (n) > room))
    send_gathered (i);
  if (!g->message)
    {
      while (sends > MANY_SENDS)
	upc_am_poll ();
      g->message = new_message ();
      g->thread = thread;
      which_gathered |= UINT32_C (1) << i;
    }
  g->last = g->message->data.used;
  g->place = record->place;
  g->n = record->kind == UPC_AM_PUT ? n : 0;
  append (g->message, record, data, n);
}

static bool
is_put (const struct upc_record *record)
{
  return record->kind == UPC_AM_PUT || record->kind == UPC_AM_PUT_AND_TELL;
}

void
upc_am_add (int thread, const struct upc_record *record, const void *data,
	    size_t n)
{
  size_t most, room = room_to (thread, &most);
  struct upc_record rest = *record;
  if (upc_am_before_message)
    upc_am_before_message (thread);
  for (; is_put (record) && n > most; n -= most)
    {
      struct upc_record piece = { .kind = UPC_AM_PUT, .n = most,
				  .place = rest.place };
      add (thread, &piece, data, most, room);
      data = (const char *) data + most;
      rest.place += most;
      rest.n -= most;
    }
  add (thread, &rest, data, n, room);
}

/* ---- Large data  */

struct large
{
  struct large *next;
  upc_net_request_t request;
  int thread;
  bool self;
  struct upc_pending *pending;
};
static struct large *all_large;

static struct large *
new_large (int thread, struct upc_pending *pending, bool self)
{
  struct large *large = allocate (sizeof *large);
  large->next = all_large;
  large->thread = thread;
  large->pending = pending;
  large->self = self;
  all_large = large;
  return large;
}

void
upc_am_send_large (int thread, int tag, const void *data, size_t n)
{
  struct large *large = new_large (thread, NULL, true);
  upc_net->send (data, n, thread, tag, &large->request);
}

void
upc_am_receive_large (int thread, int tag, void *data, size_t n,
		      struct upc_pending *pending, bool self)
{
  struct large *large = new_large (thread, pending, self);
  upc_net->receive (data, n, thread, tag, &large->request);
}

void
upc_am_one_sided (upc_net_one_sided_t *one_sided, upc_pts_t place, void *data,
		  size_t n, struct upc_pending *pending)
{
  struct large *large = new_large (upc_pts_thread (place), pending, true);
  one_sided (data, n, large->thread, upc_pts_address (place), &large->request);
}

void
upc_am_reply (int to, struct upc_pending *pending, uint64_t value,
	      const void *data, size_t n)
{
  struct upc_record record = { .kind = UPC_AM_REPLY, .n = n,
			       .arguments = { value }, .pending = pending };
  if (pending)
    upc_am_send_now (to, &record, data, n);
}

static void
take_reply (const struct upc_record *r, const char *data)
{
  r->pending->value = r->arguments[0];
  if (r->n)
    upc_move (r->pending->data, data, r->n);
  __atomic_sub_fetch (&r->pending->left, 1, __ATOMIC_RELEASE);
}

static void
large_is_over (const struct large *large)
{
  struct upc_record reply
    = { .kind = UPC_AM_REPLY, .pending = large->pending };
  if (!large->pending)
    return;
  if (large->self)
    take_reply (&reply, "");
  else
    upc_am_send_now (large->thread, &reply, NULL, 0);
}

static bool
collect_large (void)
{
  bool any = false;
  struct large **at = &all_large;
  while (*at)
    {
      struct large *large = *at;
      if (!upc_net->test (&large->request, NULL))
	{
	  at = &large->next;
	  continue;
	}
      *at = large->next;
      large_is_over (large);
      free (large);
      any = true;
    }
  return any;
}

/* ---- Receiving: in the order in which buffers were given to MPI, which is
   that of sending  */

#define RECEIVES 16
static struct message receives[RECEIVES];
static unsigned int next_receive;

static void
receive (struct message *message)
{
  upc_net->receive (&message->data, sizeof message->data, -1, AM_TAG,
		    &message->request);
}

static upc_am_handler *const *handlers;

void
upc_am_prepare (upc_am_handler *const *its)
{
  handlers = its;
  for (int i = 0; i < RECEIVES; i++)
    receive (&receives[i]);
}

void
upc_am_finish (void)
{
  while (under_way)
    collect_sent ();
  for (int i = 0; i < RECEIVES; i++)
    upc_net->cancel (&receives[i].request);
}

static void
do_record (int from, const struct upc_record *record, const char *data)
{
  if (record->kind == UPC_AM_REPLY)
    take_reply (record, data);
  else
    handlers[record->kind] (from, record, data);
}

static void
do_message (int from, const struct message *message)
{
  const char *at = message->data.bytes, *end = at + message->data.used;
  while (at < end)
    {
      struct upc_record record;
      memcpy (&record, at, sizeof record);
      do_record (from, &record, at + sizeof record);
      bool with_data = (is_put (&record) || record.kind == UPC_AM_REPLY
			|| record.kind == UPC_AM_MEET
			|| record.kind == UPC_AM_PART);
      at += size_up (with_data ? record.n : 0);
    }
}

/* Messages of threads that know of a meeting which is not over here, in the
   order in which they came: others, sent before that meeting, may still be on
   their way.  All of these are from after the same meeting, as the next one
   needs this thread.  */
static struct message *held, **last_held = &held;

static bool
is_early (const struct message *message, struct upc_am_epoch here)
{
  bool early = false;
  for (int i = 0; i < UPC_MEETINGS; i++)
    early |= (int16_t) (message->data.epoch.over[i] - here.over[i]) > 0;
  return early;
}

static void
hold (int from, const struct message *message)
{
  struct message *copy = new_message ();
  copy->from = from;
  memcpy (&copy->data, &message->data, message_size (message));
  *last_held = copy;
  last_held = &copy->next;
}

static bool
do_held (struct upc_am_epoch here)
{
  bool any = false;
  while (held && !is_early (held, here))
    {
      struct message *message = held;
      held = message->next;
      if (!held)
	last_held = &held;
      do_message (message->from, message);
      free_message (message);
      any = true;
    }
  return any;
}

/* Handles a message that was held, or the next one if it has come.  Returns
   whether there was one.  */
static bool
do_received (void)
{
  int from;
  struct message *message = &receives[next_receive];
  /* Near threads may end a meeting meanwhile; but nothing is to overtake what
     is held of the same thread.  */
  struct upc_am_epoch here = upc_am_epoch ();
  if (unlikely (held) && do_held (here))
    return true;
  if (unlikely (upc_am_do_waiting != NULL) && upc_am_do_waiting ())
    return true;
  if (!upc_net->test (&message->request, &from))
    return false;
  if (unlikely (is_early (message, here)))
    hold (from, message);
  else
    do_message (from, message);
  receive (message);
  next_receive = (next_receive + 1) % RECEIVES;
  return true;
}

/* Collects the transfers that have ended.  Returns whether any had, or ANY.  */
static bool
collect (bool any)
{
  any |= collect_large ();
  return collect_sent () || any;
}

bool
upc_am_poll_once (void)
{
  return collect (do_received ());
}

bool
upc_am_poll (void)
{
  bool any = false;
  while (do_received ())
    any = true;
  return collect (any);
}
