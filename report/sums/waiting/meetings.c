/* meetings.c - who waits for whom at a barrier: see meetings.h.

   SPDX-License-Identifier: Apache-2.0

   Where some have nothing to give to others, or to get, as MPI_Alltoallv
   allows, ranks leave before all have come.  One waited for who came last
   before it left: it would have left at once if it had not needed that one, or
   another one that came at nearly the same time.  */

#include "base/order.h"
#include "record.h"
#include "search.h"
#include "sums/waiting/meetings.h"

#include <string.h>

/* Returns the arrival that A waits for, at a meeting where each waits for lower
   ones; null if A waits for nobody.  An MPI may hold all until the last one has
   come: then nearly all that A's call took otherwise had passed by then.  */
static const struct arrival *
awaited_in_order (const struct meeting *meeting, const struct arrival *a)
{
  uint64_t since = a->barrier->began, left = a->barrier->left;
  uint64_t came = meeting->last->barrier->arrived;
  if (meeting->lower && meeting->lower->barrier->arrived > since)
    since = meeting->lower->barrier->arrived;
  bool is_held = came > since && left >= came
		 && left - came < (came - since) / 8;
  return is_held && a != meeting->last ? meeting->last : meeting->lower;
}

/* Returns the last one that came before A left, where that may be before all
   have come; null if A did not have to wait for it.  */
static const struct arrival *
held_by (const struct meeting *meeting, const struct arrival *a)
{
  uint64_t left = a->barrier->left;
  size_t count = FIRST_FROM (meeting->count, i,
			     meeting->in_order[i]->barrier->arrived <= left);
  if (a == meeting->last || count == meeting->count)
    return left ? meeting->last : NULL;
  const struct arrival *other = count ? meeting->in_order[count - 1] : NULL;
  return other && other->barrier->arrived > a->barrier->began ? other : NULL;
}

/* Returns who waits for whom at MEETING, as A says.  */
static uint32_t
waits_at (const struct meeting *meeting, const struct arrival *a)
{
  uint32_t waits = a->barrier->waits;
  if (!meeting->is_held || waits == GASP_RECORD_FOR_LOWER)
    return waits;
  return waits == GASP_RECORD_ALL_FOR_ALL || waits == GASP_RECORD_IF_HELD
	 ? GASP_RECORD_IF_HELD : GASP_RECORD_HELD_BY_ROOT;
}

const struct arrival *
awaited_arrival (const struct meeting *meeting, const struct arrival *a)
{
  bool is_root = a->process->rank == (int) a->barrier->root;
  const struct arrival *root = meeting->root;
  switch (waits_at (meeting, a))
    {
    case GASP_RECORD_ALL_FOR_ALL: return meeting->last;
    case GASP_RECORD_ALL_FOR_ROOT: return is_root ? NULL : root;
    case GASP_RECORD_ROOT_FOR_ALL: return is_root ? meeting->last : NULL;
    case GASP_RECORD_FOR_LOWER: return awaited_in_order (meeting, a);
    case GASP_RECORD_HELD_BY_ROOT:
      if (is_root)
	return held_by (meeting, a);
      return root && a->barrier->left >= root->barrier->arrived ? root : NULL;
    case GASP_RECORD_IF_HELD: return held_by (meeting, a);
    default: return NULL;
    }
}

void
pass_arrival (struct meeting *meeting, const struct arrival *a)
{
  if (!meeting->lower || a->barrier->arrived > meeting->lower->barrier->arrived)
    meeting->lower = a;
}

bool
is_first_arrival (const struct meeting *meeting, const struct arrival *a)
{
  return a == meeting->arrivals || a->process != a[-1].process;
}

ORDER_POINTERS (by_arrival, struct arrival, RISING (barrier->arrived))

static void
put_in_order (struct meeting *meeting)
{
  for (size_t i = 0; i < meeting->count; i++)
    meeting->in_order[i] = &meeting->arrivals[i];
  SORT (meeting->in_order, meeting->count, by_arrival);
}

bool
look_at_meeting (struct meeting *meeting, const struct arrival *arrivals,
		 size_t count)
{
  const struct arrival *a = arrivals;
  *meeting = (struct meeting) { arrivals, arrivals, NULL, NULL, count, false,
				meeting->in_order };
  if (!count)
    return false;
  uint32_t different = 0, members = (uint32_t) a->barrier->members;
  for (; a < arrivals + count; a++)
    {
      if (a->barrier->arrived > meeting->last->barrier->arrived)
	meeting->last = a;
      if (a->process->rank == (int) a->barrier->root)
	meeting->root = a;
      meeting->is_held |= a->barrier->waits == GASP_RECORD_IF_HELD
			  || a->barrier->waits == GASP_RECORD_HELD_BY_ROOT;
      different += is_first_arrival (meeting, a);
    }
  if (meeting->is_held)
    put_in_order (meeting);
  return different >= (members ? members : arrivals->process->peers.threads);
}

/* Nobody leaves before those that it waits for have come.  If one does, the
   processes have not counted the same calls, as in programs that are
   instrumented in part.  Clocks of two machines show nothing of that; UPC's
   runtime counts all barriers.  */
#define SLACK 1e6	/* ns, by which a machine's processes may disagree */
bool
is_possible_meeting (struct meeting *meeting)
{
  uint32_t waits = waits_at (meeting, meeting->arrivals);
  bool has_root = waits == GASP_RECORD_ALL_FOR_ROOT
		  || waits == GASP_RECORD_ROOT_FOR_ALL
		  || waits == GASP_RECORD_HELD_BY_ROOT;
  for (size_t i = 0; i < meeting->count; i++)
    {
      const struct arrival *a = &meeting->arrivals[i],
			   *other = awaited_arrival (meeting, a);
      double early
	= !other || !a->barrier->left
	    ? 0
	    : (double) (int64_t) (other->barrier->arrived - a->barrier->left)
		* a->process->peers.ns_per_tick;
      if (a->barrier->members && early > SLACK
	  && !strcmp (a->process->host, other->process->host))
	return false;
      if (waits_at (meeting, a) != waits
	  || (has_root && a->barrier->root != meeting->arrivals->barrier->root))
	return false;
      pass_arrival (meeting, a);
    }
  return true;
}
