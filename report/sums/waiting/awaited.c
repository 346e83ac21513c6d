/* awaited.c - for which threads of its process one waits.

   SPDX-License-Identifier: Apache-2.0

   A thread that calls a team and waits for it does not know what the others do.
   If one of them is busy longer in the region than the thread that waits, and
   that is most of the waiting, the region took what that one did.  Where
   threads take turns in being last, none is much busier, and the waiting is for
   what the others did in all, each time another one.

   Where records have what was done before each barrier of a region, they say
   this instead (between-barriers.c).  */

#include "record.h"
#include "sums/waiting/encounters.h"
#include "sums/waiting/workers.h"

#include <math.h>
#include <stdlib.h>

/* Less than this part of a region's time is ignored.  */
#define LEAST_WAITED_PERCENT 2
/* Nanoseconds, each time that threads come to the end of a region: what is
   waited less there may just be what that takes.  */
#define LEAST_WAITED 100e3

/* ---- For which one  */

void
add_share (struct region *region, const struct phase_part *part, double share)
{
  struct phase_part added = *part;
  added.ticks = (float) share;
  ONE_MORE (region->shares, region->share_count, region->share_room) = added;
}

/* Returns how long the busiest of REGION's workers were busy, one stage after
   another.  */
static double
busiest (const struct region *region)
{
  double busy = 0;
  for (size_t i = 0; i < region->worker_count; i = next_stage (region, i))
    busy += region->workers[i].busy;
  return busy;
}

/* Replaces what REGION's own thread waited for the others by what these did.
   What is left is waiting at WAIT.  */
static void
divide_turns (struct region *region, const struct phase_part *wait)
{
  double others = 0;
  for (size_t i = 0; i < region->part_count; i++)
    if (region->parts[i].thread != region->thread)
      others += region->parts[i].ticks;
  double known = fmin (1, others / region->waited);
  for (size_t i = 0; i < region->part_count; i++)
    if (region->parts[i].thread != region->thread)
      add_share (region, &region->parts[i],
		 known * region->parts[i].ticks / others);
  if (known < 1)
    add_share (region, wait, 1 - known);
  region->take_turns = true;
}

/* Replaces REGION's time, of so many CALLS, by what its busiest threads did,
   unless its own thread is the busiest.  What is left is waiting at WAIT.  */
static void
divide (struct region *region, const struct phase_part *wait, double calls)
{
  double own = region->whole - region->waited, busy = busiest (region);
  if (region->waited * 100 < region->whole * LEAST_WAITED_PERCENT)
    return;
  if (!(busy - own > region->waited / 2))
    {
      if (region->waited > calls * LEAST_WAITED)
	divide_turns (region, wait);
      return;
    }
  region->whole = fmax (region->whole, busy);
  for (size_t w = 0; w < region->worker_count; w = next_stage (region, w))
    for (size_t i = 0; i < region->workers[w].count; i++)
      {
	const struct phase_part *part
	  = &region->parts[region->workers[w].first + i];
	add_share (region, part, part->ticks / region->whole);
      }
  if (region->whole > busy)
    add_share (region, wait, 1 - busy / region->whole);
}

/* Makes REGION what its own thread did, and waited at WAIT.  */
static void
divide_own (struct report *report, struct region *region,
	    const struct phase_part *wait)
{
  struct region own = { .thread = region->thread, .path = region->path };
  add_worker (report, &own, region->thread, NULL);
  for (size_t i = 0; i < own.part_count; i++)
    add_share (region, &own.parts[i], own.parts[i].ticks / own.whole);
  if (own.waited > 0)
    add_share (region, wait, own.waited / own.whole);
  free (own.workers);
  free (own.parts);
  region->worker_count = 0;
}

/* ---- All regions  */

/* Returns the node of the outermost region around PART's; NO_NODE if there is
   none.  */
static uint32_t
outermost_region (const struct report *report, const struct phase_part *part)
{
  const struct node *nodes = report->profile.threads[part->thread]->tree.nodes;
  uint32_t outermost = NO_NODE;
  for (uint32_t i = part->node; i != NO_NODE; i = nodes[i].parent)
    if (role_at (report, &nodes[i]) == ROLE_TEAM)
      outermost = i;
  return outermost;
}

/* Adds to REGION what all threads did there; its own began the TEAM, and was at
   WAIT for the others.  */
static void
add_workers (struct report *report, struct region *region,
	     const struct phase_part *team, const struct phase_part *wait)
{
  const struct process *process
    = report->profile.threads[region->thread]->process;
  uint32_t first = (uint32_t) process->first_thread;
  bool *befores = process->before_count
		  ? allocate (process->before_count, sizeof *befores) : NULL;
  for (uint32_t i = 0; i < process->thread_count; i++)
    add_worker (report, region, first + i, befores);
  if (befores)
    divide_by_barriers (report, region, befores, team, wait);
  else
    join_successive (report, region);
  free (befores);
  keep_busiest (region);
}

/* Returns the number of the region that is node I of thread NUMBER.  */
static uint32_t
number_of_region (struct report *report, uint32_t number, uint32_t i)
{
  struct regions *regions = &report->peers.regions;
  const struct thread *own = report->profile.threads[number];
  struct region region
    = { .thread = number, .path = path_of (&report->peers.paths, own, i) };
  uint32_t known = known_region (regions, &region);
  if (known)
    return known;
  struct phase_part wait = longest_wait (report, &region);
  const struct phase_part team = {
    .ticks = (float) own->tree.nodes[i].self, .node = i, .path = region.path,
    .thread = number
  };
  add_workers (report, &region, &team, &wait);
  if (region.is_left_out)
    region.share_count = 0;
  else if (!region.share_count)
    divide (&region, &wait, (double) own->tree.nodes[i].calls);
  if (!region.share_count)
    divide_own (report, &region, &wait);
  return add_region (regions, &region);
}

/* Divides REGION into the work of the JOINED threads, whose parts it has,
   and waiting at JOIN for them to begin and to end.  */
static void
divide_joined (struct region *region, const struct phase_part *join,
	       const struct joined *joined)
{
  double sum = 0;
  for (size_t i = 0; i < region->part_count; i++)
    sum += region->parts[i].ticks;
  for (size_t i = 0; i < region->part_count; i++)
    {
      region->parts[i].ticks *= (float) (joined->took / sum);
      add_share (region, &region->parts[i],
		 region->parts[i].ticks / region->whole);
    }
  if (region->whole > joined->took)
    add_share (region, join, 1 - joined->took / region->whole);
  struct worker all = { .thread = joined->threads[0], .busy = region->whole,
			.count = region->part_count };
  /* What its own thread does meanwhile.  */
  struct worker own
    = { .thread = region->thread,
	.busy = fmax (0, region->whole - joined->waited - joined->told) };
  region->worker_count = 0;
  ONE_MORE (region->workers, region->worker_count, region->worker_room) = all;
  ONE_MORE (region->workers, region->worker_count, region->worker_room) = own;
}

uint32_t
add_joined (struct report *report, const struct phase_part *join,
	    const struct joined *joined)
{
  struct region region = { .thread = join->thread, .path = NO_NODE,
			   .whole = fmax (joined->took, joined->waited) };
  for (size_t i = 0; i < joined->count; i++)
    add_worker (report, &region, joined->threads[i], NULL);
  if (region.is_left_out || !region.part_count)
    {
      free (region.workers);
      free (region.parts);
      return 0;
    }
  region.whole = fmax (joined->took, joined->waited);
  divide_joined (&region, join, joined);
  return add_region (&report->peers.regions, &region);
}

/* Returns the number of the thread that mostly woke PART's, which waited there;
   NO_NODE if that is not known.  */
static uint32_t
waker_of (const struct report *report, const struct phase_part *part)
{
  const struct thread *own = report->profile.threads[part->thread];
  const struct process *process = own->process;
  double *waited = allocate (process->thread_count, sizeof *waited), best = 0;
  uint32_t most = NO_NODE;
  for (size_t i = 0; i < process->tally_count; i++)
    {
      const struct tally *t = &process->tallys[i];
      if (t->what != GASP_RECORD_WOKEN || t->thread != own->number
	  || t->place != own->tree.nodes[part->node].place)
	continue;
      uint32_t waker = thread_of_system (report, process, t->other_thread);
      if (waker == NO_NODE)
	continue;
      double all = waited[waker - process->first_thread] += t->amount;
      if (all > best)
	{
	  best = all;
	  most = waker;
	}
    }
  free (waited);
  return most;
}

/* Returns the number of the region for PART, a wait for a thread that wakes
   its own: it is that thread's work over the whole run.  0: the thread is
   not known.  */
static uint32_t
number_of_wait (struct report *report, const struct phase_part *part)
{
  struct regions *regions = &report->peers.regions;
  const struct thread *own = report->profile.threads[part->thread];
  uint32_t path = path_of (&report->peers.paths, own, part->node);
  struct region region = { .thread = part->thread, .path = path,
			   .is_awaited = true };
  uint32_t waker = waker_of (report, part);
  uint32_t known = waker == NO_NODE ? 0 : known_region (regions, &region);
  if (waker == NO_NODE || known)
    return known;
  region.path = NO_NODE;
  add_worker (report, &region, waker, NULL);
  region.path = path;
  region.whole = region.waited = own->tree.nodes[part->node].self;
  if (!region.is_left_out)
    divide (&region, part, INFINITY);
  return add_region (regions, &region);
}

uint32_t
region_of (struct report *report, const struct phase_part *part)
{
  const struct thread *own = report->profile.threads[part->thread];
  const struct node *at = &own->tree.nodes[part->node];
  uint32_t node = outermost_region (report, part);
  uint32_t number = node != NO_NODE
		    ? number_of_region (report, part->thread, node) : 0;
  if (number && report->peers.regions.rows[number - 1].take_turns
      && !waits_for_team (report, at))
    number = number_of_counted (report, part);
  else if (node == NO_NODE)
    number = role_at (report, at) == ROLE_AWAIT
	     ? number_of_wait (report, part) : number_of_counted (report, part);
  /* Phases have a region as a whole if they do not end within it.  */
  if (!number || !report->peers.regions.rows[number - 1].is_left_out
      || part->node == node)
    return number;
  return waits_for_team (report, at) ? number_of_barrier (report, part) : 0;
}

/* Returns how long WORKER of REGION would be busy if PATH took FASTER less
   of its own time.  */
static double
busy_if (const struct region *region, const struct worker *worker,
	 uint32_t path, double faster)
{
  double busy = worker->busy;
  for (size_t i = worker->first; i < worker->first + worker->count; i++)
    if (region->parts[i].path == path)
      busy -= faster * region->parts[i].ticks;
  return busy;
}

/* Returns how much shorter the wait REGION, at a barrier, is if PATH is FASTER:
   for who waits, too, which may make it longer.  */
static double
gain_at_barrier (const struct region *region, uint32_t path, double faster)
{
  const struct worker *others = &region->workers[0];
  const struct worker *own = &region->workers[1];
  return fmax (0, others->busy - own->busy)
	 - fmax (0, busy_if (region, others, path, faster)
		    - busy_if (region, own, path, faster));
}

double
gain_in (const struct region *region, uint32_t path, double faster)
{
  double gain = 0;
  if (region->is_barrier)
    return gain_at_barrier (region, path, faster) / region->whole;
  for (size_t i = 0; region->take_turns && i < region->share_count; i++)
    if (region->shares[i].path == path)
      gain += faster * region->shares[i].ticks;
  if (region->take_turns)
    return gain;
  for (size_t i = 0, next; i < region->worker_count; i = next)
    {
      double most = 0, longest = 0;
      next = next_stage (region, i);
      for (size_t j = i; j < next; j++)
	{
	  const struct worker *worker = &region->workers[j];
	  most = fmax (most, worker->busy);
	  longest = fmax (longest, busy_if (region, worker, path, faster));
	}
      gain += most - longest;
    }
  return region->whole > 0 ? gain / region->whole : 0;
}

/* Less than this part of the critical path is ignored.  */
#define LEAST_OPEN_PERCENT 1

bool
note_open_waits (struct report *report)
{
  const struct regions *regions = &report->peers.regions;
  struct criticals *rows = &report->peers.criticals;
  double least = rows->length * LEAST_OPEN_PERCENT / 100;
  bool gains_known = true;
  for (size_t i = 0; i < regions->count; i++)
    if (regions->rows[i].is_left_out && regions->rows[i].waited > least)
      {
	rows->has_open_waits = true;
	gains_known &= !regions->rows[i].others_meet;
      }
  return gains_known;
}

/* ---- Who it is  */

/* Returns whether threads take turns in doing what PART is, in its region.  */
static bool
is_done_in_turns (const struct report *report, const struct phase_part *part)
{
  const struct region *region
    = part->region ? &report->peers.regions.rows[part->region - 1] : NULL;
  for (size_t i = 0; region && i < region->worker_count; i++)
    {
      const struct worker *w = &region->workers[i];
      for (size_t j = w->first; j < w->first + w->count; j++)
	if (w->thread == NO_NODE && region->parts[j].path == part->path)
	  return true;
    }
  return region && region->take_turns;
}

/* Returns the place where WORKER of REGION is longest.  */
static uint32_t
place_of_most (const struct report *report, const struct region *region,
	       const struct worker *worker)
{
  const struct phase_part *most = &region->parts[worker->first];
  for (size_t i = worker->first; i < worker->first + worker->count; i++)
    if (region->parts[i].ticks > most->ticks)
      most = &region->parts[i];
  return report->profile.threads[most->thread]->tree.nodes[most->node].place;
}

/* Returns the thread that has held the lock that PART waits for most, and sets
   *PLACE to where it took it; null if it is not known.  */
static const struct thread *
holder_of (const struct report *report, const struct phase_part *part,
	   uint32_t *place)
{
  const struct thread *own = report->profile.threads[part->thread];
  const struct process *process = own->process;
  const struct tally *most = NULL;
  for (size_t i = 0; i < process->tally_count; i++)
    {
      const struct tally *t = &process->tallys[i];
      if (t->what == GASP_RECORD_BLAMED && t->thread == own->number
	  && t->place == own->tree.nodes[part->node].place
	  && t->other != NO_NODE && (!most || t->amount > most->amount))
	most = t;
    }
  for (size_t i = 0; most && i < process->thread_count; i++)
    {
      const struct thread *thread
	= report->profile.threads[process->first_thread + i];
      if (thread->number != most->other_thread)
	continue;
      *place = most->other;
      return thread;
    }
  return NULL;
}

/* Returns the one of REGION's workers that is busy longest in a stage; null if
   there is none.  */
static const struct worker *
longest_worker (const struct region *region)
{
  const struct worker *longest = region->worker_count ? region->workers : NULL;
  for (size_t i = 0; i < region->worker_count; i = next_stage (region, i))
    if (region->workers[i].busy > longest->busy)
      longest = &region->workers[i];
  return longest;
}

const struct thread *
find_worker (struct report *report, const struct phase_part *part,
	     uint32_t number, uint32_t *place)
{
  const struct thread *own = report->profile.threads[part->thread];
  if (own->number != number)
    return is_done_in_turns (report, part) ? NULL : own;
  enum role role = role_at (report, &own->tree.nodes[part->node]);
  if (role == ROLE_LOCK || role == ROLE_ACQUIRE)
    return holder_of (report, part, place);
  uint32_t node
    = role == ROLE_TEAM_WAIT ? outermost_region (report, part) : NO_NODE;
  uint32_t region_number = node != NO_NODE
			   ? number_of_region (report, part->thread, node)
			   : role == ROLE_AWAIT ? number_of_wait (report, part)
			   : 0;
  if (!region_number)
    return NULL;
  const struct region *region
    = &report->peers.regions.rows[region_number - 1];
  const struct worker *worker = longest_worker (region);
  if (!worker || worker->thread == part->thread || worker->thread == NO_NODE
      || region->take_turns)
    return NULL;
  *place = place_of_most (report, region, worker);
  return report->profile.threads[worker->thread];
}
