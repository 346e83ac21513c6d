/* place-memory.h - which places of calls have been looked up.

   SPDX-License-Identifier: Apache-2.0

   Searching all objects for a place takes longer than the rest of an event.
   Each thread is to have a memory of its own, which begins as zeros.  */

#ifndef GASP_PLACE_MEMORY_H
#define GASP_PLACE_MEMORY_H

#include "gasp_provider.h"
#include <stdbool.h>
#include <stdint.h>

#define PLACE_MEMORY 32

struct place_memory
{
  struct known_place
  {
    const void *address;
    unsigned int version;
    bool found;
    struct gasp_gcc_place place;
  } known[PLACE_MEMORY];
};

/* Finds the PLACE of ADDRESS as gasp_gcc_find_place does, and remembers it in
   MEMORY.  */
static inline bool
place_memory_find (struct place_memory *memory, const void *address,
		   struct gasp_gcc_place *place)
{
  uintptr_t bits = (uintptr_t) address;
  struct known_place *known = &memory->known[(bits ^ bits >> 5) % PLACE_MEMORY];
  unsigned int version = gasp_gcc_places_version ();
  if (known->address != address || known->version != version)
    {
      struct known_place found = { .address = address, .version = version };
      found.found = gasp_gcc_find_place (address, &found.place);
      *known = found;
    }
  *place = known->place;
  return known->found;
}

#endif /* GASP_PLACE_MEMORY_H */
