/* place-memory.h - which places of calls have been looked up.

   SPDX-License-Identifier: Apache-2.0

   Searching all objects for a place takes longer than the rest of an event.
   Each thread is to have a memory of its own, which begins as zeros.  */

#pragma once

#include "gasp_provider.h"
#include <stdbool.h>
#include <stdint.h>

/* Sets of two, so that two calls of a loop never drive each other out.  More
   would not fit where threads' storage is found fastest.  */
#define PLACE_MEMORY 16

struct known_place
{
  const void *address;
  unsigned int version;
  bool found;
  struct gasp_gcc_place place;
};

struct place_memory { struct known_place known[PLACE_MEMORY][2]; };

/* Looks the place of ADDRESS up, as that of VERSION.  */
static inline struct known_place
place_memory_look_up (const void *address, unsigned int version)
{
  struct known_place known = { .address = address, .version = version };
  known.found = gasp_gcc_find_place (address, &known.place);
  return known;
}

/* Finds the PLACE of ADDRESS as gasp_gcc_find_place does, and remembers it in
   MEMORY.  */
static inline bool
place_memory_find (struct place_memory *memory, const void *address,
		   struct gasp_gcc_place *place)
{
  uintptr_t bits = (uintptr_t) address;
  struct known_place *set = memory->known[(bits ^ bits >> 5) % PLACE_MEMORY];
  struct known_place *known = &set[set[0].address != address
				   && set[1].address == address];
  unsigned int version = gasp_gcc_places_version ();
  if (known->address != address || known->version != version)
    {
      if (known->address != address)
	set[1] = set[0];
      *known = place_memory_look_up (address, version);
    }
  *place = known->place;
  return known->found;
}
