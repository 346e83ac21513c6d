/* ranges.c - see ranges.h.

   SPDX-License-Identifier: Apache-2.0

   Leaves have up to MOST ranges each, in order, and so are the leaves: there
   may be a million nodes of lists, allocated and freed in any order.  No memory
   is given back, so that who looks something up finds some there; whether it is
   what it was for, the version says.  */

#include "models/ranges.h"
#include "ground/pages.h"
#include "search.h"
#include <string.h>

#define MOST 127
#define LEAVES 65536

struct leaf {
  unsigned int count;
  struct leaf *spare;		/* the next one that is not used */
  struct known_range ranges[MOST];
};
static struct leaf **leaves, *spare;
static unsigned int leaf_count;
static unsigned int version = 2;

unsigned int
gasp_tool_ranges_version (void)
{
  return __atomic_load_n (&version, __ATOMIC_ACQUIRE);
}

static void
begin_change (void)
{
  __atomic_store_n (&version, version + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence (__ATOMIC_RELEASE);
}

static void
end_change (void)
{
  __atomic_store_n (&version, version + 1, __ATOMIC_RELEASE);
}

/* Sets leaf NUMBER to LEAF, at once: other threads may be reading.  */
static void
set_leaf (unsigned int number, struct leaf *leaf)
{
  __atomic_store_n (&leaves[number], leaf, __ATOMIC_RELEASE);
}

static void
set_leaf_count (unsigned int count)
{
  __atomic_store_n (&leaf_count, count, __ATOMIC_RELEASE);
}

/* Returns the number of ranges in LEAF that begin at KEY or before.  */
static unsigned int
ranges_up_to (const struct leaf *leaf, uint64_t key)
{
  return FIRST_FROM (__atomic_load_n (&leaf->count, __ATOMIC_RELAXED), i,
		     leaf->ranges[i].key <= key);
}

/* Returns the number of the leaf that KEY is for: the last that begins at KEY
   or before, or the first.  There is one.  */
static unsigned int
leaf_for (uint64_t key)
{
  unsigned int low = 0, high = __atomic_load_n (&leaf_count, __ATOMIC_ACQUIRE);
  while (high - low > 1 && high > low)
    {
      unsigned int middle = low + (high - low) / 2;
      if (leaves[middle]->ranges[0].key <= key)
	low = middle;
      else
	high = middle;
    }
  return low;
}

void
gasp_tool_near_ranges (uint64_t key, struct near_ranges *result)
{
  *result = (struct near_ranges) { .next = UINT64_MAX };
  if (__atomic_load_n (&leaf_count, __ATOMIC_ACQUIRE) == 0)
    return;
  unsigned int number = leaf_for (key);
  const struct leaf *leaf = leaves[number];
  unsigned int n = ranges_up_to (leaf, key);
  if (n > 0)
    result->before = leaf->ranges[n - 1];
  if (n < leaf->count)
    result->next = leaf->ranges[n].key;
  else if (number + 1 < leaf_count)
    result->next = leaves[number + 1]->ranges[0].key;
}

/* Inserts an empty leaf, as number NUMBER.  Returns false if there is no room
   for it.  */
static bool
add_leaf (unsigned int number)
{
  if (!leaves)
    leaves = gasp_tool_pages (LEAVES * sizeof *leaves);
  if (!leaves || leaf_count == LEAVES)
    return false;
  struct leaf *leaf = spare ? spare : gasp_tool_pages (sizeof *leaf);
  if (!leaf)
    return false;
  spare = leaf->spare;
  leaf->spare = NULL;
  for (unsigned int i = leaf_count; i > number; i--)
    set_leaf (i, leaves[i - 1]);
  set_leaf (number, leaf);
  set_leaf_count (leaf_count + 1);
  return true;
}

/* Moves the second half of the leaf NUMBER, which is full, to a new one.  */
static bool
split (unsigned int number)
{
  if (!add_leaf (number + 1))
    return false;
  struct leaf *full = leaves[number], *other = leaves[number + 1];
  other->count = MOST / 2;
  full->count = MOST - MOST / 2;
  memcpy (other->ranges, &full->ranges[full->count],
	  other->count * sizeof *other->ranges);
  return true;
}

static bool
put (const struct known_range *range)
{
  if (leaf_count == 0 && !add_leaf (0))
    return false;
  unsigned int number = leaf_for (range->key);
  struct leaf *leaf = leaves[number];
  unsigned int n = ranges_up_to (leaf, range->key);
  if (n > 0 && leaf->ranges[n - 1].key == range->key)
    {
      leaf->ranges[n - 1] = *range;
      return true;
    }
  if (leaf->count == MOST)
    return split (number) && put (range);
  memmove (&leaf->ranges[n + 1], &leaf->ranges[n],
	   (leaf->count - n) * sizeof *leaf->ranges);
  leaf->ranges[n] = *range;
  leaf->count++;
  return true;
}

bool
gasp_tool_range_put (const struct known_range *range)
{
  begin_change ();
  bool result = put (range);
  end_change ();
  return result;
}

/* Takes the leaf NUMBER, which is empty, out.  */
static void
remove_leaf (unsigned int number)
{
  leaves[number]->spare = spare;
  spare = leaves[number];
  for (unsigned int i = number; i + 1 < leaf_count; i++)
    set_leaf (i, leaves[i + 1]);
  set_leaf_count (leaf_count - 1);
}

void
gasp_tool_range_remove (uint64_t key)
{
  unsigned int number = leaf_count ? leaf_for (key) : 0;
  struct leaf *leaf = leaf_count ? leaves[number] : NULL;
  unsigned int n = leaf ? ranges_up_to (leaf, key) : 0;
  if (n == 0 || leaf->ranges[n - 1].key != key)
    return;
  begin_change ();
  memmove (&leaf->ranges[n - 1], &leaf->ranges[n],
	   (--leaf->count - (n - 1)) * sizeof *leaf->ranges);
  if (leaf->count == 0)
    remove_leaf (number);
  end_change ();
}

void
gasp_tool_ranges_clear (void)
{
  begin_change ();
  while (leaf_count > 0)
    {
      leaves[leaf_count - 1]->count = 0;
      remove_leaf (leaf_count - 1);
    }
  end_change ();
}
