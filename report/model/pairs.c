/* pairs.c - put the two sides of messages together.

   SPDX-License-Identifier: Apache-2.0

   The N-th message of a communicator with a tag from one process to another is
   the N-th that the other has received from it by that communicator with that
   tag.  */

#include "search.h"
#include "model/pairs.h"
#include "base/order.h"
#include "base/util.h"

#include <stdlib.h>

void
add_side (struct sides *sides, const struct side *side)
{
  ONE_MORE (sides->rows, sides->count, sides->room) = *side;
}

ORDER (by_stream, struct side, RISING (job) RISING (from) RISING (to)
       THEN (compare_numbers ((uint32_t) x->tag, (uint32_t) y->tag))
       RISING (within))

ORDER (by_stream_and_number, struct side, THEN (by_stream (a, b))
       RISING (number))

static void
sort (struct sides *sides)
{
  SORT (sides->rows, sides->count, by_stream_and_number);
}

/* Returns the side of RECEIVED's sender, from *AT on, where the others are
   not needed any more; or null.  */
static const struct side *
find (const struct side **at, const struct side *end,
      const struct side *received)
{
  while (*at < end && by_stream_and_number (*at, received) < 0)
    ++*at;
  return *at < end && !by_stream_and_number (*at, received) ? *at : NULL;
}

static bool
agree (const struct side *sent, const struct side *end,
       const struct side *received, size_t count, are_possible *possible)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct side *s = find (&sent, end, &received[i]);
      if (s && (s->bytes != received[i].bytes
		|| (possible && !possible (s, &received[i]))))
	return false;
    }
  return true;
}

void
pair_sides (struct sides *sent, struct sides *received, are_possible *possible,
	    visit_pair *visit, void *closure)
{
  sort (sent);
  sort (received);
  const struct side *s = sent->rows, *end = s + sent->count;
  for (size_t i = 0, next; i < received->count; i = next)
    {
      const struct side *r = &received->rows[i], *found;
      next = END_OF_RUN (received->count, i, j,
			 !by_stream (r, &received->rows[j]));
      while (s < end && by_stream (s, r) < 0)
	s++;
      if (!agree (s, end, r, next - i, possible))
	continue;
      for (; r < received->rows + next; r++)
	if ((found = find (&s, end, r)))
	  visit (closure, found, r);
    }
}
