/* cells.c - fill in the rows of the tables.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   tables.def says what each column has.  */

#include "tables/tables.def"
#include "record.h"
#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns X, which is not negative, as a whole number.  */
static uint64_t
whole (double x)
{
  return x < 1e18 ? (uint64_t) (x + .5) : (uint64_t) 1e18;
}

static const struct place *
place (const struct report *report, uint32_t number)
{
  return &report->profile.places[number];
}

static const struct place *
place_or_null (const struct report *report, uint32_t number)
{
  return number == NO_NODE ? NULL : place (report, number);
}

/* The name of PLACE: with its signature, and in short.  */

static const char outside[] = "(outside of instrumented functions)";

const char *
name_of (const struct place *place)
{
  return place->kind == PLACE_THREAD ? outside : place->name;
}

const char *
label_of (const struct place *place)
{
  return place->kind == PLACE_THREAD ? outside : place->label;
}

static const char *
kind_name (const struct place *place)
{
  static const char *const names[] = {
    [PLACE_THREAD] = "outside", [PLACE_FUNCTION] = "function",
    [PLACE_EVENT] = "event", [PLACE_OTHER] = "other", [PLACE_LINE] = "line"
  };
  return names[place->kind];
}

static const struct thread *
thread_of (const struct report *report, const struct item *item,
	   uint32_t thread)
{
  return report->profile.threads[item->process->first_thread + thread];
}

/* Returns the place of node NODE of the thread, or null.  */
static const struct place *
place_at (const struct report *report, const struct item *item,
	  uint32_t thread, uint32_t node)
{
  if (node == NO_NODE)
    return NULL;
  return place (report, thread_of (report, item, thread)->tree.nodes[node]
			.place);
}

static const char *
function_at (const struct report *report, const struct item *item,
	     uint32_t thread, uint32_t node)
{
  if (node == NO_NODE)
    return NULL;
  const struct tree *tree = &thread_of (report, item, thread)->tree;
  return place (report, function_of (report, tree, node))->name;
}

/* Puts the cells of counters, with which a row ends: VALUES, and
   SELF_VALUES.  */
static void
put_counters (const struct report *report, union cell *cells,
	      const union cell *first, const int64_t *values,
	      const int64_t *self_values)
{
  for (size_t i = 0; i < report->profile.counter_count
		     && cells + 2 <= first + MOST_COUNTER_CELLS; i++)
    {
      PUT_VALUE (values ? values[i] : 0);
      PUT_VALUE (self_values ? self_values[i] : 0);
    }
}

FILL (process, PROCESS_COLUMNS,
      const struct process *p = report->processes[row])

void
thread_fill (const struct report *report, size_t row, union cell *cells)
{
  const union cell *first = cells;
  const struct thread *t = report->threads[row];
  const struct tree *tree = &report->thread_trees[row];
  const struct node *root = tree->nodes;
  uint64_t calls = 0, bytes = 0;
  for (uint32_t i = 1; i < tree->count; i++)
    {
      calls += tree->nodes[i].calls;
      bytes += allocates (place (report, tree->nodes[i].place))
	       ? tree->nodes[i].bytes : 0;
    }
  THREAD_COLUMNS (PUT)
  put_counters (report, cells, first, tree->values, tree->self_values);
}

FILL (message, MESSAGE_COLUMNS,
      const struct item *item = &report->messages.items[row];
      const struct note *note = &item->process->notes[item->index])

FILL (finding, FINDING_COLUMNS,
      const struct finding *f = &report->findings[row];
      const struct place *p = place_or_null (report, f->place);
      const struct place *cause = place_or_null (report, f->cause))

void
flat_fill (const struct report *report, size_t row, union cell *cells)
{
  const union cell *first = cells;
  size_t counters = report->profile.counter_count;
  const struct row *r = &report->flat.rows[row];
  const struct place *p = place (report, r->place);
  FLAT_COLUMNS (PUT)
  if (counters)
    put_counters (report, cells, first, &report->flat.values[row * counters],
		  &report->flat.self_values[row * counters]);
}

/* Fills CELLS for the row of the flat profile that is number ROW of those
   named.  */
void
focus_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct row *r = report->flat.rows;
  while (!report->focus[r->place] || row-- > 0)
    r++;
  flat_fill (report, (size_t) (r - report->flat.rows), cells);
}

FILL (caller, CALLER_COLUMNS,
      const struct edge *e = report->callers[row];
      const struct place *p = place (report, e->callee);
      const struct place *q = place (report, e->caller))

FILL (callee, CALLEE_COLUMNS,
      const struct edge *e = report->callees[row];
      const struct place *p = place (report, e->callee);
      const struct place *q = place (report, e->caller))

/* Returns whether R's function was switched off.  Functions that only
   samples have found have no calls, either.  */
static bool
is_off (const struct row *r)
{
  return r->calls_at_least && r->calls;
}

/* Returns the rows of the flat profile whose functions were switched off.  */
size_t
count_switched_off (const struct report *report)
{
  size_t count = 0;
  for (size_t i = 0; i < report->flat.count; i++)
    count += is_off (&report->flat.rows[i]);
  return count;
}

const struct row *
off_row (const struct report *report, size_t number)
{
  const struct row *r = report->flat.rows;
  while (!is_off (r) || number-- > 0)
    r++;
  return r;
}

FILL (off, OFF_COLUMNS,
      const struct row *r = off_row (report, row);
      const struct place *p = place (report, r->place))

FILL (counter, COUNTER_COLUMNS,
      size_t counters = report->profile.counter_count;
      size_t c = row / report->flat.count, i = row % report->flat.count;
      const struct row *r = &report->flat.rows[i];
      const struct place *p = place (report, r->place);
      int64_t total = report->flat.values[i * counters + c])

FILL (line, LINE_COLUMNS,
      const struct row *r = &report->lines.rows[row];
      const struct place *p = place (report, r->place))

/* Puts the cells of TREE_COLUMNS, and counters; FIRST is where the row
   begins.  */
static void
put_node (const struct report *report, const struct tree *tree,
	  uint32_t index, union cell *cells, const union cell *first)
{
  size_t counters = report->profile.counter_count;
  const struct node *node = &tree->nodes[index];
  const struct place *p = place (report, node->place);
  TREE_COLUMNS (PUT)
  if (counters)
    put_counters (report, cells, first, &tree->values[index * counters],
		  &tree->self_values[index * counters]);
}

void
tree_fill (const struct report *report, size_t row, union cell *cells)
{
  put_node (report, &report->tree, report->preorder[row], cells, cells);
}

void
thread_tree_fill (const struct report *report, size_t row, union cell *cells)
{
  const union cell *first = cells;
  size_t i = FIRST_FROM (report->thread_count - 1, t,
			 report->thread_ends[t] <= row);
  const struct tree *tree = &report->thread_trees[i];
  size_t in_tree = row - (report->thread_ends[i] - tree->count);
  THREAD_OF_TREE_COLUMNS (PUT)
  put_node (report, tree, report->thread_preorders[i][in_tree], cells, first);
}

/* Returns where P is, a call that allocates or frees.  */
static const char *
location_of_call (const struct place *p)
{
  return p->location ? p->location : "(not instrumented)";
}

static void
put_site (const struct report *report, const struct site *s,
	  union cell *cells)
{
  const struct place *p = place (report, s->place);
  SITE_COLUMNS (PUT)
}

void
allocation_fill (const struct report *report, size_t row, union cell *cells)
{
  put_site (report, &report->sites[row], cells);
}

void
deallocation_fill (const struct report *report, size_t row, union cell *cells)
{
  put_site (report, &report->sites[report->allocating_count + row], cells);
}

FILL (pause, PAUSE_COLUMNS,
      const struct site *s = &report->pauses[row];
      const struct place *p = place (report, s->place))

FILL (leak, LEAK_COLUMNS,
      const struct leak_row *l = &report->leaks[row];
      const struct place *p = place_or_null (report, l->place))

FILL (free, FREE_COLUMNS,
      static const char *const kinds[] = {
	[GASP_RECORD_DOUBLE_FREE] = "double free",
	[GASP_RECORD_UNKNOWN_FREE] = "unknown block",
	[GASP_RECORD_FREED_AGAIN] = "freed again"
      };
      const struct item *item = &report->frees.items[row];
      const struct note *n = &item->process->notes[item->index];
      const struct place *p = place_at (report, item, n->thread, n->node))

FILL (event, EVENT_COLUMNS,
      const struct item *item = &report->events.items[row];
      const struct user_event *e = &item->process->events[item->index])

FILL (text, TEXT_COLUMNS,
      static const char *const types[] = { "start", "end", "atomic" };
      const struct item *item = &report->texts.items[row];
      const struct user_event *e = &item->process->events[item->index];
      const struct user_event_text *t = &e->texts[item->part])

FILL (sample, SAMPLE_COLUMNS,
      const struct sampled *s = &report->sampled[row];
      const struct code_function *f = s->frames ? s->frames->function : NULL)

FILL (hot, HOT_COLUMNS,
      const struct hot_line *h = &report->hot[row];
      const struct code_function *f = h->function;
      const struct place *p = place_or_null (report, h->place))

FILL (fault, FAULT_COLUMNS,
      const struct fault_row *f = &report->faults.functions.rows[row];
      const struct place *p = place_or_null (report, f->place))

FILL (fault_line, FAULT_LINE_COLUMNS,
      const struct fault_row *f = &report->faults.lines.rows[row];
      const struct place *p = place (report, f->place))

FILL (annotated, ANNOTATED_COLUMNS,
      const struct annotated *a = &report->annotated[row])

FILL (instruction, INSTRUCTION_COLUMNS,
      const struct instruction *i = &report->instructions[row])
