/* timing.c - which functions are timed, and which are only counted.

   SPDX-License-Identifier: Apache-2.0

   A function whose own time, in one call path, is a few times the cost of
   timing it at most tells nothing by being timed each time, and is slowed down
   most.  So from then on it is counted, and timed once in so many calls; unless
   what it calls takes so long that timing it makes no difference.  */

#include "tool.h"
#include <math.h>
#include <string.h>

/* Own time below so many times the cost of timing is too little; with a budget,
   if timing would take more than a quarter of that.  */
#define FEW 8
#define PART_OF_BUDGET 0.25
/* So many times as much is long.  */
#define MANY 32

/* In ticks.  */
static uint64_t too_little;

bool gasp_tool_estimates;

/* What it takes to read the clock twice.  */
static uint64_t
cost_of_timing (void)
{
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 100; i++)
    {
      uint64_t start = read_tsc ();
      read_tsc ();
      uint64_t time = read_tsc () - start;
      if (time < least)
	least = time;
    }
  return least;
}

bool
gasp_tool_timing_init (void)
{
  const char *value = gasp_tool_setting (GASP_TIMING_SETTING);
  if (!strcmp (value, "all"))
    return false;
  if (strcmp (value, "auto"))
    gasp_tool_bad_setting (GASP_TIMING_SETTING, "all or auto");
  double few = FEW;
  if (gasp_tool_budget > 0 && 1 / (PART_OF_BUDGET * gasp_tool_budget) > few)
    few = 1 / (PART_OF_BUDGET * gasp_tool_budget);
  too_little = few * cost_of_timing ();
  return true;
}

/* ---- What recording costs.  */

#define TRIES 8
#define CALLS_A_TRY 100
/* A function that counts down from this takes longer than to read the clock
   twice.  */
#define TURNS 100

static bool measuring;

/* Makes CALLS_A_TRY calls, of functions that count down from TURNS, and
   returns what they took.  */
typedef uint64_t calls_function (gasp_context_t context, unsigned long turns);

static uint64_t
bare_calls (gasp_context_t context, unsigned long turns)
{
  (void) context;
  return gasp_gcc_try (CALLS_A_TRY, turns, 1);
}

static uint64_t
calls (gasp_context_t context, unsigned long turns)
{
  (void) context;
  return gasp_gcc_try (CALLS_A_TRY, turns, 0);
}

/* What allocations measure is of this block, which is of no size.  */
static char nothing[1] __attribute__ ((aligned (16)));

static void
event_pair (gasp_context_t context, struct gasp_gcc_allocation *a)
{
  gasp_tool_allocation (context, GASP_START, a);
  if (a->data != GASP_GCC_NO_END)
    gasp_tool_allocation (context, GASP_END, a);
}

/* One after the other, since most blocks come and go.  */
static uint64_t
allocations (gasp_context_t context, unsigned long turns)
{
  (void) turns;
  uint64_t start = read_tsc ();
  for (int i = 0; i < CALLS_A_TRY; i += 2)
    {
      struct gasp_gcc_allocation a
	= { .tag = GASP_C_MALLOC, .result = nothing };
      event_pair (context, &a);
      a = (struct gasp_gcc_allocation) { .tag = GASP_C_FREE,
					 .former = nothing };
      event_pair (context, &a);
    }
  return read_tsc () - start;
}

/* What the calls from NODE have taken.  */
static int64_t
ticks_below (const struct gasp_record_node *node)
{
  int64_t ticks = 0;
  for (gasp_record_ref ref = node->child; ref; ref = NODE (ref)->sibling)
    ticks += NODE (ref)->ticks;
  return ticks;
}

/* What a call took, and what was measured of it, if it was timed.  */
struct try { double took, measured; };

/* The shortest of several tries, of CALLS made from the current node.  */
static struct try
shortest (gasp_context_t context, calls_function *calls, unsigned long turns)
{
  const struct gasp_record_node *node = current_node (context);
  struct try best = { INFINITY, 0 };
  for (int i = 0; i < TRIES; i++)
    {
      int64_t before = ticks_below (node);
      double took = (double) calls (context, turns) / CALLS_A_TRY;
      if (took < best.took)
	best = (struct try) { took, (double) (ticks_below (node) - before)
				    / CALLS_A_TRY };
    }
  return best;
}

/* What one of CALLS takes when it is counted only; 0 if none ever is.  */
static double
cost_of_counted (gasp_context_t context, calls_function *calls)
{
  const struct gasp_record_node *node = current_node (context);
  if (!gasp_tool_estimates)
    return 0;
  for (gasp_record_ref ref = node->child; ref; ref = NODE (ref)->sibling)
    NODE (ref)->period = NODE (ref)->skip = UINT32_MAX;
  return shortest (context, calls, 0).took;
}

static double
positive (double time)
{
  return time > 0 ? time : 0;
}

/* What is not measured of a timed call is that of a function that takes some
   time, since so do those that matter; both parts together are what a call of
   one that does nothing costs.  */
static struct gasp_record_costs
costs_of_functions (gasp_context_t context)
{
  calls (context, 0);
  double bare = shortest (context, bare_calls, 0).took;
  double timed = shortest (context, calls, 0).took - bare;
  struct try longer = shortest (context, calls, TURNS);
  double outside = positive (longer.took - longer.measured - bare);
  return (struct gasp_record_costs) {
    positive (timed - outside), outside,
    positive (cost_of_counted (context, calls) - bare)
  };
}

static struct gasp_record_costs
costs_of_allocations (gasp_context_t context)
{
  allocations (context, 0);
  struct try timed = shortest (context, allocations, 0);
  return (struct gasp_record_costs) {
    positive (timed.measured), positive (timed.took - timed.measured),
    cost_of_counted (context, allocations)
  };
}

typedef struct gasp_record_costs costs_function (gasp_context_t context);

/* The calls from NODE, which the program did not make, are no longer there.
   Returns whether there were any.  */
static bool
forget_calls (const struct gasp_record_node *node)
{
  for (gasp_record_ref ref = node->child; ref; ref = NODE (ref)->sibling)
    NODE (ref)->calls = NODE (ref)->ticks = 0;
  return node->child != 0;
}

/* COSTS, of calls made from a node that belongs to no thread's tree; none if
   they cannot be made.  */
static struct gasp_record_costs
measure (gasp_context_t context, costs_function *costs)
{
  struct gasp_record_costs result = { 0, 0, 0 };
  struct gasp_record_node *now = current_node (context);
  struct gasp_record_node *apart
    = gasp_tool_add_child (context, NULL, 0, now->place);
  if (!apart)
    return result;
  *here (context) = apart;
  result = costs (context);
  *here (context) = now;
  return forget_calls (apart) ? result : (struct gasp_record_costs) { 0, 0, 0 };
}

/* A block that the program does not have is not to be seen.  */
static struct gasp_record_costs
measure_allocations (gasp_context_t context)
{
  uint64_t peak = HEADER->peak_blocks;
  struct gasp_record_costs costs = measure (context, costs_of_allocations);
  HEADER->peak_blocks = peak;
  context->usual_blocks = 0;
  gasp_tool_forget_address (nothing);
  return costs;
}

void
gasp_tool_measure_costs (gasp_context_t context)
{
  if (!context || context->attention & ~(uint64_t) ATTENTION_TRACE)
    return;
  struct gasp_gcc_log log = context->trace.log;
  bool traces = context->attention & ATTENTION_TRACE;
  if (traces)
    gasp_tool_trace_pause (context);
  measuring = true;
  HEADER->costs = measure (context, costs_of_functions);
  HEADER->allocation_costs = measure_allocations (context);
  measuring = false;
  if (traces)
    gasp_tool_trace_resume (context, &log);
}

/* ---- What is known of a node so far.  */

/* Nodes to be looked at, at most.  */
#define MOST_NODES 1000

/* What the calls of NODE, which is counted, took their caller: their own time,
   as that of the calls that were timed is known, and counting them.  */
static int64_t
estimate (const struct gasp_record_node *node)
{
  uint64_t known = node->calls - (node->period - node->skip);
  double own = known ? (double) node->ticks / known - HEADER->costs.within : 0;
  return (int64_t) ((positive (own) + HEADER->costs.counted) * node->calls);
}

/* The same, of NODE, which is timed.  */
static int64_t
taken (const struct gasp_record_node *node)
{
  return node->ticks + (int64_t) (HEADER->costs.outside * node->calls);
}

/* The node after NODE in the tree below TOP, in preorder; what NODE is called
   by way of is left out unless DOWN.  */
static const struct gasp_record_node *
next_node (const struct gasp_record_node *node,
	   const struct gasp_record_node *top, bool down)
{
  if (down && node->child)
    return NODE (node->child);
  while (node != top && !node->sibling)
    node = NODE (node->parent);
  return node == top ? NULL : NODE (node->sibling);
}

/* What NODE, each call of which was timed, took itself.  -1 if that is too
   much work to find out.  */
static int64_t
own_time (const struct gasp_record_node *top)
{
  int64_t time = top->ticks;
  int left = MOST_NODES;
  const struct gasp_record_node *node = next_node (top, top, true);
  for (; node; node = next_node (node, top, node->period))
    {
      if (left-- == 0)
	return -1;
      time -= node->period ? estimate (node) : taken (node);
    }
  return time < 0 ? 0 : time;
}

void
gasp_tool_decide_event (gasp_context_t context, struct gasp_record_node *node)
{
  if (gasp_tool_estimates && !context->attention && !node->child
      && HEADER->counters == 0)
    gasp_tool_decide (context, PATH (node));
}

void
gasp_tool_decide (gasp_context_t context, struct gasp_gcc_path *path)
{
  struct gasp_record_node *node = (struct gasp_record_node *) path;
  if (measuring)
    return;
  gasp_tool_budget_doubled (context, path);
  if (!gasp_tool_estimates
      || (path->calls < FIRST_DECISION && !gasp_tool_budget_is_tight ()))
    return;
  if ((uint64_t) node->ticks / node->calls >= MANY * too_little)
    return;
  int64_t own = own_time (node);
  if (own < 0 || (uint64_t) own / node->calls >= too_little)
    return;
  node->ticks = own;
  node->skip = 1;
  __atomic_store_n (&node->period, 1, __ATOMIC_RELEASE);
}
