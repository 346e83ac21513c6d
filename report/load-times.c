/* load-times.c - what each node of a record took itself.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   A record has two kinds of nodes (record.h): those measured tell how long
   they took with all that they called; those estimated, what they took
   themselves.  So what a measured one took itself is what its calls did not,
   down to the next measured ones:

     main		10 s measured
       +- parse		 6 s estimated		main itself: 10 - 6 - 1 s
	    +- read	 1 s measured

   What measuring itself took is taken out: of a call that is timed, a part is
   within what is measured and a part is the caller's; of one that is counted,
   all is the caller's.

   Where more was estimated, and to be taken out, than there was time, all of
   that is made smaller by the same factor.

   What measuring takes was found out in the first milliseconds of the process,
   when the processor may have been slower than later: it never takes longer
   than the functions' calls that were measured.  */

#include "load.h"

#include <math.h>
#include <stdlib.h>

/* What is known of a node, in ticks.  ESTIMATED and MEASURED are of what it
   called, down to the next measured nodes.  */
struct sum {
  double total;			/* if measured: with all that it called */
  double own;			/* if estimated */
  double estimated, measured;
  double factor;		/* for the estimates of what it called */
  double cost_of_calls;		/* that it made itself, if they were timed */
  double cost;			/* of measuring all that it called */
};

static bool
is_estimated (const struct gasp_record_node *raw)
{
  return raw->period != 0;
}

static double
positive (double value)
{
  return value > 0 ? value : 0;
}

/* What all calls of RAW took: TICKS are those of all but the latest.  */
static double
all_calls (const struct gasp_record_node *raw)
{
  double calls = (double) raw->calls;
  double known = raw->period > raw->skip
		 ? calls - (double) (raw->period - raw->skip) : calls;
  return known > 0 ? (double) raw->ticks / known * calls : (double) raw->ticks;
}

/* TICKS, if they can be what it takes to record a call: less than 10 us.  */
static double
plausible_cost (const struct loading *loading, double ticks)
{
  double ns = ticks * loading->ns_per_tick;
  return isfinite (ns) && ns > 0 && ns < 10000 ? ticks : 0;
}

static struct costs
scaled_costs (const struct loading *loading,
	      const struct gasp_record_costs *costs, double factor)
{
  return (struct costs) {
    plausible_cost (loading, costs->within) * factor,
    plausible_cost (loading, costs->outside) * factor,
    plausible_cost (loading, costs->counted) * factor
  };
}

/* What RAW's calls took on average if it is a function that enough of were
   measured for that to mean something; else INFINITY.  */
static double
usual_time (const struct loading *loading, const struct gasp_record_node *raw)
{
  enum { ENOUGH = 1000 };
  uint64_t unknown = raw->period > raw->skip ? raw->period - raw->skip : 0;
  uint64_t place
    = record_number (&loading->record, GASP_RECORD_PLACES, raw->place);
  if (raw->ticks <= 0 || raw->calls < unknown + ENOUGH
      || place >= loading->place_count
      || loading->profile->places[loading->places[place]].kind
	 != PLACE_FUNCTION)
    return INFINITY;
  return all_calls (raw) / (double) raw->calls;
}

/* By what the record's costs are to be multiplied, so that no function took
   less than recording it.  A processor is rarely slower by more than LEAST:
   below that it is something else that is wrong.  */
static double
cost_factor (const struct loading *loading)
{
  static const double least = 1.0 / 3;
  double within
    = plausible_cost (loading, loading->record.header.costs.within);
  double factor = 1;
  for (uint64_t i = 0; within > 0 && i < loading->raw_count; i++)
    factor = fmin (factor, usual_time (loading, &loading->raw[i]) / within);
  return fmax (factor, least);
}

void
load_costs (struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  struct costs *most = &loading->profile->costs;
  if (loading->profile->with_costs)
    return;
  double factor = cost_factor (loading);
  loading->costs = scaled_costs (loading, &header->costs, factor);
  loading->allocation_costs
    = scaled_costs (loading, &header->allocation_costs, factor);
  double scale = loading->ns_per_tick;
  most->outside = fmax (most->outside, scale * (loading->costs.within
						+ loading->costs.outside));
  most->counted = fmax (most->counted, scale * loading->costs.counted);
}

/* What of the cost WITHIN is in a function's call that was timed, and took
   MEASURED with that: see struct gasp_record_costs.  */
static double
part_within (double within, double measured)
{
  double beyond = measured - within;
  return beyond <= 0 ? positive (measured)
	 : beyond >= within ? 0 : within - beyond;
}

/* What measuring one call of RAW took, of which MEASURED is what was measured
   on average: of an event other than allocation, that is not known.  Of a
   function that is estimated, WITHIN is taken in full: as few of its calls are
   timed, there are branches at their ends that the processor does not foresee,
   and these take about as long.  */
static struct costs
costs_of_call (const struct loading *loading,
	       const struct gasp_record_node *raw, double measured)
{
  uint64_t place
    = record_number (&loading->record, GASP_RECORD_PLACES, raw->place);
  if (place < loading->place_count)
    {
      const struct place *p
	= &loading->profile->places[loading->places[place]];
      struct costs costs = loading->costs;
      if (p->kind == PLACE_FUNCTION && !is_estimated (raw))
	costs.within = part_within (costs.within, measured);
      if (p->kind == PLACE_FUNCTION)
	return costs;
      if (is_allocation (p))
	return loading->allocation_costs;
    }
  return (struct costs) { 0, 0, 0 };
}

/* The same of all its calls, which took TICKS.  */
static struct costs
costs_of (const struct loading *loading, const struct gasp_record_node *raw,
	  double ticks)
{
  double calls = (double) raw->calls;
  struct costs costs = costs_of_call (loading, raw,
				      calls > 0 ? ticks / calls : 0);
  return (struct costs) { calls * costs.within, calls * costs.outside,
			  calls * costs.counted };
}

/* What was measured of RAW's calls.  END completes a call that is open.  */
static double
measured_of (const struct gasp_record_node *raw, uint64_t end)
{
  return raw->ticks < 0 ? (double) add_wrapping (raw->ticks, (int64_t) end)
			: (double) raw->ticks;
}

/* SUM, of RAW, of which MEASURED is known, has all that it called.  */
static void
complete (struct sum *sum, const struct gasp_record_node *raw,
	  const struct costs *costs, double measured)
{
  sum->factor = 1;
  if (is_estimated (raw))
    {
      sum->own = positive (all_calls (raw) - costs->within
			   - sum->cost_of_calls);
      return;
    }
  double left = positive (measured - costs->within - sum->measured);
  double known = sum->estimated + sum->cost;
  if (known > left)
    sum->factor = left / known;
  sum->cost *= sum->factor;
  sum->total = sum->measured + left - sum->cost;
}

static void
add_to_caller (struct sum *caller, const struct sum *sum,
	       const struct gasp_record_node *raw, const struct costs *costs)
{
  bool estimated = is_estimated (raw);
  caller->cost_of_calls += costs->outside;
  caller->cost += sum->cost + (estimated ? costs->counted
			       : costs->within + costs->outside);
  caller->measured += estimated ? sum->measured : sum->total;
  caller->estimated += estimated ? sum->own + sum->estimated : 0;
}

/* What RAW took itself, in ticks; FACTOR is that for estimates there.  */
static struct own_time
own_time (const struct sum *sum, const struct gasp_record_node *raw,
	  double factor)
{
  if (is_estimated (raw))
    return (struct own_time) { sum->own * factor, true, true };
  double rest = sum->total - sum->measured - sum->estimated * sum->factor;
  return (struct own_time) { positive (rest), sum->estimated > 0, false };
}

struct own_time *
own_times (struct loading *loading, const uint32_t *nodes, size_t count,
	   uint64_t end)
{
  struct own_time *times = allocate (count, sizeof *times);
  if (!loading->sums)
    loading->sums = allocate (loading->raw_count, sizeof *loading->sums);
  struct sum *sums = loading->sums;
  for (size_t n = count; n-- > 0;)
    {
      uint32_t i = nodes[n];
      const struct gasp_record_node *raw = &loading->raw[i];
      double measured = measured_of (raw, end);
      struct costs costs = costs_of (loading, raw, measured);
      complete (&sums[i], raw, &costs, measured);
      if (n)
	add_to_caller (&sums[loading->raw_parent[i]], &sums[i], raw, &costs);
    }
  for (size_t n = 0; n < count; n++)
    {
      uint32_t i = nodes[n];
      const struct gasp_record_node *raw = &loading->raw[i];
      double factor = n ? sums[loading->raw_parent[i]].factor : 1;
      times[n] = own_time (&sums[i], raw, factor);
      times[n].ns *= loading->ns_per_tick;
      if (is_estimated (raw))
	sums[i].factor = factor;
    }
  return times;
}
