/* load-times.c - what each node of a record took itself.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   A record has two kinds of nodes (record.h).  The calls of some were timed: they
   tell how long they took with all that they called.  Of the others the calls were
   counted.  An observer saw how much of the time passed in each, and in recording
   its calls:

     main		10 s timed, seen in it 1 s
       +- parse		seen 5 s, and 2 s of recording
	    +- read	1 s timed

   A timed node and the nodes below it, down to the next timed ones, are a region.
   What a region took is exact: that of main and parse is 10 - 1 s.  It is divided as
   the observer saw it: 9 / 8 s are main's own, 45 / 8 s parse's, and the rest, which
   recording took, is nobody's.  So nothing is negative, and the parts make the
   whole.

   Whoever is seen in N looks of all is known with the error that samples have.

   A region of one node is exact but for recording, which a few looks would tell badly.
   If there are no more, what recording took is taken from all such regions together,
   and divided by calls.  */

#include "load.h"

#include <math.h>
#include <stdlib.h>

/* What is known of a node, in ticks; of one that is timed, SEEN and TIMED are of its
   region.  */
struct sum {
  double total;			/* of its calls, if they were timed */
  double timed;			/* of that, the total of other regions */
  double seen;			/* by the observer, in nanoseconds */
  double looks;
  bool is_shared;		/* the region has observed nodes */
  double calls;			/* recorded in it: an end is as much as a start */
  uint32_t head;		/* the timed node of the region that it is in */
};

static bool
is_observed (const struct gasp_record_node *raw)
{
  return raw->period != 0;
}

static double
positive (double value)
{
  return value > 0 ? value : 0;
}

/* What REGION took without the regions in it, in ticks.  */
static double
time_of (const struct sum *region)
{
  return positive (region->total - region->timed);
}

/* What was measured of RAW's calls.  END completes a call that is open.  */
static double
total_of (const struct gasp_record_node *raw, uint64_t end)
{
  return positive (raw->ticks < 0
		   ? (double) add_wrapping (raw->ticks, (int64_t) end)
		   : (double) raw->ticks);
}

/* Regions, from the innermost nodes on: NODES are COUNT, callers first.  */
static void
add_up_regions (const struct loading *loading, const uint32_t *nodes,
		size_t count, uint64_t end)
{
  struct sum *sums = loading->sums;
  for (size_t n = 0; n < count; n++)
    {
      uint32_t i = nodes[n];
      const struct gasp_record_node *raw = &loading->raw[i];
      bool observed = is_observed (raw) && n > 0;
      sums[i] = (struct sum) {
	.seen = (double) raw->own_time + (double) raw->cost,
	.looks = raw->looks, .calls = (double) raw->calls / 2,
	.head = observed ? sums[loading->raw_parent[i]].head : i
      };
    }
  for (size_t n = count; n-- > 0;)
    {
      uint32_t i = nodes[n];
      struct sum *sum = &sums[i];
      bool observed = sum->head != i;
      sum->total = observed ? 0 : total_of (&loading->raw[i], end);
      if (n == 0)
	break;
      struct sum *caller = &sums[loading->raw_parent[i]];
      caller->timed += observed ? sum->timed : sum->total;
      caller->calls += observed ? 0 : (double) loading->raw[i].calls / 2;
      caller->seen += observed ? sum->seen : 0;
      caller->looks += observed ? sum->looks : 0;
      caller->is_shared |= observed;
    }
}

/* The part of its region's time that RAW has, of which SEEN was seen; or all of it,
   if there was no look, as far as anybody knows.  What was never seen may have been
   missed by one look.  */
static struct own_time
divide (const struct loading *loading, const struct gasp_record_node *raw,
	const struct sum *region, double seen, bool is_head)
{
  double time = time_of (region) * loading->ns_per_tick;
  if (region->seen <= 0)
    return (struct own_time) {
      .ns = is_head ? time : 0,
      .variance = time * time / 4
    };
  double part = seen / region->seen;
  double looks = fmax (region->looks, 1);
  double a_look = raw->looks ? (double) raw->own_time / raw->looks
		  : region->seen / looks;
  double variance = raw->looks ? part * (1 - part) * a_look / region->seen
		    : 1 / (looks * looks);
  return (struct own_time) { .ns = time * part,
			     .variance = time * time * variance };
}

/* What recording a call takes in regions of one node, in ticks, as far as they were
   seen.  */
static double
cost_of_call (const struct loading *loading, const uint32_t *nodes,
	      size_t count)
{
  double seen = 0, cost = 0, time = 0, calls = 0;
  for (size_t n = 0; n < count; n++)
    {
      const struct sum *sum = &loading->sums[nodes[n]];
      if (sum->head != nodes[n] || sum->is_shared)
	continue;
      seen += sum->seen;
      cost += (double) loading->raw[nodes[n]].cost;
      time += time_of (sum);
      calls += sum->calls;
    }
  return seen > 0 && calls > 0 ? cost / seen * time / calls : 0;
}

/* The time of a region of one node, but for its calls at COST each.  */
static struct own_time
whole_region (const struct loading *loading, const struct sum *region,
	      double cost)
{
  double time = time_of (region);
  double recording = fmin (cost * region->calls, time);
  if (loading->profile->with_costs)
    recording = 0;
  return (struct own_time) { .ns = (time - recording) * loading->ns_per_tick,
			     .cost = recording * loading->ns_per_tick };
}

/* The part of RAW in REGION, which it shares with others.  */
static struct own_time
part_of_region (const struct loading *loading,
		const struct gasp_record_node *raw, const struct sum *region,
		bool is_head)
{
  double cost = (double) raw->cost;
  double own = (double) raw->own_time;
  bool with_costs = loading->profile->with_costs;
  struct own_time result = divide (loading, raw, region,
				   with_costs ? own + cost : own, is_head);
  if (region->seen > 0 && !with_costs)
    result.cost = time_of (region) * loading->ns_per_tick * cost
		  / region->seen;
  return result;
}

/* Whether looks alone tell the cost of recording RAW to a twentieth.  */
static bool
is_well_seen (const struct gasp_record_node *raw)
{
  enum { ENOUGH = 400 };
  double all = (double) raw->own_time + (double) raw->cost;
  return raw->looks && (double) raw->looks * all
		       >= ENOUGH * (double) raw->own_time;
}

static struct own_time
own_time (const struct loading *loading, uint32_t i, double cost)
{
  const struct gasp_record_node *raw = &loading->raw[i];
  const struct sum *region = &loading->sums[loading->sums[i].head];
  bool is_head = loading->sums[i].head == i;
  struct own_time result
    = region->is_shared || is_well_seen (raw)
      ? part_of_region (loading, raw, region, is_head)
      : whole_region (loading, region, cost);
  result.is_observed = !is_head;
  if (raw->asked)
    {
      double asked = raw->asked;
      result.waiting = result.ns * positive (asked - raw->running) / asked;
      result.stopped = result.ns * raw->stopped / asked;
    }
  return result;
}

struct own_time *
own_times (struct loading *loading, const uint32_t *nodes, size_t count,
	   uint64_t end)
{
  struct own_time *times = allocate (count, sizeof *times);
  if (!loading->sums)
    loading->sums = allocate (loading->raw_count, sizeof *loading->sums);
  add_up_regions (loading, nodes, count, end);
  double cost = cost_of_call (loading, nodes, count);
  for (size_t n = 0; n < count; n++)
    times[n] = own_time (loading, nodes[n], cost);
  return times;
}
