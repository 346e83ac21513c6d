/* shadow.h - a word for each address of the program's memory.

   SPDX-License-Identifier: Apache-2.0

   For memory.c: what is recorded of the block that begins there.  */

#ifndef GASP_TOOL_SHADOW_H
#define GASP_TOOL_SHADOW_H

#include <stdbool.h>
#include "ground/map.h"
#include "record.h"

/* A region has an array of words, so that neighbouring blocks have neighbouring
   words.  Allocators of the C library return multiples of 16 bytes; addresses
   that are only multiples of 8 belong to another region.  */
#define REGION_BITS 10
#define REGION_GRAIN_BITS 4
#define REGION_WORDS (1u << (REGION_BITS - REGION_GRAIN_BITS))
#define REGION_OF_ODD (1ul << 63)

struct region_slot {
  uint64_t region;		/* 0: empty */
  gasp_record_ref *words;
};

struct shadow_table {
  size_t mask, count;
  struct region_slot slots[];
};

#pragma GCC visibility push (hidden)

/* Never null.  */
extern struct shadow_table *gasp_tool_shadow;

/* REGION's slot in T, or the empty one where it would be.  */
extern struct region_slot *gasp_tool_region_slot (struct shadow_table *t,
						  uint64_t region);

/* A new word for ADDRESS, or that which another thread has made meanwhile.  */
extern gasp_record_ref *gasp_tool_region_add (uint64_t address);
/* Call FUNCTION with each that there is, in the child of a fork.  */
extern void gasp_tool_shadow_each (void (*function) (gasp_record_ref *entry));

#pragma GCC visibility pop

/* Where REGION is in T if no other is in its way.  Four neighbours are, as their
   slots share a line of the cache; not more, since long runs of slots that are
   taken are in the way of all that begins within them.  */
static inline size_t
region_index (const struct shadow_table *t, uint64_t region)
{
  return (map_hash (region >> 2) << 2 | (region & 3)) & t->mask;
}

static inline uint64_t
region_of (uint64_t address)
{
  uint64_t odd = address << (63 - (REGION_GRAIN_BITS - 1)) & REGION_OF_ODD;
  return address >> REGION_BITS | odd;
}

static inline gasp_record_ref *
region_word (gasp_record_ref *words, uint64_t address)
{
  return words + (address >> REGION_GRAIN_BITS & (REGION_WORDS - 1));
}

/* The word for ADDRESS, which is there for good; null if there is none yet.  */
static inline gasp_record_ref *
region_entry (uint64_t address)
{
  uint64_t region = region_of (address);
  struct shadow_table *t
    = __atomic_load_n (&gasp_tool_shadow, __ATOMIC_ACQUIRE);
  struct region_slot *slot = &t->slots[region_index (t, region)];
  if (__atomic_load_n (&slot->region, __ATOMIC_ACQUIRE) != region)
    slot = gasp_tool_region_slot (t, region);
  return slot->region == region ? region_word (slot->words, address) : NULL;
}

/* The same; also null if that takes more than one look.  */
static inline gasp_record_ref *
region_entry_at_once (uint64_t address)
{
  uint64_t region = region_of (address);
  struct shadow_table *t
    = __atomic_load_n (&gasp_tool_shadow, __ATOMIC_ACQUIRE);
  struct region_slot *slot = &t->slots[region_index (t, region)];
  bool is_there = __atomic_load_n (&slot->region, __ATOMIC_ACQUIRE) == region;
  return is_there ? region_word (slot->words, address) : NULL;
}

#endif /* GASP_TOOL_SHADOW_H */
