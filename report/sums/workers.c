/* workers.c - which thread of a team made one of its others late, and by what.

   SPDX-License-Identifier: Apache-2.0

   A thread that calls a team and waits for it does not know what the others do.
   Their trees say what each has done in the region, over the whole run.  */

#include "model/roles.h"
#include "record.h"
#include "sums/figures.h"

#include <stdlib.h>

/* A thread's time in a region but for waiting for its team, and the node that
   took most of it.  */
struct share { double busy; uint32_t node; };

static enum role
role_at (const struct report *report, const struct node *node)
{
  const struct place *place = &report->profile.places[node->place];
  return place->kind == PLACE_EVENT ? role_of_tag (place->tag) : ROLE_OTHER;
}

/* Returns the place of the innermost region around PART; NO_NODE if there is
   none.  */
static uint32_t
region_around (const struct report *report, const struct phase_part *part)
{
  const struct node *nodes = report->profile.threads[part->thread]->tree.nodes;
  for (uint32_t i = part->node; i != NO_NODE; i = nodes[i].parent)
    if (role_at (report, &nodes[i]) == ROLE_TEAM)
      return nodes[i].place;
  return NO_NODE;
}

/* Returns what TREE has in the region at PLACE.  */
static struct share
share_in (const struct report *report, const struct tree *tree, uint32_t place)
{
  struct share share = { 0, NO_NODE };
  bool *is_within = allocate (tree->count, sizeof *is_within);
  for (uint32_t i = 1; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      enum role role = role_at (report, node);
      is_within[i] = is_within[node->parent]
		     || ((role == ROLE_TEAM || role == ROLE_MEMBER)
			 && same_construct (report, node->place, place));
      if (!is_within[i] || role == ROLE_TEAM_WAIT)
	continue;
      share.busy += node->self;
      if (share.node == NO_NODE || node->self > tree->nodes[share.node].self)
	share.node = i;
    }
  free (is_within);
  return share;
}

void
find_worker (const struct report *report, const struct phase_part *part,
	     struct delay *row)
{
  const struct thread *own = report->profile.threads[part->thread];
  const struct process *process = own->process;
  uint32_t region = region_around (report, part);
  if (region == NO_NODE)
    return;
  double most = share_in (report, &own->tree, region).busy;
  for (size_t i = 0; i < process->thread_count; i++)
    {
      const struct thread *thread
	= report->profile.threads[process->first_thread + i];
      struct share share = { 0, NO_NODE };
      if (thread != own)
	share = share_in (report, &thread->tree, region);
      if (!(share.busy > most))
	continue;
      most = share.busy;
      row->worker = thread;
      row->worker_place = thread->tree.nodes[share.node].place;
    }
}
