/* alike.c - groups of processes that spend their time alike.

   SPDX-License-Identifier: Apache-2.0

   Each process joins the group whose first member spends its time most like it,
   by function and event, or begins another one if none is near.  What starts
   and ends them is not compared.  */

#include "model/roles.h"
#include "base/order.h"
#include "sums/figures.h"

#include <math.h>
#include <stdlib.h>

/* Few processes are better shown one by one.  */
enum { MOST_ALONE = 16, MOST_GROUPS = 32 };
#define NEAR 0.2		/* of the time of the one that has more */

/* Returns whether row number ROW of the flat profile is compared.  */
static bool
is_compared (const struct report *report, size_t row)
{
  uint32_t place = report->flat.rows[row].place;
  return place == NO_NODE
	 || role_of_place (&report->profile.places[place]) != ROLE_SETUP;
}

/* Returns how far apart what processes A and B do is: 0 if it is the same, 2 if
   they have nothing in common.  */
static double
distance (const struct report *report, uint32_t a, uint32_t b)
{
  double apart = 0, all_a = 0, all_b = 0;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const double *self = &report->peers.self[i * report->peers.threads];
      if (!is_compared (report, i))
	continue;
      apart += fabs (self[a] - self[b]);
      all_a += self[a];
      all_b += self[b];
    }
  double most = fmax (all_a, all_b);
  return most > 0 ? apart / most : 0;
}

/* Returns the row of the flat profile where process RANK spends most.  */
static size_t
mostly (const struct report *report, uint32_t rank)
{
  const struct peers_report *peers = &report->peers;
  size_t most = 0;
  double longest = -1;
  for (size_t i = 0; i < report->flat.count; i++)
    if (is_compared (report, i)
	&& peers->self[i * peers->threads + rank] > longest)
      {
	longest = peers->self[i * peers->threads + rank];
	most = i;
      }
  return most;
}

/* Returns the group that process RANK belongs to; a new one at the end if none
   is near, as long as there are few.  */
static struct alike *
find_group (const struct report *report, struct alikes *groups, uint32_t rank)
{
  struct alike *best = NULL;
  double least = INFINITY;
  for (size_t i = 0; i < groups->count; i++)
    {
      double apart = distance (report, groups->rows[i].first, rank);
      if (apart < least)
	{
	  least = apart;
	  best = &groups->rows[i];
	}
    }
  if (best && (least <= NEAR || groups->count == MOST_GROUPS))
    return best;
  groups->rows[groups->count] = (struct alike) {
    .first = rank, .least = INFINITY, .mostly = mostly (report, rank)
  };
  return &groups->rows[groups->count++];
}

static void
join_group (struct alike *group, uint32_t rank, const struct rank_time *t)
{
  double inner = t->time - t->setup;
  group->ranks++;
  group->last = rank;
  group->time += t->time;
  group->setup += t->setup;
  group->communicating += t->communicating;
  group->least = fmin (group->least, inner);
  group->most = fmax (group->most, inner);
}

ORDER (by_ranks, struct alike, FALLING (ranks) RISING (first))

void
add_up_alike (struct report *report)
{
  struct peers_report *peers = &report->peers;
  struct alikes *groups = &peers->alike;
  if (peers->threads <= MOST_ALONE)
    return;
  groups->rows = allocate (MOST_GROUPS, sizeof *groups->rows);
  for (uint32_t i = 0; i < peers->threads; i++)
    if (peers->ranks[i].time > 0)
      join_group (find_group (report, groups, i), i, &peers->ranks[i]);
  SORT (groups->rows, groups->count, by_ranks);
}
