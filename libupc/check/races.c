/* races.c - accesses of different threads that nothing orders.

   SPDX-License-Identifier: Apache-2.0

   For each 8 bytes of shared space, a word, there are four cells, of which each
   has an access: who, when by its own clock, to which of the bytes, from which
   place.  A new one is compared with the four, then takes the cell of one that
   it makes superfluous, or an empty one, or any.  So a race may be missed, but
   none is made up.

   What goes through much memory has cells for 512 bytes, a stretch, which say
   to which of eight parts of that; so each access is compared with cells of
   both kinds.  For each part a bit says whether cells of its words are to be
   looked at.

   Cells are in memory of their own, as much as is touched of it.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "check/check.h"
#include "check/clocks.h"

/* A cell: bytes or parts, write, strict, thread, place, clock; 0 is empty.  */
#define WHICH UINT64_C (0xff)
#define WRITE (UINT64_C (1) << 8)
#define STRICT (UINT64_C (1) << 9)
#define THREAD_SHIFT 10
#define THREAD_BITS 10
#define PLACE_SHIFT 20
#define PLACE_BITS 18
#define CLOCK_SHIFT 38
_Static_assert (CLOCK_SHIFT + UPC_CLOCK_BITS == 64, "a cell is full");

#define CELLS 4
enum { WORD = 8, PART = 64, STRETCH = 512 };
#define PLACES (1 << PLACE_BITS)
#define PAIRS 4096

static uint64_t *shadow;
static struct stretch
{
  uint64_t cells[CELLS];
  unsigned char detailed;	/* parts of which words have cells */
} *stretches;
static struct shared
{
  uint32_t races;
  uint64_t pairs[PAIRS];	/* of places that have been reported */
  struct upc_where places[PLACES];
} *shared;

static uint64_t
span (void)
{
  return (uint64_t) THREADS << UPC_ADDRESS_BITS;
}

static void *
map_cells (uint64_t size)
{
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_NORESERVE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void
upc_races_prepare (void)
{
  if (THREADS < 2 || THREADS > 1 << THREAD_BITS)
    return;
  shared = upc_map_shared (sizeof *shared);
  shadow = map_cells (span () * CELLS);
  stretches = map_cells (span () / STRETCH * sizeof *stretches);
  upc_racing = shared && shadow && stretches && upc_clocks_prepare ();
  if (!upc_racing)
    upc_message ("there is no room for what -fupc-check needs to find races; "
		 "none is looked for");
}

uint32_t
upc_races_found (void)
{
  return shared ? __atomic_load_n (&shared->races, __ATOMIC_ACQUIRE) : 0;
}

/* ---- Places have numbers  */

static uint64_t
hash_of (struct upc_where where)
{
  uint64_t h = ((uint64_t) where.file * 31 ^ where.place)
	       * UINT64_C (0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* Returns the number of WHERE in the table of all threads; 0 if that is full.
   FILE is written last.  */
static unsigned
find_number (struct upc_where where)
{
  uint64_t h = hash_of (where);
  for (unsigned i = 0; i < 64; i++)
    {
      unsigned n = (h + i) % PLACES;
      struct upc_where *its = &shared->places[n];
      uint64_t none = 0;
      if (n == 0)
	continue;
      if (__atomic_compare_exchange_n (&its->place, &none, where.place, false,
				       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
	__atomic_store_n (&its->file, where.file, __ATOMIC_RELEASE);
      else if (none != where.place)
	continue;
      const char *file;
      while (!(file = __atomic_load_n (&its->file, __ATOMIC_ACQUIRE)))
	;
      if (file == where.file)
	return n;
    }
  return 0;
}

/* A thread asks for few of them, again and again.  */
static unsigned
number_of (struct upc_where where)
{
  static struct { struct upc_where where; unsigned number; } known[1024];
  unsigned i = (where.place >> 32 ^ where.place * 9) % 1024;
  if (known[i].where.place != where.place || known[i].where.file != where.file)
    {
      known[i].number = find_number (where);
      known[i].where = where;
    }
  return known[i].number;
}

/* ---- A race  */

static unsigned
place_of (uint64_t cell)
{
  return cell >> PLACE_SHIFT & (PLACES - 1);
}

static unsigned
thread_of (uint64_t cell)
{
  return cell >> THREAD_SHIFT & ((1 << THREAD_BITS) - 1);
}

/* Returns whether a race between places A and B has not been reported; it is
   from now on.  */
static bool
is_news (unsigned a, unsigned b)
{
  uint64_t pair = a < b ? (uint64_t) a << 32 | b : (uint64_t) b << 32 | a;
  uint64_t h = pair * UINT64_C (0x9e3779b97f4a7c15) >> 40;
  for (int i = 0; i < 32; i++)
    {
      uint64_t none = 0, *its = &shared->pairs[(h + i) % PAIRS];
      if (__atomic_compare_exchange_n (its, &none, pair, false,
				       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
	return true;
      if (none == pair)
	return false;
    }
  return false;
}

static const char *
what (uint64_t cell)
{
  return cell & WRITE ? "writes" : "reads";
}

/* Reports a race of MINE with OTHER, which are about units of UNIT bytes from P
   on.  */
static void __attribute__ ((noinline))
report (upc_pts_t p, unsigned unit, uint64_t mine, uint64_t other)
{
  char object[256], here[512], there[512];
  unsigned a = place_of (mine), b = place_of (other);
  unsigned first = __builtin_ctzll ((mine & other & WHICH) | 0x100);
  if (!a || !b || !is_news (a, b))
    return;
  __atomic_fetch_add (&shared->races, 1, __ATOMIC_ACQ_REL);
  upc_show_place (object, sizeof object, upc_pts_place (p) + first * unit);
  upc_show_where (here, sizeof here, shared->places[a]);
  upc_show_where (there, sizeof there, shared->places[b]);
  upc_message ("data race on %s: thread %d %s it at %s, thread %u %s it at %s, "
	       "and nothing orders these", object, MYTHREAD, what (mine), here,
	       thread_of (other), what (other), there);
}

/* ---- Cells  */

/* Returns whether A makes it needless to remember B, which is of the same
   thread or happened before.  */
static bool
supersedes (uint64_t a, uint64_t b)
{
  return !(b & ~a & WHICH) && (a & WRITE || !(b & WRITE))
	 && (!(a & STRICT) || b & STRICT);
}

static bool
races (uint64_t a, uint64_t b)
{
  return a & b & WHICH && (a | b) & WRITE && !(a & b & STRICT);
}

/* Reports a race of MINE with OTHER, if it is one; see report.  Returns whether
   OTHER is of this thread or happened before.  */
static bool
look_at (uint64_t mine, uint64_t other, upc_pts_t p, unsigned unit)
{
  unsigned thread = thread_of (other);
  if (thread == (unsigned) MYTHREAD
      || other >> CLOCK_SHIFT <= upc_clock_now[thread])
    return true;
  if (races (mine, other))
    report (p, unit, mine, other);
  return false;
}

/* Looks for races of MINE with what CELLS have, and puts it there.  Others may
   do so at the same time: each looks again at what has changed behind that, so
   that of two at least one sees the other.  */
static void
access_cells (uint64_t *cells, uint64_t mine, upc_pts_t p, unsigned unit)
{
  static unsigned turn;
  int target = -1, empty = -1;
  uint64_t seen[CELLS];
  for (int i = 0; i < CELLS; i++)
    {
      seen[i] = __atomic_load_n (&cells[i], __ATOMIC_RELAXED);
      if (!seen[i])
	empty = i;
      else if (look_at (mine, seen[i], p, unit) && supersedes (mine, seen[i]))
	target = i;
    }
  if (target < 0)
    target = empty >= 0 ? empty : (int) (turn++ % CELLS);
  uint64_t before
    = __atomic_exchange_n (&cells[target], mine, __ATOMIC_SEQ_CST);
  for (int i = 0; i < CELLS; i++)
    {
      uint64_t now = i == target ? before
		     : __atomic_load_n (&cells[i], __ATOMIC_SEQ_CST);
      if (now != seen[i] && now)
	look_at (mine, now, p, unit);
    }
}

/* Returns whether CELL makes it needless to remember MINE, which is of the same
   thread at the same time if it is.  */
static inline bool
covers (uint64_t cell, uint64_t mine)
{
  const uint64_t who = ~UINT64_C (0) << CLOCK_SHIFT | STRICT
		       | (((UINT64_C (1) << THREAD_BITS) - 1) << THREAD_SHIFT);
  return !(((cell ^ mine) & who) | (mine & ~cell & (WHICH | WRITE)));
}

/* Returns whether one of CELLS does.  */
static inline bool
is_there (const uint64_t *cells, uint64_t mine)
{
  return covers (cells[0], mine) | covers (cells[1], mine)
	 | covers (cells[2], mine) | covers (cells[3], mine);
}

/* ---- Words  */

/* MINE, which says which bytes, is an access to the word at P.  */
static void
access_word (upc_pts_t p, uint64_t mine)
{
  uint64_t *cells = shadow + p / WORD * CELLS;
  struct stretch *s = &stretches[p / STRETCH];
  uint64_t part = UINT64_C (1) << p / PART % 8;
  if (is_there (cells, mine) || is_there (s->cells, (mine & ~WHICH) | part))
    return;
  access_cells (cells, mine, p, 1);
  if (!(__atomic_load_n (&s->detailed, __ATOMIC_SEQ_CST) & part))
    __atomic_fetch_or (&s->detailed, part, __ATOMIC_SEQ_CST);
  for (int i = 0; i < CELLS; i++)
    {
      uint64_t other = __atomic_load_n (&s->cells[i], __ATOMIC_SEQ_CST);
      if (other & part)
	look_at (mine, other | WHICH, p, 1);
    }
}

/* MINE is an access to the bytes from P to END.  */
static void
access_words (upc_pts_t p, upc_pts_t end, uint64_t mine)
{
  for (upc_pts_t word = p & -WORD; word < end; word += WORD)
    {
      unsigned bytes = 0xff;
      if (word < p)
	bytes &= 0xff << (p - word);
      if (word + WORD > end)
	bytes &= 0xff >> (word + WORD - end);
      access_word (word, mine | bytes);
      if (!(mine & STRICT))
	upc_stamp (word / WORD, bytes, mine & WRITE);
    }
}

/* ---- Stretches  */

/* Looks for races of MINE with accesses to words of the part at P.  Returns
   whether there may be any with what is still to come.  */
static bool
look_at_part (upc_pts_t p, uint64_t mine)
{
  const uint64_t *cells = shadow + p / WORD * CELLS;
  bool live = false;
  for (int i = 0; i < PART / WORD * CELLS; i++)
    {
      uint64_t other = __atomic_load_n (&cells[i], __ATOMIC_SEQ_CST);
      if (!other || other >> CLOCK_SHIFT <= upc_clock_over[thread_of (other)])
	continue;
      live = true;
      look_at (mine | WHICH, other, p + i / CELLS * WORD, 1);
    }
  return live;
}

/* Does so for PARTS of the stretch S at P; it forgets which need not be looked
   at again.  */
static void
look_at_parts (struct stretch *s, upc_pts_t p, unsigned parts, uint64_t mine)
{
  for (; parts; parts &= parts - 1)
    {
      unsigned bit = parts & -parts;
      upc_pts_t at = p + __builtin_ctz (parts) * PART;
      if (look_at_part (at, mine))
	continue;
      __atomic_fetch_and (&s->detailed, ~bit, __ATOMIC_SEQ_CST);
      if (look_at_part (at, mine))
	__atomic_fetch_or (&s->detailed, bit, __ATOMIC_SEQ_CST);
    }
}

/* MINE is an access to the whole parts from P to END.  */
static void
access_parts (upc_pts_t p, upc_pts_t end, uint64_t mine)
{
  for (upc_pts_t at = p & -STRETCH; at < end; at += STRETCH)
    {
      struct stretch *s = &stretches[at / STRETCH];
      unsigned parts = 0xff;
      if (at < p)
	parts &= 0xff << (p - at) / PART;
      if (at + STRETCH > end)
	parts &= 0xff >> (at + STRETCH - end) / PART;
      if (is_there (s->cells, mine | parts))
	continue;
      access_cells (s->cells, mine | parts, at, PART);
      parts &= __atomic_load_n (&s->detailed, __ATOMIC_SEQ_CST);
      if (parts)
	look_at_parts (s, at, parts, mine);
    }
}

/* ---- Either  */

void
upc_race_access (upc_pts_t p, size_t n, unsigned how, struct upc_where where)
{
  upc_pts_t begin = upc_pts_place (p), end = begin + n;
  if (*upc_clock_released)
    upc_clock_advance ();
  uint64_t mine = (uint64_t) number_of (where) << PLACE_SHIFT
		  | (uint64_t) upc_clock_now[MYTHREAD] << CLOCK_SHIFT
		  | (uint64_t) MYTHREAD << THREAD_SHIFT
		  | (how & UPC_CHECK_WRITE ? WRITE : 0)
		  | (how & UPC_CHECK_STRICT ? STRICT : 0);
  upc_pts_t first = (begin + PART - 1) & -PART, last = end & -PART;
  if (first < last)
    {
      access_words (begin, first, mine);
      access_parts (first, last, mine);
      begin = last;
    }
  access_words (begin, end, mine);
}

/* Forgets the accesses to whole parts from P to END.  */
static void
forget_parts (upc_pts_t p, upc_pts_t end)
{
  for (upc_pts_t at = p & -STRETCH; at < end; at += STRETCH)
    {
      struct stretch *s = &stretches[at / STRETCH];
      for (int i = 0; i < CELLS; i++)
	if (at < p || at + STRETCH > end)
	  __atomic_fetch_and (&s->cells[i], ~WHICH, __ATOMIC_RELAXED);
	else
	  __atomic_store_n (&s->cells[i], 0, __ATOMIC_RELAXED);
    }
}

void
upc_race_forget (upc_pts_t p, uint64_t n)
{
  uint64_t page = sysconf (_SC_PAGESIZE);
  char *begin = (char *) (shadow + upc_pts_place (p) / WORD * CELLS);
  char *end = begin + (n + WORD - 1) / WORD * CELLS * sizeof *shadow;
  char *first = (char *) (((uint64_t) begin + page - 1) & -page);
  char *last = (char *) ((uint64_t) end & -page);
  forget_parts (upc_pts_place (p), upc_pts_place (p) + n);
  if (first >= last || madvise (first, last - first, MADV_REMOVE))
    {
      memset (begin, 0, end - begin);
      return;
    }
  memset (begin, 0, first - begin);
  memset (last, 0, end - last);
}
