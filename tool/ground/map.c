/* map.c - hash tables in memory that is not the program's heap.

   SPDX-License-Identifier: Apache-2.0  */

#include "ground/map.h"
#include "ground/pages.h"

static void
place_entry (struct map *map, uint32_t hash, gasp_record_ref ref)
{
  uint32_t at = hash;
  while (map->entries[at & map->mask].ref)
    at++;
  map->entries[at & map->mask] = (struct map_entry) { hash, ref };
}

/* Doubles the size of MAP.  Returns false if there is no memory.  */
static bool
grow (struct map *map)
{
  struct map old = *map;
  uint32_t size = old.entries ? 2 * (old.mask + 1) : 512;

  struct map_entry *entries = gasp_tool_pages (size * sizeof *entries);
  if (!entries)
    return false;
  map->entries = entries;
  map->mask = size - 1;
  if (!old.entries)
    return true;
  for (uint32_t i = 0; i <= old.mask; i++)
    if (old.entries[i].ref)
      place_entry (map, old.entries[i].hash, old.entries[i].ref);
  gasp_tool_pages_free (old.entries, (old.mask + 1) * sizeof *old.entries);
  return true;
}

void
gasp_tool_map_add (struct map *map, uint32_t hash, gasp_record_ref ref)
{
  /* At most three quarters full, so that lookups end.  */
  if (!map->entries || map->count >= map->mask / 4 * 3)
    if (!grow (map))
      return;
  place_entry (map, hash, ref);
  map->count++;
}

void
gasp_tool_map_clear (struct map *map)
{
  if (map->entries)
    gasp_tool_pages_free (map->entries,
			  (map->mask + 1) * sizeof *map->entries);
  *map = (struct map) { 0 };
}
