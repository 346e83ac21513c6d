/* index.h - numbers of elements of an array, found by what the elements are.

   SPDX-License-Identifier: Apache-2.0

   Zeros are an index of nothing.  Whoever calls these gives functions that know
   the elements; they are inlined.  */

#pragma once

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

#define NO_ENTRY UINT32_MAX

/* Half of the entries or more are empty.  */
struct index {
  uint32_t *entries;		/* numbers, or NO_ENTRY */
  size_t size;			/* a power of 2 */
};

/* Returns the hash of element NUMBER of the array that ALL has; and whether
   that element is the one WANTED.  */
typedef size_t hash_of_element (const void *all, uint32_t number);
typedef bool is_element (const void *all, uint32_t number, const void *wanted);

/* Two such functions, hash_of_NAME and is_NAME, of an array of TYPE: elements X
   and Y are the same one if IS_SAME, and then have the same HASH.  */
#define ELEMENTS(name, type, hash, is_same)				\
  static size_t								\
  hash_of_##name (const void *all, uint32_t number)			\
  {									\
    const type *x = &((const type *) all)[number];			\
    return (size_t) (hash);						\
  }									\
  static bool								\
  is_##name (const void *all, uint32_t number, const void *wanted)	\
  {									\
    const type *x = &((const type *) all)[number], *y = wanted;		\
    return is_same;							\
  }

/* Returns the entry of the element with this HASH that IS the WANTED one; or,
   if there is none, the empty entry for its number.  */
static inline uint32_t *
index_entry (const struct index *index, size_t hash, is_element *is,
	     const void *all, const void *wanted)
{
  for (;; hash++)
    {
      uint32_t *entry = &index->entries[hash & (index->size - 1)];
      if (*entry == NO_ENTRY || is (all, *entry, wanted))
	return entry;
    }
}

/* Makes room in INDEX, which has COUNT elements, for MORE.  */
static inline void
index_expect (struct index *index, size_t count, size_t more,
	      hash_of_element *hash_of, const void *all)
{
  size_t size = index->size ? index->size : 64;
  while (size < 2 * (count + more))
    size *= 2;
  if (size == index->size)
    return;
  free (index->entries);
  *index = (struct index) { allocate (size, sizeof *index->entries), size };
  memset (index->entries, 0xff, size * sizeof *index->entries);
  for (uint32_t i = 0; i < count; i++)
    {
      size_t at = hash_of (all, i);
      while (index->entries[at & (size - 1)] != NO_ENTRY)
	at++;
      index->entries[at & (size - 1)] = i;
    }
}

/* Returns the number of the element of ALL with this HASH that IS the WANTED
   one.  If there is none, returns COUNT, how many there are, for the one that
   the caller is to add.  */
static inline uint32_t
index_number (struct index *index, size_t count, size_t hash,
	      hash_of_element *hash_of, is_element *is, const void *all,
	      const void *wanted)
{
  index_expect (index, count, 1, hash_of, all);
  uint32_t *entry = index_entry (index, hash, is, all, wanted);
  if (*entry == NO_ENTRY)
    *entry = (uint32_t) count;
  return *entry;
}

static inline void
index_free (struct index *index)
{
  free (index->entries);
  *index = (struct index) { NULL, 0 };
}
