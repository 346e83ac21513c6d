/* between-barriers.c - what a region was made of, from barrier to barrier.

   SPDX-License-Identifier: Apache-2.0

   Between two barriers a team takes as long as the thread that comes last to
   the second one.  Records have what threads did there as the last ones
   (tool/models/segments.c): all of that together is the region.  Where the last
   one had still to wait, others ran tasks, or were a team of its own.

   For what would be gained, each barrier ends a stage, and has what all threads
   did before it.  If those take turns in being the last one, so that none is
   as long busy as all the last ones together, the stage is these.  */

#include "sums/waiting/encounters.h"
#include "base/order.h"
#include "model/roles.h"
#include "search.h"

#include <math.h>
#include <stdlib.h>

/* By how many per cent the last threads together are longer than the busiest
   one if they take turns.  */
#define LEAST_TURNS_PERCENT 5

/* Those that are marked, and what others did while the last ones waited.  */
struct dividing
{
  struct report *report;
  struct region *region;
  const struct process *process;
  const bool *is_marked;
  struct phase_part *helps;
  size_t help_count, help_room;
  double helped, waited;
};

void
mark_befores (const struct process *process, uint32_t number,
	      const uint32_t *into, bool *befores)
{
  for (size_t i = 0; i < process->before_count; i++)
    if (process->befores[i].thread == number)
      befores[i] = into[process->befores[i].node] != NO_NODE;
}

static const struct node *
node_of (const struct dividing *d, const struct before *b)
{
  return &d->report->profile.threads[b->thread]->tree.nodes[b->node];
}

static struct phase_part
part_of (const struct dividing *d, const struct before *b)
{
  const struct thread *thread = d->report->profile.threads[b->thread];
  return (struct phase_part) {
    .ticks = (float) b->time, .node = b->node, .thread = b->thread,
    .path = path_of (&d->report->peers.paths, thread, b->node)
  };
}

static bool
is_in_task (const struct dividing *d, const struct before *b)
{
  const struct thread *thread = d->report->profile.threads[b->thread];
  for (uint32_t i = b->node; i != NO_NODE; i = thread->tree.nodes[i].parent)
    {
      uint32_t place = thread->tree.nodes[i].place;
      if (role_of_place (&d->report->profile.places[place]) == ROLE_TASK)
	return true;
    }
  return false;
}

/* Adds B to what others did while the last ones waited, if it is that.  */
static bool
add_help (struct dividing *d, const struct before *b)
{
  if (b->level > 1 ? !b->is_last : b->is_last || !is_in_task (d, b))
    return false;
  ONE_MORE (d->helps, d->help_count, d->help_room) = part_of (d, b);
  d->helped += b->time;
  return true;
}

/* Adds a part to the last of REGION's workers.  */
static void
add_to_worker (struct region *region, const struct phase_part *part)
{
  struct worker *worker = &region->workers[region->worker_count - 1];
  ONE_MORE (region->parts, region->part_count, region->part_room) = *part;
  worker->count++;
  worker->busy += part->ticks;
}

static void
begin_worker (struct region *region, uint32_t thread, uint32_t stage)
{
  ONE_MORE (region->workers, region->worker_count, region->worker_room)
    = (struct worker) { .thread = thread, .last = thread, .stage = stage,
			.first = region->part_count };
}

/* Adds the parts of the stage that begins with before FIRST: of each thread;
   and then of those that were the last, which are also shares.  Returns its
   end.  */
static size_t
add_stage (struct dividing *d, size_t first)
{
  const struct before *all = d->process->befores;
  struct region *region = d->region;
  size_t i = first;
  uint32_t last = NO_NODE - 1;
  for (; i < d->process->before_count && all[i].place == all[first].place; i++)
    {
      const struct before *b = &all[i];
      uint32_t who = b->is_last ? NO_NODE : b->thread;
      if (!d->is_marked[i])
	continue;
      bool waits = waits_for_team (d->report, node_of (d, b));
      if ((!waits && add_help (d, b)) || b->level > 1)
	continue;
      struct phase_part part = part_of (d, b);
      if (b->is_last)
	add_share (region, &part, b->time);
      if (b->is_last && waits)
	d->waited += b->time;
      if (waits)
	continue;
      if (who != last)
	begin_worker (region, last = who, b->place);
      add_to_worker (region, &part);
    }
  return i;
}

/* Leaves of REGION's workers, for each stage, the last ones if they take turns,
   or else the others.  */
static void
choose_workers (struct region *region)
{
  struct worker *workers = region->workers;
  size_t kept = 0, end;
  for (size_t i = 0; i < region->worker_count; i = end)
    {
      double busiest = 0;
      for (end = i; end < region->worker_count
		    && workers[end].stage == workers[i].stage; end++)
	if (workers[end].thread != NO_NODE)
	  busiest = fmax (busiest, workers[end].busy);
      const struct worker *last = &workers[end - 1];
      bool turns = last->thread == NO_NODE
		   && last->busy * 100 > busiest * (100 + LEAST_TURNS_PERCENT);
      for (size_t j = i; j < end; j++)
	if ((workers[j].thread == NO_NODE) == turns)
	  workers[kept++] = workers[j];
    }
  region->worker_count = kept;
}

ORDER (by_thread, struct phase_part, RISING (thread) RISING (node))

/* Adds what helped as a stage: of each thread; and then all of it.  */
static void
add_helps (struct dividing *d)
{
  struct region *region = d->region;
  SORT (d->helps, d->help_count, by_thread);
  for (size_t i = 0; i < d->help_count; i++)
    {
      if (!i || d->helps[i].thread != d->helps[i - 1].thread)
	begin_worker (region, d->helps[i].thread, NO_NODE);
      add_to_worker (region, &d->helps[i]);
    }
  begin_worker (region, NO_NODE, NO_NODE);
  for (size_t i = 0; i < d->help_count; i++)
    {
      add_share (region, &d->helps[i], d->helps[i].ticks);
      add_to_worker (region, &d->helps[i]);
    }
}

/* Replaces what the last ones waited by what helped.  */
static void
divide_waits (struct dividing *d)
{
  struct region *region = d->region;
  double known = d->waited > 0 ? fmin (1, d->helped / d->waited) : 0;
  if (!(known > 0))
    return;
  for (size_t i = 0; i < region->share_count; i++)
    {
      struct phase_part *share = &region->shares[i];
      const struct thread *thread = d->report->profile.threads[share->thread];
      if (waits_for_team (d->report, &thread->tree.nodes[share->node]))
	share->ticks *= (float) (1 - known);
    }
  for (size_t i = 0; i < d->help_count; i++)
    d->helps[i].ticks *= (float) (known * d->waited / d->helped);
  add_helps (d);
}

/* ---- A wait at a barrier, where a region is not divided as a whole  */

/* Adds to SUMS, by path, what other threads than OWN did as the last ones
   before the barrier PLACE, less what OWN did meanwhile; and to the region a
   part of the former for each.  */
static void
add_excess (struct dividing *d, uint32_t own, uint32_t place, double *sums)
{
  for (size_t i = 0; i < d->process->before_count; i++)
    {
      const struct before *b = &d->process->befores[i];
      if (b->place != place || b->level > 1
	  || waits_for_team (d->report, node_of (d, b)))
	continue;
      struct phase_part part = part_of (d, b);
      bool is_own = b->thread == own;
      if (!is_own && !b->is_last)
	continue;
      sums[part.path] += is_own && !b->is_last ? -b->time : b->time;
      if (is_own)
	continue;
      if (!d->region->worker_count)
	begin_worker (d->region, b->thread, NO_NODE);
      if (d->region->workers->thread != b->thread)
	d->region->workers->thread = NO_NODE;
      add_to_worker (d->region, &part);
    }
}

/* Returns how many paths there are once all have been looked at.  */
static size_t
paths_of (struct dividing *d)
{
  for (size_t i = 0; i < d->process->before_count; i++)
    part_of (d, &d->process->befores[i]);
  return d->report->peers.paths.count;
}

uint32_t
number_of_barrier (struct report *report, const struct phase_part *wait)
{
  struct regions *regions = &report->peers.regions;
  const struct thread *thread = report->profile.threads[wait->thread];
  const struct node *node = &thread->tree.nodes[wait->node];
  struct region region = { .thread = wait->thread, .whole = node->self };
  struct dividing d = { .report = report, .region = &region,
			.process = thread->process };
  region.path = path_of (&report->peers.paths, thread, wait->node);
  uint32_t known = region.whole > 0 ? known_region (regions, &region) : 0;
  if (known || !(region.whole > 0))
    return known;
  double *sums = allocate (paths_of (&d), sizeof *sums), excess = 0;
  add_excess (&d, wait->thread, node->place, sums);
  for (size_t i = 0; i < region.part_count; i++)
    {
      struct phase_part *part = &region.parts[i];
      double *sum = &sums[part->path];
      part->ticks = (float) fmax (0, fmin (part->ticks, *sum));
      *sum -= part->ticks;
      excess += part->ticks;
    }
  for (size_t i = 0; i < region.part_count; i++)
    add_share (&region, &region.parts[i],
	       region.parts[i].ticks / fmax (excess, region.whole));
  if (excess < region.whole)
    add_share (&region, wait, 1 - excess / region.whole);
  free (sums);
  return add_region (regions, &region);
}

/* ---- Regions as a whole  */

void
divide_by_barriers (struct report *report, struct region *region,
		    const bool *befores)
{
  struct dividing d = {
    .report = report, .region = region, .is_marked = befores,
    .process = report->profile.threads[region->thread]->process
  };
  for (size_t i = 0; i < d.process->before_count;)
    i = add_stage (&d, i);
  divide_waits (&d);
  free (d.helps);
  join_successive (report, region);
  choose_workers (region);
  double whole = 0;
  for (size_t i = 0; i < region->share_count; i++)
    whole += region->shares[i].ticks;
  region->whole = whole > 0 ? whole : region->whole;
  for (size_t i = 0; i < region->share_count; i++)
    region->shares[i].ticks /= (float) whole;
}
