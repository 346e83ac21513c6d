/* meetings.h - between barriers.c and meetings.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "sums/figures.h"

/* A barrier of a thread, on its way to be compared with the others'.  */
struct arrival {
  const struct process *process;
  const struct barrier *barrier;
};

/* One barrier, with COUNT arrivals.  LAST arrived last.  ROOT is null if the
   root's arrival is not recorded.  LOWER has arrived last of those before the
   one that is looked at, or is null.  If some may leave before all have come
   (IS_HELD), IN_ORDER has them as they came; there is room for all.  */
struct meeting
{
  const struct arrival *arrivals, *last, *root, *lower;
  size_t count;
  bool is_held;
  const struct arrival **in_order;
};

/* Makes MEETING one of the COUNT arrivals, all at the same barrier.  Returns
   false if not all that take part are there.  */
extern bool look_at_meeting (struct meeting *meeting,
			     const struct arrival *arrivals, size_t count);
/* Returns whether MEETING can have been.  Passes all.  */
extern bool is_possible_meeting (struct meeting *meeting);
/* Returns the arrival that A waits for; null if A waits for nobody.  */
extern const struct arrival *awaited_arrival (const struct meeting *meeting,
					 const struct arrival *a);
/* Passes A, which lies after what is looked at next.  */
extern void pass_arrival (struct meeting *meeting, const struct arrival *a);
/* Returns whether A is the first arrival of its process, which may be there
   more than once.  */
extern bool is_first_arrival (const struct meeting *meeting,
			      const struct arrival *a);
