/* browse.c - gasp browse: go about in a profile, on the terminal.

   SPDX-License-Identifier: Apache-2.0

   What is shown is a stack of pages: any table of the report, a call tree, a
   function with its callers and callees, a source file with the figures of its
   lines.  Enter goes from a row to what it is about, Backspace goes back.  */

#include "commands/commands.h"
#include "terminal/page.h"
#include "sums/records.h"
#include "sums/source.h"
#include "formats/text.h"

#include <stdlib.h>
#include <string.h>

static struct report report;
static struct text_list sources;
static struct selection selection;

/* The subject of a row, as far as it has one.  */
struct subject { const char *function, *file; uint32_t line; long thread; };

enum kind { KIND_TABLE, KIND_TREE, KIND_FUNCTION, KIND_SOURCE, KIND_TABLES };

/* A page and what it is made of.  */
struct view
{
  struct page page;
  enum kind kind;
  struct subject (*subject) (const struct view *view, size_t row);
  /* Of tables: */
  const struct table *table;
  struct column *fields;
  size_t field_count, field[PAGE_COLUMNS]; /* of each column */
  size_t *order;
  /* Of call trees: */
  const struct tree *tree;
  const uint32_t *preorder;
  bool *unfolded;
  uint32_t *nodes, *rows;	/* the nodes shown, and where each node is */
  /* Of functions: */
  const struct edge **edges;
  size_t callers;
  uint32_t function;		/* a row of the flat profile */
  /* Of source files: */
  struct source source;
  const struct row **lines;	/* by line, or null */
  const char *file;
};

static struct view *stack[64];
static size_t depth;

static const char keys[] = "Enter: callers and callees  s: source  c: call tree  "
			   "v: all tables  /: search  < >: sort  ?: help  q: quit";

static struct view *
new_view (enum kind kind, char *title)
{
  struct view *view = allocate (1, sizeof *view);
  view->kind = kind;
  view->page.title = title;
  view->page.keys = keys;
  view->page.data = view;
  view->page.sorted_by = PAGE_COLUMNS;
  return view;
}

static void
add_column (struct view *view, const char *heading, bool is_text)
{
  view->page.columns[view->page.column_count++]
    = (struct page_column) { heading, is_text, 0 };
}

static void
set_columns (struct view *view, const struct page_column *columns, size_t count)
{
  memcpy (view->page.columns, columns, count * sizeof *columns);
  view->page.column_count = count;
  for (size_t i = 0; i < count; i++)
    if (!strcmp (columns[i].heading, "self"))
      view->page.columns[i].heading = self_heading (&report);
}
#define SET_COLUMNS(view, columns) set_columns (view, columns, COUNT_OF (columns))

static const struct place *
place_of (uint32_t number)
{
  return &report.profile.places[number];
}

static struct subject
subject_of_place (const struct place *place)
{
  return (struct subject) { place->label, place->file, place->line, -1 };
}

static char *
estimated_time (double time, double variance)
{
  return print_string ("%s%s", is_estimate (time, variance) ? ESTIMATE_SIGN : "",
		       time_text (time));
}

/* Returns the time of something by itself, or while its threads ran.  */
static char *
own_time (double self, double self_variance, double running,
	  double running_variance)
{
  return report.shows_waiting ? estimated_time (running, running_variance)
		      : estimated_time (self, self_variance);
}

static char *
percent_of_whole (double time)
{
  return copy_string (percent_text (time, report.whole));
}

static double
part (double time)
{
  return report.whole > 0 ? 100 * time / report.whole : 0;
}

/* ---- Tables  */

static void
fill_cells (const struct view *view, size_t row, union cell *cells)
{
  view->table->fill (&report, view->order[row], cells);
}

static void
table_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  union cell cells[MOST_CELLS];
  fill_cells (view, row, cells);
  for (size_t j = 0; j < page->column_count; j++)
    {
      size_t field = view->field[j];
      line->texts[j] = copy_string (row_text (view->fields, view->field_count,
					      cells, field));
      if (line->percent < 0 && view->fields[field].type == CELL_PERCENT)
	line->percent = cells[field].real;
    }
}

static void
sort_table (struct page *page)
{
  struct view *view = page->data;
  size_t count, all;
  struct showing showing = { 0 };
  if (page->sorted_by < page->column_count)
    showing.sort = view->fields[view->field[page->sorted_by]].field;
  free (view->order);
  view->order = table_order (&report, view->table, &showing, &count, &all);
  page->row_count = count;
}

static struct subject
subject_in_table (const struct view *view, size_t row)
{
  struct subject subject = { NULL, NULL, 0, -1 };
  union cell cells[MOST_CELLS];
  size_t count = view->field_count,
    name = find_field (view->fields, count, "name"),
    file = find_field (view->fields, count, "file"),
    line = find_field (view->fields, count, "line");
  fill_cells (view, row, cells);
  if (name < count && view->fields[name].type == CELL_TEXT)
    subject.function = cells[name].text;
  if (file < count && line < count)
    subject.file = cells[file].text, subject.line = (uint32_t) cells[line].value;
  if (!strcmp (view->table->name, "hot-lines"))
    subject.function = NULL;
  if (!strcmp (view->table->name, "threads"))
    subject.thread = (long) view->order[row];
  return subject;
}

/* Which of the fields have something in them.  */
static bool *
used_fields (const struct view *view)
{
  bool *used = allocate (view->field_count, sizeof *used);
  union cell cells[MOST_CELLS];
  for (size_t i = 0; i < view->page.row_count; i++)
    {
      fill_cells (view, i, cells);
      for (size_t j = 0; j < view->field_count; j++)
	used[j] |= !is_empty (cells[j], view->fields[j].type);
    }
  return used;
}

static struct view *
table_view (const struct table *table)
{
  struct view *view = new_view (KIND_TABLE, title_of (&report, table));
  struct page *page = &view->page;
  view->table = table;
  view->subject = subject_in_table;
  view->fields = table_columns (&report, table, &view->field_count);
  page->line = table_line;
  page->sort = table->grouped ? NULL : sort_table;
  sort_table (page);
  bool *used = used_fields (view);
  const char *sort = sort_of (&report, table);
  size_t *order = display_order (view->fields, view->field_count), i;
  for (size_t k = 0; k < view->field_count && page->column_count < PAGE_COLUMNS;
       k++)
    if (used[i = order[k]] && view->fields[i].heading
	&& !is_obvious (&report, view->fields[i].field))
      {
	if (sort && !strcmp (view->fields[i].field, sort))
	  page->sorted_by = page->column_count;
	view->field[page->column_count] = i;
	add_column (view, view->fields[i].heading,
		    view->fields[i].type == CELL_TEXT);
      }
  free (order);
  free (used);
  return view;
}

/* ---- Call trees  */

static uint32_t
node_at (const struct view *view, size_t row)
{
  return view->nodes[row];
}

/* List the nodes whose callers are all unfolded.  */
static void
list_nodes (struct view *view)
{
  const struct tree *tree = view->tree;
  size_t count = 0;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t node = view->preorder[i], parent = tree->nodes[node].parent;
      view->rows[node] = NO_NODE;
      if (parent != NO_NODE
	  && (view->rows[parent] == NO_NODE || !view->unfolded[parent]))
	continue;
      view->rows[node] = (uint32_t) count;
      view->nodes[count++] = node;
    }
  view->page.row_count = count;
}

static void
tree_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  uint32_t index = node_at (view, row);
  const struct node *node = &view->tree->nodes[index];
  const struct place *place = place_of (node->place);
  const char *fold = node->child == NO_NODE ? " "
		     : view->unfolded[index] ? "-" : "+";
  int indent = node->depth < 40 ? (int) (2 * node->depth) : 80;
  line->percent = part (node->total);
  line->texts[0] = estimated_time (node->total, node->total_variance);
  line->texts[1] = percent_of_whole (node->total);
  line->texts[2] = own_time (node->self, node->self_variance, node->running,
			     node->running_variance);
  line->texts[3] = row || node->depth ? calls_text (node) : copy_string ("");
  line->texts[4] = print_string ("%*s%s %s%s", indent, "", fold,
				 node->parent != NO_NODE ? place->label
				 : view->tree == &report.tree ? "(all threads)"
				 : "(this thread)",
				 node->open && node->depth ? " (not returned)" : "");
  line->texts[5] = copy_string (place->location ? place->location : "");
}

static struct subject
subject_in_tree (const struct view *view, size_t row)
{
  return subject_of_place (place_of (view->tree->nodes[node_at (view, row)].place));
}

/* Shows NODE, and put the cursor there.  */
static void
go_to_node (struct view *view, uint32_t node)
{
  for (uint32_t i = view->tree->nodes[node].parent; i != NO_NODE;
       i = view->tree->nodes[i].parent)
    view->unfolded[i] = true;
  list_nodes (view);
  view->page.cursor = view->rows[node];
}

static size_t
find_in_tree (struct page *page, const char *text, size_t from, bool back)
{
  struct view *view = page->data;
  uint32_t here = node_at (view, page->cursor), at = 0;
  (void) from;
  while (view->preorder[at] != here)
    at++;
  for (at += back ? -1u : 1u; at < view->tree->count; at += back ? -1u : 1u)
    {
      uint32_t node = view->preorder[at];
      if (!strcasestr (place_of (view->tree->nodes[node].place)->label, text))
	continue;
      go_to_node (view, node);
      return page->cursor;
    }
  return page->row_count;
}

/* Unfold what took most, until no callee took half of its caller.  */
static void
unfold_hottest (struct view *view, uint32_t node)
{
  const struct node *nodes = view->tree->nodes;
  for (;;)
    {
      uint32_t hottest = NO_NODE;
      for (uint32_t i = nodes[node].child; i != NO_NODE; i = nodes[i].sibling)
	if (hottest == NO_NODE || nodes[i].total > nodes[hottest].total)
	  hottest = i;
      view->unfolded[node] = true;
      if (hottest == NO_NODE || 2 * nodes[hottest].total < nodes[node].total)
	return;
      node = hottest;
    }
}

/* Unfold all below NODE that took a hundredth of the whole; itself anyway.  */
static void
unfold_all (struct view *view, uint32_t node)
{
  const struct tree *tree = view->tree;
  bool *below = allocate (tree->count, sizeof *below);
  below[node] = view->unfolded[node] = true;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t at = view->preorder[i], parent = tree->nodes[at].parent;
      if (parent == NO_NODE || !below[parent] || part (tree->nodes[at].total) < 1)
	continue;
      below[at] = view->unfolded[at] = true;
    }
  free (below);
}

/* Fold the node at the cursor; or, if it is that, go to its caller.  */
static void
fold (struct view *view)
{
  uint32_t node = node_at (view, view->page.cursor);
  if (view->unfolded[node] && view->tree->nodes[node].child != NO_NODE)
    view->unfolded[node] = false;
  else if (view->tree->nodes[node].parent != NO_NODE)
    view->page.cursor = view->rows[view->tree->nodes[node].parent];
  list_nodes (view);
}

static struct view *
tree_view (const struct tree *tree, const uint32_t *preorder, char *title)
{
  static const struct page_column columns[] = {
    { "total", false, 0 }, { "%", false, 0 }, { "self", false, 0 },
    { "calls", false, 0 }, { "function", true, 0 }, { "where", true, 0 }
  };
  struct view *view = new_view (KIND_TREE, title);
  view->tree = tree;
  view->preorder = preorder;
  view->subject = subject_in_tree;
  view->unfolded = allocate (tree->count, sizeof *view->unfolded);
  view->nodes = allocate (tree->count, sizeof *view->nodes);
  view->rows = allocate (tree->count, sizeof *view->rows);
  view->page.line = tree_line;
  view->page.find = find_in_tree;
  view->page.keys = "Right: unfold  Left: fold  *: unfold all  h: what is hot  "
		    "Enter: callers and callees  s: source  ?: help";
  SET_COLUMNS (view, columns);
  if (tree->count)
    {
      unfold_hottest (view, 0);
      list_nodes (view);
    }
  return view;
}

/* ---- Functions: their callers, themselves, and their callees  */

static const struct edge *
edge_at (const struct view *view, size_t row)
{
  return row == view->callers ? NULL
	 : view->edges[row > view->callers ? row - 1 : row];
}

static void
function_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  const struct edge *edge = edge_at (view, row);
  const struct row *own = &report.flat.rows[view->function];
  bool is_caller = row < view->callers;
  const struct place *place
    = place_of (!edge ? own->place : is_caller ? edge->caller : edge->callee);
  double total = !edge ? own->total : is_caller ? edge->total : edge->of_caller;
  double variance = !edge ? own->total_variance
		    : is_caller ? edge->total_variance : edge->of_caller_variance;
  line->is_marked = !edge;
  line->percent = part (total);
  line->texts[0] = copy_string (!edge ? "" : is_caller ? "called by" : "calls");
  line->texts[1] = estimated_time (total, variance);
  line->texts[2] = percent_of_whole (total);
  line->texts[3] = edge ? own_time (edge->self, edge->self_variance,
				    edge->running, edge->running_variance)
			: own_time (own->self, own->self_variance,
				    own->running, own->running_variance);
  line->texts[4] = copy_string (count_text ((double) (edge ? edge->calls
						      : own->calls)));
  line->texts[5] = print_string ("%s%s", edge ? "  " : "", place->kind == PLACE_THREAD
				 ? "(outside of instrumented functions)"
				 : place->label);
  line->texts[6] = copy_string (place->location ? place->location : "");
}

static struct subject
subject_in_function (const struct view *view, size_t row)
{
  const struct edge *edge = edge_at (view, row);
  return subject_of_place (place_of (
    !edge ? report.flat.rows[view->function].place
    : row < view->callers ? edge->caller : edge->callee));
}

/* Returns the row of the flat profile with the function NAME; or how many
   there are.  */
static size_t
flat_row_of (const char *name)
{
  size_t i = 0;
  while (i < report.flat.count
	 && strcmp (place_of (report.flat.rows[i].place)->label, name))
    i++;
  return i;
}

/* The callers come as they are in the report: largest first; so do the
   callees.  */
static struct view *
function_view (size_t row)
{
  static const struct page_column columns[] = {
    { "", true, 0 }, { "total", false, 0 }, { "%", false, 0 },
    { "self", false, 0 }, { "calls", false, 0 }, { "function", true, 0 },
    { "where", true, 0 }
  };
  uint32_t group = report.flat.rows[row].place;
  struct view *view
    = new_view (KIND_FUNCTION, print_string ("Callers and callees of %s",
					     place_of (group)->label));
  size_t count = 0;
  view->function = (uint32_t) row;
  view->edges = allocate (2 * report.edge_count, sizeof *view->edges);
  for (size_t i = 0; i < report.caller_count; i++)
    if (report.callers[i]->callee == group)
      view->edges[count++] = report.callers[i];
  view->callers = count;
  for (size_t i = 0; i < report.callee_count; i++)
    if (report.callees[i]->caller == group)
      view->edges[count++] = report.callees[i];
  view->subject = subject_in_function;
  view->page.line = function_line;
  view->page.row_count = count + 1;
  view->page.cursor = view->callers;
  view->page.keys = "Enter: go to that function, or to the source  Backspace: back  "
		    "?: help";
  SET_COLUMNS (view, columns);
  return view;
}

/* ---- Source files  */

/* The samples of a line, or the time that they stand for; "" if there are
   none.  */
static char *
sampled_text (const struct row *line)
{
  return copy_string (!line->samples ? ""
		      : line->sampled_time > 0 ? time_text (line->sampled_time)
		      : count_text ((double) line->samples));
}

static void
source_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  const struct row *figures = view->lines[row];
  bool sampled = report.all_samples;
  double whole = shown_self (&report, report.whole, report.running);
  double own = figures ? shown_self (&report, figures->self, figures->running) : 0;
  line->texts[0] = !figures ? copy_string ("")
		   : sampled ? sampled_text (figures)
		   : own_time (figures->self, figures->self_variance,
			       figures->running, figures->running_variance);
  if (sampled)
    {
      own = figures ? (double) figures->samples : 0;
      whole = (double) report.all_samples;
    }
  line->percent = figures && whole > 0 ? 100 * own / whole : -1;
  line->texts[1] = copy_string (own > 0 ? percent_text (own, whole) : "");
  line->texts[2] = copy_string (figures ? count_text ((double) figures->calls) : "");
  line->texts[3] = print_string ("%zu", row + 1);
  line->texts[4] = expand_tabs (view->source.lines[row]);
}

static struct subject
subject_in_source (const struct view *view, size_t row)
{
  return (struct subject) { NULL, view->file, (uint32_t) row + 1, -1 };
}

static struct view *
source_view (const char *file, uint32_t line)
{
  static const struct page_column columns[] = {
    { "self", false, 0 }, { "%", false, 0 }, { "calls", false, 0 },
    { "line", false, 0 }, { "code", true, 0 }
  };
  struct source source;
  if (!read_source (&report, file, &source))
    {
      say_on_page ("The source file is not at hand: --source=DIR has others looked "
		   "into.");
      return NULL;
    }
  struct view *view = new_view (KIND_SOURCE, print_string (
    "%s%s%s", shown_file (&report, file), source.note ? " - " : "",
    source.note ? source.note : ""));
  view->source = source;
  view->file = file;
  view->lines = allocate (source.count, sizeof *view->lines);
  for (size_t i = 0; i < report.lines.count; i++)
    {
      const struct row *row = &report.lines.rows[i];
      const struct place *place = place_of (row->place);
      if (place->file && !strcmp (place->file, file) && place->line
	  && place->line <= source.count)
	view->lines[place->line - 1] = row;
    }
  view->subject = subject_in_source;
  view->page.line = source_line;
  view->page.row_count = source.count;
  view->page.cursor = line ? line - 1 : 0;
  view->page.top = view->page.cursor > 8 ? view->page.cursor - 8 : 0;
  view->page.keys = "h: the line that took most  /: search  Backspace: back  "
		    "?: help";
  SET_COLUMNS (view, columns);
  if (report.all_samples)
    view->page.columns[0].heading = report.sampled_time > 0 ? "time" : "samples";
  return view;
}

/* Returns whether A is hotter than B, which may be null.  */
static bool
is_hotter (const struct row *a, const struct row *b)
{
  return !b || (report.all_samples ? a->samples > b->samples
		: a->running > b->running);
}

static void
go_to_hottest_line (struct view *view)
{
  const struct row *hottest = NULL;
  for (size_t i = 0; i < view->source.count; i++)
    if (view->lines[i] && is_hotter (view->lines[i], hottest))
      {
	hottest = view->lines[i];
	view->page.cursor = i;
      }
}

/* ---- The list of tables  */

/* Tables of one run that have rows, except for pages of another kind.  */
static bool
is_listed (const struct table *table)
{
  return !in_list ("diff,callers,callees,function", table->view)
	 && strcmp (table->name, "thread-tree") && table->rows (&report);
}

static void
list_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  const struct table *table = &tables[view->order[row]];
  line->texts[0] = title_of (&report, table);
  line->texts[1] = print_string ("%zu", table->rows (&report));
}

static struct view *
list_view (void)
{
  static const struct page_column columns[] = {
    { "table", true, 0 }, { "rows", false, 0 }
  };
  struct view *view = new_view (KIND_TABLES, copy_string ("All that was recorded"));
  view->order = allocate (table_count, sizeof *view->order);
  for (size_t i = 0; i < table_count; i++)
    if (is_listed (&tables[i]))
      view->order[view->page.row_count++] = i;
  view->page.line = list_line;
  view->page.keys = "Enter: show it  ?: help  q: quit";
  SET_COLUMNS (view, columns);
  return view;
}

static struct view *
whole_tree (void)
{
  return tree_view (&report.tree, report.preorder, copy_string ("Call tree"));
}

static struct view *
view_of (const struct table *table)
{
  return !strcmp (table->name, "tree") ? whole_tree () : table_view (table);
}

/* ---- Going about  */

static void
free_view (struct view *view)
{
  free_source (&view->source);
  free ((char *) view->page.title);
  free (view->fields);
  free (view->order);
  free (view->unfolded);
  free (view->nodes);
  free (view->rows);
  free (view->edges);
  free (view->lines);
  free (view);
}

/* Shows VIEW, if it is one; the first page that was shown is forgotten if
   there are too many.  */
static void
push (struct view *view)
{
  if (!view)
    return;
  if (depth == COUNT_OF (stack))
    {
      free_view (stack[0]);
      memmove (stack, stack + 1, --depth * sizeof *stack);
    }
  stack[depth++] = view;
}

static void
pop (void)
{
  if (depth > 1)
    free_view (stack[--depth]);
  else
    say_on_page ("This is the first page: q quits.");
}

static void
push_function (const struct subject *subject)
{
  size_t row = subject->function ? flat_row_of (subject->function)
	       : report.flat.count;
  if (row == report.flat.count)
    say_on_page ("This row is about no function.");
  else
    push (function_view (row));
}

static void
push_thread (long thread)
{
  push (tree_view (&report.thread_trees[thread], report.thread_preorders[thread],
		   print_string ("Call tree of thread %u (%s)",
				 report.threads[thread]->number,
				 report.threads[thread]->name)));
}

/* Goes to what the row at the cursor is about.  */
static void
enter (struct view *view)
{
  size_t row = view->page.cursor;
  if (view->kind == KIND_TABLES)
    {
      push (view_of (&tables[view->order[row]]));
      return;
    }
  struct subject subject = view->subject (view, row);
  if (view->kind == KIND_FUNCTION && row == view->callers)
    subject.function = NULL;
  if (subject.thread >= 0)
    push_thread (subject.thread);
  else if (subject.function || view->kind == KIND_SOURCE)
    push_function (&subject);
  else if (subject.file)
    push (source_view (subject.file, subject.line));
  else
    say_on_page ("This row leads nowhere.");
}

static void
show_source (const struct view *view)
{
  struct subject subject = { 0 };
  if (view->subject && view->page.row_count)
    subject = view->subject (view, view->page.cursor);
  if (subject.file)
    push (source_view (subject.file, subject.line));
  else
    say_on_page ("Where this is in the source is not known.");
}

static void
push_hot_lines (void)
{
  if (report.hot_count)
    push (table_view (find_table ("hot-lines")));
  else
    say_on_page ("There are no samples: " HOW_TO_SAMPLE ".");
}

static const char *const help[] = {
  "gasp browse",
  "",
  "Up, Down, j, k      a row up or down",
  "PageUp, PageDown    a page; Space too",
  "Home, End, g, G     the first and the last row",
  "Enter               what the row is about: a function with its callers and",
  "                    callees, and then its source; a thread's call tree",
  "Backspace, Escape   back",
  "s                   the source, with the figures of each line",
  "/ n N               search; once more; and upwards",
  "< >                 sort by the column to the left, or to the right",
  "",
  "f, c                functions (the flat profile); the call tree",
  "m                   memory: where it is allocated",
  "t                   threads",
  "l                   the hottest lines, if there are samples",
  "v, Tab              all tables",
  "",
  "In a call tree:",
  "Right, +            unfold",
  "Left, -             fold; or go to the caller",
  "*                   unfold all below that took 1 % of the time",
  "h                   unfold what took most, down to where it is spent",
  "",
  "q                   quit",
  "",
  ESTIMATE_SIGN " marks a time that may be wrong by more than 5 %.",
};

/* What KEY, which the page leaves to us, has done to a call tree.  */
static void
obey_in_tree (struct view *view, int key)
{
  uint32_t node = node_at (view, view->page.cursor);
  if (key == PAGE_FOLD)
    fold (view);
  else if (key == PAGE_UNFOLD)
    view->unfolded[node] = true;
  else if (key == '*')
    unfold_all (view, node);
  else if (key == 'h')
    unfold_hottest (view, node);
  list_nodes (view);
}

static void
obey (struct view *view, int key)
{
  if (view->kind == KIND_TREE && view->page.row_count)
    obey_in_tree (view, key);
  if (view->kind == KIND_SOURCE && key == 'h')
    go_to_hottest_line (view);
  switch (key)
    {
    case PAGE_ENTER:
      if (view->page.row_count)
	enter (view);
      break;
    case PAGE_BACK: pop (); break;
    case 's': show_source (view); break;
    case 'f': push (table_view (find_table ("flat"))); break;
    case 'c': push (whole_tree ()); break;
    case 'm': push (table_view (find_table ("allocations"))); break;
    case 't': push (table_view (find_table ("threads"))); break;
    case 'l': push_hot_lines (); break;
    case 'v': case PAGE_NEXT: push (list_view ()); break;
    case '?': show_text (help, COUNT_OF (help)); break;
    }
}

static const struct option_row options[] = {
  SELECTION_OPTIONS (selection),
  { "process", 'p', "PROCESS", "show only this process", OPTION_LIST,
    &selection.processes },
  { "source", 'S', "DIR", "look for source files in DIR, too", OPTION_LIST,
    &sources },
};

/* The flat profile, which names the hottest line.  */
static struct view *
first_view (void)
{
  struct view *view = table_view (find_table ("flat"));
  char *line = hottest_line_text (&report);
  const char *title = view->page.title;
  view->page.title = *line ? print_string ("%s - hottest line: %s", title, line)
			   : copy_string (title);
  free ((char *) title);
  free (line);
  return view;
}

static int
browse (const struct command *command, int argc, char **argv)
{
  argc = parse_options (command, argc, argv);
  if (argc > 2)
    fail (EXIT_USAGE, "browse: '%s': one directory is enough", argv[2]);
  report.selection = selection;
  report.sources = sources;
  if (!load_report (&report, argc == 2 ? argv[1] : newest_run ("browse")))
    return EXIT_TROUBLE;
  open_pages ("browse");
  push (first_view ());
  for (int key; (key = show_page (&stack[depth - 1]->page, -1)) != PAGE_QUIT; )
    obey (stack[depth - 1], key);
  close_pages ();
  return EXIT_FINE;
}

const struct command browse_command = {
  "browse", "[OPTION]... [DIRECTORY|FILE]", "go about in a profile, on the terminal",
  "Shows the functions of a run, by default of the newest in the present "
  "directory.  Arrow keys move, Enter goes to callers and callees, s to the "
  "source, c to the call tree, v to all other tables; / searches, ? shows all "
  "keys, q quits.", options, COUNT_OF (options), false, browse,
  "  gasp browse --exclude='std::*' gasp-out"
};
