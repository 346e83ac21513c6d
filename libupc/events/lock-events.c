/* lock-events.c - the profiled twins of what takes locks and gives them back.

   SPDX-License-Identifier: Apache-2.0

   While a thread holds a lock, others wait for what is done with it, recording
   included.  So, unless the tool wants events, calls are counted where it says
   (struct gasp_gcc_lock_calls): of a lock that is free, nothing else.  A thread
   that has to wait reads the clock before and after that, and remembers the
   wait; when it has given the lock back, it adds that up, and raises an event
   for a long one, with the thread that had the lock as it began; and one more
   before it waits, where the last wait was so long that this event delays
   nobody.  Asking another node's thread for a lock is such a wait.  After a
   wait in which it may have slept, the tool looks how long that was, before
   the thread does anything else.  OpenMP's locks are counted in a similar way
   (models/omp/samples.c).  Where accesses are checked, there are events.

   One thread of a process does so, the first that takes a lock.  */

#include "core/lock.h"
#include "raise-event.h"
#include "hash.h"
#include "ticks.h"

#pragma weak gasp_gcc_top

/* A place where locks are taken or given back, of one of them, on a path.  */
struct use
{
  upc_pts_t lock;
  const char *file;
  gasp_gcc_word place;
  const void *path;
  unsigned int tag, turn;
  struct gasp_gcc_lock_calls told;
  bool waits_long;
};
#define USES 512		/* a power of 2 */
/* After so many that were new or had been forgotten, uses of different locks at
   one place are counted as one.  */
#define MOST_MISSES 20000

/* A wait of as many of the tool's long ones says when it begins.  */
#define FAR_LONGER 25

/* A wait of as many may be asleep.  */
#define MAY_SLEEP 4

/* A lock that the thread has waited for, and has.  */
struct wait
{
  upc_pts_t lock;
  struct use use;
  struct use *kept;		/* may be about another lock by now */
};
#define WAITS 16

static struct use uses[USES];
static struct wait waits[WAITS];
static unsigned int misses, wait_count;
static struct gasp_gcc_frame *const *top;
static const void *owner;	/* where ITSELF is of the one that counts */
static __thread char itself;

/* Where a call is.  */
struct place
{
  const char *file;
  int line, column;
  unsigned long position;
};
#define HERE								\
  ((struct place) { file, line, column,					\
		    (unsigned long) __builtin_frame_address (0) + 16 })

static inline gasp_gcc_word
word_of (const struct place *place)
{
  return (gasp_gcc_word) place->line << 32 | (unsigned int) place->column;
}

/* Raises event TAG for CALLS with lock P at PLACE.  Returns whether the tool
   has taken it.  */
static bool
raise_calls (unsigned int tag, upc_pts_t *p, struct gasp_gcc_lock_calls *calls,
      const struct place *place)
{
  const struct gasp_gcc_short_event event = {
    tag, GASP_ATOMIC, place->file, word_of (place),
    { (gasp_gcc_word) p, (gasp_gcc_word) calls }
  };
  return gasp_gcc_record_event (&upc_provider, place->position, &event);
}

/* Asks the tool how to count the use that is WANTED, and puts that into USE.
   Returns USE, or null if the tool wants events.  */
static struct use * __attribute__ ((noinline))
ask (struct use *use, const struct use *wanted, const struct place *place)
{
  struct gasp_gcc_lock_calls told = { .holder = -1 };
  upc_pts_t p = wanted->lock;
  if (!raise_calls (wanted->tag, &p, &told, place) || !told.calls)
    return NULL;
  misses++;
  *use = *wanted;
  use->told = told;
  use->waits_long = false;
  use->turn = *told.turn;
  return use;
}

/* Returns whether the calling thread is the one that counts.  */
static inline bool
is_owner (void)
{
  if (likely (owner == &itself))
    return top;
  if (owner || !gasp_gcc_top || !gasp_gcc_record_event)
    return false;
  owner = &itself;
  top = gasp_gcc_top ();
  return top;
}

/* Returns how calls of event TAG with lock P at PLACE are counted; null if they
   are events.  */
static struct use *
use_of (unsigned int tag, upc_pts_t p, const struct place *place)
{
  if (!*__upc_watched || upc_checks || !is_owner () || !*top)
    return NULL;
  const struct use wanted = {
    .lock = misses < MOST_MISSES ? p : 0, .file = place->file,
    .place = word_of (place), .path = (*top)->data, .tag = tag
  };
  uint64_t hash = gasp_spread ((uint64_t) wanted.path ^ wanted.lock << 3
			       ^ wanted.place << 7 ^ tag);
  struct use *use = &uses[hash >> 32 & (USES - 1)];
  if (likely (use->lock == wanted.lock && use->path == wanted.path
	      && use->place == wanted.place && use->file == wanted.file
	      && use->tag == tag && use->turn == *use->told.turn))
    return use;
  return ask (use, &wanted, place);
}

/* ---- Waits  */

/* Has the tool look where the thread was while it waited, as USE says.  */
static void
look (upc_pts_t p, const struct use *use, const struct place *place)
{
  struct gasp_gcc_lock_calls told = use->told;
  told.time = NULL;
  if (use->turn == *told.turn)
    raise_calls (use->tag, &p, &told, place);
}

static void __attribute__ ((noinline))
wait_for (upc_pts_t p, struct use *use, uint32_t held_by,
	  const struct place *place)
{
  if (wait_count == WAITS)
    wait_count = 0;
  struct wait *wait = &waits[wait_count];
  *wait = (struct wait) { p, *use, use };
  wait->use.told.holder = (int) held_by - 1;
  wait->use.told.since = read_tsc ();
  if (use->waits_long)
    raise_calls (use->tag, &p, &wait->use.told, place);
  upc_lock (p);
  wait->use.told.got = read_tsc ();
  wait_count++;
  if (wait->use.told.got - wait->use.told.since
      > MAY_SLEEP * wait->use.told.long_wait)
    look (p, &wait->use, place);
}

/* Adds up the wait for lock P, which the thread has given back, in a call at
   PLACE, if it waited.  */
static void __attribute__ ((noinline))
end_wait (upc_pts_t p, const struct place *place)
{
  unsigned int i = wait_count;
  while (i > 0 && waits[i - 1].lock != p)
    i--;
  if (i == 0)
    return;
  struct use use = waits[i - 1].use, *kept = waits[i - 1].kept;
  for (wait_count--; i <= wait_count; i++)
    waits[i - 1] = waits[i];
  struct gasp_gcc_lock_calls *told = &use.told;
  if (use.turn != *told->turn)
    return;
  gasp_gcc_word took = told->got - told->since;
  ++*told->calls;
  *told->time += took;
  add_lock_time (told->sums, took);
  if (kept->told.calls == told->calls)
    kept->waits_long = took > FAR_LONGER * told->long_wait;
  if (took < told->long_wait)
    return;
  const struct place taken = {
    use.file, (int) (use.place >> 32), (int) use.place, place->position
  };
  raise_calls (use.tag, &p, told, &taken);
}

/* ---- The twins  */

extern void __gasp_upc_lock (upc_pts_t p, POSITION);
extern int __gasp_upc_lock_attempt (upc_pts_t p, POSITION);
extern void __gasp_upc_unlock (upc_pts_t p, POSITION);

void
__gasp_upc_lock (upc_pts_t p, POSITION)
{
  uint32_t held_by;
  struct use *use = use_of (GASP_UPC_LOCK, p, &HERE);
  if (!use)
    {
      EVENTS (GASP_UPC_LOCK);
      START (&p);
      UPC_FOR_CALLER (upc_lock (p));
      END (&p);
    }
  else if (upc_lock_if_free (p, &held_by))
    {
      ++*use->told.calls;
      use->told.sums->count++;
    }
  else
    wait_for (p, use, held_by, &HERE);
}

/* Raises an event with the thread that has lock P, which an attempt did not
   get.  */
static void
note_holder (upc_pts_t p, const struct place *place)
{
  struct gasp_gcc_lock_calls told = { .holder = (int) upc_lock_holder (p) - 1 };
  raise_calls (GASP_UPC_LOCK_ATTEMPT, &p, &told, place);
}

int
__gasp_upc_lock_attempt (upc_pts_t p, POSITION)
{
  int result;
  EVENTS (GASP_UPC_LOCK_ATTEMPT);
  START (&p);
  UPC_FOR_CALLER (result = upc_lock_attempt (p));
  if (EVENTS_WANTED && !result && upc_conduit.addressable)
    note_holder (p, &HERE);
  END (&p, result);
  return result;
}

void
__gasp_upc_unlock (upc_pts_t p, POSITION)
{
  bool is_here
    = upc_conduit.addressable || upc_pts_thread (p) == (unsigned) MYTHREAD;
  const struct use *use = is_here ? use_of (GASP_UPC_UNLOCK, 0, &HERE) : NULL;
  if (use)
    {
      upc_unlock (p);
      ++*use->told.calls;
    }
  else
    {
      EVENTS (GASP_UPC_UNLOCK);
      START (&p);
      UPC_FOR_CALLER (upc_unlock (p));
      END (&p);
    }
  if (unlikely (wait_count))
    end_wait (p, &HERE);
}
