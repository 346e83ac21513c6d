/* loopback-net.c - struct upc_net within a machine: messages through memory.

   SPDX-License-Identifier: Apache-2.0

   Each thread has an inbox, a ring of packets, in memory that the processes
   share.  A message is cut into packets; those of one sender come in order,
   between those of others.  Whoever calls a function of the net sends what
   there is room for, and empties its own inbox: so room is made, and no thread
   waits here for another.

   Only what loopback.c needs of a net is here: where all threads are on one
   machine, they meet and end as with smp.  */

#include <stdlib.h>
#include "conduit/loopback/loopback.h"

#define PACKETS 16		/* of an inbox */
#define ROOM 4096		/* bytes of a packet */

struct packet
{
  int from, tag;
  bool first;			/* of its message, which has LEFT bytes more */
  uint64_t left;
  char bytes[ROOM];
};

static struct inbox
{
  struct upc_mutex lock;
  uint32_t first, count;
  uint32_t arrivals;		/* changes with each packet, and ends waits */
  struct packet packets[PACKETS];
} *inboxes;

/* A message that is sent, awaited or was not expected: N bytes, of which DONE
   have been moved.  */
struct transfer
{
  struct transfer *next;
  char *data;
  uint64_t n, done;
  int other, tag;
  bool over;
};
struct row
{
  struct transfer *first, **last;
};
static struct row outgoing = { NULL, &outgoing.first };
static struct row awaited = { NULL, &awaited.first };
static struct row unexpected = { NULL, &unexpected.first };
/* The message of each thread of which packets are still to come, or null.  */
static struct transfer **coming;

static struct transfer *
new_transfer (struct row *row, void *data, uint64_t n, int other, int tag)
{
  struct transfer *t = malloc (sizeof *t);
  if (!t)
    upc_fatal ("no memory for messages to other threads");
  *t = (struct transfer) { NULL, data, n, 0, other, tag, false };
  *row->last = t;
  row->last = &t->next;
  return t;
}

static void
take_out (struct row *row, struct transfer *t)
{
  struct transfer **at = &row->first;
  while (*at != t)
    at = &(*at)->next;
  *at = t->next;
  if (!*at)
    row->last = at;
}

static uint64_t
least (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* ---- Sending  */

/* Adds the next packet of T to INBOX.  */
static void
add_packet (struct inbox *inbox, struct transfer *t)
{
  uint64_t left = t->n - t->done, n = least (left, ROOM);
  struct packet *p = &inbox->packets[(inbox->first + inbox->count++) % PACKETS];
  p->from = MYTHREAD;
  p->tag = t->tag;
  p->first = t->done == 0;
  p->left = left;
  memcpy (p->bytes, t->data + t->done, n);
  t->done += n;
  t->over = t->done == t->n;
}

static void
wake (struct inbox *inbox)
{
  __atomic_add_fetch (&inbox->arrivals, 1, __ATOMIC_RELEASE);
  upc_wake_one (&inbox->arrivals);
}

/* Sends what there is room for, in order.  */
static void
push_out (void)
{
  struct transfer *t;
  while ((t = outgoing.first))
    {
      struct inbox *inbox = &inboxes[t->other];
      uint64_t before = t->done;
      upc_mutex_lock (&inbox->lock);
      while (!t->over && inbox->count < PACKETS)
	add_packet (inbox, t);
      upc_mutex_unlock (&inbox->lock);
      if (t->done > before)
	wake (inbox);
      if (!t->over)
	return;
      take_out (&outgoing, t);
    }
}

/* ---- Receiving  */

/* Returns the first of ROW that may be from thread FROM and has TAG; or null.
   Below 0, a thread is any.  */
static struct transfer *
find (const struct row *row, int from, int tag)
{
  struct transfer *t = row->first;
  while (t && (t->tag != tag
	       || (t->other != from && t->other >= 0 && from >= 0)))
    t = t->next;
  return t;
}

/* Returns where the message goes that begins with P.  */
static struct transfer *
begin (const struct packet *p)
{
  struct transfer *t = find (&awaited, p->from, p->tag);
  if (!t)
    return new_transfer (&unexpected, upc_buffer (p->left), p->left, p->from,
			 p->tag);
  take_out (&awaited, t);
  t->other = p->from;
  t->n = p->left;
  return t;
}

static void
take_packet (const struct packet *p)
{
  struct transfer *t = p->first ? begin (p) : coming[p->from];
  uint64_t n = least (p->left, ROOM);
  memcpy (t->data + t->done, p->bytes, n);
  t->done += n;
  t->over = t->done == t->n;
  coming[p->from] = t->over ? NULL : t;
}

static void
take_in (void)
{
  struct inbox *mine = &inboxes[MYTHREAD];
  if (!__atomic_load_n (&mine->count, __ATOMIC_RELAXED))
    return;
  upc_mutex_lock (&mine->lock);
  for (; mine->count > 0; mine->count--)
    take_packet (&mine->packets[mine->first++ % PACKETS]);
  upc_mutex_unlock (&mine->lock);
}

/* ---- The functions of struct upc_net  */

static void
send (const void *data, size_t n, int to, int tag, upc_net_request_t *request)
{
  request->words[0]
    = (uintptr_t) new_transfer (&outgoing, (void *) data, n, to, tag);
  push_out ();
}

/* Continues in DATA what has come of U.  */
static struct transfer *
expect (struct transfer *u, void *data)
{
  memcpy (data, u->data, u->done);
  free (u->data);
  u->data = data;
  take_out (&unexpected, u);
  return u;
}

static void
receive (void *data, size_t n, int from, int tag, upc_net_request_t *request)
{
  struct transfer *u = find (&unexpected, from, tag);
  u = u ? expect (u, data) : new_transfer (&awaited, data, n, from, tag);
  request->words[0] = (uintptr_t) u;
}

static bool
test (upc_net_request_t *request, int *from)
{
  struct transfer *t = (struct transfer *) request->words[0];
  push_out ();
  take_in ();
  if (!t->over)
    return false;
  if (from)
    *from = t->other;
  free (t);
  return true;
}

const struct upc_net upc_loopback_net = {
  .version = UPC_NET_VERSION, .name = "loopback",
  .longest_piece = UPC_NET_LONGEST_PIECE,
  .send = send, .receive = receive, .test = test
};

/* ---- Waiting  */

void
upc_loopback_map (void)
{
  inboxes = upc_map_shared (upc_settings.threads * sizeof *inboxes);
  coming = upc_table (sizeof *coming);
  if (!inboxes)
    upc_fatal ("no memory for messages between threads");
}

void
upc_loopback_wait (void)
{
  const struct inbox *mine = &inboxes[MYTHREAD];
  uint32_t seen = __atomic_load_n (&mine->arrivals, __ATOMIC_ACQUIRE);
  if (__atomic_load_n (&outgoing.first, __ATOMIC_RELAXED))
    upc_nap (50000);
  else if (!__atomic_load_n (&mine->count, __ATOMIC_RELAXED))
    upc_sleep_while (&mine->arrivals, seen);
}

static bool
is_gone (int t)
{
  const struct upc_thread *thread = &upc_control->threads[t];
  return (__atomic_load_n (&thread->state, __ATOMIC_ACQUIRE) != UPC_RUNNING
	  && !__atomic_load_n (&thread->process, __ATOMIC_ACQUIRE));
}

/* Returns whether a message of this thread for T has not been received.  */
static bool
is_unread (int t)
{
  struct inbox *inbox = &inboxes[t];
  bool any = outgoing.first && outgoing.first->other == t;
  upc_mutex_lock (&inbox->lock);
  for (uint32_t i = 0; i < inbox->count; i++)
    any |= inbox->packets[(inbox->first + i) % PACKETS].from == MYTHREAD;
  upc_mutex_unlock (&inbox->lock);
  return any;
}

int
upc_loopback_lost (void)
{
  for (int t = 0; t < THREADS; t++)
    if (is_gone (t) && is_unread (t))
      return t;
  return -1;
}

void
upc_loopback_wake (void)
{
  wake (&inboxes[MYTHREAD]);
}
