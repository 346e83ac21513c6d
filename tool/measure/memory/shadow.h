/* shadow.h - a word for each address of the program's memory.

   SPDX-License-Identifier: Apache-2.0

   For memory.c: what is recorded of the block that begins there.  Words are
   found as a processor finds pages: areas of memory have parts, these have
   regions, and a region has the words.  Each is there for good once it is
   there, and whoever adds one waits for nobody.  */

#pragma once

#include <stdbool.h>
#include "events/context.h"
#include "record.h"

/* Allocators of the C library return multiples of 16 bytes; addresses that are
   only multiples of 8 have regions of their own.  Tables are small, as the
   program may lock all its memory.  */
#define GRAIN_BITS 4
#define REGION_BITS 16
#define PART_BITS 27
#define AREA_BITS 38
#define ADDRESS_BITS 48
#define REGION_WORDS (1u << (REGION_BITS - GRAIN_BITS))
#define PART_REGIONS (1u << (PART_BITS - REGION_BITS + 1))
#define AREA_PARTS (1u << (AREA_BITS - PART_BITS))
#define AREAS (1u << (ADDRESS_BITS - AREA_BITS))

struct shadow_region {
  struct shadow_region *next;	/* of all */
  uint64_t begin;		/* the address of the first word */
  gasp_record_ref words[REGION_WORDS];
};
typedef struct shadow_region *shadow_part[PART_REGIONS];
typedef shadow_part *shadow_area[AREA_PARTS];

#pragma GCC visibility push (hidden)

extern shadow_area *gasp_tool_shadow[AREAS];

/* Returns the word for ADDRESS, which CONTEXT's thread, the calling one, adds
   if there is none; null without memory.  */
extern gasp_record_ref *gasp_tool_add_word (gasp_context_t context,
					    uint64_t address);
/* Calls FUNCTION with each word that there is, and its address.  */
extern void gasp_tool_shadow_each (void (*function) (gasp_record_ref *word,
						     uint64_t address));

#pragma GCC visibility pop

/* Where they are that ADDRESS is in.  */

static inline shadow_area **
area_of (uint64_t address)
{
  return &gasp_tool_shadow[address >> AREA_BITS];
}

static inline shadow_part **
part_in (shadow_area *area, uint64_t address)
{
  return &(*area)[address >> PART_BITS & (AREA_PARTS - 1)];
}

static inline struct shadow_region **
region_in (shadow_part *part, uint64_t address)
{
  unsigned int odd = address >> (GRAIN_BITS - 1) & 1;
  return &(*part)[(address >> REGION_BITS & (PART_REGIONS / 2 - 1)) << 1
		  | odd];
}

static inline gasp_record_ref *
word_in (struct shadow_region *region, uint64_t address)
{
  return &region->words[address >> GRAIN_BITS & (REGION_WORDS - 1)];
}

/* Returns the word for ADDRESS; null if there is none.  */
static inline gasp_record_ref *
word_of (uint64_t address)
{
#define FOLLOW(place) __atomic_load_n (place, __ATOMIC_ACQUIRE)
  if (address >> ADDRESS_BITS)
    return NULL;
  shadow_area *area = FOLLOW (area_of (address));
  shadow_part *part = area ? FOLLOW (part_in (area, address)) : NULL;
  struct shadow_region *region
    = part ? FOLLOW (region_in (part, address)) : NULL;
  return region ? word_in (region, address) : NULL;
#undef FOLLOW
}
