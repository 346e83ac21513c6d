/* Which line is the hottest (lines.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <lines.c>
#include "unit.h"

static void
test_hottest_line (void)
{
  struct place places[] = { { .location = "a.c:1" }, { .location = "b.c:2" } };
  struct hot_line hot[] = { { 0, NULL, "prog", 9, 0, 5 },
			    { 1, NULL, "prog", 3, 0, 7 } };
  struct report report = { .hot = hot, .hot_count = 2, .running = 12,
			   .sampled_time = 12, .profile.places = places };
  CHECK (hottest_line (&report) == &hot[1]);
  /* Of what was seen once it is not known, and others are not hotter.  */
  hot[1].count = 1;
  CHECK (!hottest_line (&report));
  /* Threads that wait have samples without time.  */
  hot[0].time = hot[1].time = 0;
  CHECK (!hottest_line (&report));
  report.hot_count = 0;
  CHECK (!hottest_line (&report));
}

UNIT (test_hottest_line);
