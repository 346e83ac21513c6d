/* Test report/sums/waiting/critical-path.c: what a faster path saves.

   SPDX-License-Identifier: Apache-2.0  */

#include <critical-path.c>
#include "unit.h"

/* A path whose calls of others take little is not divided among workers: it is
   faster as a whole.  */
static void
test_faster (void)
{
  struct region regions[] = { { .ready = .5 }, { .worker_count = 1 } };
  struct report report = { .peers.regions = { .rows = regions, .count = 2 } };
  struct sums sums = { .report = &report };
  double gains[] = { 0, .25 };
  struct course c = { .sums = &sums, .path = 7, .gains = gains };
  struct phase_part part = { .path = 7, .region = 1 };
  add_faster (&c, &part, 100, 0);
  CHECK_NEAR (c.time, 100 * FASTER, 1e-9);
  part.region = 2, c.time = 0;
  add_faster (&c, &part, 100, 0);
  CHECK_NEAR (c.time, 25, 1e-9);
  part = (struct phase_part) { .path = 8 }, c.time = 0;
  add_faster (&c, &part, 100, 0);
  CHECK_NUMBER (c.time, 0);
}

UNIT (test_faster);
