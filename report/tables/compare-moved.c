/* compare-moved.c - functions and lines whose file has another name in the new
   runs.  See compare-samples.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "tables/compare-samples.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* Samples FROM to END, of one thing, which only old runs have, or only new
   ones.  */
struct lone { struct measured *from, *end; bool is_new; };
struct lones { struct lone *items; size_t count, room; };

/* Returns how long KEY is without the file.  */
static size_t
length_without_file (const char *key)
{
  return strcspn (key, "\n");
}

static int
compare_without_file (const struct lone *a, const struct lone *b)
{
  const char *x = a->from->key, *y = b->from->key;
  size_t length = length_without_file (x), other = length_without_file (y);
  int order = a->from->kind < b->from->kind ? -1
	      : a->from->kind > b->from->kind;
  if (!order)
    order = strncmp (x, y, length < other ? length : other);
  return order ? order : length < other ? -1 : length > other;
}

ORDER (by_thing, struct lone, THEN (compare_without_file (x, y))
       RISING (is_new))

/* Returns what in SAMPLES only one side has, of which the old one has the first
   OLD_COUNT runs.  */
static struct lones
find_lones (const struct measurements *samples, size_t old_count)
{
  struct lones lones = { 0 };
  struct measured *end = samples->items + samples->count;
  for (struct measured *from = samples->items, *next; from < end; from = next)
    {
      bool has[2] = { false, false };
      for (next = from; next < end && next->kind == from->kind
			&& !strcmp (next->key, from->key); next++)
	has[next->run >= old_count] = true;
      if (has[0] != has[1] && from->key[length_without_file (from->key)])
	ONE_MORE (lones.items, lones.count, lones.room)
	  = (struct lone) { from, next, has[1] };
    }
  return lones;
}

void
join_moved (struct measurements *samples, size_t old_count)
{
  struct lones lones = find_lones (samples, old_count);
  SORT (lones.items, lones.count, by_thing);
  for (size_t i = 0, next; i < lones.count; i = next)
    {
      const struct lone *old = &lones.items[i];
      for (next = i + 1; next < lones.count; next++)
	if (compare_without_file (old, &lones.items[next]))
	  break;
      if (next - i != 2 || old->is_new || !old[1].is_new)
	continue;
      for (struct measured *s = old[1].from; s < old[1].end; s++)
	s->key = old->from->key;
    }
  free (lones.items);
}
