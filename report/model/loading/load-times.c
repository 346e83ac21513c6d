/* load-times.c - what each node of a record took itself.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   A record has two kinds of nodes (record.h).  The calls of some were timed:
   they say how long they took with all that they called.  Of the others the
   calls were counted.  Samples show how much of the time passes in each, and in
   recording its calls:

     main		10 s timed, 1 s waiting; samples of 1 s
       +- parse		samples of 5 s, and of 2 s of recording
	    +- read	1 s timed

   A timed node and the nodes below it, down to the next timed ones, are a
   region.  What a region took is exact: that of main and parse is 10 - 1 s.  So
   is how long the thread was off the processor in it: the rest, 8 s, it ran.
   That is divided as samples were: main ran 1 s itself and waited 1 s, parse
   ran 5 s, and recording took 2 s.  So no time is negative, and the parts add
   up to the whole.  What the thread was ready for a processor is divided in the
   same way: it loses that where it runs.

   A call that ended unseen, since its function was switched off, has no region:
   its samples are its caller's (load-samples.c).

   Whoever is seen in N samples of all is known with the error that they have.

   Few samples, or none, are in a region that took less than SMALL_LOOKS of them
   stand for, and there may be millions of these.  Then it is as if FEW_LOOKS
   more had been divided as those of all small regions are: by how often each
   function is called, and what a call of it takes.  But what functions take
   that are not recorded, is known where they were seen only; if that is much,
   regions of less than FEW_LOOKS are parts of their callers'.

   A region of one node is exact but for recording, which is divided in the same
   way.  A few samples would show that badly: as if USUAL_LOOKS more had shown
   what recording a call takes in all such regions together.  */

#include "model/loading/load.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>

/* Times of a node, in ticks; for a timed node, all but TIMED and TOTAL are of
   its region.  */
struct sum {
  double total;			/* of its calls, if they were timed */
  double timed;			/* of that, the total of other regions */
  double seen;			/* by samples, in nanoseconds */
  double looks;			/* how many */
  double away, ready;		/* off the processor, and ready; in
				   nanoseconds */
  double more, more_ready;	/* what the regions in it had no time for */
  double ran, spread;		/* what its nodes ran, and were ready as they
				   ran */
  bool is_shared;		/* the region has observed nodes */
  double calls;			/* recorded in it: an end is as much as a
				   start */
  double expected;		/* what they usually take, in nanoseconds */
  uint32_t head;		/* the timed node of the region that it is in */
};

/* Returns whether RAW is an event in which a thread waits for others.  */
static bool
waits_for_threads (const struct loading *loading,
		   const struct gasp_record_node *raw)
{
  uint32_t number = known_place_of (loading, raw->place);
  if (number == NO_NODE)
    return false;
  const struct place *place = &loading->profile->places[number];
  enum role role = role_of_place (place);
  return role == ROLE_ACQUIRE || role == ROLE_AWAIT;
}

/* Returns whether the time of raw node I was sampled, rather than timed.  */
static bool
is_observed (const struct loading *loading, uint32_t i)
{
  return loading->raw[i].period != 0 || is_by_samples (loading, i);
}

static double
positive (double value)
{
  return value > 0 ? value : 0;
}

/* Returns the ticks that REGION took without the regions in it.  */
static double
time_of (const struct sum *region)
{
  return positive (region->total - region->timed);
}

/* Returns the part of what a thread was off the processor in REGION that it had
   time for.  */
static double
part_away (const struct loading *loading, const struct sum *region)
{
  double time = time_of (region) * loading->ns_per_tick;
  return region->away > time ? time / region->away : 1;
}

/* Returns the nanoseconds that REGION ran.  */
static double
ran_in (const struct loading *loading, const struct sum *region)
{
  return positive (time_of (region) * loading->ns_per_tick - region->away
		   - region->more);
}

/* Adds to CALLER's region what a thread is said to have been off the processor
   in REGION but that this had no time for: it was so near it.  */
static void
pass_up (const struct loading *loading, const struct sum *region,
	 struct sum *caller)
{
  double away = region->away + region->more;
  double excess = away - time_of (region) * loading->ns_per_tick;
  if (excess <= 0)
    return;
  caller->more += excess;
  caller->more_ready += excess * (region->ready + region->more_ready) / away;
}

/* Returns the time measured in RAW's calls.  END completes a call that is
   open.  */
static double
total_of (const struct gasp_record_node *raw, uint64_t end)
{
  return positive (raw->ticks < 0
		   ? (double) add_wrapping (raw->ticks, (int64_t) end)
		   : (double) raw->ticks);
}

/* A place's calls in small regions, as seen, in nanoseconds.  */
struct habit {
  double own, cost, calls;
};

/* The usual values of regions of one node, and of places in small ones.  */
struct usual {
  double cost;			/* of recording a call, in ticks */
  double look;			/* what a look stands for, in nanoseconds */
  struct habit *habits;		/* by the place's number; or null */
  bool has_others;		/* they take much of short regions */
};

enum { USUAL_LOOKS = 20, SMALL_LOOKS = 20, FEW_LOOKS = 4,
       MANY_LOOKS = 8 };

/* One look can hit the recording of a few calls.  As if so many calls more had
   been seen to take so many nanoseconds each, as they mostly do.  */
enum { USUAL_CALLS = 1000, USUAL_COST = 60 };
/* Recording a call takes no longer: the samples were of something else, as a
   thread's or a device's start.  */
enum { MOST_COST = 5000 };

/* Returns how wrong the time of REGION may usually be, in nanoseconds: a part
   of recording is in the measured time, and another part is not.  */
static double
unsure (const struct loading *loading, const struct sum *region,
	const struct usual *usual)
{
  return usual->cost * region->calls * loading->ns_per_tick / 2;
}

/* Returns whether looks show what REGION took better than clocks do: its
   calls take little longer than recording them, and there are many.  */
static bool
is_better_seen (const struct loading *loading, const struct sum *region,
		const struct usual *usual)
{
  double time = time_of (region) * loading->ns_per_tick;
  double off = unsure (loading, region, usual);
  return !region->is_shared && usual->look > 0
	 && off * off > time * usual->look;
}

static bool
is_short (const struct loading *loading, const struct sum *region,
	  const struct usual *usual)
{
  return ran_in (loading, region) < FEW_LOOKS * usual->look;
}

/* Begins the sum of node I, which is the FIRST of its thread's or not.  */
static void
begin_sum (const struct loading *loading, uint32_t i, bool first,
	   const struct usual *usual)
{
  struct sum *sums = loading->sums;
  const struct gasp_record_node *raw = &loading->raw[i];
  struct seen sampled = sampled_at (loading, i);
  bool observed = !first && (is_observed (loading, i)
			     || is_better_seen (loading, &sums[i], usual)
			     || (usual->has_others && sums[i].head == i
				 && is_short (loading, &sums[i], usual)));
  sums[i] = (struct sum) {
    .seen = sampled.ns + sampled.cost,
    .looks = sampled.count, .calls = (double) raw->calls / 2,
    .away = (double) raw->waited + (double) raw->ready,
    .ready = (double) raw->ready,
    .head = observed ? sums[loading->raw_parent[i]].head : i
  };
}

/* Adds SUM, of a node that is in its CALLER's region, to that.  */
static void
join_region (struct sum *caller, const struct sum *sum)
{
  caller->timed += sum->timed;
  caller->seen += sum->seen;
  caller->looks += sum->looks;
  caller->away += sum->away;
  caller->ready += sum->ready;
  caller->more += sum->more;
  caller->more_ready += sum->more_ready;
  caller->is_shared = true;
}

/* Regions, from the innermost nodes on: there are COUNT NODES, callers first.
   USUAL has the usual values of the pass before, if there was one.  */
static void
add_up_regions (const struct loading *loading, const uint32_t *nodes,
		size_t count, uint64_t end, const struct usual *usual)
{
  for (size_t n = 0; n < count; n++)
    begin_sum (loading, nodes[n], n == 0, usual);
  for (size_t n = count; n-- > 0;)
    {
      uint32_t i = nodes[n];
      const struct gasp_record_node *raw = &loading->raw[i];
      struct sum *sum = &loading->sums[i];
      struct sum *caller = n ? &loading->sums[loading->raw_parent[i]] : NULL;
      bool observed = sum->head != i;
      sum->total = observed ? 0 : total_of (raw, end);
      if (caller && observed)
	join_region (caller, sum);
      else if (caller)
	{
	  caller->timed += sum->total;
	  caller->calls += (double) raw->calls / 2;
	  pass_up (loading, sum, caller);
	}
    }
}

static struct usual
find_usual (const struct loading *loading, const uint32_t *nodes, size_t count)
{
  double seen = 0, cost = 0, time = 0, calls = 0, all = 0, looks = 0;
  for (size_t n = 0; n < count; n++)
    {
      struct seen sampled = sampled_at (loading, nodes[n]);
      const struct sum *sum = &loading->sums[nodes[n]];
      all += sampled.ns + sampled.cost;
      looks += sampled.count;
      if (sum->head != nodes[n] || sum->is_shared)
	continue;
      seen += sum->seen;
      cost += sampled.cost;
      time += time_of (sum);
      calls += sum->calls;
    }
  double added = USUAL_CALLS * USUAL_COST / loading->ns_per_tick;
  return (struct usual) {
    .cost = seen > 0
	    ? fmin ((cost / seen * time + added) / (calls + USUAL_CALLS),
		    MOST_COST / loading->ns_per_tick) : 0,
    .look = looks > 0 ? all / looks : 0
  };
}

static bool
is_small (const struct loading *loading, const struct sum *region,
	  const struct usual *usual)
{
  return region->is_shared
	 && ran_in (loading, region) < SMALL_LOOKS * usual->look;
}

/* Returns the number of the small region that raw node I is in, by its first
   node, and sets *PLACE; or NO_NODE.  */
static uint32_t
small_region (const struct loading *loading, uint32_t i,
	      const struct usual *usual, uint32_t *place)
{
  uint32_t head = loading->sums[i].head;
  *place = known_place_of (loading, loading->raw[i].place);
  return *place != NO_NODE && is_small (loading, &loading->sums[head], usual)
	 ? head : NO_NODE;
}

/* Returns what the calls of raw node I, at PLACE, usually take in a small
   region: as if one look more had been at the place, which may have had
   few.  */
static struct seen
expected_at (const struct loading *loading, uint32_t i, uint32_t place,
	     const struct usual *usual)
{
  double calls = (double) loading->raw[i].calls / 2;
  double cost = usual->cost * loading->ns_per_tick;
  const struct habit *habit = place != NO_NODE ? &usual->habits[place] : NULL;
  if (!habit || habit->calls <= 0)
    return (struct seen) { 0 };
  return (struct seen) {
    .ns = calls * (habit->own + usual->look) / habit->calls,
    .cost = calls * (habit->cost + USUAL_CALLS * cost)
	    / (habit->calls + USUAL_CALLS)
  };
}

/* Returns whether short regions take much of the time, and much of them is in
   functions that are not recorded.  */
static bool
has_others (struct loading *loading, const uint32_t *nodes, size_t count,
	    const struct usual *usual)
{
  double all = 0, in_short = 0, seen = 0, elsewhere = 0;
  for (size_t n = 0; n < count; n++)
    {
      const struct sum *sums = loading->sums;
      uint32_t head = sums[nodes[n]].head;
      double ran = head == nodes[n] ? ran_in (loading, &sums[head]) : 0;
      all += ran;
      if (!is_short (loading, &sums[head], usual))
	continue;
      in_short += ran;
      seen += sampled_at (loading, nodes[n]).ns;
      elsewhere += sampled_elsewhere (loading, nodes[n]);
    }
  return in_short > all / 20 && elsewhere > seen / 8
	 && elsewhere > MANY_LOOKS * usual->look;
}

/* Finds the habits of USUAL, and what each small region is expected to
   take.  */
static void
find_habits (const struct loading *loading, const uint32_t *nodes, size_t count,
	     struct usual *usual)
{
  uint32_t place, head;
  if (usual->has_others)
    return;
  usual->habits = allocate (loading->profile->place_count,
			    sizeof *usual->habits);
  for (size_t n = 0; n < count; n++)
    if (small_region (loading, nodes[n], usual, &place) != NO_NODE)
      {
	struct seen sampled = sampled_at (loading, nodes[n]);
	struct habit *habit = &usual->habits[place];
	habit->own += sampled.ns;
	habit->cost += sampled.cost;
	habit->calls += (double) loading->raw[nodes[n]].calls / 2;
      }
  for (size_t n = 0; n < count; n++)
    if ((head = small_region (loading, nodes[n], usual, &place)) != NO_NODE)
      {
	struct seen expected = expected_at (loading, nodes[n], place, usual);
	loading->sums[head].expected += expected.ns + expected.cost;
      }
}

/* Returns the time of a node with SAMPLED, whose REGION has no other.  */
static struct own_time
whole_region (const struct loading *loading, const struct seen *sampled,
	      const struct sum *region, const struct usual *usual)
{
  double time = ran_in (loading, region);
  double ticks = time / loading->ns_per_tick;
  double added = USUAL_LOOKS * usual->look;
  double seen = region->seen + added;
  if (loading->profile->with_costs || seen <= 0)
    return (struct own_time) { .ns = time };
  double expected = fmin (usual->cost * region->calls, ticks);
  double part = fmin (1, (sampled->cost
			  + (ticks > 0 ? added * expected / ticks : 0)) / seen);
  double off = fmin (unsure (loading, region, usual), time) * added / seen;
  return (struct own_time) {
    .ns = time * (1 - part),
    .cost = time * part,
    .variance = time * time * part * (1 - part) * usual->look / seen
		+ off * off
  };
}

/* Returns the part SEEN, in nanoseconds, of what its REGION ran of a node with
   SAMPLED; or all of it, if there was no sample, as far as anybody knows.  What
   was never seen may have been missed by one.  */
static struct own_time
divide (const struct loading *loading, const struct sum *region,
	const struct seen *sampled, double seen, bool is_head)
{
  double time = ran_in (loading, region);
  if (region->seen <= 0)
    return (struct own_time) {
      .ns = is_head ? time : 0,
      .variance = time * time / 4
    };
  double part = seen / region->seen;
  double all = fmax (region->looks, 1);
  double a_look = (sampled->ns + sampled->cost) / fmax (sampled->count, 1);
  double variance = sampled->count ? part * (1 - part) * a_look / region->seen
		    : 1 / (all * all);
  return (struct own_time) { .ns = time * part,
			     .variance = time * time * variance };
}

/* Returns what a node with SAMPLED has of the time of REGION, which it shares
   with others.  */
static struct own_time
part_of_region (const struct loading *loading, const struct seen *sampled,
		const struct sum *region, bool is_head)
{
  bool with_costs = loading->profile->with_costs;
  double seen = with_costs ? sampled->ns + sampled->cost : sampled->ns;
  struct own_time result = divide (loading, region, sampled, seen, is_head);
  if (region->seen > 0 && !with_costs)
    result.cost = ran_in (loading, region) * sampled->cost / region->seen;
  return result;
}

/* Returns the part of raw node I in a small REGION, of which more is expected
   than was seen.  */
static struct own_time
part_of_small (const struct loading *loading, uint32_t i,
	       const struct sum *region, const struct usual *usual)
{
  uint32_t place = known_place_of (loading, loading->raw[i].place);
  struct seen sampled = sampled_at (loading, i);
  struct seen expected = expected_at (loading, i, place, usual);
  double added = FEW_LOOKS * usual->look;
  double scale = added / region->expected, seen = region->seen + added;
  double time = ran_in (loading, region);
  double own = time * (sampled.ns + scale * expected.ns) / seen;
  double cost = time * (sampled.cost + scale * expected.cost) / seen;
  if (loading->profile->with_costs)
    {
      own += cost;
      cost = 0;
    }
  return (struct own_time) {
    .ns = own, .cost = cost,
    .variance = time > 0 ? own * (1 - own / time) * usual->look : 0
  };
}

/* Adds to TIME, in which RAW ran, the time that it was off the processor: PART
   of what was measured.  An event that waits for other threads waits for all of
   its time.  */
static void
add_away (const struct loading *loading, const struct gasp_record_node *raw,
	  double part, struct own_time *time)
{
  double ready = part * (double) raw->ready;
  double waited = part * (double) raw->waited;
  time->ns += waited + ready;
  time->running_variance = time->variance;
  if (waits_for_threads (loading, raw))
    {
      time->waiting = time->ns;
      time->running_variance = 0;
      return;
    }
  time->waiting = waited;
  time->ready = ready;
}

/* Adds to TIME, that of REGION's first node, what pass_up left there.  */
static void
add_more (const struct loading *loading, const struct sum *region,
	  struct own_time *time)
{
  double left = time_of (region) * loading->ns_per_tick - region->away;
  double more = fmin (region->more, positive (left));
  double ready
    = region->more > 0 ? more * region->more_ready / region->more : 0;
  time->ns += more;
  time->waiting += more - ready;
  time->ready += ready;
}

/* Returns the square of the error of no time, in which the calls of RAW were
   counted: as if each took what recording one does.  */
static double
unseen_variance (const struct gasp_record_node *raw)
{
  double time = (double) raw->calls * USUAL_COST;
  return time * time;
}

static struct own_time
own_time (const struct loading *loading, uint32_t i, const struct usual *usual)
{
  const struct sum *region = &loading->sums[loading->sums[i].head];
  struct seen sampled = sampled_at (loading, i);
  bool is_head = loading->sums[i].head == i;
  struct own_time result
    = region->expected > 0 ? part_of_small (loading, i, region, usual)
      : region->is_shared ? part_of_region (loading, &sampled, region, is_head)
      : whole_region (loading, &sampled, region, usual);
  result.is_observed = !is_head;
  if (!is_head && result.ns <= 0 && result.variance <= 0)
    result.variance = unseen_variance (&loading->raw[i]);
  add_away (loading, &loading->raw[i], part_away (loading, region), &result);
  if (is_head)
    add_more (loading, region, &result);
  return result;
}

/* Returns whether the time that a thread was ready in raw node I, of region
   HEAD, may be that of other nodes there: they were not timed, and the thread
   had lost the processor, not ended a wait.  */
static bool
shares_ready (const struct loading *loading, uint32_t i, uint32_t head)
{
  const struct gasp_record_node *raw = &loading->raw[i];
  return (i == head || is_observed (loading, i)) && raw->waited <= raw->ready
	 && !waits_for_threads (loading, raw);
}

/* Divides among the TIMES of COUNT NODES what the thread was ready as they ran:
   it was seen at the innermost call that is recorded.  */
static void
spread_ready (const struct loading *loading, const uint32_t *nodes,
	      size_t count, struct own_time *times)
{
  for (size_t n = 0; n < count; n++)
    {
      uint32_t head = loading->sums[nodes[n]].head;
      struct sum *region = &loading->sums[head];
      if (!shares_ready (loading, nodes[n], head))
	continue;
      region->ran += times[n].ns - times[n].waiting - times[n].ready;
      region->spread += times[n].ready;
    }
  for (size_t n = 0; n < count; n++)
    {
      uint32_t head = loading->sums[nodes[n]].head;
      const struct sum *region = &loading->sums[head];
      if (!shares_ready (loading, nodes[n], head) || !(region->ran > 0))
	continue;
      double ran = times[n].ns - times[n].waiting - times[n].ready;
      times[n].ready = region->spread * ran / region->ran;
      times[n].ns = ran + times[n].waiting + times[n].ready;
    }
}

struct own_time *
own_times (struct loading *loading, const uint32_t *nodes, size_t count,
	   uint64_t end)
{
  struct own_time *times = allocate (count, sizeof *times);
  if (!loading->sums)
    loading->sums = allocate (loading->raw_count, sizeof *loading->sums);
  struct usual usual = { 0 };
  add_up_regions (loading, nodes, count, end, &usual);
  usual = find_usual (loading, nodes, count);
  usual.has_others = has_others (loading, nodes, count, &usual);
  add_up_regions (loading, nodes, count, end, &usual);
  find_habits (loading, nodes, count, &usual);
  for (size_t n = 0; n < count; n++)
    times[n] = own_time (loading, nodes[n], &usual);
  spread_ready (loading, nodes, count, times);
  free (usual.habits);
  return times;
}
