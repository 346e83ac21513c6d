/* place-memory.h - which places of calls have been looked up.

   SPDX-License-Identifier: Apache-2.0

   Searching all objects for a place takes longer than the rest of an event.
   All threads, and signal handlers, share a memory, which begins as zeros.  */

#pragma once

#include "gasp_provider.h"
#include <stdbool.h>
#include <stdint.h>

/* Sets of two, so that two calls of a loop never drive each other out.  */
#define PLACE_MEMORY 128

/* The place of ADDRESS, as that of VERSION.  SEQUENCE is odd while it
   changes.  */
struct known_place
{
  unsigned int sequence, version;
  const void *address;
  struct gasp_gcc_place place;
  bool found;
};

struct place_memory { struct known_place known[PLACE_MEMORY][2]; };

/* Returns whether KNOWN is of ADDRESS and VERSION, and has not changed while
   its PLACE, and whether that was FOUND, were copied: member by member, as a
   processor waits where several stores are loaded as one word.  */
static inline bool
place_memory_has (const struct known_place *known, const void *address,
		  unsigned int version, struct gasp_gcc_place *place,
		  bool *found)
{
#define GET(field) __atomic_load_n (&known->field, __ATOMIC_RELAXED)
  unsigned int sequence = __atomic_load_n (&known->sequence, __ATOMIC_ACQUIRE);
  if (GET (address) != address || GET (version) != version || sequence % 2)
    return false;
  place->file = GET (place.file);
  place->line = GET (place.line);
  place->column = GET (place.column);
  *found = GET (found);
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
  return GET (sequence) == sequence;
#undef GET
}

/* Sets KNOWN to NEW, unless it is being changed.  */
static inline void
place_memory_set (struct known_place *known, const struct known_place *new)
{
#define SET(field) \
  __atomic_store_n (&known->field, new->field, __ATOMIC_RELAXED)
  unsigned int was = __atomic_load_n (&known->sequence, __ATOMIC_RELAXED);
  if (was % 2
      || !__atomic_compare_exchange_n (&known->sequence, &was, was + 1, false,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  __atomic_thread_fence (__ATOMIC_RELEASE);
  SET (version);
  SET (address);
  SET (place.file);
  SET (place.line);
  SET (place.column);
  SET (found);
#undef SET
  __atomic_store_n (&known->sequence, was + 2, __ATOMIC_RELEASE);
}

/* Finds the PLACE of ADDRESS as gasp_gcc_find_place does, and remembers it in
   MEMORY.  */
static inline bool
place_memory_find (struct place_memory *memory, const void *address,
		   struct gasp_gcc_place *place)
{
  uintptr_t bits = (uintptr_t) address;
  struct known_place *set = memory->known[(bits ^ bits >> 7) % PLACE_MEMORY];
  unsigned int version = gasp_gcc_places_version ();
  bool found;
  for (unsigned int i = 0; i < 2; i++)
    if (place_memory_has (&set[i], address, version, place, &found))
      return found;
  unsigned int older = set[0].address == address || set[1].address == address
		       ? set[1].address == address
		       : set[0].sequence > set[1].sequence;
  struct known_place known = { .address = address, .version = version };
  known.found = gasp_gcc_find_place (address, &known.place);
  place_memory_set (&set[older], &known);
  *place = known.place;
  return known.found;
}
