/* constructs.c - rows of the flat profile about teams of threads: constructs by
   where they are, and threads that wait for the next region.

   SPDX-License-Identifier: Apache-2.0

   figures.c -> constructs.c.  */

#include "sums/figures.h"
#include "model/roles.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

bool
is_construct (const struct place *place)
{
  return place->kind == PLACE_EVENT && place->file
	 && model_has_teams (place->tag);
}

uint32_t
construct_of_path (const struct report *report, uint32_t path)
{
  const struct path *rows = report->peers.paths.rows;
  for (uint32_t i = path; i != NO_NODE; i = rows[i].caller)
    {
      const struct place *place = &report->profile.places[rows[i].place];
      enum role role = role_of_place (place);
      if (place->location
	  && (role == ROLE_TEAM || role == ROLE_WORKSHARE || role == ROLE_TASK))
	return rows[i].place;
    }
  return NO_NODE;
}

/* Returns NAME without what is in front of a language's constructs.  */
static const char *
construct_word (const char *name)
{
  return !strncmp (name, "omp ", 4) || !strncmp (name, "acc ", 4) ? name + 4
	 : name;
}

/* Returns the function that PLACE is in, allocated: by its address, or else
   CALLER, where that is a function; or "".  */
static char *
function_around (const struct place *place, const struct place *caller)
{
  const char *name = place->function ? place->function->name : "";
  if (strchr (name, '('))
    return short_name (name);
  if (*name)
    return copy_string (name);
  return copy_string (place->within ? place->within
		      : caller->kind == PLACE_FUNCTION ? caller->label : "");
}

/* Returns "solve for :12" for the omp for at line 12, called by CALLER, and
   "for" where no more is known; allocated.  */
static char *
construct_label (const struct place *place, const struct place *caller)
{
  OWNED char *line
    = place->line ? print_string (" :%u", place->line) : copy_string ("");
  OWNED char *function = function_around (place, caller);
  return print_string ("%s%s%s%s", function, *function ? " " : "",
		       construct_word (place->name), line);
}

void
name_constructs (struct report *report, const uint32_t *groups)
{
  struct place *places = report->profile.places;
  const struct tree *tree = &report->tree;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct place *place = &places[tree->nodes[i].place];
      struct place *group = is_construct (place)
			    ? &places[groups[tree->nodes[i].place]] : NULL;
      if (group && group->label == place->label)
	group->label = construct_label (place,
					&places[function_of (report, tree, i)]);
    }
}

/* ---- Threads that wait for the next region  */

/* Returns whether the thread of TREE is called to regions, and comes to none by
   itself but within these.  */
static bool
is_called (const struct report *report, const struct tree *tree)
{
  OWNED bool *is_within = allocate (tree->count, sizeof *is_within);
  bool called = false, comes = false;
  for (uint32_t i = 1; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      const struct place *place = &report->profile.places[node->place];
      enum role role = role_of_place (place);
      is_within[i] = is_within[node->parent] || role == ROLE_MEMBER;
      called |= role == ROLE_MEMBER;
      comes |= role == ROLE_TEAM && node->calls && !is_within[i];
    }
  return called && !comes;
}

/* Moves what NODE has by itself from row FROM to row TO.  */
static void
move_self (struct row *from, struct row *to, const struct node *node)
{
  to->self += node->self;
  to->total += node->self;
  to->running += node->running;
  to->waiting += node->waiting;
  to->self_variance += node->self_variance;
  to->total_variance += node->self_variance;
  to->running_variance += node->running_variance;
  to->samples += node->samples;
  to->total_samples += node->samples;
  to->faults += node->faults;
  to->total_faults += node->faults;
  to->fault_time += node->fault_time;
  from->self -= node->self;
  from->running -= node->running;
  from->waiting -= node->waiting;
  from->self_variance -= node->self_variance;
  from->running_variance -= node->running_variance;
  from->samples -= node->samples;
  from->faults -= node->faults;
  from->fault_time -= node->fault_time;
}

static void
move_counters (struct rows *rows, size_t from, size_t to,
	       const struct tree *tree, size_t counters)
{
  for (size_t i = 0; i < counters; i++)
    {
      int64_t value = tree->self_values[i];
      rows->self_values[to * counters + i] += value;
      rows->values[to * counters + i] += value;
      rows->self_values[from * counters + i] -= value;
    }
}

const char idle_label[] = "(idle between parallel regions)";

/* Returns the number of a new row of ROWS, for threads that are idle.  */
static size_t
add_idle_row (struct report *report, struct rows *rows)
{
  size_t room = rows->count, counters = report->profile.counter_count;
  struct place place = { .kind = PLACE_OTHER, .name = idle_label,
			 .label = idle_label };
  rows->rows = room_for_one (rows->rows, rows->count, &room,
			     sizeof *rows->rows);
  rows->rows[rows->count]
    = (struct row) { .place = intern_place (&report->profile, &place) };
  if (counters)
    {
      size_t size = rows->count * counters * sizeof *rows->values;
      int64_t *values = allocate ((rows->count + 1) * counters, sizeof *values);
      int64_t *self_values = allocate ((rows->count + 1) * counters,
				       sizeof *values);
      rows->values = memcpy (values, rows->values, size);
      rows->self_values = memcpy (self_values, rows->self_values, size);
    }
  return rows->count++;
}

static size_t
row_of_place (const struct rows *rows, uint32_t place)
{
  size_t i = 0;
  while (i < rows->count && rows->rows[i].place != place)
    i++;
  return i;
}

void
split_idle (struct report *report, const uint32_t *groups)
{
  struct rows *rows = &report->flat;
  size_t outside = row_of_place (rows, groups[report->tree.nodes[0].place]);
  size_t none = SIZE_MAX, idle = none;
  report->idle = 0;
  for (size_t t = 0; t < report->thread_count && outside < rows->count; t++)
    {
      const struct tree *tree = &report->thread_trees[t];
      if (!tree->count || !is_called (report, tree))
	continue;
      if (idle == none)
	idle = add_idle_row (report, rows);
      move_self (&rows->rows[outside], &rows->rows[idle], &tree->nodes[0]);
      report->idle += tree->nodes[0].self;
      move_counters (rows, outside, idle, tree, report->profile.counter_count);
    }
}
