/* devices.c - what was given to devices, by construct.

   SPDX-License-Identifier: Apache-2.0

   By the roles of events.  What a device is asked for belongs to the construct
   around it, or, where the program asks by itself, to the place of that call.  */

#include "sums/figures.h"
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
  list->rows = room_for_one (list->rows, list->count, &list->room,
			     sizeof *list->rows);
  list->rows[list->count] = (struct on_device) { .place = place };
  return (uint32_t) list->count++;
}

static bool
is_of_device (enum role role)
{
  return role == ROLE_KERNEL || role == ROLE_TO_DEVICE
	 || role == ROLE_TO_DEVICE_AGAIN || role == ROLE_FROM_DEVICE
	 || role == ROLE_ON_DEVICE || role == ROLE_DEVICE_SETUP
	 || role == ROLE_DEVICE_WAIT;
}

static void
add (struct device_sum *sum, const struct node *node)
{
  sum->time += node->total;
  sum->calls += node->calls;
  sum->bytes += node->bytes;
}

/* Adds what NODE, of ROLE, did for ROW.  */
static void
add_node (struct on_device *row, const struct node *node, enum role role)
{
  switch (role)
    {
    case ROLE_KERNEL:
      add (&row->kernels, node);
      break;
    case ROLE_TO_DEVICE_AGAIN:
      add (&row->again, node);
      add (&row->to, node);
      break;
    case ROLE_TO_DEVICE:
      add (&row->to, node);
      break;
    case ROLE_FROM_DEVICE:
      add (&row->from, node);
      break;
    case ROLE_ON_DEVICE:
      add (&row->memory, node);
      break;
    case ROLE_DEVICE_WAIT:
      add (&row->waits, node);
      break;
    case ROLE_DEVICE_SETUP:
      add (&row->setup, node);
      break;
    default:
      break;
    }
}

static struct device_array *
array_of (struct report *report, uint32_t construct, const char *name)
{
  struct device_arrays *list = &report->device_arrays;
  for (size_t i = 0; i < list->count; i++)
    if (list->rows[i].construct == construct
	&& !strcmp (list->rows[i].name, name))
      return &list->rows[i];
  list->rows = room_for_one (list->rows, list->count, &list->room,
			     sizeof *list->rows);
  list->rows[list->count] = (struct device_array) {
    .construct = construct, .name = name
  };
  return &list->rows[list->count++];
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

/* Adds NODE, whose parent is part of the row OUTER or of none.  Returns its own
   row.  */
static uint32_t
add_to_row (struct report *report, const struct node *node, enum role role,
	    uint32_t outer)
{
  bool is_construct = role == ROLE_TARGET;
  if (!is_construct && !is_of_device (role))
    return outer;
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

static enum role
role_of (const struct place *place)
{
  return place->kind == PLACE_EVENT ? role_of_tag (place->tag) : ROLE_OTHER;
}

void
add_up_devices (struct report *report)
{
  const struct tree *tree = &report->tree;
  uint32_t *rows = allocate (tree->count, sizeof *rows);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t outer = node->parent == NO_NODE ? NO_NODE : rows[node->parent];
      enum role role = role_of (&report->profile.places[node->place]);
      rows[i] = add_to_row (report, node, role, outer);
    }
  free (rows);
}
