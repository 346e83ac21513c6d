/* Test report/sums/joins.c: which threads one waited for that joined them.

   SPDX-License-Identifier: Apache-2.0  */

#include <joins.c>
#include "unit.h"

double
time_in_program (const struct profile *profile, const struct process *process,
		 uint64_t ticks)
{
  (void) profile, (void) process, (void) ticks;
  return 0;
}

static struct thread threads[] = {
  { .duration = 100 },
  { .start = 2, .duration = 4 },
  { .start = 3, .duration = 5 },
  { .start = 7 }		/* of a damaged record */
};
static struct thread *all[] = { &threads[0], &threads[1], &threads[2],
				&threads[3] };

static void
test_last_first (void)
{
  struct report report = { .profile.threads = (void *) all };
  struct process process = { .thread_count = 4 };
  const bool none[4] = { false }, second[4] = { false, false, true };
  struct joined joined = find_joined (&report, &process, 0, none, 0, 10);
  CHECK_NUMBER (joined.count, 1);
  CHECK_NUMBER (joined.threads[0], 2);
  CHECK_NUMBER (joined.took, 5);
  free (joined.threads);
  /* Before that one began, the other had not ended; here it is alone.  */
  joined = find_joined (&report, &process, 0, none, 0, 7);
  CHECK_NUMBER (joined.count, 1);
  CHECK_NUMBER (joined.threads[0], 1);
  CHECK_NUMBER (joined.took, 4);
  free (joined.threads);
  /* So it is where the last one is left out.  */
  joined = find_joined (&report, &process, 0, second, 0, 10);
  CHECK_NUMBER (joined.count, 1);
  CHECK_NUMBER (joined.threads[0], 1);
  free (joined.threads);
}

UNIT (test_last_first);
