/* Clocks of machines, as barriers and messages tell of them (clocks.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <clocks.c>
#include "unit.h"

static void
no_crossings (void *closure, struct crossings *crossings)
{
  (void) crossings;
  ++*(int *) closure;
}

/* A barrier's sightings on machines 0 and 1, whose clock is AHEAD.  */
#define PAIR(number, zero, one, left, ahead)                                  \
  { 0, number, 0, zero, left },                                               \
  {                                                                           \
    0, number, 1, (one) + (ahead), (left) + (ahead)                           \
  }

static void
fit_two (struct clock_fit *fits, struct sighting *rows, size_t count,
	 int *asked)
{
  struct sightings s = { rows, count, count };
  fit_clocks (fits, 2, &s, no_crossings, asked);
}

static void
test_equal_clocks_stay (void)
{
  struct sighting s[]
      = { PAIR (1, 100, 110, 120, 0), PAIR (2, 210, 200, 220, 0) };
  struct clock_fit fits[2];
  int asked = 0;
  fit_two (fits, s, 4, &asked);
  CHECK_NUMBER (fits[1].offset, 0);
  CHECK_NUMBER (fits[1].drift, 0);
  CHECK (fits[1].error < 30);
  CHECK_NUMBER (asked, 0);
}

static void
test_constant_difference (void)
{
  struct sighting s[]
      = { PAIR (1, 100, 110, 120, 5000), PAIR (2, 210, 200, 220, 5000) };
  struct clock_fit fits[2];
  int asked = 0;
  fit_two (fits, s, 4, &asked);
  CHECK_NEAR (fitted (&fits[1], 5300), 300, 20);
  CHECK_NUMBER (fits[1].drift, 0);
}

static void
test_different_speeds (void)
{
  struct sighting s[40];
  for (int i = 0; i < 20; i++)
    {
      double now = 1e7 * i, there = now * (1 + 100e-6) + 700;
      s[2 * i] = (struct sighting) { 0, (uint64_t) i + 1, 0, now, now + 20 };
      s[2 * i + 1]
	  = (struct sighting) { 0, (uint64_t) i + 1, 1, there, there + 20 };
    }
  struct clock_fit fits[2];
  int asked = 0;
  fit_two (fits, s, 40, &asked);
  for (int i = 0; i < 20; i += 19)
    CHECK_NEAR (fitted (&fits[1], s[2 * i + 1].arrived), s[2 * i].arrived, 40);
}

/* The last to arrive and the first to leave of a machine count.  */
static void
test_slightly_different_speeds (void)
{
  double ahead = 120000, later = 4e9;
  struct sighting s[]
      = { PAIR (1, 0, 0, 70000, 0),
	  PAIR (2, later, later, later + 70000, ahead) };
  struct clock_fit fits[2];
  int asked = 0;
  fit_two (fits, s, 4, &asked);
  CHECK (fabs (fitted (&fits[1], 0)) <= fits[1].error);
  CHECK (fabs (fitted (&fits[1], later + ahead) - later) <= fits[1].error);
}

static void
test_several_on_one_machine (void)
{
  struct sighting s[] = { { 0, 1, 1, 1000, 2000 },
			  { 0, 1, 0, 0, 2000 },
			  { 0, 1, 1, 1900, 2500 },
			  { 0, 1, 0, 1950, 2000 } };
  CHECK_NUMBER (JOIN (s, 4, by_barrier_and_machine, join), 2);
  CHECK_NUMBER (s[0].arrived, 1950);
  CHECK_NUMBER (s[1].arrived, 1900);
  CHECK_NUMBER (s[1].left, 2000);
}

static void
test_nothing_is_known (void)
{
  struct sighting alone[] = { { 0, 1, 1, 0, 10 }, { 0, 2, 0, 0, 10 } };
  struct clock_fit fits[2];
  int asked = 0;
  fit_two (fits, alone, 2, &asked);
  CHECK_NUMBER (asked, 1);
  CHECK_NUMBER (fits[1].offset, 0);
  CHECK (isinf (fits[1].error));
  fit_two (fits, NULL, 0, &asked);
  CHECK (isinf (fits[1].error));
}

/* Only calls that no process leaves before all of all machines have come to
 * them.  */
static void
test_which_calls_tell (void)
{
  struct sightings s = { NULL, 0, 0 };
  struct sighting one = { 0, 1, 0, 0, 10 };
  add_sighting (&s, &one, GASP_RECORD_ALL_FOR_ALL, 4);
  CHECK_NUMBER (s.count, 1);
  one.members = UINT64_C (77) << 32 | 4;
  add_sighting (&s, &one, GASP_RECORD_ALL_FOR_ROOT, 4);
  add_sighting (&s, &one, GASP_RECORD_ROOT_FOR_ALL, 4);
  CHECK_NUMBER (s.count, 1);
  add_sighting (&s, &one, GASP_RECORD_ALL_FOR_ALL, 4);
  CHECK_NUMBER (s.count, 2);
  one.members = UINT64_C (77) << 32 | 3;
  add_sighting (&s, &one, GASP_RECORD_ALL_FOR_ALL, 4);
  CHECK_NUMBER (s.count, 2);
  free (s.rows);
}

/* The first of one set of members is not the first of another.  */
static void
test_sets_are_counted_apart (void)
{
  struct sighting s[] = { { 0, 1, 0, 100, 110 }, { 0, 1, 1, 100, 110 },
			  { 4, 1, 0, 900, 910 }, { 4, 1, 1, 900, 910 },
			  { 0, 2, 0, 950, 960 }, { 4, 2, 1, 100, 110 } };
  struct clock_fit fits[2];
  int asked = 0;
  fit_two (fits, s, 6, &asked);
  CHECK_NUMBER (fits[1].offset, 0);
  CHECK (fits[1].error <= 10);
}

static void
both_ways (void *closure, struct crossings *crossings)
{
  static const struct side sides[][2] = {
    { { .machine = 0, .posted = 100 }, { .machine = 1, .ended = 5110 } },
    { { .machine = 1, .posted = 5200 }, { .machine = 0, .ended = 210 } },
    { { .machine = 1, .posted = 0 }, { .machine = 1, .ended = 0 } },
  };
  (void) closure;
  for (size_t i = 0; i < 3; i++)
    add_crossing (crossings, &sides[i][0], &sides[i][1]);
  CHECK_NUMBER (crossings->count, 2);
}

static void
test_messages (void)
{
  struct sightings none = { NULL, 0, 0 };
  struct clock_fit fits[2];
  fit_clocks (fits, 2, &none, both_ways, NULL);
  CHECK_NEAR (fits[1].offset, -5000, 10);
  CHECK (fits[1].error <= 10);
}

static void
test_machines_have_numbers (void)
{
  struct machines m = { NULL, 0, 0 };
  char again[] = "a";
  CHECK_NUMBER (machine_of (&m, "a"), 0);
  CHECK_NUMBER (machine_of (&m, "b"), 1);
  CHECK_NUMBER (machine_of (&m, again), 0);
  CHECK_NUMBER (m.count, 2);
  free (m.hosts);
}

UNIT (test_equal_clocks_stay, test_constant_difference, test_different_speeds,
      test_slightly_different_speeds,
      test_several_on_one_machine, test_which_calls_tell,
      test_sets_are_counted_apart, test_nothing_is_known, test_messages,
      test_machines_have_numbers);
