/* Test shared/place-memory.h: a place is looked up once in a loop of calls.

   SPDX-License-Identifier: Apache-2.0  */

#include "gasp_provider.h"
#include <stdint.h>
#include "unit.h"

static unsigned int version;
static int searches;

unsigned int
gasp_gcc_places_version (void)
{
  return version;
}

int
gasp_gcc_find_place (const void *address, struct gasp_gcc_place *result)
{
  searches++;
  result->line = (int) (uintptr_t) address;
  return (uintptr_t) address % 2;
}

#include "place-memory.h"

static struct place_memory memory;

/* Looks ADDRESS up, and checks what is found.  */
static void
look (uintptr_t address)
{
  struct gasp_gcc_place place;
  CHECK_NUMBER (place_memory_find (&memory, (void *) address, &place),
		address % 2);
  CHECK_NUMBER (place.line, (int) address);
}

/* Any two calls of a loop, whatever is between them.  */
static void
test_two (void)
{
  for (uintptr_t distance = 5; distance < 5000; distance++)
    {
      searches = 0;
      memory = (struct place_memory) { 0 };
      for (int turn = 0; turn < 3; turn++)
	{
	  look (0x401136);
	  look (0x401136 + distance);
	}
      CHECK_NUMBER (searches, 2);
    }
}

static void
test_version (void)
{
  searches = 0;
  version++;
  look (0x401136);
  version++;
  look (0x401136);
  CHECK_NUMBER (searches, 2);
}

UNIT (test_two, test_version);
