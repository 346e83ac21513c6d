/* workers.h - between workers.c and awaited.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/roles.h"
#include "sums/figures.h"

static inline enum role
role_at (const struct report *report, const struct node *node)
{
  return role_of_place (&report->profile.places[node->place]);
}

/* Adds to REGION what thread NUMBER did there; what is known of it by barriers
   is marked in BEFORES, if that is not null.  */
extern void add_worker (struct report *report, struct region *region,
			uint32_t number, bool *befores);
/* Keeps of REGION's workers those that are busiest, of each stage.  */
extern void keep_busiest (struct region *region);
/* Returns where REGION's own thread waits most for the others.  */
extern struct phase_part longest_wait (struct report *report,
				       const struct region *region);

/* Returns the number of the first of REGION's workers after I that is of
   another stage.  */
static inline size_t
next_stage (const struct region *region, size_t i)
{
  uint32_t stage = region->workers[i].stage;
  while (i < region->worker_count && region->workers[i].stage == stage)
    i++;
  return i;
}
