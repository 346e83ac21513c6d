/* The two sides of messages (pairs.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <pairs.c>
#include "unit.h"

/* What was paired: so many, and the sums of their numbers and of differences.
 */
struct found
{
  int count;
  uint64_t numbers;
  int different;
};

static void
note (void *closure, const struct side *sent, const struct side *received)
{
  struct found *found = closure;
  found->count++;
  found->numbers += received->number;
  found->different
      += sent->number != received->number || sent->tag != received->tag
	 || sent->from != received->from || sent->to != received->to;
}

static bool
never (const struct side *sent, const struct side *received)
{
  (void) sent, (void) received;
  return false;
}

static void
add (struct sides *sides, int32_t tag, uint64_t number, uint64_t bytes)
{
  const struct side side = {
    .job = 1, .from = 0, .to = 1, .tag = tag, .number = number, .bytes = bytes
  };
  add_side (sides, &side);
}

static struct found
pair (struct sides *sent, struct sides *received, are_possible *possible)
{
  struct found found = { 0, 0, 0 };
  pair_sides (sent, received, possible, note, &found);
  CHECK_NUMBER (found.different, 0);
  free (sent->rows);
  free (received->rows);
  return found;
}

static void
test_nothing (void)
{
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  CHECK_NUMBER (pair (&sent, &received, NULL).count, 0);
}

/* In any order; what only one side has is left.  */
static void
test_by_number_and_tag (void)
{
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  add (&sent, 7, 3, 30);
  add (&sent, 7, 1, 10);
  add (&sent, -1, 1, 5);
  add (&sent, 7, 2, 20);
  add (&received, -1, 1, 5);
  add (&received, 7, 2, 20);
  add (&received, 7, 3, 30);
  add (&received, 7, 4, 40);
  add (&received, 8, 1, 10);
  struct found found = pair (&sent, &received, NULL);
  CHECK_NUMBER (found.count, 3);
  CHECK_NUMBER (found.numbers, 1 + 2 + 3);
}

/* One message that does not fit says that the two have not counted the same.
 */
static void
test_other_bytes_drop_the_stream (void)
{
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  for (uint64_t i = 1; i <= 5; i++)
    {
      add (&sent, 7, i, 100);
      add (&received, 7, i, i == 4 ? 101 : 100);
      add (&sent, 8, i, 100);
      add (&received, 8, i, 100);
    }
  struct found found = pair (&sent, &received, NULL);
  CHECK_NUMBER (found.count, 5);
}

static void
test_what_is_not_possible (void)
{
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  add (&sent, 7, 1, 1);
  add (&received, 7, 1, 1);
  CHECK_NUMBER (pair (&sent, &received, never).count, 0);
}

static void
test_other_ranks_and_jobs (void)
{
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  struct side side = { .job = 1, .from = 0, .to = 1, .number = 1 };
  add_side (&sent, &side);
  side.job = 2;
  add_side (&received, &side);
  side.job = 1;
  side.from = 2;
  add_side (&received, &side);
  CHECK_NUMBER (pair (&sent, &received, NULL).count, 0);
}

UNIT (test_nothing, test_by_number_and_tag, test_other_bytes_drop_the_stream,
      test_what_is_not_possible, test_other_ranks_and_jobs);
