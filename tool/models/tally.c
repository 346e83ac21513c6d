/* tally.c - how often and how much, by place, thread and object.

   SPDX-License-Identifier: Apache-2.0

   Elements of the record (record.h), each of which only its thread changes: so
   each thread has segments and a map of its own.  It remembers where those are
   that it wanted lately.  Before this, team.c and team-locks.c.  */

#include "record/file.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "measure/memory/memory.h"
#include "measure/sampling/modules.h"
#include "record/place.h"
#include "models/tally.h"
#include "hash.h"
#include <stddef.h>
#include <string.h>

/* Of a thread: pointers to as many, in a page.  */
#define REMEMBERED 512
#define REMEMBERED_SIZE (REMEMBERED * sizeof (struct gasp_record_tally *))
/* Where a thread has more than this, other objects are counted as one at each
   place.  */
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

/* Notes where the memory was allocated that the lock of KEY is in, if it
   is.  */
static void
note_block (gasp_context_t context, const struct gasp_record_tally *key)
{
  struct tallied offset = { .count = 1 };
  gasp_record_ref node = gasp_tool_block_around (key->object, &offset.most);
  if (!node)
    return;
  gasp_record_ref parent = NODE (node)->parent;
  struct gasp_record_tally block = {
    .what = GASP_RECORD_IN_BLOCK, .place = NODE (node)->place,
    .other = parent ? NODE (parent)->place : 0, .object = key->object
  };
  gasp_tool_tally_all (context, &block, &offset);
}

static struct gasp_record_tally *
add (gasp_context_t context, const struct gasp_record_tally *key, uint32_t hash)
{
  struct gasp_record_tally *added
    = gasp_tool_new (&context->tally_segment, GASP_RECORD_TALLIES,
		     sizeof *added);
  if (!added)
    return NULL;
  *added = *key;
  gasp_tool_publish (context->tally_segment, sizeof *added);
  gasp_tool_map_add (&context->tallied, hash, ref_of (added));
  if (key->object & GASP_PIPE)
    return added;
  if (key->what == GASP_RECORD_TAKEN || key->what == GASP_RECORD_HELD
      || key->what == GASP_RECORD_WAITED || key->what == GASP_RECORD_WOKEN)
    note_block (context, key);
  return added;
}

/* Returns the element of CONTEXT's thread with KEY, or null.  */
static struct gasp_record_tally *
find (gasp_context_t context, struct gasp_record_tally *key, uint32_t hash)
{
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&context->tallied, hash, &at)) != 0)
    if (is_same (AT (struct gasp_record_tally, ref), key))
      return AT (struct gasp_record_tally, ref);
  if (context->tallied.count >= MOST_TALLIES && key->object)
    {
      key->object = 0;
      return find (context, key, hash_of (key));
    }
  return add (context, key, hash);
}

uint64_t *
gasp_tool_tally_count (gasp_context_t context, struct gasp_record_tally *key)
{
  key->thread = context->thread->number;
  key->object = gasp_tool_recorded_address (key->object);
  struct gasp_record_tally *tally = find (context, key, hash_of (key));
  return tally ? &tally->count : NULL;
}

void
gasp_tool_tally_all (gasp_context_t context, struct gasp_record_tally *key,
		     const struct tallied *more)
{
  struct gasp_record_tally *unremembered = NULL, **slot = &unremembered;
  key->thread = context->thread->number;
  key->object = gasp_tool_recorded_address (key->object);
  uint32_t hash = hash_of (key);
  if (unlikely (!context->tallies))
    context->tallies = gasp_tool_pages (REMEMBERED_SIZE);
  if (likely (context->tallies != NULL))
    slot = &context->tallies[hash % REMEMBERED];
  if (unlikely (!*slot || !is_same (*slot, key)))
    *slot = find (context, key, hash);
  struct gasp_record_tally *tally = *slot;
  if (!tally)
    return;
  tally->count += more->count;
  tally->amount += more->amount;
  if (more->most > tally->most)
    tally->most = more->most;
}

void
gasp_tool_tally (gasp_context_t context, struct gasp_record_tally *key,
		 uint64_t amount)
{
  gasp_tool_tally_all (context, key, &(struct tallied) { 1, amount, amount });
}

void
gasp_tool_tally_thread_end (gasp_context_t context)
{
  if (context->tallies)
    gasp_tool_pages_free (context->tallies, REMEMBERED_SIZE);
  context->tallies = NULL;
  gasp_tool_map_clear (&context->tallied);
  gasp_tool_recycle (&context->tally_segment);
}

/* Continues in the child of a fork, where the record is another.  */
void
gasp_tool_tally_go_on (gasp_context_t context)
{
  if (!context)
    return;
  if (context->tallies)
    memset (context->tallies, 0, REMEMBERED_SIZE);
  gasp_tool_map_clear (&context->tallied);
  context->tally_segment = NULL;
}
