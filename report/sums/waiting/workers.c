/* workers.c - what threads of a process did in a region.

   SPDX-License-Identifier: Apache-2.0

   Their trees say what each has done there, over the whole run.  Threads that
   follow one another, as those of teams within teams, which end with these, are
   as one.

   same-paths.c, between-barriers.c -> workers.c -> awaited.c.  */

#include "base/order.h"
#include "sums/waiting/encounters.h"
#include "sums/waiting/workers.h"

#include <math.h>
#include <stdlib.h>

/* So many workers of a region are kept.  */
#define MOST_WORKERS 4

bool
waits_for_team (const struct report *report, const struct node *node)
{
  enum role role = role_at (report, node);
  return role == ROLE_TEAM_WAIT || role == ROLE_TASK_WAIT;
}

/* Returns whether a thread at NODE, in REGION, is not busy.  */
static bool
waits_in (const struct report *report, const struct region *region,
	  const struct node *node)
{
  return waits_for_team (report, node)
	 || (region->is_awaited && role_at (report, node) == ROLE_AWAIT);
}

/* ---- What each has done in a region  */

/* Returns the node whose time in a phase includes that of node I of THREAD:
   the time of calls that are only counted is their caller's.  INTO has that
   node for each before I.  Returns NO_NODE if I is not in REGION.  If REGION is
   all that the thread does, each node has its own time.  */
static uint32_t
node_in (struct report *report, const struct region *region,
	 const struct thread *thread, uint32_t i, const uint32_t *into)
{
  const struct node *node = &thread->tree.nodes[i];
  uint32_t parent = node->parent == NO_NODE ? NO_NODE : into[node->parent];
  if (region->path == NO_NODE)
    return i;
  if (parent != NO_NODE)
    return node->observed ? parent : i;
  return role_at (report, node) == ROLE_TEAM
	 && path_of (&report->peers.paths, thread, i) == region->path
	 ? i : NO_NODE;
}

/* Adds to REGION the TIMES of thread NUMBER, if there are any.  */
static void
add_parts (struct report *report, struct region *region, uint32_t number,
	   const double *times)
{
  const struct thread *thread = report->profile.threads[number];
  struct worker worker = { .thread = number, .first = region->part_count,
			   .stage = NO_NODE };
  uint32_t *known = allocate (thread->tree.count, sizeof *known);
  memset (known, 0xff, thread->tree.count * sizeof *known);
  for (uint32_t i = 0; i < thread->tree.count; i++)
    if (times[i] > 0)
      {
	struct phase_part part = {
	  .ticks = (float) times[i], .node = i, .thread = number,
	  .path = path_by (&report->peers.paths, thread, i, known)
	};
	ONE_MORE (region->parts, region->part_count, region->part_room) = part;
	worker.busy += times[i];
      }
  free (known);
  worker.count = region->part_count - worker.first;
  if (worker.count)
    ONE_MORE (region->workers, region->worker_count, region->worker_room)
      = worker;
}

void
add_worker (struct report *report, struct region *region, uint32_t number,
	    bool *befores)
{
  const struct thread *thread = report->profile.threads[number];
  uint32_t count = thread->tree.count;
  uint32_t *into = allocate (count, sizeof *into);
  double *times = allocate (count, sizeof *times);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct node *node = &thread->tree.nodes[i];
      into[i] = node_in (report, region, thread, i, into);
      if (into[i] == NO_NODE)
	continue;
      bool meets = is_communication (report,
				     &report->profile.places[node->place]);
      region->is_left_out |= meets;
      region->others_meet |= meets && number != region->thread;
      bool waits = waits_in (report, region, node);
      if (!waits)
	times[into[i]] += node->self;
      if (number != region->thread)
	continue;
      region->whole += node->self;
      region->waited += waits ? node->self : 0;
    }
  if (befores)
    mark_befores (thread->process, number, into, befores);
  else
    add_parts (report, region, number, times);
  free (into);
  free (times);
}

/* ---- Threads that follow one another  */

/* Of the shorter one's time, per cent: so long two may live together, as one
   ends while the next begins.  */
#define TOGETHER_PERCENT 10

/* Returns whether A of REGION ends before B, a later one, begins.  */
static bool
is_followed_by (const struct report *report, const struct worker *a,
		const struct worker *b)
{
  const struct thread *x = report->profile.threads[a->last];
  const struct thread *y = report->profile.threads[b->thread];
  return x->start + x->duration - y->start
	 <= fmin (x->duration, y->duration) * TOGETHER_PERCENT / 100;
}

/* Returns which of the first COUNT of WORKERS W follows in its stage; COUNT
   if none.  */
static size_t
find_followed (const struct report *report, const struct worker *workers,
	       size_t count, const struct worker *w)
{
  size_t i = 0;
  while (i < count && (workers[i].stage != w->stage
		       || w->thread == NO_NODE
		       || !is_followed_by (report, &workers[i], w)))
    i++;
  return i;
}

void
join_successive (const struct report *report, struct region *region)
{
  size_t count = 0, *into = allocate (region->worker_count, sizeof *into);
  struct phase_part *parts = NULL;
  size_t part_count = 0, part_room = 0;
  struct worker *joined = allocate (region->worker_count, sizeof *joined);
  for (size_t i = 0; i < region->worker_count; i++)
    {
      const struct worker *w = &region->workers[i];
      into[i] = find_followed (report, joined, count, w);
      if (into[i] == count)
	joined[count++]
	  = (struct worker) { .thread = w->thread, .stage = w->stage };
      joined[into[i]].last = w->thread;
      joined[into[i]].busy += w->busy;
    }
  for (size_t to = 0; to < count; to++)
    {
      joined[to].first = part_count;
      for (size_t i = 0; i < region->worker_count; i++)
	for (size_t j = 0; into[i] == to && j < region->workers[i].count; j++)
	  ONE_MORE (parts, part_count, part_room)
	    = region->parts[region->workers[i].first + j];
      joined[to].count = part_count - joined[to].first;
    }
  free (into);
  free (region->workers);
  free (region->parts);
  region->workers = joined;
  region->worker_count = region->worker_room = count;
  region->parts = parts;
  region->part_count = part_count;
  region->part_room = part_room;
}

/* ---- The busiest  */

ORDER (by_stage_and_busy, struct worker,
       RISING (stage) FALLING (busy) RISING (thread))

void
keep_busiest (struct region *region)
{
  struct phase_part *kept = NULL;
  size_t count = 0, room = 0, workers = 0;
  SORT (region->workers, region->worker_count, by_stage_and_busy);
  for (size_t i = 0, first = 0; i < region->worker_count; i++)
    {
      struct worker worker = region->workers[i];
      size_t from = count;
      if (worker.stage != region->workers[first].stage)
	first = i;
      if (i - first >= MOST_WORKERS)
	continue;
      for (size_t j = worker.first; j < worker.first + worker.count; j++)
	ONE_MORE (kept, count, room) = region->parts[j];
      worker.first = from;
      region->workers[workers++] = worker;
    }
  region->worker_count = workers;
  free (region->parts);
  region->parts = kept;
  region->part_count = count;
  region->part_room = room;
}

struct phase_part
longest_wait (struct report *report, const struct region *region)
{
  const struct thread *thread = report->profile.threads[region->thread];
  const struct tree *tree = &thread->tree;
  OWNED uint32_t *into = allocate (tree->count, sizeof *into);
  struct phase_part wait = { .thread = region->thread, .path = region->path };
  for (uint32_t i = 0; i < tree->count; i++)
    {
      into[i] = node_in (report, region, thread, i, into);
      if (into[i] != NO_NODE
	  && waits_for_team (report, &tree->nodes[i])
	  && tree->nodes[i].self >= tree->nodes[wait.node].self)
	wait.node = i;
    }
  wait.path = path_of (&report->peers.paths, thread, wait.node);
  return wait;
}
