/* named.h - what has begun and is waited for later, by the word that names it,
   of which the program may use one again.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_NAMED_H
#define GASP_TOOL_NAMED_H

#include "ground/map.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A word is looked for in so many places.  */
#define NAMED_NEAR 16

/* Returns where NAME is among MOST rows of SIZE bytes each, which begin with a
   name, or null if they are not in use; or, if it is NEW, where it is to be;
   null if nowhere.  */
static inline void *
find_named (void *rows, unsigned int most, size_t size, const void *name,
	    bool new)
{
  unsigned int first = map_hash ((uintptr_t) name) % most & -NAMED_NEAR;
  char *near = (char *) rows + first * size, *end = near + NAMED_NEAR * size;
  for (char *row = near; row < end; row += size)
    if (*(const void **) row == name)
      return row;
  for (char *row = near; new && row < end; row += size)
    if (!*(const void **) row)
      return row;
  return NULL;
}

#endif /* GASP_TOOL_NAMED_H */
