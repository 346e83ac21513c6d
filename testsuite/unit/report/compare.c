/* Which changes are noise (compare.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <compare.c>
#include "unit.h"

static const double none[16];

static struct side
side_of (const double *values, size_t count)
{
  return (struct side) { (double *) values, 0, none, none, count };
}

static void
test_medians (void)
{
  CHECK_NUMBER (median (NULL, 0), 0);
  CHECK_NUMBER (median ((double[]) { 5 }, 1), 5);
  CHECK_NUMBER (median ((double[]) { 9, 1 }, 2), 5);
  CHECK_NUMBER (median ((double[]) { 100, 1, 2 }, 3), 2);
  CHECK_NUMBER (median ((double[]) { 4, 100, 1, 2 }, 4), 3);
}

/* One or two runs show nothing; more show at least what the place of code
 * makes out.  */
static void
test_errors_of_few_runs (void)
{
  const double same[] = { 100, 100, 100, 100 };
  struct side side = side_of (same, 1);
  CHECK_NEAR (error_of_median (&side, 100, CELL_TIME), 20, 1e-9);
  CHECK_NEAR (error_of_median (&side, 100, CELL_COUNT), 2, 1e-9);
  side.count = 2;
  CHECK_NEAR (error_of_median (&side, 100, CELL_TIME), 20, 1e-9);
  side.count = 4;
  CHECK_NEAR (error_of_median (&side, 100, CELL_TIME), 2, 1e-9);
  CHECK_NUMBER (error_of_median (&side, 100, CELL_COUNT), 0);
}

/* A single disturbed run does not count; ever more runs make it smaller.  */
static void
test_errors_of_many_runs (void)
{
  const double calm[] = { 98, 99, 100, 101, 102 };
  const double disturbed[] = { 98, 99, 100, 101, 1000 };
  struct side a = side_of (calm, 5), b = side_of (disturbed, 5);
  double error = error_of_median (&a, 100, CELL_COUNT);
  /* The distances' median is 1; 1.4826 * sqrt (pi / 10) * 1.5.  */
  CHECK_NEAR (error, 1.24648, 1e-4);
  CHECK_NEAR (error_of_median (&b, 100, CELL_COUNT), error, 1e-9);
  double values[15];
  for (int i = 0; i < 15; i++)
    values[i] = calm[i % 5];
  struct side many = side_of (values, 15);
  CHECK (error_of_median (&many, 100, CELL_COUNT) < error);
}

/* What a run waited for a processor says nothing of the program; of counts it
 * does.  */
static void
test_waiting_for_processors (void)
{
  const double values[] = { 100, 150, 100 }, ready[] = { 0, 50, 0 };
  struct side side = { (double *) values, 0, ready, none, 3 };
  CHECK_NUMBER (distance_of (&side, 1, 100, CELL_TIME), 0);
  CHECK_NUMBER (distance_of (&side, 1, 100, CELL_COUNT), 50);
  side.ready = none;
  CHECK_NUMBER (distance_of (&side, 1, 100, CELL_TIME), 50);
}

static void
test_disturbance (void)
{
  const double values[] = { 100, 100, 100, 100 }, ready[] = { 40, 40, 40, 40 };
  const double whole[] = { 400, 400, 400, 400 };
  struct side side = { (double *) values, 0, ready, whole, 4 };
  /* A quarter of it is the function's share, and as much again.  */
  CHECK_NEAR (disturbance_of (&side, 100), 40 * .5 / 2, 1e-9);
  /* No more than all of it.  */
  CHECK_NEAR (disturbance_of (&side, 10), 10. / 2, 1e-9);
  side.ready = none;
  CHECK_NUMBER (disturbance_of (&side, 100), 0);
}

static void
test_noise (void)
{
  const double old[] = { 100, 100, 100 }, new[] = { 100, 100, 100 };
  struct side sides[2] = { side_of (old, 3), side_of (new, 3) };
  double plain = noise_of (sides, 100, 100, CELL_TIME, 0);
  CHECK_NEAR (plain, 3 * sqrt (2 * 2 * 2), 1e-9);
  CHECK_NEAR (noise_of (sides, 100, 100, CELL_TIME, .1), plain + 10, 1e-9);
  CHECK_NUMBER (noise_of (sides, 100, 100, CELL_COUNT, .1), 0);
  sides[0].variance = 100;
  CHECK_NEAR (noise_of (sides, 100, 100, CELL_COUNT, 0), 30, 1e-9);
  sides[0].count = sides[1].count = 1;
  sides[0].variance = 0;
  CHECK (noise_of (sides, 100, 100, CELL_TIME, 0) > 80);
}

/* A sampled run that has nothing of an allocation may have missed it.  */
static void
test_unseen (void)
{
  struct comparison result = { .old_count = 1 };
  double values[] = { 100e3, 0 }, units[] = { 1e3, 50e3 };
  struct comparing c = { .result = &result, .runs = 2, .values = values,
			 .units = units };
  struct side sides[2] = { { .count = 1 }, { .count = 1 } };
  struct measured of = { .kind = CHANGED_ALLOCATION, .figure = "bytes" };
  add_unseen (&c, sides, &of, 100e3);
  CHECK_NUMBER (sides[0].variance, 0);
  CHECK_NEAR (sides[1].variance, 100e3 * 100e3, 1);
  of.figure = "calls", values[0] = 1000, sides[1].variance = 0;
  add_unseen (&c, sides, &of, 1000);
  CHECK_NEAR (sides[1].variance, 1000 * 1000, 1);
  of.figure = "bytes", units[1] = sides[1].variance = 0;
  add_unseen (&c, sides, &of, 100e3);
  CHECK_NUMBER (sides[1].variance, 0);
}

UNIT (test_medians, test_errors_of_few_runs, test_errors_of_many_runs,
      test_waiting_for_processors, test_disturbance, test_noise,
      test_unseen);
