/* texts.c - texts that are needed often.  See texts.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/index.h"
#include "base/texts.h"
#include "base/util.h"
#include "hash.h"

static size_t
hash_of (const char *text)
{
  return (size_t) gasp_hash_text (GASP_HASH_OF_NOTHING, text);
}

static size_t
hash_at (const void *texts, uint32_t number)
{
  const char *const *all = texts;
  return hash_of (all[number]);
}

static bool
is_equal (const void *texts, uint32_t number, const void *wanted)
{
  const char *const *all = texts;
  return !strcmp (all[number], wanted);
}

const char *
shared_text (const char *text)
{
  static char **all;
  static size_t count, room;
  static struct index index;
  uint32_t number = index_number (&index, count, hash_of (text), hash_at,
				  is_equal, all, text);
  if (number == count)
    ONE_MORE (all, count, room) = copy_string (text);
  return all[number];
}
