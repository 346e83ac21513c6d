/* Test report/findings/of-peers.c: which table has more of what stands out.

   SPDX-License-Identifier: Apache-2.0  */

#include <of-peers.c>
#include "unit.h"

/* Of calls that wait for senders and receivers, at place 7.  */
static void
test_view (void)
{
  struct waiting senders[] = { { .place = 7, .waited = 3 },
			       { .place = 7, .waited = 3 } };
  struct waiting receivers[] = { { .place = 7, .waited = 4 },
				 { .place = 8, .waited = 9 } };
  struct report report = { 0 };
  report.peers.late.rows = senders;
  report.peers.late.count = 2;
  report.peers.late_receivers.rows = receivers;
  report.peers.late_receivers.count = 2;
  CHECK_TEXT (view_of (&report, 7), "late-senders");
  CHECK_TEXT (view_of (&report, 8), "late-receivers");
}

UNIT (test_view);
