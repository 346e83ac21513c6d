/* timing.c - which functions are timed, and which are only counted.

   SPDX-License-Identifier: Apache-2.0

   A function whose own time, in one call path, is a few times the cost of
   timing it at most tells nothing by being timed each time, and is slowed down
   most.  So from then on it is counted, and timed once in so many calls.  */

#include "tool.h"
#include <string.h>

/* Own time below so many times the cost of timing is too little; with a budget,
   if timing would take more than a quarter of that.  */
#define FEW 8
#define PART_OF_BUDGET 0.25

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

#define TRIES 16
#define CALLS_A_TRY 100

static bool measuring;

/* The least time that a call takes, of several tries.  */
static double
least_time (int bare)
{
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < TRIES; i++)
    {
      uint64_t time = gasp_gcc_try (CALLS_A_TRY, bare);
      if (time < least)
	least = time;
    }
  return (double) least / CALLS_A_TRY;
}

/* What is measured of a call of NODE, which is timed, at least.  */
static double
least_measured (struct gasp_record_node *node)
{
  int64_t least = INT64_MAX;
  for (int i = 0; i < TRIES; i++)
    {
      int64_t before = node->ticks;
      gasp_gcc_try (CALLS_A_TRY, 0);
      if (node->ticks - before < least)
	least = node->ticks - before;
    }
  return (double) least / CALLS_A_TRY;
}

static double
positive (double time)
{
  return time > 0 ? time : 0;
}

/* Fill the header in, by calls from NODE, whose child they make.  */
static void
measure_from (struct gasp_record_node *node)
{
  gasp_gcc_try (CALLS_A_TRY, 0);
  if (!node->child)
    return;
  struct gasp_record_node *child = NODE (node->child);
  double bare = least_time (1);
  double within = least_measured (child);
  double timed = least_time (0) - bare;
  child->period = child->skip = UINT32_MAX;
  HEADER->cost_counted = positive (least_time (0) - bare);
  HEADER->cost_within = positive (within);
  HEADER->cost_outside = positive (timed - within);
}

/* From a node that belongs to no thread's tree.  */
void
gasp_tool_measure_costs (gasp_context_t context)
{
  if (!context || context->attention)
    return;
  struct gasp_record_node *now = current_node (context);
  struct gasp_record_node *apart
    = gasp_tool_add_child (context, NULL, 0, now->place);
  if (!apart)
    return;
  measuring = true;
  *here (context) = apart;
  measure_from (apart);
  *here (context) = now;
  measuring = false;
}

/* ---- What is known of a node so far.  */

/* Nodes to be looked at, at most.  */
#define MOST_NODES 1000

/* What the calls of NODE took, whose time is estimated: in so far as it is
   its own.  */
static int64_t
estimate (const struct gasp_record_node *node)
{
  uint64_t known = node->calls - (node->period - node->skip);
  return known > 0 && known < node->calls
	 ? (int64_t) ((double) node->ticks / known * node->calls)
	 : node->ticks;
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
      time -= node->period ? estimate (node) : node->ticks;
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
  int64_t own = own_time (node);
  if (own < 0 || (uint64_t) own / node->calls >= too_little)
    return;
  node->ticks = own;
  node->skip = 1;
  __atomic_store_n (&node->period, 1, __ATOMIC_RELEASE);
}
