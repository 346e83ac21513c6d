/* between-barriers.c - what a region was made of, from barrier to barrier.

   SPDX-License-Identifier: Apache-2.0

   Between two barriers a team takes as long as the thread that comes last to
   the second one.  Records have what threads did there as the last ones
   (tool/models/segments.c): all of that together is the region.  Where the last
   one had still to wait, others ran tasks.  Where it called a team of its own,
   that took what others did as the last ones there, and otherwise what it did
   itself.  The rest of the region's time went into beginning the team, and
   into going on after barriers.

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

/* Work of other threads for the last ones, which waited for it, or worked in
   teams of their own.  */
struct help {
  struct phase_part *parts;
  size_t count, room;
  double helped;		/* time of PARTS */
  double waited;		/* time of the last ones meanwhile */
};
enum help_kind { BY_TASKS, BY_TEAMS, HELP_KINDS };

/* The region's befores that are marked.  */
struct dividing
{
  struct report *report;
  struct region *region;
  const struct process *process;
  const bool *is_marked;
  struct help helps[HELP_KINDS];
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

/* Returns how many nodes of ROLE the one of PART is in.  */
static unsigned int
depth_in (const struct dividing *d, const struct phase_part *part,
	  enum role role)
{
  const struct profile *profile = &d->report->profile;
  const struct node *nodes = profile->threads[part->thread]->tree.nodes;
  unsigned int depth = 0;
  for (uint32_t i = part->node; i != NO_NODE; i = nodes[i].parent)
    depth += role_of_place (&profile->places[nodes[i].place]) == role;
  return depth;
}

/* Returns whether others may have done something in place of PART of a last
   one, and sets *KIND to how.  */
static bool
may_be_helped (const struct dividing *d, const struct phase_part *part,
	       enum help_kind *kind)
{
  const struct thread *thread = d->report->profile.threads[part->thread];
  *kind = depth_in (d, part, ROLE_MEMBER) > 1 ? BY_TEAMS : BY_TASKS;
  return *kind == BY_TEAMS
	 || waits_for_team (d->report, &thread->tree.nodes[part->node]);
}

/* Adds PART, of B, to what others did in place of the last ones, if it is
   that.  */
static bool
add_help (struct dividing *d, const struct before *b,
	  const struct phase_part *part)
{
  struct help *help = &d->helps[b->level > 1 ? BY_TEAMS : BY_TASKS];
  if (b->level > 1 ? !b->is_last
		   : b->is_last || !depth_in (d, part, ROLE_TASK))
    return false;
  ONE_MORE (help->parts, help->count, help->room) = *part;
  help->helped += b->time;
  return true;
}

static void
add_part (struct region *region, const struct phase_part *part)
{
  ONE_MORE (region->parts, region->part_count, region->part_room) = *part;
}

/* Adds a part to the last of REGION's workers.  */
static void
add_to_worker (struct region *region, const struct phase_part *part)
{
  struct worker *worker = &region->workers[region->worker_count - 1];
  add_part (region, part);
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
      struct phase_part part = part_of (d, b);
      enum help_kind kind;
      if ((!waits && add_help (d, b, &part)) || b->level > 1)
	continue;
      if (b->is_last)
	add_share (region, &part, b->time);
      bool is_helped = may_be_helped (d, &part, &kind);
      if (b->is_last && is_helped)
	d->helps[kind].waited += b->time;
      if (waits && kind != BY_TEAMS)
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

/* Adds HELP as a stage: of each thread; and then all of it.  */
static void
add_tasks (struct region *region, struct help *help)
{
  SORT (help->parts, help->count, by_thread);
  for (size_t i = 0; i < help->count; i++)
    {
      if (!i || help->parts[i].thread != help->parts[i - 1].thread)
	begin_worker (region, help->parts[i].thread, NO_NODE);
      add_to_worker (region, &help->parts[i]);
    }
  begin_worker (region, NO_NODE, NO_NODE);
  for (size_t i = 0; i < help->count; i++)
    add_to_worker (region, &help->parts[i]);
}

/* Leaves so much of COUNT PARTS in place of which others may have done
   something in that WAY.  Returns how long all of these were.  */
static double
leave (const struct dividing *d, struct phase_part *parts, size_t count,
       enum help_kind way, double left)
{
  enum help_kind kind;
  double all = 0;
  for (size_t i = 0; i < count; i++)
    if (may_be_helped (d, &parts[i], &kind) && kind == way)
      {
	all += parts[i].ticks;
	parts[i].ticks *= (float) left;
      }
  return all;
}

/* Puts HELP in place of so much, KNOWN, of what each of REGION's workers did in
   teams of its own.  */
static void
put_teams (struct dividing *d, const struct help *help, double known)
{
  struct region *region = d->region;
  struct phase_part *parts = region->parts;
  region->parts = NULL;
  region->part_count = region->part_room = 0;
  for (size_t i = 0; i < region->worker_count; i++)
    {
      struct worker *w = &region->workers[i];
      struct phase_part *own = parts + w->first;
      double all = leave (d, own, w->count, BY_TEAMS, 1 - known);
      size_t first = region->part_count;
      for (size_t j = 0; j < w->count; j++)
	add_part (region, &own[j]);
      for (size_t j = 0; all > 0 && j < help->count; j++)
	{
	  struct phase_part part = help->parts[j];
	  part.ticks *= (float) (all / help->waited);
	  add_part (region, &part);
	}
      w->first = first;
      w->count = region->part_count - first;
    }
  free (parts);
}

/* Replaces what the last ones waited, or did in teams of their own, by what
   helped in that WAY.  */
static void
replace (struct dividing *d, enum help_kind way)
{
  struct region *region = d->region;
  struct help *help = &d->helps[way];
  double known = help->waited > 0 ? fmin (1, help->helped / help->waited) : 0;
  if (!(known > 0))
    return;
  leave (d, region->shares, region->share_count, way, 1 - known);
  for (size_t i = 0; i < help->count; i++)
    {
      help->parts[i].ticks *= (float) (known * help->waited / help->helped);
      add_share (region, &help->parts[i], help->parts[i].ticks);
    }
  if (way == BY_TASKS)
    add_tasks (region, help);
  else
    put_teams (d, help, known);
}

/* ---- A wait at a barrier, where a region is not divided as a whole  */

/* Adds to SUMS, by path, what other threads than OWN did as the last ones
   before the barrier PLACE, less what OWN did meanwhile; and to the region a
   worker for either, if there are OTHERS, or for OWN.  */
static void
add_before (struct dividing *d, uint32_t own, uint32_t place, bool others,
	    double *sums)
{
  struct region *region = d->region;
  begin_worker (region, NO_NODE, NO_NODE);
  struct worker *worker = &region->workers[region->worker_count - 1];
  for (size_t i = 0; i < d->process->before_count; i++)
    {
      const struct before *b = &d->process->befores[i];
      bool is_own = b->thread == own;
      if (b->place != place || b->level > 1 || is_own == others
	  || (others && !b->is_last)
	  || waits_for_team (d->report, node_of (d, b)))
	continue;
      struct phase_part part = part_of (d, b);
      if (is_own && b->is_last)
	part.ticks = -part.ticks;
      sums[part.path] += is_own ? -part.ticks : part.ticks;
      worker->thread = !worker->count || worker->thread == b->thread ? b->thread
		       : NO_NODE;
      add_to_worker (region, &part);
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
  region.is_barrier = true;
  region.path = path_of (&report->peers.paths, thread, wait->node);
  uint32_t known = region.whole > 0 ? known_region (regions, &region) : 0;
  if (known || !(region.whole > 0))
    return known;
  double *sums = allocate (paths_of (&d), sizeof *sums), excess = 0;
  add_before (&d, wait->thread, node->place, true, sums);
  add_before (&d, wait->thread, node->place, false, sums);
  for (size_t i = 0; i < region.workers->count; i++)
    {
      struct phase_part *part = &region.parts[i];
      double *sum = &sums[part->path];
      double over = fmax (0, fmin (part->ticks, *sum));
      *sum -= over;
      excess += over;
      add_share (&region, part, over);
    }
  for (size_t i = 0; i < region.share_count; i++)
    region.shares[i].ticks /= (float) fmax (excess, region.whole);
  if (excess < region.whole)
    add_share (&region, wait, 1 - excess / region.whole);
  free (sums);
  return add_region (regions, &region);
}

/* ---- Regions as a whole  */

/* Adds to REGION's shares, which take KNOWN, what else its own thread was there
   for: to begin the TEAM, and to WAIT until the barrier opens.  Returns what
   all of them take.  */
static double
add_rest (struct region *region, double known, const struct phase_part *team,
	  const struct phase_part *wait)
{
  double rest = fmax (0, region->whole - known),
	 begins = fmin (rest, team->ticks);
  if (begins > 0)
    add_share (region, team, begins);
  if (rest > begins)
    add_share (region, wait, rest - begins);
  return known + rest;
}

void
divide_by_barriers (struct report *report, struct region *region,
		    const bool *befores, const struct phase_part *team,
		    const struct phase_part *wait)
{
  struct dividing d = {
    .report = report, .region = region, .is_marked = befores,
    .process = report->profile.threads[region->thread]->process
  };
  for (size_t i = 0; i < d.process->before_count;)
    i = add_stage (&d, i);
  for (enum help_kind way = 0; way < HELP_KINDS; way++)
    {
      replace (&d, way);
      free (d.helps[way].parts);
    }
  join_successive (report, region);
  choose_workers (region);
  double whole = 0;
  for (size_t i = 0; i < region->share_count; i++)
    whole += region->shares[i].ticks;
  if (!(whole > 0))
    return;
  whole = add_rest (region, whole, team, wait);
  region->whole = whole;
  for (size_t i = 0; i < region->share_count; i++)
    region->shares[i].ticks /= (float) whole;
}
