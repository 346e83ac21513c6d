/* idle.c - what a thread of a team waited for between parallel regions.

   SPDX-License-Identifier: Apache-2.0

   Until its next region begins it is idle: what makes that longer is what the
   process's first thread does meanwhile, outside of regions.  */

#include "model/roles.h"
#include "sums/waiting/encounters.h"

#include <math.h>

/* Returns whether PATH is in a parallel region.  */
static bool
is_in_region (const struct report *report, uint32_t path)
{
  const struct path *paths = report->peers.paths.rows;
  for (; path != NO_NODE; path = paths[path].caller)
    {
      enum role role
	= role_of_place (&report->profile.places[paths[path].place]);
      if (role == ROLE_TEAM || role == ROLE_MEMBER)
	return true;
    }
  return false;
}

bool
is_of_teams (const struct report *report, const struct thread *thread)
{
  for (uint32_t i = 1; i < thread->tree.count; i++)
    {
      uint32_t place = thread->tree.nodes[i].place;
      if (role_of_place (&report->profile.places[place]) == ROLE_MEMBER)
	return true;
    }
  return false;
}

/* Returns the part of PHASE in which H's thread is idle; null if there is none,
   or the thread is of no team.  */
static struct phase_part *
find_idle (const struct history *h, const struct phase *phase)
{
  struct phase_part *part = parts_of (h, phase);
  for (uint32_t i = 0; h->is_of_team && i < phase->count; i++)
    if (part[i].node == 0)
      return &part[i];
  return NULL;
}

struct meanwhile { struct report *report; struct region region; };

static void
add_meanwhile (void *closure, const struct phase_part *part, double time,
	       double ready)
{
  struct meanwhile *m = closure;
  (void) ready;
  if (part->path == NO_NODE || is_in_region (m->report, part->path))
    return;
  add_share (&m->region, part, time);
  m->region.whole += time;
}

void
put_idle (struct report *report, const struct history *h,
	  const struct history *first, struct phase *phase, double from,
	  double to)
{
  struct phase_part *idle = find_idle (h, phase);
  struct meanwhile m = { .report = report };
  if (!idle)
    return;
  m.region.thread = idle->thread;
  m.region.path = NO_NODE;
  if (first && first != h)
    visit_parts (first, from, to, add_meanwhile, &m);
  double took = idle->ticks * h->process->peers.phase_scale;
  for (size_t i = 0; i < m.region.share_count; i++)
    m.region.shares[i].ticks /= (float) m.region.whole;
  /* The rest the first thread waited for others, itself.  */
  idle->ticks *= (float) fmin (1, m.region.whole / took);
  if (m.region.share_count)
    idle->region = add_region (&report->peers.regions, &m.region);
}
