/* spenders.c - which functions and events have spent the budget, and are
   switched off.  Between budget.c and switching.c.

   SPDX-License-Identifier: Apache-2.0  */

#include "measure/budget.h"
#include "measure/clock.h"
#include "measure/ending.h"
#include "measure/memory/sampling.h"
#include "measure/spenders.h"
#include "events/context.h"
#include "record/file.h"
#include "record/place.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "ground/shapes.h"
#include "ground/state.h"
#include "ticks.h"

#pragma weak gasp_gcc_set_mode

struct spender {
  uint64_t key;			/* a function's address; an event's tag,
				   doubled, plus 1; 0: forgotten */
  gasp_record_ref place;	/* of a function */
  uint32_t next;		/* of those that spent lately; counted from 1 */
  uint32_t visits;
  uint64_t since;		/* when it came by first */
  uint64_t last;		/* when it came by last: ticks */
  uint64_t all_before;		/* and what had been spent by then */
  uint64_t lately;
};

static struct {
  struct spender *list;
  unsigned int count, room;
  struct map by_key;		/* their numbers, from 1 */
  uint32_t first;		/* of those that spent lately */
  uint64_t since;		/* ticks: when that began */
  uint64_t all;			/* what the process has spent: ticks */
  unsigned int threads;		/* that it is of */
} spenders;
GASP_TOOL_LOCK (gasp_tool_spenders_lock);
bool gasp_tool_spenders_given_up;

#define FIRST_ROOM 256

static struct spender *
new_spender (uint64_t key, gasp_record_ref place, uint32_t hash)
{
  if (spenders.count == spenders.room)
    {
      void *more
	= spenders.list
	  ? gasp_tool_pages_double (spenders.list, sizeof *spenders.list,
				    &spenders.room)
	  : gasp_tool_pages (FIRST_ROOM * sizeof *spenders.list);
      if (!more)
	return NULL;
      if (!spenders.list)
	spenders.room = FIRST_ROOM;
      spenders.list = more;
    }
  struct spender *s = &spenders.list[spenders.count++];
  *s = (struct spender) { .key = key, .place = place, .since = read_clock (),
			  .last = read_tsc (), .all_before = spenders.all };
  gasp_tool_map_add (&spenders.by_key, hash, spenders.count);
  return s;
}

static struct spender *
spender_of (uint64_t key, gasp_record_ref place)
{
  uint32_t hash = map_hash (key), at = hash;
  gasp_record_ref number;
  while ((number = map_next (&spenders.by_key, hash, &at)) != 0)
    if (spenders.list[number - 1].key == key)
      return &spenders.list[number - 1];
  return new_spender (key, place, hash);
}

/* A function that was called less often may have had one expensive call: that
   alone is not a reason to switch it off.  */
#define LEAST_VISITS 4

/* Returns how much of the TICKS that S has spent since it came by last it has
   spent lately.  */
static uint64_t
spent_lately (struct spender *s, uint64_t ticks)
{
  uint64_t now = read_tsc (), last = s->last;
  s->last = now;
  if (last >= spenders.since || now <= spenders.since)
    return ticks;
  double part = (double) (now - spenders.since) / (double) (now - last);
  return (uint64_t) (part * (double) ticks) + 1;
}

void
gasp_tool_add_to_spender (uint64_t key, gasp_record_ref place, uint64_t ticks,
			  uint64_t all)
{
  spenders.all = all;
  struct spender *s = spender_of (key, place);
  if (!s)
    return;
  ticks = spent_lately (s, ticks);
  s->visits++;
  if (s->lately == 0)
    {
      s->next = spenders.first;
      spenders.first = s - spenders.list + 1;
    }
  s->lately += ticks;
}

void
gasp_tool_budget_unload (uint64_t begin, uint64_t end)
{
  if (!spenders.count)
    return;
  struct gasp_tool_holder holder;
  if (!lock_for_a_while (&gasp_tool_spenders_lock, &holder))
    {
      __atomic_store_n (&gasp_tool_spenders_given_up, true, __ATOMIC_RELAXED);
      return;
    }
  for (unsigned int i = 0; i < spenders.count; i++)
    if (spenders.list[i].key >= begin && spenders.list[i].key < end)
      spenders.list[i].key = 0;
  unlock_quietly (&gasp_tool_spenders_lock, &holder);
}

/* ---- Switching off.  */

/* Functions, together, as that is cheaper.  Not on the stack, which may be a
   small one, but with the spenders' lock.  */
#define BATCH 64
static struct {
  const struct gasp_gcc_function *functions[BATCH];
  unsigned int count;
} batch;

static void
switch_off (void)
{
  if (batch.count)
    gasp_tool_end_functions (batch.functions, batch.count);
  batch.count = 0;
}

/* Adds S.  Not what may be called within itself, where the end of an inner
   call, without a frame, is taken for that of the outer one.  */
static void
add_to_batch (const struct spender *s)
{
  const struct gasp_gcc_function *function = (const void *) s->key;
  if (s->place && (AT (struct gasp_record_place, s->place)->flags
		   & GASP_RECORD_PLACE_WITHIN))
    gasp_gcc_set_mode (&function, 1, GASP_GCC_NOTHING);
  else
    batch.functions[batch.count++] = function;
}

/* Writes down that PLACE is off, as S is.  The number of events so far does
   not say how many would have come: they begin and end with phases of the
   program.  */
static void
note_off (const struct spender *s, gasp_record_ref place)
{
  uint64_t now = read_clock ();
  if (!place)
    return;
  __atomic_fetch_or (&AT (struct gasp_record_place, place)->flags,
		     GASP_RECORD_PLACE_OFF, __ATOMIC_RELAXED);
  struct gasp_record_off off = {
    .place = place, .since = s->key & 1 ? now : s->since, .until = now,
    .spent = (spenders.all - s->all_before) / IN_SITU
	     / (spenders.threads + !spenders.threads)
  };
  gasp_tool_add (GASP_RECORD_OFFS, &off, sizeof off);
}

static void
note_place_off (void *element, const void *data)
{
  const struct gasp_record_place *place = element;
  const struct spender *s = data;
  if (place->kind == GASP_RECORD_EVENT && !gasp_tool_is_off (place->tag)
      && gasp_tool_goes_with (place->tag, s->key >> 1))
    note_off (s, ref_of (place));
}

/* The key of those that allocate and free.  */
#define ALLOCATIONS ((uint64_t) GASP_C_MALLOC << 1 | 1)

static void
choose (const struct spender *s)
{
  if (s->key & 1 && gasp_tool_is_off (s->key >> 1))
    return;
  if (s->key == ALLOCATIONS && gasp_tool_sample_memory ())
    return;
  if (s->key & 1)
    {
      gasp_tool_each (GASP_RECORD_PLACES, note_place_off, s);
      gasp_tool_switch_off (s->key >> 1);
    }
  else if (s->key)
    {
      add_to_batch (s);
      note_off (s, s->place);
    }
  if (batch.count == BATCH)
    switch_off ();
}

/* How many of those that spent lately, by the logarithm of how much.  */
#define MAGNITUDES 64
/* At a time, no more are switched off than leave so small a part of what was
   spent: much of that may have been spent once, as where paths are new.  */
#define AT_ONCE 4

void
gasp_tool_cut_down (double room, uint64_t all_spent, unsigned int threads)
{
  uint32_t first[MAGNITUDES] = { 0 }, next;
  double all = 0;
  spenders.all = all_spent;
  spenders.threads = threads;
  for (uint32_t n = spenders.first; n; n = next)
    {
      struct spender *s = &spenders.list[n - 1];
      int magnitude = 63 - __builtin_clzl (s->lately | 1);
      next = s->next;
      if (s->visits < LEAST_VISITS && !gasp_tool_samples_alone)
	{
	  s->lately = 0;
	  continue;
	}
      all += s->lately;
      s->next = first[magnitude];
      first[magnitude] = n;
    }
  if (!gasp_tool_samples_alone && room < all / AT_ONCE)
    room = all / AT_ONCE;
  for (int m = MAGNITUDES; m-- > 0 && all > room;)
    for (uint32_t n = first[m]; n && all > room; n = spenders.list[n - 1].next)
      {
	all -= spenders.list[n - 1].lately;
	choose (&spenders.list[n - 1]);
      }
  /* In the order that the list had: all of them are to be gone through.  */
  switch_off ();
  for (int m = 0; m < MAGNITUDES; m++)
    for (uint32_t n = first[m]; n; n = spenders.list[n - 1].next)
      spenders.list[n - 1].lately = 0;
}

void
gasp_tool_begin_lately (uint64_t now)
{
  for (uint32_t n = spenders.first; n; n = spenders.list[n - 1].next)
    spenders.list[n - 1].lately = 0;
  spenders.first = 0;
  spenders.since = now;
}

void
gasp_tool_spenders_fork (void)
{
  batch.count = 0;
  for (unsigned int i = 0; i < spenders.count; i++)
    spenders.list[i].key = 0;
}
