/* named.h - what has begun and is waited for later, by the word that names it,
   of which the program may use one again.

   SPDX-License-Identifier: Apache-2.0

   Without a lock: one thread at a time begins what a word names, or waits for
   it.  */

#pragma once

#include "ground/map.h"
#include "ground/pages.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A word is looked for in so many places.  */
#define NAMED_NEAR 16

/* Makes ROW, unless it is in use, NAME's.  */
static inline bool
claim_row (const void **row, const void *name)
{
  const void *none = NULL;
  return (!__atomic_load_n (row, __ATOMIC_RELAXED)
	  && __atomic_compare_exchange_n (row, &none, name, false,
					  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
}

/* Returns where NAME is among the MOST rows of SIZE bytes each of *TABLE, which
   begin with a name, or null if they are not in use; or, if it is NEW, one that
   has the name from now on; null if there is none.  The first that is new makes
   the table.  */
static inline void *
find_named (void **table, unsigned int most, size_t size, const void *name,
	    bool new)
{
  char *rows = new ? gasp_tool_table (table, most * size)
	       : __atomic_load_n (table, __ATOMIC_ACQUIRE);
  if (!rows)
    return NULL;
  unsigned int first = map_hash ((uintptr_t) name) % most & -NAMED_NEAR;
  char *near = rows + first * size, *end = near + NAMED_NEAR * size;
  for (char *row = near; row < end; row += size)
    if (__atomic_load_n ((const void **) row, __ATOMIC_RELAXED) == name)
      return row;
  for (char *row = near; new && row < end; row += size)
    if (claim_row ((const void **) row, name))
      return row;
  return NULL;
}

/* Frees ROW, which find_named has returned, for another name.  */
static inline void
forget_named (void *row)
{
  __atomic_store_n ((const void **) row, NULL, __ATOMIC_RELEASE);
}
