/* shadow.c - a word for each address of the program's memory.  See shadow.h.

   SPDX-License-Identifier: Apache-2.0

   Memory is seen as regions of 1024 bytes, each with an array of words.  A
   table, hashed by region, finds the array.  It is read without a lock: a
   table that has become too small is replaced and never goes away, since
   another thread may be reading it.  */

#include "ground/lock.h"
#include "ground/pages.h"
#include "measure/shadow.h"

/* Tables that hold nothing, at first.  */
static struct shadow_table none = { .slots = { { 0, NULL } } };
struct shadow_table *gasp_tool_shadow = &none;
#define FIRST_SIZE 1024
static GASP_TOOL_LOCK (table_lock);

/* Arrays that are not used yet.  */
#define ARRAYS 256
static gasp_record_ref *arrays;
static unsigned int arrays_left;

struct region_slot *
gasp_tool_region_slot (struct shadow_table *t, uint64_t region)
{
  size_t i = region_index (t, region);
  for (;;)
    {
      uint64_t found = __atomic_load_n (&t->slots[i].region,
					__ATOMIC_ACQUIRE);
      if (found == region || !found)
	return &t->slots[i];
      i = (i + 1) & t->mask;
    }
}

/* Make the table twice as large; false without memory.  */
static bool
enlarge_table (void)
{
  struct shadow_table *old = gasp_tool_shadow;
  size_t size = old == &none ? FIRST_SIZE : 2 * (old->mask + 1);
  struct shadow_table *new
    = gasp_tool_pages (sizeof *new + size * sizeof *new->slots);
  if (!new)
    return false;
  new->mask = size - 1;
  new->count = old->count;
  for (size_t i = 0; i <= old->mask; i++)
    if (old->slots[i].region)
      *gasp_tool_region_slot (new, old->slots[i].region) = old->slots[i];
  __atomic_store_n (&gasp_tool_shadow, new, __ATOMIC_RELEASE);
  return true;
}

static gasp_record_ref *
new_array (void)
{
  if (arrays_left == 0)
    {
      arrays = gasp_tool_pages (ARRAYS * REGION_WORDS * sizeof *arrays);
      if (!arrays)
	return NULL;
      arrays_left = ARRAYS;
    }
  return arrays + --arrays_left * REGION_WORDS;
}

/* REGION's array, which is new unless another thread made it meanwhile.  */
static gasp_record_ref *
add_region (uint64_t region)
{
  if (gasp_tool_shadow->count >= gasp_tool_shadow->mask / 2
      && !enlarge_table ())
    return NULL;
  struct shadow_table *t = gasp_tool_shadow;
  struct region_slot *slot = gasp_tool_region_slot (t, region);
  if (!slot->region)
    {
      slot->words = new_array ();
      if (!slot->words)
	return NULL;
      t->count++;
      __atomic_store_n (&slot->region, region, __ATOMIC_RELEASE);
    }
  return slot->words;
}

gasp_record_ref *
gasp_tool_region_add (uint64_t address)
{
  struct gasp_tool_holder holder;
  lock_quietly (&table_lock, &holder);
  gasp_record_ref *words = add_region (region_of (address));
  unlock_quietly (&table_lock, &holder);
  return words ? region_word (words, address) : NULL;
}

void
gasp_tool_shadow_each (void (*function) (gasp_record_ref *entry))
{
  struct shadow_table *t = gasp_tool_shadow;
  for (size_t i = 0; i <= t->mask; i++)
    for (unsigned int j = 0; t->slots[i].region && j < REGION_WORDS; j++)
      function (&t->slots[i].words[j]);
}
