/* timing.c - which functions are timed, and which are only counted.

   SPDX-License-Identifier: Apache-2.0

   A function whose own time, in one call path, is a few times the cost of
   timing it at most tells nothing by being timed each time, and is slowed down
   most.  So from then on it is counted, and timed once in so many calls.  */

#include "tool.h"
#include <string.h>

/* Own time below so many times the cost of timing is too little.  */
#define FEW 8

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
  too_little = FEW * cost_of_timing ();
  return true;
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
  (void) context;
  int64_t own = own_time (node);
  if (own < 0 || (uint64_t) own / node->calls >= too_little)
    return;
  node->ticks = own;
  node->skip = 1;
  __atomic_store_n (&node->period, 1, __ATOMIC_RELEASE);
}
