/* shadow.c - a word for each address of the program's memory.  See shadow.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "ground/pages.h"
#include "measure/memory/shadow.h"

shadow_area *gasp_tool_shadow[AREAS];

static struct shadow_region *all_regions;

/* A thread takes some regions at a time from the kernel, each time twice as
   many as the last time.  */
#define FIRST_REGIONS 2
#define MOST_REGIONS 32

/* Puts a table of SIZE bytes at PLACE, unless another thread does.  Returns
   what is there then, or null without memory.  */
static void *
add_table (void **place, size_t size)
{
  void *table = __atomic_load_n (place, __ATOMIC_ACQUIRE);
  if (table)
    return table;
  void *new = gasp_tool_pages (size);
  if (!new || __atomic_compare_exchange_n (place, &table, new, false,
					   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return new;
  gasp_tool_pages_free (new, size);
  return table;
}

/* Returns CONTEXT's next unused region; null without memory.  */
static struct shadow_region *
unused_region (gasp_context_t context)
{
  if (context->regions_left == 0)
    {
      unsigned int count = 2 * context->region_batch;
      if (count < FIRST_REGIONS)
	count = FIRST_REGIONS;
      if (count > MOST_REGIONS)
	count = MOST_REGIONS;
      context->regions = gasp_tool_pages (count * sizeof *context->regions);
      if (!context->regions)
	return NULL;
      context->regions_left = context->region_batch = count;
    }
  return &context->regions[context->regions_left - 1];
}

static void
list_region (struct shadow_region *region)
{
  region->next = __atomic_load_n (&all_regions, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&all_regions, &region->next, region,
				       true, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED))
    ;
}

gasp_record_ref *
gasp_tool_add_word (gasp_context_t context, uint64_t address)
{
  if (address >> ADDRESS_BITS)
    return NULL;
  shadow_area *area = add_table ((void **) area_of (address), sizeof *area);
  shadow_part *part
    = area ? add_table ((void **) part_in (area, address), sizeof *part) : NULL;
  struct shadow_region *new = part ? unused_region (context) : NULL;
  if (!new)
    return NULL;
  struct shadow_region *other = NULL;
  if (!__atomic_compare_exchange_n (region_in (part, address), &other, new,
				    false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return word_in (other, address);
  context->regions_left--;
  new->begin = (address & ~(uint64_t) ((1 << REGION_BITS) - 1))
	       | (address & 1 << (GRAIN_BITS - 1));
  list_region (new);
  return word_in (new, address);
}

void
gasp_tool_shadow_each (void (*function) (gasp_record_ref *word,
					 uint64_t address))
{
  struct shadow_region *r = __atomic_load_n (&all_regions, __ATOMIC_ACQUIRE);
  for (; r; r = r->next)
    for (unsigned int i = 0; i < REGION_WORDS; i++)
      if (r->words[i])
	function (&r->words[i], r->begin + (i << GRAIN_BITS));
}
