/* am-cache.c - what was read from far threads, with what is beside it.

   SPDX-License-Identifier: Apache-2.0

   A round trip to a far thread takes as long as some hundred doubles take on
   the way, so programs that read one after the other get them by the line: when
   a line is read from a second time, or follows one that is here, all of it is
   brought in; and the next one is asked for as soon as it follows one that was
   read to its end.  What is read only once, here and there, is got by itself,
   as before.

   A line is valid until the next fence: a lock, a barrier or a strict access.
   The memory model allows that: relaxed reads in a loop need not see another
   thread's write.  Here such a loop ends nevertheless, since a line is read at
   most as many times as it has bytes.  A put is written to the line as well as
   sent, so that a thread reads what it has written.

   A process has one cache, which LOCK protects.  Replies arrive in its lines
   while the lock is held.  Whoever waits for a reply holds the lock, too.  */

#include "conduit/am/am.h"
#include "conduit/cache-events.h"

#define LINE UINT64_C (2048)	/* of a page, so that it is there if a byte of
				   it is */
#define LINES 64
#define LONGEST 256		/* bytes of a read that is for the cache */

_Static_assert (LINE <= UPC_AM_SMALL, "a line comes in one record");

enum state { TOUCHED, COMING, HERE };

struct line
{
  upc_pts_t number;		/* its place, in units of a line, + 1; 0:
				   none */
  enum state state;
  uint32_t generation, reads;
  struct upc_pending pending;
};
static struct line lines[LINES];
static char data[LINES][LINE] __attribute__ ((aligned (LINE)));
static struct upc_mutex lock;
/* Lines of others are forgotten.  */
static uint32_t generation;
/* True if any line of this generation has data, or is on its way.  */
static bool in_use;

static upc_pts_t
line_of (upc_pts_t place)
{
  return place / LINE;
}

/* Returns where line NUMBER goes.  Lines with the same number within the parts
   of different threads lie apart.  */
static struct line *
slot_of (upc_pts_t number)
{
  return &lines[(number + 5 * upc_pts_thread (number * LINE)) % LINES];
}

static char *
data_of (const struct line *line)
{
  return data[line - lines];
}

static bool
is_in (const struct line *line, upc_pts_t number)
{
  return line->number == number + 1 && line->generation == generation;
}

static bool
has_data (const struct line *line, upc_pts_t number)
{
  return is_in (line, number) && line->state != TOUCHED;
}

static void
occupy (struct line *line, upc_pts_t number, enum state state)
{
  line->number = number + 1;
  line->state = state;
  line->generation = generation;
  line->reads = 0;
}

/* The bytes of line NUMBER that are inside of the part: SIZE, after the first
   SKIP.  */
struct inside
{
  size_t skip, size;
};

static struct inside
inside_of (upc_pts_t number)
{
  uint64_t address = upc_pts_address (number * LINE), first = address,
    end = upc_control->part_end;
  if (first < UPC_FIRST_ADDRESS)
    first = UPC_FIRST_ADDRESS;
  if (end > address + LINE)
    end = address + LINE;
  return (struct inside) { first - address, end - first };
}

/* Makes LINE hold line NUMBER, which is in STATE.  Puts must update or drop it
   from now on.  */
static void
fill (struct line *line, upc_pts_t number, enum state state)
{
  occupy (line, number, state);
  __atomic_store_n (&in_use, true, __ATOMIC_RELAXED);
}

/* Asks for line NUMBER.  What of it is outside of the part stays as it
   was.  */
static void
ask_for (struct line *line, upc_pts_t number)
{
  struct inside in = inside_of (number);
  fill (line, number, COMING);
  upc_am_begin_get (&line->pending, data_of (line) + in.skip,
		    number * LINE + in.skip, in.size);
}

static bool
is_awaited (const struct line *line)
{
  return line->state == COMING
	 && __atomic_load_n (&line->pending.left, __ATOMIC_ACQUIRE);
}

/* Makes LINE, the slot of NUMBER, hold it, if all of that was asked for before
   the last barrier.  Returns whether it does.  */
static bool
take_ahead (struct line *line, upc_pts_t number)
{
  struct inside in = inside_of (number);
  if (is_awaited (line)
      || !upc_am_ahead_get (data_of (line) + in.skip, number * LINE + in.skip,
			    in.size))
    return false;
  fill (line, number, HERE);
  return true;
}

/* Notes that line NUMBER is read.  */
static void
note_read (upc_pts_t number)
{
  struct inside in = inside_of (number);
  upc_am_ahead_note (number * LINE + in.skip, in.size);
}

static void
await (struct line *line)
{
  if (line->state != COMING)
    return;
  upc_am_wait (&line->pending);
  line->state = HERE;
}

/* Asks for the line after NUMBER, if it is one of the same part and its slot
   is free.  */
static void
ask_ahead (upc_pts_t number)
{
  uint64_t next = upc_pts_address (number * LINE) + LINE;
  struct line *line = slot_of (number + 1);
  if (next >= upc_control->part_end || has_data (line, number + 1)
      || line->state == COMING)
    return;
  ask_for (line, number + 1);
  upc_am_look ();
}

/* Reads line NUMBER into LINE, its slot.  Returns false if that is not worth
   while.  */
static bool
bring_in (struct line *line, upc_pts_t number)
{
  const struct line *before = slot_of (number - 1);
  bool follows = has_data (before, number - 1);
  bool again = is_in (line, number);
  if (is_awaited (line))
    return false;		/* another line */
  if (!follows && !again)
    {
      occupy (line, number, TOUCHED);
      return false;
    }
  ask_for (line, number);
  if (follows)
    ask_ahead (number);
  await (line);
  return true;
}

bool
upc_am_cached_get (void *dst, upc_pts_t place, size_t n)
{
  upc_pts_t number = line_of (place);
  size_t offset = place % LINE;
  if (n > LONGEST || offset + n > LINE)
    return false;
  upc_mutex_lock (&lock);
  struct line *line = slot_of (number);
  if (is_in (line, number) && line->state == COMING)
    {
      await (line);
      ask_ahead (number);
    }
  bool hit = ((has_data (line, number) || take_ahead (line, number))
	      && line->reads++ < LINE);
  bool ahead = !hit && upc_am_ahead_get (dst, place, n);
  bool found = hit || ahead || bring_in (line, number);
  if (found && !ahead)
    {
      memcpy (dst, data_of (line) + offset, n);
      if (line->reads <= 1)
	note_read (number);
    }
  upc_mutex_unlock (&lock);
  if (hit || ahead)
    upc_cache_tell (UPC_CACHE_HIT, n, LINE);
  else
    upc_cache_tell (UPC_CACHE_MISS, n, found ? LINE : n);
  return found;
}

void
upc_am_cache_put (upc_pts_t place, const void *src, size_t n)
{
  upc_pts_t last = line_of (place + n - 1);
  upc_am_ahead_drop (place, n);
  if (!__atomic_load_n (&in_use, __ATOMIC_RELAXED))
    return;
  upc_mutex_lock (&lock);
  for (upc_pts_t number = line_of (place); number <= last; number++)
    {
      struct line *line = slot_of (number);
      if (!has_data (line, number))
	continue;
      await (line);
      upc_pts_t begin = number * LINE, end = begin + LINE;
      upc_pts_t from = place > begin ? place : begin;
      upc_pts_t to = place + n < end ? place + n : end;
      memcpy (data_of (line) + (from - begin),
	      (const char *) src + (from - place), to - from);
    }
  upc_mutex_unlock (&lock);
}

void
upc_am_cache_drop (upc_pts_t place, size_t n)
{
  upc_am_ahead_drop (place, n);
  if (!n || !__atomic_load_n (&in_use, __ATOMIC_RELAXED))
    return;
  upc_pts_t first = line_of (place), last = line_of (place + n - 1);
  upc_mutex_lock (&lock);
  for (int i = 0; i < LINES; i++)
    if (lines[i].number > first && lines[i].number <= last + 1)
      {
	await (&lines[i]);
	lines[i].number = 0;
      }
  upc_mutex_unlock (&lock);
}

void
upc_am_cache_drop_all (void)
{
  upc_mutex_lock (&lock);
  bool any = in_use;
  for (int i = 0; any && i < LINES; i++)
    await (&lines[i]);
  generation++;
  __atomic_store_n (&in_use, false, __ATOMIC_RELAXED);
  upc_mutex_unlock (&lock);
  if (any)
    upc_cache_tell (UPC_CACHE_INVALIDATE, 0, 0);
}
