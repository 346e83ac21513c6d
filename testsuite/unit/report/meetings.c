/* Test report/sums/waiting/meetings.c: whom a process waits for that need not.

   SPDX-License-Identifier: Apache-2.0  */

#include <meetings.c>
#include "unit.h"

/* Three processes in a scan: the second one comes last, at 100.  */
static struct barrier barriers[] = {
  { .began = 10, .left = 20, .waits = GASP_RECORD_FOR_LOWER },
  { .arrived = 100, .began = 100, .left = 101, .waits = GASP_RECORD_FOR_LOWER },
  { .arrived = 50, .began = 50, .left = 104, .waits = GASP_RECORD_FOR_LOWER }
};
static const struct arrival arrivals[]
  = { { NULL, &barriers[0] }, { NULL, &barriers[1] }, { NULL, &barriers[2] } };

static void
test_held (void)
{
  struct meeting m = { arrivals, &arrivals[1], NULL, NULL, 3 };
  const struct process process = { .rank = 0 };
  struct arrival first = { &process, &barriers[0] };
  CHECK (!awaited_arrival (&m, &first));
  /* An MPI lets it go when all have come.  */
  barriers[0].left = 103;
  CHECK (awaited_arrival (&m, &first) == m.last);
  /* What it does behind that takes longest.  */
  barriers[0].left = 500;
  CHECK (!awaited_arrival (&m, &first));
  /* It waits for a lower one, just before the last comes.  */
  barriers[0].arrived = 98, barriers[2].left = 104;
  struct arrival third = { &process, &barriers[2] };
  m.lower = &arrivals[0];
  CHECK (awaited_arrival (&m, &third) == m.lower);
}

/* Of three, the second one has nothing to give, and comes last: it knows that
   others may leave before.  */
static void
test_some (void)
{
  static const struct process process[]
    = { { .rank = 0 }, { .rank = 1 }, { .rank = 2 } };
  static struct barrier some[] = {
    { .arrived = 10, .began = 10, .left = 55,
      .waits = GASP_RECORD_ALL_FOR_ALL, .root = -1 },
    { .arrived = 100, .began = 100, .left = 101, .waits = GASP_RECORD_IF_HELD,
      .root = -1 },
    { .arrived = 50, .began = 50, .left = 56, .waits = GASP_RECORD_ALL_FOR_ALL,
      .root = -1 }
  };
  const struct arrival all[] = { { &process[0], &some[0] },
				 { &process[1], &some[1] },
				 { &process[2], &some[2] } };
  const struct arrival *in_order[3];
  struct meeting m = { .in_order = in_order };
  look_at_meeting (&m, all, 3);
  CHECK (m.is_held && is_possible_meeting (&m));
  CHECK (awaited_arrival (&m, &all[0]) == &all[2]);
  CHECK (!awaited_arrival (&m, &all[2]));
  /* The last one was needed, after all.  */
  some[0].left = 102;
  CHECK (awaited_arrival (&m, &all[0]) == &all[1]);
}

UNIT (test_held, test_some);
