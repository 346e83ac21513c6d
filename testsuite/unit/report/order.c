/* Rows that are sorted and joined (order.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <order.c>
#include "unit.h"

struct row { int place, thread, calls; };

ORDER (by_place, struct row, RISING (place) FALLING (thread))

static void
add_row (void *sum, const void *row)
{
  ((struct row *) sum)->calls += ((const struct row *) row)->calls;
}

static void
test_rows_are_joined (void)
{
  struct row rows[] = { { 5, 1, 1 }, { 5, 3, 2 }, { 5, 1, 4 }, { 2, 1, 8 } };
  CHECK_NUMBER (JOIN (rows, 4, by_place, add_row), 3);
  CHECK_NUMBER (rows[0].place, 2);
  CHECK_NUMBER (rows[1].thread, 3);
  CHECK_NUMBER (rows[2].calls, 5);
}

static void
test_few_rows (void)
{
  struct row *none = NULL, one = { 1, 2, 3 };
  CHECK_NUMBER (JOIN (none, 0, by_place, add_row), 0);
  SORT (none, 0, by_place);
  CHECK_NUMBER (JOIN (&one, 1, by_place, add_row), 1);
  CHECK_NUMBER (one.calls, 3);
}

UNIT (test_rows_are_joined, test_few_rows);
