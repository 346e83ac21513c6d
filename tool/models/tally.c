/* tally.c - how often and how much, by place, thread and object.

   SPDX-License-Identifier: Apache-2.0

   Elements of the record (record.h), each of which only its thread changes.  The
   thread remembers where those are that it wanted lately, so it takes the lock for
   the others only.  Before this, team.c.  */

#include "record/file.h"
#include "ground/lock.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "record/place.h"
#include "models/tally.h"
#include <stddef.h>
#include <string.h>

static GASP_TOOL_LOCK (tallies_lock);
static struct map tallies;

/* Of a thread: pointers to as many, in a page.  */
#define REMEMBERED 512
#define REMEMBERED_SIZE (REMEMBERED * sizeof (struct gasp_record_tally *))
/* More objects than this are counted as one at each place.  */
#define MOST_TALLIES 50000

static bool
is_same (const struct gasp_record_tally *a, const struct gasp_record_tally *b)
{
  return !memcmp (a, b, offsetof (struct gasp_record_tally, count));
}

static uint32_t
hash_of (const struct gasp_record_tally *key)
{
  return map_hash ((uint64_t) key->what << 60 ^ (uint64_t) key->place << 30
		   ^ (uint64_t) key->other << 13
		   ^ (uint64_t) key->thread << 45
		   ^ (uint64_t) key->other_thread << 52 ^ key->object);
}

/* The element with KEY, or null; the table is locked.  */
static struct gasp_record_tally *
find (struct gasp_record_tally *key, uint32_t hash)
{
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&tallies, hash, &at)) != 0)
    if (is_same (AT (struct gasp_record_tally, ref), key))
      return AT (struct gasp_record_tally, ref);
  if (tallies.count >= MOST_TALLIES && key->object)
    {
      key->object = 0;
      return find (key, hash_of (key));
    }
  struct gasp_record_tally *added
    = gasp_tool_add (GASP_RECORD_TALLIES, key, sizeof *key);
  if (added)
    gasp_tool_map_add (&tallies, hash, ref_of (added));
  return added;
}

static struct gasp_record_tally *
find_locked (struct gasp_record_tally *key, uint32_t hash)
{
  struct gasp_tool_holder holder;
  lock_quietly (&tallies_lock, &holder);
  struct gasp_record_tally *found = find (key, hash);
  unlock_quietly (&tallies_lock, &holder);
  return found;
}

void
gasp_tool_tally (gasp_context_t context, struct gasp_record_tally *key,
		 uint64_t amount)
{
  struct gasp_record_tally *unremembered = NULL, **slot = &unremembered;
  key->thread = context->thread->number;
  uint32_t hash = hash_of (key);
  if (unlikely (!context->tallies))
    context->tallies = gasp_tool_pages (REMEMBERED_SIZE);
  if (likely (context->tallies != NULL))
    slot = &context->tallies[hash % REMEMBERED];
  if (unlikely (!*slot || !is_same (*slot, key)))
    *slot = find_locked (key, hash);
  struct gasp_record_tally *tally = *slot;
  if (!tally)
    return;
  tally->count++;
  tally->amount += amount;
  if (amount > tally->most)
    tally->most = amount;
}

void
gasp_tool_tally_thread_end (gasp_context_t context)
{
  if (context->tallies)
    gasp_tool_pages_free (context->tallies, REMEMBERED_SIZE);
  context->tallies = NULL;
}

void
gasp_tool_tally_fork (void)
{
  gasp_tool_map_clear (&tallies);
}

void
gasp_tool_tally_go_on (gasp_context_t context)
{
  if (context && context->tallies)
    memset (context->tallies, 0, REMEMBERED_SIZE);
}
