/* Test report/sums/waiting/barriers.c: whom a process waits for that need not.

   SPDX-License-Identifier: Apache-2.0  */

#include <barriers.c>
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
  CHECK (!awaited (&m, &first));
  /* An MPI lets it go when all have come.  */
  barriers[0].left = 103;
  CHECK (awaited (&m, &first) == m.last);
  /* What it does behind that takes longest.  */
  barriers[0].left = 500;
  CHECK (!awaited (&m, &first));
  /* It waits for a lower one, just before the last comes.  */
  barriers[0].arrived = 98, barriers[2].left = 104;
  struct arrival third = { &process, &barriers[2] };
  m.lower = &arrivals[0];
  CHECK (awaited (&m, &third) == m.lower);
}

UNIT (test_held);
