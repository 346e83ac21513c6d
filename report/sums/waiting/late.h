/* late.h - between late.c, changes.c and targets.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "sums/figures.h"
#include "sums/waiting/waits.h"

/* A call that waited for something from PEER, or for PEER to take something;
   one in STEP is listed, chosen by HASH.  It waited for OF such things, if
   that is not 0: each has a row.  With HAS_PARTS, PART of what it waited was
   for this one; else it waited for one of them only.  */
struct call
{
  const struct process *process;
  uint32_t place, peer;		/* PEER may be NO_PEER: it is not known */
  uint64_t hash, step;
  uint32_t of;
  double began, time, waited, clock_error;
  bool polled, has_parts, is_long; /* for itself */
  double part;
  double since;			/* when the other side had come */
  const struct process *other;	/* or null */
  uint32_t thread, other_thread; /* NUMBERs of threads */
  size_t encounter;		/* which one it is, of a collective function */
};
struct calls { struct call *rows; size_t count, room; };

static inline void
add_call (struct calls *calls, const struct call *call)
{
  ONE_MORE (calls->rows, calls->count, calls->room) = *call;
}

/* Adds to KNOWNS the time that CALLS waited for collective functions begun
   earlier; leaves in CALLS those that count.  */
extern void add_up_completing (struct report *report, struct calls *calls,
			       struct knowns *knowns);
/* Adds to CALLS those that waited for changes of objects.  (changes.c)  */
extern void add_changes (const struct report *report, struct calls *calls);
/* Adds to CALLS those that waited for processes to come to the library.
   (targets.c)  */
extern void add_targets (const struct report *report, struct calls *calls);
