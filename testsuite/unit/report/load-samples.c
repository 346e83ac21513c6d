/* Whose the samples are of calls that may be over (load-samples.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <load-samples.c>
#include "unit.h"

/* Returns whether a call that took 100 ms and was OFF the processor for so many
   of them, is over, as there are samples of SEEN ms, each of one.  */
static bool
is_over_after (double seen, double off)
{
  static struct loading loading = { .record.header.sample_period = 1000000 };
  const double ms = 1e6;
  struct sampled_node node = {
    .time_in = seen * ms, .squares_in = seen * ms * ms, .away_in = off * ms
  };
  return has_more_samples (&loading, &node, 100 * ms);
}

static void
test_calls_that_are_over (void)
{
  CHECK (!is_over_after (50, 0));
  CHECK (!is_over_after (110, 0));
  CHECK (is_over_after (200, 0));
  /* It had no time to be on the processor for so long.  */
  CHECK (!is_over_after (40, 60));
  CHECK (is_over_after (90, 60));
  CHECK (is_over_after (90, 300));
}

UNIT (test_calls_that_are_over);
