/* regions.c - a word for each address of the program's memory.  See regions.h.

   SPDX-License-Identifier: Apache-2.0

   Memory is seen as regions of 512 bytes, each with an array of words, one
   for 8 bytes, so that blocks that are neighbours have words that are.  A
   table, hashed by region, finds the array.  It is read without a lock: a
   table that has become too small is replaced and never goes away, since
   another thread may be reading it.  */

#include "tool.h"
#include "regions.h"

#define REGION_BITS 9
#define GRAIN_BITS 3
#define WORDS (1u << (REGION_BITS - GRAIN_BITS))

struct slot {
  uint64_t region;		/* 0: empty */
  gasp_record_ref *words;
};

struct table {
  size_t mask, count;
  struct slot slots[];
};

static struct table *table;
static GASP_TOOL_LOCK (table_lock);

/* Arrays that are not used yet.  */
#define ARRAYS 256
static gasp_record_ref *arrays;
static unsigned int arrays_left;

/* REGION's slot in T, or the empty one where it would be.  */
static struct slot *
find_slot (struct table *t, uint64_t region)
{
  size_t i = map_hash (region) & t->mask;
  for (;;)
    {
      uint64_t found = __atomic_load_n (&t->slots[i].region,
					__ATOMIC_ACQUIRE);
      if (found == region || !found)
	return &t->slots[i];
      i = (i + 1) & t->mask;
    }
}

/* Twice as large; false without memory.  */
static bool
enlarge_table (void)
{
  struct table *old = table;
  size_t size = old ? 2 * (old->mask + 1) : 1024;
  struct table *new
    = gasp_tool_pages (sizeof *new + size * sizeof *new->slots);
  if (!new)
    return false;
  new->mask = size - 1;
  new->count = old ? old->count : 0;
  for (size_t i = 0; old && i <= old->mask; i++)
    if (old->slots[i].region)
      *find_slot (new, old->slots[i].region) = old->slots[i];
  __atomic_store_n (&table, new, __ATOMIC_RELEASE);
  return true;
}

static gasp_record_ref *
new_array (void)
{
  if (arrays_left == 0)
    {
      arrays = gasp_tool_pages (ARRAYS * WORDS * sizeof *arrays);
      if (!arrays)
	return NULL;
      arrays_left = ARRAYS;
    }
  return arrays + --arrays_left * WORDS;
}

/* REGION's array, which is new unless another thread made it meanwhile.  */
static gasp_record_ref *
add_region (uint64_t region)
{
  if ((!table || table->count >= table->mask / 4 * 3) && !enlarge_table ())
    return NULL;
  struct slot *slot = find_slot (table, region);
  if (!slot->region)
    {
      slot->words = new_array ();
      if (!slot->words)
	return NULL;
      table->count++;
      __atomic_store_n (&slot->region, region, __ATOMIC_RELEASE);
    }
  return slot->words;
}

gasp_record_ref *
gasp_tool_region_entry (uint64_t address, bool add)
{
  uint64_t region = address >> REGION_BITS;
  size_t word = address >> GRAIN_BITS & (WORDS - 1);
  struct table *t = __atomic_load_n (&table, __ATOMIC_ACQUIRE);
  if (likely (t != NULL))
    {
      struct slot *slot = find_slot (t, region);
      if (likely (slot->region == region))
	return &slot->words[word];
    }
  if (!add)
    return NULL;
  lock (&table_lock);
  gasp_record_ref *words = add_region (region);
  unlock (&table_lock);
  return words ? &words[word] : NULL;
}

void
gasp_tool_regions_each (void (*function) (gasp_record_ref *entry))
{
  for (size_t i = 0; table && i <= table->mask; i++)
    for (unsigned int j = 0; table->slots[i].region && j < WORDS; j++)
      function (&table->slots[i].words[j]);
}
