/* races.c - accesses of different threads that nothing orders.

   SPDX-License-Identifier: Apache-2.0

   For each 8 bytes of shared space there are four cells, of which each has an
   access: who, when by its own clock, to which of the bytes, from which place.
   A new one is compared with the four, then takes the cell of one that it makes
   superfluous, or an empty one, or any.  So a race may be missed, but none is
   made up.  Cells are in memory of their own, as much as is touched of it.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "check/check.h"
#include "check/clocks.h"

/* A cell: bytes, write, strict, thread, place, clock; 0 is empty.  */
#define WRITE (UINT64_C (1) << 8)
#define STRICT (UINT64_C (1) << 9)
#define THREAD_SHIFT 10
#define THREAD_BITS 10
#define PLACE_SHIFT 20
#define PLACE_BITS 18
#define CLOCK_SHIFT 38
_Static_assert (CLOCK_SHIFT + UPC_CLOCK_BITS == 64, "a cell is full");

#define CELLS 4
#define PLACES (1 << PLACE_BITS)
#define PAIRS 4096

static uint64_t *shadow;
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

void
upc_races_prepare (void)
{
  if (THREADS < 2 || THREADS > 1 << THREAD_BITS)
    return;
  shared = upc_map_shared (sizeof *shared);
  shadow = mmap (NULL, span () * CELLS, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_NORESERVE | MAP_ANONYMOUS, -1, 0);
  upc_racing = shared && shadow != MAP_FAILED && upc_clocks_prepare ();
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

static void __attribute__ ((noinline))
report (upc_pts_t p, uint64_t mine, uint64_t other)
{
  char object[256], here[512], there[512];
  unsigned a = place_of (mine), b = place_of (other);
  int byte = __builtin_ctzll ((mine & other & 0xff) | 0x100);
  if (!a || !b || !is_news (a, b))
    return;
  __atomic_fetch_add (&shared->races, 1, __ATOMIC_ACQ_REL);
  upc_show_place (object, sizeof object, upc_pts_place (p) + byte);
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
  return !(b & ~a & 0xff) && (a & WRITE || !(b & WRITE))
	 && (!(a & STRICT) || b & STRICT);
}

static bool
races (uint64_t a, uint64_t b)
{
  return a & b & 0xff && (a | b) & WRITE && !(a & b & STRICT);
}

/* Reports a race of MINE with OTHER, if it is one.  Returns whether OTHER is of
   this thread or happened before.  */
static bool
look_at (uint64_t mine, uint64_t other, upc_pts_t p)
{
  unsigned thread = thread_of (other);
  if (thread == (unsigned) MYTHREAD
      || other >> CLOCK_SHIFT <= upc_clock_now[thread])
    return true;
  if (races (mine, other))
    report (p, mine, other);
  return false;
}

/* Looks for races of MINE with what CELLS have, and puts it there.  Others may
   do so at the same time: each looks again at what has changed behind that, so
   that of two at least one sees the other.  */
static void
access_cells (uint64_t *cells, uint64_t mine, upc_pts_t p)
{
  static unsigned turn;
  int target = -1, empty = -1;
  uint64_t seen[CELLS];
  for (int i = 0; i < CELLS; i++)
    {
      seen[i] = __atomic_load_n (&cells[i], __ATOMIC_RELAXED);
      if (!seen[i])
	empty = i;
      else if (look_at (mine, seen[i], p) && supersedes (mine, seen[i]))
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
	look_at (mine, now, p);
    }
}

/* Returns whether MINE is among CELLS already.  */
static inline bool
is_there (const uint64_t *cells, uint64_t mine)
{
  return (cells[0] == mine) | (cells[1] == mine) | (cells[2] == mine)
	 | (cells[3] == mine);
}

void
upc_race_access (upc_pts_t p, size_t n, unsigned how, struct upc_where where)
{
  uint64_t place = upc_pts_place (p), end = place + n;
  if (upc_clock_released)
    upc_clock_advance ();
  uint64_t same = (uint64_t) number_of (where) << PLACE_SHIFT
		  | (uint64_t) upc_clock_now[MYTHREAD] << CLOCK_SHIFT
		  | (uint64_t) MYTHREAD << THREAD_SHIFT
		  | (how & UPC_CHECK_WRITE ? WRITE : 0)
		  | (how & UPC_CHECK_STRICT ? STRICT : 0);
  for (uint64_t word = place & -8; word < end; word += 8)
    {
      unsigned bytes = 0xff;
      uint64_t *cells = shadow + word / 8 * CELLS;
      if (word < place)
	bytes &= 0xff << (place - word);
      if (word + 8 > end)
	bytes &= 0xff >> (word + 8 - end);
      if (!is_there (cells, same | bytes))
	access_cells (cells, same | bytes, word);
    }
}

void
upc_race_forget (upc_pts_t p, uint64_t n)
{
  uint64_t page = sysconf (_SC_PAGESIZE);
  char *begin = (char *) (shadow + upc_pts_place (p) / 8 * CELLS);
  char *end = begin + (n + 7) / 8 * CELLS * sizeof *shadow;
  char *first = (char *) (((uint64_t) begin + page - 1) & -page);
  char *last = (char *) ((uint64_t) end & -page);
  if (first >= last || madvise (first, last - first, MADV_REMOVE))
    {
      memset (begin, 0, end - begin);
      return;
    }
  memset (begin, 0, first - begin);
  memset (last, 0, end - last);
}
