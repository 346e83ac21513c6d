/* devices.c - what was given to devices, by construct.

   SPDX-License-Identifier: Apache-2.0

   By the roles of events.  What a device is asked for belongs to the construct
   around it, or, where the program asks by itself, to that call's place.  */

#include "sums/figures.h"
#include "record.h"
#include "model/roles.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* Returns the row of the construct at PLACE, added if there is none.  */
static uint32_t
row_at (struct report *report, uint32_t place)
{
  struct device_work *list = &report->device_work;
  for (size_t i = 0; i < list->count; i++)
    if (same_construct (report, list->rows[i].place, place))
      return (uint32_t) i;
  ONE_MORE (list->rows, list->count, list->room)
    = (struct on_device) { .place = place };
  return (uint32_t) list->count - 1;
}

static void
add (struct device_sum *sum, const struct node *node)
{
  sum->time += node->total;
  sum->calls += node->calls;
  sum->bytes += node->bytes;
}

/* Returns the sum of ROW that ROLE counts for, or null.  */
static struct device_sum *
sum_of (struct on_device *row, enum role role)
{
  switch (role)
    {
    case ROLE_KERNEL: return &row->kernels;
    case ROLE_TO_DEVICE: case ROLE_TO_DEVICE_AGAIN: return &row->to;
    case ROLE_FROM_DEVICE: return &row->from;
    case ROLE_ON_DEVICE: return &row->memory;
    case ROLE_DEVICE_WAIT: return &row->waits;
    case ROLE_DEVICE_SETUP: return &row->setup;
    default: return NULL;
    }
}

/* Adds what NODE, of ROLE, did for ROW.  */
static void
add_node (struct on_device *row, const struct node *node, enum role role)
{
  struct device_sum *sum = sum_of (row, role);
  if (role == ROLE_TO_DEVICE_AGAIN)
    add (&row->again, node);
  if (sum)
    add (sum, node);
}

static struct device_array *
array_of (struct report *report, uint32_t construct, const char *name)
{
  struct device_arrays *list = &report->device_arrays;
  for (size_t i = 0; i < list->count; i++)
    if (list->rows[i].construct == construct
	&& !strcmp (list->rows[i].name, name))
      return &list->rows[i];
  ONE_MORE (list->rows, list->count, list->room)
    = (struct device_array) { .construct = construct, .name = name };
  return &list->rows[list->count - 1];
}

/* Adds NODE, a copy for row CONSTRUCT, if it has a name.  */
static void
add_to_array (struct report *report, uint32_t construct,
	      const struct node *node, enum role role)
{
  const struct place *place = &report->profile.places[node->place];
  const char *name = copied_array (place->tag, place->name);
  if (!name)
    return;
  struct device_array *array = array_of (report, construct, name);
  if (role == ROLE_TO_DEVICE_AGAIN)
    add (&array->again, node);
  add (role == ROLE_FROM_DEVICE ? &array->from : &array->to, node);
}

/* Returns whether NODE, in the row OUTER, is for another construct: a thread
   that waits in one does what another has put off.  */
static bool
is_for_another (const struct report *report, const struct node *node,
		uint32_t outer)
{
  return report->profile.places[node->place].line
	 && !same_construct (report, report->device_work.rows[outer].place,
			     node->place);
}

/* Adds NODE, whose parent is part of the row OUTER or of none.  Returns its own
   row.  */
static uint32_t
add_to_row (struct report *report, const struct node *node, enum role role,
	    uint32_t outer)
{
  bool is_construct = role == ROLE_TARGET;
  if (!is_construct && !is_of_device (role))
    return outer;
  if (outer != NO_NODE && is_for_another (report, node, outer))
    {
      report->device_work.rows[outer].total -= node->total;
      outer = NO_NODE;
    }
  uint32_t i = outer == NO_NODE ? row_at (report, node->place) : outer;
  struct on_device *row = &report->device_work.rows[i];
  if (outer == NO_NODE)
    row->total += node->total;
  if (outer == NO_NODE && is_construct)
    {
      row->place = row->calls ? row->place : node->place;
      row->calls += node->calls;
    }
  if (!is_construct)
    add_node (row, node, role);
  if (is_device_copy (role))
    add_to_array (report, i, node, role);
  return i;
}

/* ---- Devices' own times.  */

double
device_time (const struct device_sum *sum)
{
  double calls = (double) sum->calls, own = (double) sum->own_calls;
  if (!sum->own_calls || !sum->calls)
    return sum->time;
  /* It may be known by other threads than those selected.  */
  if (own > calls)
    return sum->own_time * calls / own;
  return sum->own_time + sum->time * (calls - own) / calls;
}

double
driver_time (const struct on_device *row)
{
  double waited = row->kernels.time + row->to.time + row->from.time,
	 took = device_time (&row->kernels) + device_time (&row->to)
		+ device_time (&row->from);
  return waited > took ? waited - took : 0;
}

const char *
device_clock (const struct on_device *row)
{
  uint64_t calls = row->kernels.calls + row->to.calls + row->from.calls,
	   own = row->kernels.cupti_calls + row->to.cupti_calls
		 + row->from.cupti_calls;
  return !calls ? "" : !own ? "host's clock"
	 : own < calls ? "CUPTI in part" : "CUPTI";
}

static void
add_own (struct device_sum *sum, const struct tally *tally)
{
  sum->own_time += tally->amount;
  sum->own_calls += tally->count;
  sum->cupti_calls += tally->object ? 0 : tally->count;
}

/* Adds TALLY, which says what a device did for row CONSTRUCT.  */
static void
add_own_time (struct report *report, uint32_t construct,
	      const struct tally *tally)
{
  const struct place *place = &report->profile.places[tally->place];
  enum role role = role_of_tag (place->tag);
  struct device_sum *sum
    = sum_of (&report->device_work.rows[construct], role);
  const char *name = copied_array (place->tag, place->name);
  if (sum)
    add_own (sum, tally);
  if (!is_device_copy (role) || !name)
    return;
  struct device_array *array = array_of (report, construct, name);
  add_own (role == ROLE_FROM_DEVICE ? &array->from : &array->to, tally);
}

/* Adds devices' own times.  Of a construct that is not in the tree there is no
   row.  */
static void
add_own_times (struct report *report, const struct process *process)
{
  for (size_t j = 0; j < process->tally_count; j++)
    for (uint32_t i = 0; i < report->device_work.count; i++)
      if (process->tallys[j].what == GASP_RECORD_ON_DEVICE
	  && same_construct (report, report->device_work.rows[i].place,
			     process->tallys[j].place))
	{
	  add_own_time (report, i, &process->tallys[j]);
	  break;
	}
}

void
add_up_devices (struct report *report)
{
  const struct tree *tree = &report->tree;
  OWNED uint32_t *rows = allocate (tree->count, sizeof *rows);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t outer = node->parent == NO_NODE ? NO_NODE : rows[node->parent];
      enum role role = role_of_place (&report->profile.places[node->place]);
      rows[i] = add_to_row (report, node, role, outer);
    }
  for (size_t i = 0; i < report->process_count; i++)
    add_own_times (report, report->processes[i]);
}
