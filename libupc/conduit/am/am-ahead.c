/* am-ahead.c - what is read after barriers, asked for before they are over.

   SPDX-License-Identifier: Apache-2.0

   What other threads have computed is read after a barrier, and a program that
   has steps reads the same after the same barrier in each, or in every other
   one if it has two copies of its data.  To ask for it there takes a round
   trip, after the barrier's own.  So a thread remembers what it read between
   each barrier and the next fence, and asks for what it is likely to read with
   the message by which it arrives.  The thread that is asked replies when the
   barrier is over at its node (am-data.c): by then all that was put before the
   barrier is there.

   For the memory model this is a relaxed read directly after the barrier.  It
   is valid until the next fence, as a line of the cache is (am-cache.c), and is
   read at most as many times as it has bytes, so that a loop that waits for
   another thread's write ends.  What this thread puts there makes it invalid.

   LOCK protects all of this; who waits for a reply holds it.  */

#include <stdlib.h>
#include "conduit/am/am.h"
#include "hash.h"

/* The most reads that are remembered of a barrier, the most barriers, and the
   most bytes that are asked for.  */
#define READS 16
#define BARRIERS 32
#define MOST UINT64_C (65536)

/* N bytes at PLACE.  What of them was read since the barrier was last passed
   begins at FROM and ends at TO; if that is nothing, both are 0.  */
struct read
{
  upc_pts_t place, from, to;
  uint64_t n;
  uint32_t history;		/* the times before: a bit for each, the last is
				   bit 0 */
};

struct barrier
{
  uint64_t name;		/* what the program calls it; 0: none */
  int count;
  struct read reads[READS];
};

/* A request that was sent ahead.  */
struct asked
{
  struct read *read;		/* null: it is not valid any more */
  upc_pts_t place;
  uint64_t n, times_read;
  char *data;
  struct upc_pending pending;
};

static struct barrier barriers[BARRIERS];
static struct asked asked[READS];
static int asked_count;
static char *room;		/* of MOST bytes, for what is asked for */
static struct upc_mutex lock;
/* The barrier that this thread has arrived at, if no fence is after it yet;
   else null.  It is read without the lock to see whether there is one.  */
static struct barrier *last;
static bool passed;		/* it is over */

/* A value that this thread knows without having asked.  */
static struct
{
  upc_pts_t place;
  uint64_t n, times_read;	/* N is 0 if there is nothing */
  char data[16];
} known;

static bool
is_idle (void)
{
  return !__atomic_load_n (&last, __ATOMIC_RELAXED);
}

static void
widen (struct read *read, upc_pts_t place, size_t n)
{
  if (!read->to || place < read->from)
    read->from = place;
  if (place + n > read->to)
    read->to = place + n;
}

static bool
is_within (upc_pts_t place, size_t n, upc_pts_t other, uint64_t all)
{
  return place >= other && place + n <= other + all;
}

/* Returns whether READ will likely be read again: it was the last two times,
   or every other time.  */
static bool
is_likely (const struct read *read)
{
  return (read->history & 3) == 3 || (read->history & 15) == 10;
}

/* ---- Asking  */

static struct barrier *
barrier_named (uint64_t name)
{
  struct barrier *b
    = &barriers[gasp_spread (name) >> 32 & (BARRIERS - 1)];
  if (b->name != name)
    *b = (struct barrier) { .name = name };
  return b;
}

/* Replies to requests that were not needed may still be on their way to its
   room.  */
static bool
any_replies_left (void)
{
  for (int i = 0; i < asked_count; i++)
    if (__atomic_load_n (&asked[i].pending.left, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

static void
ask_for_reads (struct barrier *b, uint32_t phase)
{
  uint64_t used = 0;
  asked_count = 0;
  for (int i = 0; i < b->count; i++)
    {
      struct read *read = &b->reads[i];
      uint64_t end = used + ((read->n + 7) & -8);
      if (!is_likely (read) || end > MOST)
	continue;
      if (!room && !(room = malloc (MOST)))
	return;
      struct asked *a = &asked[asked_count++];
      *a = (struct asked) { .read = read, .place = read->place, .n = read->n,
			    .data = room + used };
      used = end;
      upc_am_begin_get_behind (&a->pending, a->data, a->place, a->n, phase);
    }
}

void
upc_am_ahead_ask (uint64_t name, uint32_t phase)
{
  if (upc_rma)
    return;
  upc_mutex_lock (&lock);
  struct barrier *b = barrier_named (name);
  if (!any_replies_left ())
    ask_for_reads (b, phase);
  passed = false;
  __atomic_store_n (&last, b, __ATOMIC_RELAXED);
  upc_mutex_unlock (&lock);
}

/* ---- After the barrier  */

void
upc_am_ahead_know (upc_pts_t place, const void *value, size_t n)
{
  upc_mutex_lock (&lock);
  known.place = place;
  known.times_read = 0;
  memcpy (known.data, value, n);
  __atomic_store_n (&known.n, n, __ATOMIC_RELAXED);
  upc_mutex_unlock (&lock);
}

static bool
get_known (void *dst, upc_pts_t place, size_t n)
{
  if (!__atomic_load_n (&known.n, __ATOMIC_RELAXED))
    return false;
  upc_mutex_lock (&lock);
  bool found = is_within (place, n, known.place, known.n)
	       && known.times_read++ < known.n;
  if (found)
    memcpy (dst, known.data + (place - known.place), n);
  upc_mutex_unlock (&lock);
  return found;
}

static void
forget_known (void)
{
  __atomic_store_n (&known.n, 0, __ATOMIC_RELAXED);
}

bool
upc_am_ahead_get (void *dst, upc_pts_t place, size_t n)
{
  bool found = false;
  if (get_known (dst, place, n))
    return true;
  if (is_idle ())
    return false;
  upc_mutex_lock (&lock);
  for (int i = 0; last && passed && !found && i < asked_count; i++)
    {
      struct asked *a = &asked[i];
      if (!a->read || !is_within (place, n, a->place, a->n)
	  || a->times_read++ >= a->n)
	continue;
      found = true;
      widen (a->read, place, n);
      upc_am_wait (&a->pending);
      memcpy (dst, a->data + (place - a->place), n);
    }
  upc_mutex_unlock (&lock);
  return found;
}

/* Returns a read of B that can be given up, or null.  */
static struct read *
useless (struct barrier *b)
{
  for (struct read *r = b->reads; r < b->reads + b->count; r++)
    if (!r->to && !(r->history & 1) && !is_likely (r))
      return r;
  return NULL;
}

/* Remembers of B that N bytes at PLACE have been read: as part of what is
   remembered, or in place of what is part of them.  */
static void
remember (struct barrier *b, upc_pts_t place, size_t n)
{
  struct read *read = b->reads, *end = read + b->count;
  while (read < end && !is_within (place, n, read->place, read->n)
	 && !is_within (read->place, read->n, place, n))
    read++;
  if (read == end)
    read = b->count < READS ? &b->reads[b->count++] : useless (b);
  if (!read)
    return;
  if (read == end || !is_within (place, n, read->place, read->n))
    *read = (struct read) { .place = place, .n = n };
  widen (read, place, n);
}

void
upc_am_ahead_note (upc_pts_t place, size_t n)
{
  if (n > MOST || is_idle ())
    return;
  upc_mutex_lock (&lock);
  if (last && passed)
    remember (last, place, n);
  upc_mutex_unlock (&lock);
}

/* ---- The end of its validity  */

void
upc_am_ahead_drop (upc_pts_t place, size_t n)
{
  if (place < known.place + known.n && known.place < place + n)
    forget_known ();
  if (is_idle ())
    return;
  upc_mutex_lock (&lock);
  for (int i = 0; i < asked_count; i++)
    if (place < asked[i].place + asked[i].n && asked[i].place < place + n)
      asked[i].read = NULL;
  upc_mutex_unlock (&lock);
}

/* Updates B at the next fence: of what was read in part, that part is
   remembered.  */
static void
update (struct barrier *b)
{
  int kept = 0;
  for (int i = 0; i < b->count; i++)
    {
      struct read r = b->reads[i];
      r.history = r.history << 1 | (r.to != 0);
      if (r.to)
	r = (struct read) { .place = r.from,
			    .n = r.to - r.from,
			    .history = r.history };
      if (r.history & 15)
	b->reads[kept++] = r;
    }
  b->count = kept;
}

static void
drop_all (void)
{
  if (last)
    update (last);
  for (int i = 0; i < asked_count; i++)
    asked[i].read = NULL;
  __atomic_store_n (&last, NULL, __ATOMIC_RELAXED);
}

void
upc_am_ahead_drop_all (void)
{
  forget_known ();
  if (is_idle ())
    return;
  upc_mutex_lock (&lock);
  drop_all ();
  upc_mutex_unlock (&lock);
}

void
upc_am_ahead_pass (void)
{
  if (is_idle ())
    return;
  upc_mutex_lock (&lock);
  passed = true;
  upc_mutex_unlock (&lock);
}

void
upc_am_ahead_finish (void)
{
  upc_am_ahead_drop_all ();
  for (int i = 0; i < asked_count; i++)
    upc_am_wait (&asked[i].pending);
}
