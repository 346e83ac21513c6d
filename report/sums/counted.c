/* counted.c - what phases were made of where most calls were only counted.

   SPDX-License-Identifier: Apache-2.0

   A phase has the time of such calls in what called them.  How long they took
   is estimated for the whole run, without what they were ready for a processor:
   a phase had each in proportion to that.  So it had, of the time outside of
   instrumented functions, those that only samples show.  */

#include "sums/waiting/encounters.h"

#include <math.h>
#include <stdlib.h>

/* Returns whether NODE is known by more than samples: its calls were
   counted.  Below the ROOT of a thread samples are enough.  */
static bool
is_counted (const struct node *node, uint32_t root)
{
  return node->observed && (node->calls || root == 0);
}

/* Returns NODE, or the next one of its siblings whose calls are not timed; or
   NO_NODE.  */
static uint32_t
observed_from (const struct node *nodes, uint32_t node)
{
  while (node != NO_NODE && !nodes[node].observed)
    node = nodes[node].sibling;
  return node;
}

/* Returns the next one after NODE of those below ROOT whose time phases have in
   ROOT, as no call from there to them is timed; or NO_NODE.  */
static uint32_t
next_observed (const struct node *nodes, uint32_t root, uint32_t node)
{
  uint32_t next = observed_from (nodes, nodes[node].child);
  for (; next == NO_NODE && node != root; node = nodes[node].parent)
    next = observed_from (nodes, nodes[node].sibling);
  return next;
}

/* Returns how long NODE was ready for a processor by itself.  */
static double
ready_at (const struct node *node)
{
  return ready_time (node->self, node->running, node->waiting);
}

/* Adds to REGION the time of node I.  */
static void
add_part (struct report *report, struct region *region, uint32_t i)
{
  const struct thread *thread = report->profile.threads[region->thread];
  const struct phase_part part = {
    .ticks = (float) thread->tree.nodes[i].running, .node = i,
    .thread = region->thread,
    .path = path_of (&report->peers.paths, thread, i)
  };
  ONE_MORE (region->parts, region->part_count, region->part_room) = part;
  region->whole += part.ticks;
}

/* Makes REGION what its thread did at its parts.  */
static void
divide_counted (struct region *region)
{
  const struct worker own = { .thread = region->thread, .busy = region->whole,
			      .count = region->part_count };
  ONE_MORE (region->workers, region->worker_count, region->worker_room) = own;
  for (size_t i = 0; i < region->part_count; i++)
    {
      struct phase_part share = region->parts[i];
      share.ticks /= (float) region->whole;
      ONE_MORE (region->shares, region->share_count, region->share_room)
	= share;
    }
}

uint32_t
number_of_counted (struct report *report, const struct phase_part *part)
{
  const struct thread *own = report->profile.threads[part->thread];
  const struct node *nodes = own->tree.nodes;
  double all = nodes[part->node].self, ready = ready_at (&nodes[part->node]);
  struct region region
    = { .thread = part->thread,
	.path = path_of (&report->peers.paths, own, part->node) };
  uint32_t known, i = next_observed (nodes, part->node, part->node);
  if (i == NO_NODE)
    return 0;
  known = known_region (&report->peers.regions, &region);
  if (known)
    return known;
  add_part (report, &region, part->node);
  for (; i != NO_NODE; i = next_observed (nodes, part->node, i))
    {
      if (is_counted (&nodes[i], part->node))
	add_part (report, &region, i);
      all += nodes[i].self;
      ready += ready_at (&nodes[i]);
    }
  region.ready = all > 0 ? ready / all : 0;
  if (region.whole > 2 * nodes[part->node].running)
    divide_counted (&region);
  return add_region (&report->peers.regions, &region);
}

/* ---- Between barriers  */

/* Adds to ALL what B is made of.  */
static void
divide_before (const struct report *report, const struct before *b,
	       struct process *all)
{
  const struct node *nodes = report->profile.threads[b->thread]->tree.nodes;
  struct before part = *b;
  double sum = nodes[b->node].self;
  uint32_t i = next_observed (nodes, b->node, b->node);
  for (; i != NO_NODE; i = next_observed (nodes, b->node, i))
    sum += nodes[i].self;
  bool is_divided = sum > nodes[b->node].self;
  if (is_divided)
    part.time = b->time * nodes[b->node].self / sum;
  ONE_MORE (all->befores, all->before_count, all->before_room) = part;
  i = is_divided ? next_observed (nodes, b->node, b->node) : NO_NODE;
  for (; i != NO_NODE; i = next_observed (nodes, b->node, i))
    if (nodes[i].self > 0)
      {
	part.node = i;
	part.time = b->time * nodes[i].self / sum;
	ONE_MORE (all->befores, all->before_count, all->before_room) = part;
      }
}

void
divide_befores (struct report *report)
{
  for (size_t i = 0; i < report->profile.process_count; i++)
    {
      struct process *process = &report->profile.processes[i], all = { 0 };
      for (size_t j = 0; j < process->before_count; j++)
	divide_before (report, &process->befores[j], &all);
      free (process->befores);
      process->befores = all.befores;
      process->before_count = all.before_count;
      process->before_room = all.before_room;
    }
}

/* ---- Ready for a processor  */

double
ready_share (const struct report *report, const struct phase_part *part)
{
  const struct region *region
    = part->region ? &report->peers.regions.rows[part->region - 1] : NULL;
  if (part->node == NO_NODE)
    return 0;
  const struct thread *thread = report->profile.threads[part->thread];
  const struct node *node = &thread->tree.nodes[part->node];
  if (region && region->ready > 0)
    return region->ready;
  return node->self > 0 ? fmin (1, ready_at (node) / node->self) : 0;
}
