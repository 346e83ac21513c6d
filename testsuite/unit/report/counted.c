/* Test report/sums/counted.c: whether a thread was ready for a processor is also known of
   what only samples show below a call.

   SPDX-License-Identifier: Apache-2.0  */

#include <counted.c>
#include "unit.h"

/* A thread whose function, node 1, has all of its time in a library's, node 2.  */
static void
test_sampled (void)
{
  static struct node nodes[] = {
    { .place = 0, .parent = NO_NODE, .child = 1, .sibling = NO_NODE },
    { .place = 1, .parent = 0, .child = 2, .sibling = NO_NODE, .calls = 30 },
    { .place = 2, .parent = 1, .child = NO_NODE, .sibling = NO_NODE, .self = 100,
      .running = 20, .observed = true }
  };
  struct thread thread = { .tree = { .nodes = nodes, .count = COUNT_OF (nodes) } };
  struct thread *threads[] = { &thread };
  struct report report = { .profile = { .threads = threads, .thread_count = 1 } };
  struct phase_part part = { .node = 1 };
  part.region = number_of_counted (&report, &part);
  CHECK_NEAR (ready_share (&report, &part), 0.8, 1e-9);
  /* It has no parts of its own.  */
  CHECK (part.region && report.peers.regions.rows[0].share_count == 0);
  part.node = 2;
  part.region = number_of_counted (&report, &part);
  CHECK (!part.region);
  CHECK_NEAR (ready_share (&report, &part), 0.8, 1e-9);
}

UNIT (test_sampled);
