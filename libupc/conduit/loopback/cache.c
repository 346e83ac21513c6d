/* cache.c - a cache of other threads' shared space, for conduits that cannot
   address it.

   SPDX-License-Identifier: Apache-2.0

   Direct mapped, written back.  A line knows which of its bytes are valid and
   which are dirty, so that two threads may write different bytes of a line.
   Where UPC asks for order (fences, strict accesses, barriers, locks) the
   cache is invalidated: dirty bytes go out, the rest is forgotten.  It is one
   for a process; threads of a UPC thread take turns.

   Events (GASP 1.4, 5.4.7) are raised at the place of the profiled access or
   call that is at work.  */

#include "conduit/cache-events.h"
#include "conduit/loopback/loopback.h"

#define LINES 64

struct line
{
  upc_pts_t place;		/* of the first byte, in units of a line, + 1 */
  uint64_t valid, dirty;	/* a bit for each byte */
  char data[UPC_CACHE_LINE];
};
static struct line lines[LINES];
static struct upc_mutex cache_lock;

/* ---- Events  */

/* Events to raise when the lock has been released: a tool may read and write
   shared objects (3.2).  */
struct news
{
  int count;
  struct
  {
    enum upc_cache_event what;
    size_t n;
  } items[4];			/* two pieces, each drops a line and hits or misses */
};

static void
note (struct news *news, enum upc_cache_event what, size_t n)
{
  news->items[news->count].what = what;
  news->items[news->count++].n = n;
}

static void
tell_all (const struct news *news)
{
  for (int i = 0; i < news->count; i++)
    upc_cache_tell (news->items[i].what, news->items[i].n, UPC_CACHE_LINE);
}

/* ---- Lines  */

/* N bits from bit FIRST on.  */
static uint64_t
mask (unsigned first, size_t n)
{
  return (n >= 64 ? ~UINT64_C (0) : (UINT64_C (1) << n) - 1) << first;
}

static upc_pts_t
line_number (upc_pts_t p)
{
  return upc_pts_place (p) / UPC_CACHE_LINE;
}

static struct line *
slot_of (upc_pts_t number)
{
  return &lines[(number ^ number >> 28) % LINES];
}

static struct line *
find (upc_pts_t number)
{
  struct line *line = slot_of (number);
  return line->place == number + 1 ? line : NULL;
}

static char *
home (const struct line *line)
{
  return __upc_base + (line->place - 1) * UPC_CACHE_LINE;
}

/* Sends the dirty bytes home.  Whether there were any.  */
static bool
write_back (struct line *line)
{
  uint64_t left = line->dirty;
  while (left)
    {
      unsigned first = __builtin_ctzll (left);
      uint64_t run = ~(left >> first);
      size_t n = run ? (size_t) __builtin_ctzll (run) : 64;
      memcpy (home (line) + first, line->data + first, n);
      left &= ~mask (first, n);
    }
  bool dirty = line->dirty != 0;
  line->dirty = 0;
  return dirty;
}

/* Returns the slot for line NUMBER, whose bytes may not be valid yet.  */
static struct line *
occupy (upc_pts_t number, struct news *news)
{
  struct line *line = slot_of (number);
  if (line->place == number + 1)
    return line;
  if (line->place && (line->dirty || line->valid))
    note (news, UPC_CACHE_INVALIDATE, write_back (line));
  line->place = number + 1;
  line->valid = line->dirty = 0;
  return line;
}

/* Bring all of LINE in, but for the bytes that were written.  */
static void
fill (struct line *line)
{
  const char *source = home (line);
  for (unsigned i = 0; i < UPC_CACHE_LINE; i++)
    if (!(line->valid >> i & 1))
      line->data[i] = source[i];
  line->valid = ~UINT64_C (0);
}

/* ---- What is asked for may lie in two lines  */

/* Returns how many of N bytes at P are in its line.  */
static size_t
in_line (upc_pts_t p, size_t n)
{
  size_t left = UPC_CACHE_LINE - p % UPC_CACHE_LINE;
  return n < left ? n : left;
}

static void
get_piece (char *dst, upc_pts_t src, size_t n, struct news *news)
{
  struct line *line = occupy (line_number (src), news);
  unsigned first = src % UPC_CACHE_LINE;
  uint64_t wanted = mask (first, n);
  bool hit = (line->valid & wanted) == wanted;
  if (!hit)
    fill (line);
  note (news, hit ? UPC_CACHE_HIT : UPC_CACHE_MISS, n);
  memcpy (dst, line->data + first, n);
}

static void
put_piece (upc_pts_t dst, const char *src, size_t n, struct news *news)
{
  struct line *line = occupy (line_number (dst), news);
  unsigned first = dst % UPC_CACHE_LINE;
  memcpy (line->data + first, src, n);
  line->valid |= mask (first, n);
  line->dirty |= mask (first, n);
}

void
upc_cache_get (void *dst, upc_pts_t src, size_t n)
{
  size_t first = in_line (src, n);
  struct news news = { .count = 0 };
  upc_mutex_lock (&cache_lock);
  get_piece (dst, src, first, &news);
  if (first < n)
    get_piece ((char *) dst + first, src + first, n - first, &news);
  upc_mutex_unlock (&cache_lock);
  tell_all (&news);
}

void
upc_cache_put (upc_pts_t dst, const void *src, size_t n)
{
  size_t first = in_line (dst, n);
  struct news news = { .count = 0 };
  upc_mutex_lock (&cache_lock);
  put_piece (dst, src, first, &news);
  if (first < n)
    put_piece (dst + first, (const char *) src + first, n - first, &news);
  upc_mutex_unlock (&cache_lock);
  tell_all (&news);
}

/* ---- Getting rid of it  */

static size_t
drop (struct line *line)
{
  size_t dirty = write_back (line);
  line->place = 0;
  line->valid = 0;
  return dirty;
}

/* Does WHAT with the lines that N bytes at P lie in.  */
static void
for_lines (upc_pts_t p, size_t n, void (*what) (struct line *))
{
  if (!n)
    return;
  upc_pts_t first = line_number (p), last = line_number (p + n - 1);
  upc_mutex_lock (&cache_lock);
  if (last - first >= LINES)
    for (int i = 0; i < LINES; i++)
      what (&lines[i]);
  else
    for (upc_pts_t number = first; number <= last; number++)
      if (find (number))
	what (find (number));
  upc_mutex_unlock (&cache_lock);
}

static void
flush_line (struct line *line)
{
  write_back (line);
}

static void
drop_line (struct line *line)
{
  if (line->place)
    drop (line);
}

void
upc_cache_flush (upc_pts_t p, size_t n)
{
  for_lines (p, n, flush_line);
}

void
upc_cache_forget (upc_pts_t p, size_t n)
{
  for_lines (p, n, drop_line);
}

void
upc_cache_invalidate (void)
{
  size_t dirty = 0;
  bool any = false;
  upc_mutex_lock (&cache_lock);
  for (int i = 0; i < LINES; i++)
    if (lines[i].place)
      {
	any = true;
	dirty += drop (&lines[i]);
      }
  upc_mutex_unlock (&cache_lock);
  if (any)
    upc_cache_tell (UPC_CACHE_INVALIDATE, dirty, 0);
}
