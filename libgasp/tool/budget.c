/* budget.c - keep what recording costs within a part of the program's time.

   SPDX-License-Identifier: Apache-2.0

   What calls cost is known (timing.c), and how often paths are called comes
   by, once in so many calls, without a look at the rest: so a sum of what was
   spent is kept.  When it is more than the budget's part of the processor time
   that the program itself has had, the function that has just come by is
   switched off: those that are called most come most often.  One that is timed
   each time, as its calls take long, tells more than it costs, unless it is a
   large part of what was spent.  */

#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tool.h"

#pragma weak gasp_gcc_set_mode

/* As parts of the program's own time; 0: there is no budget.  */
static double budget;

/* In ticks: what was spent, and at what sum there is to be a look at it.  */
static uint64_t spent, next_look;

bool
gasp_tool_budget_init (void)
{
  const char *value = gasp_tool_setting (GASP_BUDGET_SETTING);
  char *end;
  if (!*value)
    return false;
  double percent = strtod (value, &end);
  if (end == value || (*end && strcmp (end, "%")) || !(percent > 0)
      || percent > 1000)
    gasp_tool_bad_setting (GASP_BUDGET_SETTING, "a percentage such as 5%");
  else
    budget = percent / 100;
  return budget > 0 && gasp_gcc_set_mode;
}

/* What the program has had of the processors, in ticks.  */
static double
processor_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (t.tv_sec * 1e9 + t.tv_nsec) / HEADER->ns_per_tick;
}

/* Let the function of NODE be seen no more.  */
static void
switch_off (struct gasp_record_node *node,
	    const struct gasp_gcc_function *function)
{
  struct gasp_record_place *place
    = AT (struct gasp_record_place, node->place);
  uint64_t before = read_tsc ();
  if (gasp_gcc_set_mode (&function, 1, GASP_GCC_NOTHING) != 1)
    return;
  uint64_t now = read_tsc ();
  __atomic_fetch_add (&spent, now - before, __ATOMIC_RELAXED);
  if (!place->off_after)
    place->off_after = (now - HEADER->start_ticks) / GASP_RECORD_OFF_UNIT + 1;
}

/* A part of what was spent that is too much for a function that is timed.  */
#define LARGE_PART 0.125

static bool
is_worth_it (const struct gasp_record_node *node, double all)
{
  double cost = node->calls * (HEADER->cost_within + HEADER->cost_outside);
  return !node->period && cost < LARGE_PART * all;
}

/* TICKS were spent on calls of NODE.  */
static void
spend (struct gasp_record_node *node,
       const struct gasp_gcc_function *function, double ticks)
{
  uint64_t all = __atomic_add_fetch (&spent, (uint64_t) ticks,
				     __ATOMIC_RELAXED);
  if (all < __atomic_load_n (&next_look, __ATOMIC_RELAXED)
      || !function || (uintptr_t) function & 1)
    return;
  double allowed = budget * (processor_time () - all);
  if (all < allowed)
    __atomic_store_n (&next_look, all + (uint64_t) ((allowed - all) / 2),
		      __ATOMIC_RELAXED);
  else if (!is_worth_it (node, all))
    switch_off (node, function);
}

/* The recorder's timed: PATH is estimated, and a turn of its is over.  */
void
gasp_tool_budget_timed (gasp_context_t context, struct gasp_gcc_path *path)
{
  (void) context;
  spend ((struct gasp_record_node *) path, path->function,
	 path->period * HEADER->cost_counted + HEADER->cost_within
	 + HEADER->cost_outside);
}

/* PATH, each call of which is timed, has been called twice as often as when
   this was asked last.  */
void
gasp_tool_budget_doubled (struct gasp_gcc_path *path)
{
  if (budget > 0)
    spend ((struct gasp_record_node *) path, path->function,
	   path->calls / 2.0 * (HEADER->cost_within + HEADER->cost_outside));
}
