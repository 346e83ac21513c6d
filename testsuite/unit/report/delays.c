/* Test report/sums/waiting/delays.c: no process is charged with more than it took.

   SPDX-License-Identifier: Apache-2.0  */

#include <delays.c>
#include "unit.h"

static void
test_bounds (void)
{
  struct delay row = { .path = 3, .direct = 5, .passed_on = 10, .excess = 10,
		       .whole = 2, .estimated = true };
  bound_row (&row);
  CHECK_NEAR (row.excess, 2, 1e-9);
  CHECK_NEAR (row.direct, 1, 1e-9);
  CHECK_NEAR (row.passed_on, 2, 1e-9);
  bound_row (&row);
  CHECK_NEAR (row.direct, 1, 1e-9);
}

/* Several wait for the same, as is known.  */
static void
test_exact (void)
{
  struct delay row = { .path = 3, .direct = 5, .excess = 10, .whole = 2 };
  bound_row (&row);
  CHECK_NEAR (row.excess, 2, 1e-9);
  CHECK_NEAR (row.direct, 5, 1e-9);
}

UNIT (test_bounds, test_exact);
