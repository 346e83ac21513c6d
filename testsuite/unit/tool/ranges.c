/* Where shared objects are (ranges.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <ranges.c>
#include "unit.h"

static struct near_ranges
near_of (uint64_t key)
{
  struct near_ranges result;
  gasp_tool_near_ranges (key, &result);
  return result;
}

static bool
add (uint64_t key, uint64_t size)
{
  const struct known_range range = { key, size, (gasp_record_ref) key + 1, 0 };
  return gasp_tool_range_put (&range);
}

static void
test_none (void)
{
  gasp_tool_ranges_clear ();
  CHECK_NUMBER (near_of (5).before.size, 0);
  CHECK_NUMBER (near_of (5).next, UINT64_MAX);
  gasp_tool_range_remove (5);
  CHECK_NUMBER (gasp_tool_ranges_version () % 2, 0);
}

static void
test_one (void)
{
  gasp_tool_ranges_clear ();
  unsigned int version = gasp_tool_ranges_version ();
  CHECK (add (100, 10));
  CHECK (gasp_tool_ranges_version () != version);
  CHECK_NUMBER (near_of (99).before.size, 0);
  CHECK_NUMBER (near_of (99).next, 100);
  CHECK_NUMBER (near_of (100).before.key, 100);
  CHECK_NUMBER (near_of (1000).next, UINT64_MAX);
  CHECK (add (100, 20));
  CHECK_NUMBER (near_of (100).before.size, 20);
  gasp_tool_range_remove (101);
  CHECK_NUMBER (near_of (100).before.size, 20);
  gasp_tool_range_remove (100);
  CHECK_NUMBER (near_of (100).before.size, 0);
}

enum { MANY = 20011 };		/* a prime */

/* Checks each place's neighbours, where every STEPth range of MANY is left.  */
static void
check_each (uint64_t step)
{
  for (uint64_t i = 0; i < MANY; i++)
    {
      struct near_ranges near = near_of (10 * i + 5);
      uint64_t next = (i / step + 1) * step;
      CHECK_NUMBER (near.before.key, i / step * step * 10);
      CHECK_NUMBER (near.before.array, near.before.key + 1);
      CHECK_NUMBER (near.next, next < MANY ? next * 10 : UINT64_MAX);
    }
}

/* Adds and removes upwards, downwards, and in any order.  */
static void
test_many (void)
{
  static const uint64_t factors[] = { 1, MANY - 1, 7919 };
  for (int f = 0; f < 3; f++)
    {
      gasp_tool_ranges_clear ();
      for (uint64_t i = 0; i < MANY; i++)
	CHECK (add (i * factors[f] % MANY * 10, 10));
      check_each (1);
      for (uint64_t i = 0; i < MANY; i++)
	if (i * factors[f] % MANY % 3)
	  gasp_tool_range_remove (i * factors[f] % MANY * 10);
      check_each (3);
      for (uint64_t i = 0; i < MANY; i++)
	gasp_tool_range_remove (i * factors[f] % MANY * 10);
      CHECK_NUMBER (leaf_count, 0);
    }
}

UNIT (test_none, test_one, test_many);
