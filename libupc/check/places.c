/* places.c - numbers for places in the program.

   SPDX-License-Identifier: Apache-2.0  */

#include "check/check.h"
#include "core/control.h"

#define PLACES (1 << UPC_PLACE_BITS)

static struct upc_where *places;	/* of all threads */

bool
upc_places_prepare (void)
{
  places = upc_map_shared (PLACES * sizeof *places);
  return places != NULL;
}

static uint64_t
hash_of (struct upc_where where)
{
  uint64_t h = ((uint64_t) where.file * 31 ^ where.place)
	       * UINT64_C (0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* Returns the number of WHERE in the table of all threads; 0 if that is full.
   FILE is written last.  */
static unsigned
find_number (struct upc_where where)
{
  uint64_t h = hash_of (where);
  for (unsigned i = 0; i < 64; i++)
    {
      unsigned n = (h + i) % PLACES;
      struct upc_where *its = &places[n];
      uint64_t none = 0;
      if (n == 0)
	continue;
      if (__atomic_compare_exchange_n (&its->place, &none, where.place, false,
				       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
	__atomic_store_n (&its->file, where.file, __ATOMIC_RELEASE);
      else if (none != where.place)
	continue;
      const char *file;
      while (!(file = __atomic_load_n (&its->file, __ATOMIC_ACQUIRE)))
	;
      if (file == where.file)
	return n;
    }
  return 0;
}

/* Returns the number of WHERE, remembered: a thread asks for few of them,
   again and again.  */
unsigned
upc_number_of_place (struct upc_where where)
{
  static struct { struct upc_where where; unsigned number; } known[1024];
  unsigned i = (where.place >> 32 ^ where.place * 9) % 1024;
  if (known[i].where.place != where.place || known[i].where.file != where.file)
    {
      known[i].number = find_number (where);
      known[i].where = where;
    }
  return known[i].number;
}

struct upc_where
upc_place_of_number (unsigned number)
{
  return places[number];
}
