/* figures.c - add up the figures of the report.  See figures.h.

   SPDX-License-Identifier: Apache-2.0

   tree.c -> figures.c -> tables.c.  */

#include "sums/figures.h"
#include "base/order.h"
#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With less waiting for a processor, in ns, columns stay as they are.  */
#define LEAST_READY 1e8

/* For sorting children, by AMOUNTS if there are some; qsort has no closure.  */
static const struct node *sorted_nodes;
static const double *sorted_amounts;

static int
by_falling_amount (const void *a, const void *b)
{
  uint32_t i = *(const uint32_t *) a, j = *(const uint32_t *) b;
  double x = sorted_amounts ? sorted_amounts[i] : sorted_nodes[i].total;
  double y = sorted_amounts ? sorted_amounts[j] : sorted_nodes[j].total;
  if (x != y)
    return x > y ? -1 : 1;
  return i < j ? -1 : i > j;
}

uint32_t *
preorder_by (const struct tree *tree, const double *amounts)
{
  uint32_t *order = allocate (tree->count, sizeof *order);
  OWNED uint32_t *stack = allocate (tree->count, sizeof *stack);
  size_t depth = 0, count = 0;
  if (tree->count)
    stack[depth++] = 0;
  sorted_nodes = tree->nodes;
  sorted_amounts = amounts;
  while (depth)
    {
      uint32_t node = stack[--depth];
      order[count++] = node;
      size_t first = depth;
      for (uint32_t child = tree->nodes[node].child; child != NO_NODE;
	   child = tree->nodes[child].sibling)
	stack[depth++] = child;
      if (depth - first > 1)
	qsort (stack + first, depth - first, sizeof *stack, by_falling_amount);
      /* The largest must be on top.  */
      for (size_t i = first, j = depth; i + 1 < j; i++)
	{
	  uint32_t other = stack[--j];
	  stack[j] = stack[i];
	  stack[i] = other;
	}
    }
  return order;
}

/* Replaces the first of HEAP, which is the least of COUNT, by VALUE.  */
static void
replace_least (double *heap, size_t count, double value)
{
  size_t at = 0, child;
  while ((child = 2 * at + 1) < count)
    {
      if (child + 1 < count && heap[child + 1] < heap[child])
	child++;
      if (heap[child] >= value)
	break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = value;
}

double
least_of_largest (const struct tree *tree, size_t limit)
{
  if (!limit || limit >= tree->count)
    return -1;
  OWNED double *heap = allocate (limit, sizeof *heap);
  for (size_t i = 0; i < limit; i++)
    heap[i] = -1;
  for (uint32_t i = 0; i < tree->count; i++)
    if (tree->nodes[i].total > heap[0])
      replace_least (heap, limit, tree->nodes[i].total);
  return heap[0];
}

/* Numbers for the groups that occur in TREE: numbers[group_of[place]].  */
static uint32_t *
number_groups (const struct report *report, const struct tree *tree,
	       const uint32_t *group_of, struct rows *rows)
{
  size_t places = report->profile.place_count, room = 0;
  uint32_t *numbers = allocate (places, sizeof *numbers);
  memset (numbers, 0xff, places * sizeof *numbers);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t group = group_of[tree->nodes[i].place];
      if (group == NO_NODE || numbers[group] != NO_NODE)
	continue;
      numbers[group] = (uint32_t) rows->count;
      ONE_MORE (rows->rows, rows->count, room)
	= (struct row) { .place = group };
    }
  return numbers;
}

static void
add_counters (int64_t *to, const int64_t *from, size_t counters)
{
  for (size_t i = 0; i < counters; i++)
    to[i] = add_wrapping (to[i], from[i]);
}

/* Adds node INDEX of TREE to row NUMBER; the node IS_JOINED with that if it is
   of a function, and the row an event's, which counts its calls.  */
static void
add_to_row (struct rows *rows, uint32_t number, const struct tree *tree,
	    uint32_t index, size_t counters, bool is_joined)
{
  struct row *row = &rows->rows[number];
  const struct node *node = &tree->nodes[index];
  bool outermost = !row->open_on_path++;
  row->calls += node->calls;
  row->calls_at_least |= node->calls_at_least && !is_joined;
  row->calls_estimated |= node->calls_estimated;
  row->calls_variance += node->calls_variance;
  row->bytes += node->bytes;
  row->self += node->self;
  row->self_variance += node->self_variance;
  row->waiting += node->waiting;
  row->running += node->running;
  row->running_variance += node->running_variance;
  row->samples += node->samples;
  row->faults += node->faults;
  row->fault_time += node->fault_time;
  row->total += outermost ? node->total : 0;
  row->total_variance += outermost ? node->total_variance : 0;
  row->total_samples += outermost ? node->total_samples : 0;
  row->total_faults += outermost ? node->total_faults : 0;
  if (!counters)
    return;
  add_counters (&rows->self_values[number * counters],
		&tree->self_values[index * counters], counters);
  if (outermost)
    add_counters (&rows->values[number * counters],
		  &tree->values[index * counters], counters);
}

/* Sums over the nodes of all threads by groups: group_of[place] is the place
   that stands for the group of PLACE.  */
static struct rows
add_up_groups (const struct report *report, const uint32_t *group_of)
{
  const struct tree *tree = &report->tree;
  struct rows rows = { 0 };
  size_t counters = report->profile.counter_count;
  OWNED uint32_t *numbers = number_groups (report, tree, group_of, &rows);
  if (counters)
    {
      rows.values = allocate (rows.count * counters, sizeof *rows.values);
      rows.self_values = allocate (rows.count * counters,
				   sizeof *rows.self_values);
    }
  const struct place *places = report->profile.places;
  const uint32_t *order = report->preorder;
  uint32_t last = NO_NODE;
  for (uint32_t i = 0; i <= tree->count; i++)
    {
      uint32_t node = i < tree->count ? order[i] : NO_NODE;
      uint32_t parent = node == NO_NODE ? NO_NODE : tree->nodes[node].parent;
      /* Leave out all nodes that are not on the path to NODE.  */
      for (; last != parent; last = tree->nodes[last].parent)
	{
	  uint32_t left = group_of[tree->nodes[last].place];
	  if (left != NO_NODE)
	    rows.rows[numbers[left]].open_on_path--;
	}
      if (node == NO_NODE)
	break;
      uint32_t group = group_of[tree->nodes[node].place];
      bool is_joined
	= group != NO_NODE && places[group].kind == PLACE_EVENT
	  && places[tree->nodes[node].place].kind == PLACE_FUNCTION;
      if (group != NO_NODE)
	add_to_row (&rows, numbers[group], tree, node, counters, is_joined);
      last = node;
    }
  return rows;
}

/* A group of places: all sites of an event, or a line of the source.  */
typedef struct place make_group (const struct place *place);

/* Returns what PLACE is summed up in: functions stand for themselves,
   constructs of teams for all on their line, all places of another event for
   it.  */
static struct place
group_by_name (const struct place *place)
{
  struct place group = *place;
  if (is_construct (place))
    group.column = group.end_line = 0;
  else if (place->kind == PLACE_EVENT)
    {
      group.file = group.within = NULL;
      group.line = group.column = group.end_line = 0;
    }
  return group;
}

static struct place
group_by_line (const struct place *place)
{
  return (struct place) { .kind = PLACE_LINE, .name = "", .file = place->file,
			  .line = place->line };
}

static uint32_t *
group_places (struct report *report, make_group *make)
{
  struct profile *profile = &report->profile;
  size_t count = profile->place_count;
  uint32_t *groups = allocate (count, sizeof *groups);
  for (size_t i = 0; i < count; i++)
    {
      struct place group = make (&profile->places[i]);
      bool has_place = group.kind != PLACE_LINE || group.file;
      groups[i] = has_place ? intern_place (profile, &group) : NO_NODE;
    }
  return groups;
}

/* Marks in WANTED the groups of events whose calls were not all recorded.  */
static void
find_left_out (const struct report *report, const uint32_t *groups,
	       bool *wanted)
{
  const struct tree *tree = &report->tree;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t group = groups[node->place];
      if ((node->calls_at_least || node->calls_estimated) && group != NO_NODE
	  && report->profile.places[group].kind == PLACE_EVENT)
	wanted[group] = true;
    }
}

/* Adds libraries' functions to the groups of the events that are calls of them,
   where only a part of the calls was recorded: samples in such a function
   belong to the calls that were not.  */
static void
join_functions (const struct report *report, uint32_t *groups)
{
  const struct profile *profile = &report->profile;
  OWNED bool *wanted = allocate (profile->place_count, sizeof *wanted);
  find_left_out (report, groups, wanted);
  for (uint32_t group = 0; group < profile->place_count; group++)
    for (size_t i = 0; wanted[group] && i < profile->place_count; i++)
      if (profile->places[i].kind == PLACE_FUNCTION && !profile->places[i].file
	  && same_text (profile->places[i].label, profile->places[group].label))
	groups[i] = group;
}

ORDER (by_site, struct site, RISING (frees) RISING (place) RISING (function))

ADDER (add_site, struct site, ADD (calls) ADD (bytes) ADD (time) ADD (variance)
       ADD (own) ADD (waiting) EITHER (calls_at_least) EITHER (calls_estimated)
       ADD (calls_variance) ADD (bytes_variance))

/* Returns the events that IS_WANTED by place and by the function they are in,
   *COUNT of them.  */
static struct site *
list_sites (const struct report *report,
	    bool (*is_wanted) (const struct place *), size_t *count)
{
  const struct tree *tree = &report->tree;
  struct site *sites = NULL;
  size_t all = 0, room = 0;
  for (uint32_t i = 1; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      const struct place *place = &report->profile.places[node->place];
      if (!is_wanted (place))
	continue;
      ONE_MORE (sites, all, room) = (struct site) {
	node->place, called_function (report, tree, i), node->calls,
	node->bytes, node->total, node->total_variance, node->calls_at_least,
	node->calls_estimated, !allocates (place), node->calls_variance,
	node->bytes_variance,
	is_of_runtime (report, report->processes[0], tree, i) ? node->total : 0,
	node->waiting
      };
    }
  *count = JOIN (sites, all, by_site, add_site);
  return sites;
}

/* Leaves of what may wait what did.  */
static void
leave_waiting (struct report *report)
{
  size_t kept = 0;
  for (size_t i = 0; i < report->pause_count; i++)
    if (report->pauses[i].waiting > 0)
      report->pauses[kept++] = report->pauses[i];
  report->pause_count = kept;
}

/* Lists allocations, and then frees; and what waits.  */
static void
add_up_sites (struct report *report)
{
  report->sites = list_sites (report, is_allocation, &report->site_count);
  while (report->allocating_count < report->site_count
	 && !report->sites[report->allocating_count].frees)
    report->allocating_count++;
  report->pauses = list_sites (report, is_pause, &report->pause_count);
  leave_waiting (report);
}

static void
add_item (struct items *items, const struct process *process, size_t index,
	  size_t part)
{
  ONE_MORE (items->items, items->count, items->room)
    = (struct item) { process, index, part, NULL };
}

/* Adds what hangs on node NODE of the thread PART, if that is wanted.  */
static void
add_item_at (const struct report *report, struct items *items,
	     const struct process *process, size_t index, uint32_t part,
	     uint32_t node)
{
  if (!is_wanted_at (report, process, part, node))
    return;
  add_item (items, process, index, part);
  if (node != NO_NODE)
    items->items[items->count - 1].path
      = path_text (report, &report->profile.threads[process->first_thread
						     + part]->tree, node);
}

/* Lists what the selected processes have besides their trees.  */
static void
list_items (struct report *report, const struct process *process)
{
  list_leaks (report, process);
  for (size_t i = 0; i < process->note_count; i++)
    {
      const struct note *note = &process->notes[i];
      if (!note->count)
	continue;
      if (note->kind == GASP_RECORD_MESSAGE)
	add_item (&report->messages, process, i, 0);
      else if (note->kind != GASP_RECORD_CRASH)
	add_item_at (report, &report->frees, process, i, note->thread,
		     note->node);
    }
  for (size_t i = 0; i < process->event_count; i++)
    {
      const struct user_event *event = &process->events[i];
      if (event->starts || event->ends || event->atomics)
	add_item (&report->events, process, i, 0);
      for (size_t j = 0; j < event->text_count; j++)
	add_item (&report->texts, process, i, j);
    }
}

static void
select_threads (struct report *report)
{
  struct profile *profile = &report->profile;
  report->threads = allocate (profile->thread_count, sizeof (void *));
  report->processes = allocate (profile->process_count, sizeof (void *));
  for (size_t i = 0; i < profile->thread_count; i++)
    if (thread_is_selected (&report->selection, profile->threads[i]))
      report->threads[report->thread_count++] = profile->threads[i];
  for (size_t i = 0; i < profile->process_count; i++)
    if (process_is_selected (&report->selection, &profile->processes[i]))
      report->processes[report->process_count++] = &profile->processes[i];
}

static void
merge_threads (struct report *report)
{
  size_t nodes = 0, count = report->thread_count;
  report->thread_trees = allocate (count, sizeof *report->thread_trees);
  report->thread_preorders = allocate (count, sizeof (uint32_t *));
  report->thread_ends = allocate (count, sizeof *report->thread_ends);
  for (size_t i = 0; i < count; i++)
    {
      report->thread_trees[i]
	= selects_places (&report->selection)
	  ? merge_trees (&report->profile, &report->threads[i], 1,
			 report->wanted)
	  : report->threads[i]->tree;
      report->thread_preorders[i]
	= preorder_by (&report->thread_trees[i], NULL);
      report->thread_ends[i] = nodes += report->thread_trees[i].count;
    }
  report->tree = merge_trees (&report->profile, report->threads, count,
			      report->wanted);
  report->preorder = count == 1 && (report->tree.nodes
				    == report->thread_trees[0].nodes)
		     ? report->thread_preorders[0]
		     : preorder_by (&report->tree, NULL);
  report->whole = report->tree.nodes[0].total;
  double waiting = 0;
  report->running = 0;
  for (uint32_t i = 0; i < report->tree.count; i++)
    {
      report->running += report->tree.nodes[i].running;
      waiting += report->tree.nodes[i].waiting;
    }
  report->ready = fmax (0, report->whole - report->running - waiting);
  report->shows_waiting = waiting > report->whole / 100
			  || report->ready > fmax (report->whole / 8,
						   LEAST_READY);
  report->has_children = has_children (report);
}

static bool
is_deeper (const struct tree *tree, uint32_t depth)
{
  for (uint32_t i = 0; i < tree->count; i++)
    if (tree->nodes[i].depth > depth)
      return true;
  return false;
}

bool
limit_depth (struct report *report, uint32_t depth)
{
  size_t counters = report->profile.counter_count;
  bool found = false;
  for (size_t i = 0; i <= report->thread_count; i++)
    {
      bool is_last = i == report->thread_count;
      struct tree *tree = is_last ? &report->tree : &report->thread_trees[i];
      if (!is_deeper (tree, depth))
	continue;
      *tree = merge_recursion (tree, depth, counters);
      *(is_last ? &report->preorder : &report->thread_preorders[i])
	= preorder_by (tree, NULL);
      found = true;
    }
  return found;
}

/* ---- Names of files.  Where the compiler is given absolute ones, as by CMake,
   all begin alike, and what tells them apart would find no room.  */

/* Returns how much of A, up to a slash and LENGTH at most, B begins with,
   too.  */
static size_t
common_length (const char *a, const char *b, size_t length)
{
  size_t common = 0;
  for (size_t i = 0; i < length && a[i] == b[i]; i++)
    if (a[i] == '/')
      common = i + 1;
  return common;
}

/* Returns the directory that all absolute names of PROFILE's files but the
   system's are below, with its slash; or "".  */
static const char *
common_directory (const struct profile *profile)
{
  const char *first = NULL;
  size_t length = 0;
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const char *file = profile->places[i].file;
      if (!file || *file != '/' || is_of_system (file))
	continue;
      if (!first)
	length = (size_t) (strrchr (file, '/') + 1 - file);
      first = first ? first : file;
      length = common_length (first, file, length);
    }
  return length > 1 ? print_string ("%.*s", (int) length, first) : "";
}

const char *
shown_file (const struct report *report, const char *file)
{
  size_t length = strlen (report->root);
  return file && !strncmp (file, report->root, length) ? file + length : file;
}

static void
locate_places (struct report *report)
{
  struct profile *profile = &report->profile;
  report->root = common_directory (profile);
  for (size_t i = 0; i < profile->place_count; i++)
    {
      struct place *place = &profile->places[i];
      const char *file = shown_file (report, place->file);
      if (file)
	place->location
	  = place->line ? print_string ("%s:%u", file, place->line)
	    : place->within ? print_string ("%s in %s", place->within, file)
	    : file;
    }
}

void
add_up (struct report *report)
{
  leave_out_sleep (&report->profile);
  select_threads (report);
  name_places (&report->profile);
  report->wanted = select_places (&report->selection, &report->profile);
  merge_threads (report);
  OWNED uint32_t *groups = group_places (report, group_by_name);
  name_constructs (report, groups);
  join_functions (report, groups);
  report->flat = add_up_groups (report, groups);
  split_idle (report, groups);
  add_up_callers (report, groups);
  add_up_peers (report, groups);
  add_up_teams (report);
  add_up_devices (report);
  free (groups);
  groups = group_places (report, group_by_line);
  report->lines = add_up_groups (report, groups);
  add_up_sites (report);
  for (size_t i = 0; i < report->process_count; i++)
    list_items (report, report->processes[i]);
  find_samples (report);
  read_lines (report);
  locate_places (report);
  name_allocated_locks (report);
  name_locks_by_source (report);
  locate_samples (report);
  add_up_faults (report);
}
