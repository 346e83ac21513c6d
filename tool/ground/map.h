/* map.h - hash tables from anything to references.

   SPDX-License-Identifier: Apache-2.0

   The keys are where the references point to: the caller compares.

     for (at = hash; (ref = map_next (map, hash, &at)) != 0; )
       if (what REF refers to is meant)
	 return ref;

   Zero is an empty map.  Lookups use nothing but general registers.  */

#pragma once

#include <stdbool.h>
#include "hash.h"
#include "record.h"

struct map_entry {
  uint32_t hash;
  gasp_record_ref ref;		/* 0: empty */
};

struct map {
  struct map_entry *entries;
  uint32_t mask, count;
};

/* Returns the next reference stored under HASH, or 0; *AT is HASH at
   first.  */
static inline gasp_record_ref
map_next (const struct map *map, uint32_t hash, uint32_t *at)
{
  if (!map->entries)
    return 0;
  for (;;)
    {
      const struct map_entry *entry = &map->entries[(*at)++ & map->mask];
      if (entry->ref == 0 || entry->hash == hash)
	return entry->ref;
    }
}

#pragma GCC visibility push (hidden)

/* Stores REF under HASH.  Without memory, it is not stored.  */
extern void gasp_tool_map_add (struct map *map, uint32_t hash,
			       gasp_record_ref ref);

/* Empties MAP and gives its memory back.  */
extern void gasp_tool_map_clear (struct map *map);

#pragma GCC visibility pop

static inline uint32_t
map_hash (uint64_t value)
{
  return gasp_spread (value) >> 32;
}
