/* timing.c - which functions are timed, and which are only counted.

   SPDX-License-Identifier: Apache-2.0

   A function whose own time, in one call path, is a few times the cost of
   timing it at most tells nothing by being timed each time, and is slowed down
   most.  So from then on it is counted, and timed once in so many calls; unless
   what it calls takes so long that timing it makes no difference.  */

#include "tool.h"
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

static bool measuring;

/* Makes CALLS_A_TRY calls, and returns what they took.  */
typedef uint64_t calls_function (gasp_context_t context);

static uint64_t
bare_calls (gasp_context_t context)
{
  (void) context;
  return gasp_gcc_try (CALLS_A_TRY, 1);
}

static uint64_t
calls (gasp_context_t context)
{
  (void) context;
  return gasp_gcc_try (CALLS_A_TRY, 0);
}

static uint64_t
no_allocations (gasp_context_t context)
{
  (void) context;
  return 0;
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
allocations (gasp_context_t context)
{
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

/* The least time that one of CALLS takes, of several tries.  */
static double
least_time (gasp_context_t context, calls_function *calls)
{
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < TRIES; i++)
    {
      uint64_t time = calls (context);
      if (time < least)
	least = time;
    }
  return (double) least / CALLS_A_TRY;
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

/* What is measured of one of CALLS, made from NODE, which are timed, at
   least.  */
static double
least_measured (gasp_context_t context, calls_function *calls,
		const struct gasp_record_node *node)
{
  int64_t least = INT64_MAX;
  for (int i = 0; i < TRIES; i++)
    {
      int64_t before = ticks_below (node);
      calls (context);
      int64_t time = ticks_below (node) - before;
      if (time < least)
	least = time;
    }
  return (double) least / CALLS_A_TRY;
}

/* From now on the calls from NODE are not timed.  */
static void
count_below (const struct gasp_record_node *node)
{
  for (gasp_record_ref ref = node->child; ref; ref = NODE (ref)->sibling)
    NODE (ref)->period = NODE (ref)->skip = UINT32_MAX;
}

static double
positive (double time)
{
  return time > 0 ? time : 0;
}

/* What CALLS cost beyond BARE ones, made from a node that belongs to no thread's
   tree.  */
static struct gasp_record_costs
measure (gasp_context_t context, calls_function *calls, calls_function *bare)
{
  struct gasp_record_node *now = current_node (context);
  struct gasp_record_node *apart
    = gasp_tool_add_child (context, NULL, 0, now->place);
  if (!apart)
    return (struct gasp_record_costs) { 0, 0, 0 };
  *here (context) = apart;
  calls (context);
  double without = least_time (context, bare);
  double within = least_measured (context, calls, apart);
  double timed = least_time (context, calls) - without;
  count_below (apart);
  double counted = least_time (context, calls) - without;
  *here (context) = now;
  if (!apart->child)
    return (struct gasp_record_costs) { 0, 0, 0 };
  return (struct gasp_record_costs) {
    positive (within), positive (timed - within), positive (counted)
  };
}

/* A block that the program does not have is not to be seen.  */
static struct gasp_record_costs
measure_allocations (gasp_context_t context)
{
  uint64_t peak = HEADER->peak_blocks;
  struct gasp_record_costs costs
    = measure (context, allocations, no_allocations);
  HEADER->peak_blocks = peak;
  context->usual_blocks = 0;
  gasp_tool_forget_address (nothing);
  return costs;
}

void
gasp_tool_measure_costs (gasp_context_t context)
{
  if (!context || context->attention)
    return;
  measuring = true;
  HEADER->costs = measure (context, calls, bare_calls);
  HEADER->allocation_costs = measure_allocations (context);
  measuring = false;
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
