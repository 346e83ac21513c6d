/* search.h - where something is in an array that is in order.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns whether ELEMENT comes before what is WANTED.  */
typedef bool is_before (const void *element, const void *wanted);

/* Returns the number of the first of COUNT elements of ALL, each of SIZE, that
   is not BEFORE what is WANTED; COUNT if there is none.  */
static inline size_t
first_from (const void *all, size_t count, size_t size, is_before *before,
	    const void *wanted)
{
  size_t low = 0, high = count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (before ((const char *) all + middle * size, wanted))
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}
