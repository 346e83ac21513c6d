/* races.c - accesses of different threads that nothing orders.

   SPDX-License-Identifier: Apache-2.0

   For each 8 bytes of shared space, a word, there is a cell, which has an
   access: who, when by its own clock, to which of the bytes, from which place;
   and elsewhere there are three more, which a bit of the first one says are in
   use.  A new access is compared with those, then takes the cell of one
   that it makes superfluous, or an empty one, or any.  So a race may be missed,
   but none is made up.

   Words that a thread accesses are noted, by compiled code as a rule, and
   compared together before it synchronises: until then its clock and what it
   knows stay what they are, and memory is waited for once for many words.
   Whether the thread has accessed a word before is looked up then, too, where
   compiled code could not foresee the answer.  All are stored, then, after
   one fence, all are looked at again: of two threads that do so at the same
   time at least one sees the other, unless both store to a cell in the same
   nanoseconds.

   What goes through much memory has cells for 512 bytes, a stretch, which say
   to which of eight parts of that; so each access is compared with cells of
   both kinds.  For each part a bit says whether cells of its words are to be
   looked at.

   Most accesses come after a barrier that is after all others to the same
   word.  Then none is compared: of each thread it is known up to when all know
   its accesses to be over.

   Cells are in memory of their own, as much as is touched of it.  */

#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#if __has_include (<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#else
#define __libc_single_threaded false
#endif
#include <unistd.h>
#include "check/check.h"
#include "check/clocks.h"
#include "check/races.h"

#define CELLS 4			/* of a stretch */
#define OTHERS 3		/* of a word, besides the first */
enum { WORD = 8, PART = 64, STRETCH = 512 };

static uint64_t *firsts, *others;
static struct stretch
{
  uint64_t cells[CELLS];
  unsigned char detailed;	/* parts of which words have cells */
  /* Times that no access is later than: of those in CELLS; of those to words;
     and of those to words that are not in the first cell.  */
  uint32_t newest, newest_word, newest_behind;
} *stretches;

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
  if (memory == MAP_FAILED)
    return NULL;
  madvise (memory, size, MADV_DONTDUMP);
  return memory;
}

void
upc_races_prepare (void)
{
  if (THREADS < 2 || THREADS > UPC_MOST_CLOCKS)
    return;
  firsts = map_cells (span ());
  others = map_cells (span () * OTHERS);
  stretches = map_cells (span () / STRETCH * sizeof *stretches);
  upc_racing = upc_race_reports_prepare () && firsts && others && stretches
	       && upc_places_prepare () && upc_clocks_prepare ();
  if (!upc_racing)
    upc_message ("there is no room for what -fupc-check needs to find races; "
		 "none is looked for");
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
   OTHER is of this thread, of the same transfer, or happened before.  */
static inline bool
look_at (uint64_t mine, uint64_t other, upc_pts_t p, unsigned unit)
{
  if (other >> CLOCK_SHIFT <= upc_clock_now[thread_of (other)]
      || !((mine ^ other) & WHO))
    return true;
  if (races (mine, other))
    upc_report_race (p, unit, mine, other);
  return false;
}

/* Looks for races of MINE with what CELLS have, which is put in SEEN.  Returns
   the cell for MINE: one that it supersedes, an empty one, or any.  */
static int
choose_cell (const uint64_t *cells, uint64_t *seen, uint64_t mine, upc_pts_t p,
	     unsigned unit)
{
  static unsigned turn;
  int superseded = -1, empty = -1;
  for (int i = 0; i < CELLS; i++)
    {
      seen[i] = __atomic_load_n (&cells[i], __ATOMIC_RELAXED);
      if (!seen[i])
	empty = i;
      else if (look_at (mine, seen[i], p, unit) && supersedes (mine, seen[i]))
	superseded = i;
    }
  return superseded >= 0 ? superseded
	 : empty >= 0 ? empty : (int) (turn++ % CELLS);
}

/* Looks for races of MINE with what CELLS have, and puts it there.  Others may
   do so at the same time: each looks again at what has changed after that, so
   that of two at least one sees the other.  */
static void
access_cells (uint64_t *cells, uint64_t mine, upc_pts_t p, unsigned unit)
{
  uint64_t seen[CELLS];
  int target = choose_cell (cells, seen, mine, p, unit);
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
  return !(((cell ^ mine) & (WHO | STRICT))
	   | (mine & ~cell & (WHICH | WRITE)));
}

/* Returns whether one of CELLS makes it needless to remember MINE.  */
static inline bool
is_there (const uint64_t *cells, uint64_t mine)
{
  return covers (cells[0], mine) | covers (cells[1], mine)
	 | covers (cells[2], mine) | covers (cells[3], mine);
}

/* ---- Words  */

enum { AHEAD = 16, FEW = 16 };
#define noted upc_log.__noted
#define noted_count upc_log.__count

static uint64_t *
first_at (upc_pts_t p)
{
  return firsts + p / WORD;
}

static uint64_t *
others_at (upc_pts_t p)
{
  return others + p / WORD * OTHERS;
}

/* Returns whether all threads know that OTHER is over.  */
static bool
is_over (uint64_t other)
{
  return other >> CLOCK_SHIFT <= upc_clock_over[thread_of (other)];
}

/* Looks for races of MINE, an access to the word at P, with OTHER.  Returns
   whether that need not be remembered.  */
static inline bool
is_replaced (upc_pts_t p, uint64_t mine, uint64_t other)
{
  return !other || (look_at (mine, other, p, 1)
		    && (supersedes (mine, other) || is_over (other)));
}

/* Compares MINE with the other cells of the word at P, and sets *FREE to one
   that need not be remembered, if there is any.  Returns whether none need
   be.  */
static bool
look_at_others (upc_pts_t p, uint64_t mine, uint64_t **free)
{
  uint64_t *cells = others_at (p);
  bool all = true;
  for (int i = OTHERS; i-- > 0;)
    if (is_replaced (p, mine, __atomic_load_n (&cells[i], __ATOMIC_RELAXED)))
      *free = &cells[i];
    else
      all = false;
  return all;
}

/* Returns whether cells after the first one at P, which is FIRST, are in use,
   and not known to be over.  */
static inline bool
has_others (upc_pts_t p, uint64_t first)
{
  const struct stretch *s = &stretches[p / STRETCH];
  return (first & MORE
	  && __atomic_load_n (&s->newest_behind, __ATOMIC_RELAXED)
	     > upc_clock_all_over);
}

/* Sets *NEWEST to when MINE is, unless it is later; that of a transfer is never
   over.  */
static void
note_time (uint32_t *newest, uint64_t mine)
{
  uint32_t time = thread_of (mine) < (unsigned) THREADS ? mine >> CLOCK_SHIFT
		  : UINT32_MAX;
  uint32_t before = __atomic_load_n (newest, __ATOMIC_RELAXED);
  while (before < time
	 && !__atomic_compare_exchange_n (newest, &before, time, false,
					  __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
}

/* Puts MINE into a cell after the first, in FREE if there is one.  */
static void
store_behind (upc_pts_t p, uint64_t mine, uint64_t *free)
{
  if (!free)
    free = &others_at (p)[(MYTHREAD + p / WORD) % OTHERS];
  __atomic_store_n (free, mine, __ATOMIC_RELAXED);
  note_time (&stretches[p / STRETCH].newest_behind, mine);
  __atomic_fetch_or (first_at (p), MORE, __ATOMIC_SEQ_CST);
}

/* Looks for races of MINE with the cells of the word at P, of which the first
   is OTHER, and puts it there.  */
static void __attribute__ ((noinline))
store_word (upc_pts_t p, uint64_t mine, uint64_t other, bool exactly)
{
  uint64_t *first = first_at (p), *free = NULL;
  bool replaces = is_replaced (p, mine, other);
  if (unlikely (has_others (p, other)) && !look_at_others (p, mine, &free))
    mine |= MORE;
  if (unlikely (!replaces))
    store_behind (p, mine & ~MORE, free);
  else if (exactly)
    {
      uint64_t now = __atomic_exchange_n (first, mine, __ATOMIC_SEQ_CST);
      if (now != other && now)
	look_at (mine, now, p, 1);
    }
  else
    __atomic_store_n (first, mine, __ATOMIC_RELAXED);
}

/* Looks for races of MINE, an access to the word at P, with the accesses that
   are known of its stretch.  */
static inline void
look_at_stretch (upc_pts_t p, uint64_t mine)
{
  struct stretch *s = &stretches[p / STRETCH];
  uint64_t part = UINT64_C (1) << p / PART % 8;
  if (!(__atomic_load_n (&s->detailed, __ATOMIC_SEQ_CST) & part))
    __atomic_fetch_or (&s->detailed, part, __ATOMIC_SEQ_CST);
  note_time (&s->newest_word, mine);
  if (likely (__atomic_load_n (&s->newest, __ATOMIC_SEQ_CST)
	      <= upc_clock_all_over))
    return;
  for (int i = 0; i < CELLS; i++)
    {
      uint64_t other = __atomic_load_n (&s->cells[i], __ATOMIC_RELAXED);
      if (other & part)
	look_at (mine, other | WHICH, p, 1);
    }
}

/* Looks again for races of MINE, an access to the word at P, of which the first
   cell is FIRST.  */
static void __attribute__ ((noinline))
look_again (upc_pts_t p, uint64_t mine, uint64_t first)
{
  uint64_t *free;
  if (first)
    look_at (mine, first, p, 1);
  if (unlikely (has_others (p, first)))
    look_at_others (p, mine, &free);
}

/* Drops, of what has been noted unseen, what the thread has done before since
   it synchronised.  */
static void
drop_known (void)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < noted_count; i++)
    {
      upc_pts_t p = noted[i].__p & -WORD, unseen = noted[i].__p & 1;
      uint64_t mine = noted[i].__cell;
      upc_pts_t ahead = noted[(i + AHEAD) % __UPC_CHECK_NOTED].__p;
      __builtin_prefetch (&upc_log.__stamps[ahead / WORD], 1);
      __builtin_prefetch (first_at (ahead), 1);
      noted[kept] = (struct __upc_check_noted) { p, mine };
      kept += !unseen || upc_stamp (p / WORD, mine & WHICH, mine & WRITE);
    }
  noted_count = kept;
}

/* Asks the processor for the cells that noted word I needs soon: for the first
   one, and when that is there, for the others if they are in use.  */
static inline void
fetch_ahead (unsigned i)
{
  if (i + 2 * AHEAD < noted_count)
    __builtin_prefetch (first_at (noted[i + 2 * AHEAD].__p), 1);
  if (i + AHEAD < noted_count)
    {
      upc_pts_t p = noted[i + AHEAD].__p;
      uint64_t first = __atomic_load_n (first_at (p), __ATOMIC_RELAXED);
      if (has_others (p, first) || !is_over (first))
	__builtin_prefetch (others_at (p), 1);
    }
}

/* Compares what has been noted, with what others have done.  */
static void
look (void)
{
  drop_known ();
  unsigned count = noted_count;
  bool exactly = count <= FEW;
  if (!count)
    return;
  for (unsigned i = 0; i < count; i++)
    {
      upc_pts_t p = noted[i].__p;
      uint64_t other = __atomic_load_n (first_at (p), __ATOMIC_RELAXED);
      fetch_ahead (i);
      if (unlikely (exactly || has_others (p, other) || !is_over (other)))
	store_word (p, noted[i].__cell, other, exactly);
      else
	__atomic_store_n (first_at (p), noted[i].__cell, __ATOMIC_RELAXED);
    }
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  for (unsigned i = 0; i < count; i++)
    {
      upc_pts_t p = noted[i].__p;
      uint64_t first = __atomic_load_n (first_at (p), __ATOMIC_RELAXED);
      if (unlikely (first != noted[i].__cell))
	look_again (p, noted[i].__cell, first);
      look_at_stretch (p, noted[i].__cell);
    }
  noted_count = 0;
}

/* Returns MINE and BEFORE, a noted access to the same word, as one access at
   MINE's place by the same thread at the same time; 0 if one is not like
   both.  */
static inline uint64_t
join (uint64_t mine, uint64_t before)
{
  const uint64_t same = ~(WHICH | WRITE | PLACES);
  if ((mine ^ before) & same)
    return 0;
  if (!(before & ~mine & (WHICH | WRITE)))
    return mine;
  return (mine ^ before) & (WRITE | PLACES) ? 0 : mine | before;
}

/* Notes MINE, which says which bytes, as an access to the word at P.  What the
   thread has accessed last, it often accesses again: "x += 1".  */
static inline void
note_word (upc_pts_t p, uint64_t mine)
{
  struct __upc_check_noted *last = noted_count ? &noted[noted_count - 1] : NULL;
  bool again = last && (last->__p & -WORD) == p;
  uint64_t both = again ? join (mine, last->__cell) : 0;
  if (both)
    {
      *last = (struct __upc_check_noted) { p, both };
      return;
    }
  if (noted_count == __UPC_CHECK_NOTED)
    look ();
  noted[noted_count++] = (struct __upc_check_noted) { p, mine };
}

/* Notes MINE as an access to the bytes from P to END.  */
static void
note_words (upc_pts_t p, upc_pts_t end, uint64_t mine)
{
  for (upc_pts_t word = p & -WORD; word < end; word += WORD)
    {
      unsigned bytes = 0xff;
      if (word < p)
	bytes &= 0xff << (p - word);
      if (word + WORD > end)
	bytes &= 0xff >> (word + WORD - end);
      if (mine & STRICT || thread_of (mine) != (unsigned) MYTHREAD
	  || upc_stamp (word / WORD, bytes, mine & WRITE))
	note_word (word, mine | bytes);
    }
}

/* ---- Stretches  */

/* Looks for a race of MINE with OTHER, an access to the word at P.  Returns
   whether there may be one with what is still to come.  */
static bool
look_at_live (upc_pts_t p, uint64_t mine, uint64_t other)
{
  if (!other || is_over (other))
    return false;
  look_at (mine | WHICH, other, p, 1);
  return true;
}

/* Compares MINE with the accesses to all words of the part at P.  */
static bool
look_at_part (upc_pts_t p, uint64_t mine)
{
  bool live = false;
  for (upc_pts_t word = p; word < p + PART; word += WORD)
    {
      uint64_t first = __atomic_load_n (first_at (word), __ATOMIC_SEQ_CST);
      live |= look_at_live (word, mine, first);
      for (int i = 0; i < OTHERS && has_others (word, first); i++)
	live |= look_at_live (word, mine, __atomic_load_n (&others_at (word)[i],
							   __ATOMIC_SEQ_CST));
    }
  return live;
}

/* Compares MINE with the accesses to words in those PARTS of the stretch S at
   P; notes in S which parts need not be looked at again.  */
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

/* Notes MINE as an access to the whole parts from P to END.  */
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
      note_time (&s->newest, mine);
      access_cells (s->cells, mine | parts, at, PART);
      parts &= __atomic_load_n (&s->detailed, __ATOMIC_SEQ_CST);
      if (parts && __atomic_load_n (&s->newest_word, __ATOMIC_SEQ_CST)
		   > upc_clock_all_over)
	look_at_parts (s, at, parts, mine);
    }
}

/* ---- Either  */

/* Returns what goes to cells for an access by THREAD, perhaps one of transfers,
   when its clock is TIME; without which bytes.  */
static inline uint64_t
cell_of (unsigned thread, uint32_t time, unsigned how, struct upc_where where)
{
  return (uint64_t) upc_number_of_place (where) << PLACE_SHIFT
	 | (uint64_t) time << CLOCK_SHIFT
	 | (uint64_t) thread << THREAD_SHIFT
	 | (how & UPC_CHECK_WRITE ? WRITE : 0)
	 | (how & UPC_CHECK_STRICT ? STRICT : 0);
}

/* Notes the access of MINE to N bytes at P.  */
static void
note_range (upc_pts_t p, size_t n, uint64_t mine)
{
  upc_pts_t begin = upc_pts_place (p), end = begin + n;
  upc_pts_t first = (begin + PART - 1) & -PART, last = end & -PART;
  if (first < last)
    {
      note_words (begin, first, mine);
      access_parts (first, last, mine);
      begin = last;
    }
  note_words (begin, end, mine);
}

/* Threads that the thread's process makes, as by OpenMP, do one of these at a
   time.  */
static char busy;

static inline void
begin_alone (void)
{
  while (!__libc_single_threaded
	 && __atomic_test_and_set (&busy, __ATOMIC_ACQUIRE))
    sched_yield ();
}

/* Begins to note accesses of the thread, at its present time.  */
static inline void
begin_to_note (void)
{
  begin_alone ();
  if (*upc_clock_released)
    upc_clock_advance ();
  upc_log.__cell = (uint64_t) upc_clock_now[MYTHREAD] << CLOCK_SHIFT
		   | (uint64_t) MYTHREAD << THREAD_SHIFT;
  upc_log.__limit = __UPC_CHECK_NOTED;
}

static inline void
end_alone (void)
{
  __atomic_clear (&busy, __ATOMIC_RELEASE);
}

void
upc_race_look (void)
{
  begin_alone ();
  look ();
  end_alone ();
}

void
upc_race_access (upc_pts_t p, size_t n, unsigned how, struct upc_where where)
{
  begin_to_note ();
  note_range (p, n, cell_of (MYTHREAD, upc_clock_now[MYTHREAD], how, where));
  end_alone ();
}

void
upc_race_word (uint64_t word, unsigned bytes, unsigned how,
	       struct __upc_check_site *site)
{
  begin_to_note ();
  if (!site->__cell)
    site->__cell = cell_of (0, 0, how, upc_where_of (site));
  if (upc_stamp (word, bytes, how & UPC_CHECK_WRITE))
    note_word (word * WORD, upc_log.__cell | site->__cell | bytes);
  end_alone ();
}

void
upc_race_transfer (upc_pts_t p, size_t n, bool writes, struct upc_where where)
{
  if (upc_clock_count == THREADS)
    upc_race_access (p, n, writes, where);
  else
    {
      begin_alone ();
      look ();
      upc_stamps_next ();
      note_range (p, n, cell_of (THREADS + MYTHREAD, upc_transfer_begins (),
				 writes, where));
      look ();
      end_alone ();
    }
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

/* Sets SIZE bytes at BEGIN to 0, of a mapping that can be cut.  */
static void
clear (void *begin, uint64_t size)
{
  uint64_t page = sysconf (_SC_PAGESIZE);
  char *start = begin, *end = start + size;
  char *first = (char *) (((uint64_t) start + page - 1) & -page);
  char *last = (char *) ((uint64_t) end & -page);
  if (first >= last || madvise (first, last - first, MADV_REMOVE))
    {
      memset (start, 0, size);
      return;
    }
  memset (start, 0, first - start);
  memset (last, 0, end - last);
}

void
upc_race_forget (upc_pts_t p, uint64_t n)
{
  upc_pts_t place = upc_pts_place (p);
  uint64_t words = (n + WORD - 1) / WORD;
  upc_race_look ();
  forget_parts (place, place + n);
  clear (first_at (place), words * sizeof *firsts);
  clear (others_at (place), words * OTHERS * sizeof *others);
}
