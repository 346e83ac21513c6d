/* functions.c - pages of a function: its callers, itself, and its callees.

   SPDX-License-Identifier: Apache-2.0  */

#include "terminal/browse/view.h"

#include <string.h>

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
  const struct row *own = &browsed.flat.rows[view->function];
  bool is_caller = row < view->callers;
  const struct place *place
    = browsed_place (!edge ? own->place
		     : is_caller ? edge->caller : edge->callee);
  double total = !edge ? own->total : is_caller ? edge->total : edge->of_caller;
  double variance = !edge ? own->total_variance
		    : is_caller ? edge->total_variance : edge->of_caller_variance;
  line->is_marked = !edge;
  line->percent = browsed_percent (total);
  line->texts[0] = copy_string (!edge ? "" : is_caller ? "called by" : "calls");
  line->texts[1] = estimated_time (total, variance);
  line->texts[2] = browsed_percent_text (total);
  line->texts[3] = edge ? own_time (edge->self, edge->self_variance,
				    edge->running, edge->running_variance)
			: own_time (own->self, own->self_variance,
				    own->running, own->running_variance);
  line->texts[4]
    = edge ? calls_of (edge->calls, edge->calls_at_least, edge->calls_estimated)
	   : calls_of (own->calls, own->calls_at_least, own->calls_estimated);
  line->texts[5] = print_string ("%s%s", edge ? "  " : "",
				 place->kind == PLACE_THREAD
				   ? "(outside of instrumented functions)"
				   : place->label);
  line->texts[6] = copy_string (place->location ? place->location : "");
}

static struct subject
subject_in_function (const struct view *view, size_t row)
{
  const struct edge *edge = edge_at (view, row);
  return subject_of_place (browsed_place (
    !edge ? browsed.flat.rows[view->function].place
    : row < view->callers ? edge->caller : edge->callee));
}

size_t
flat_row_of (const char *name)
{
  size_t i = 0;
  while (i < browsed.flat.count
	 && strcmp (browsed_place (browsed.flat.rows[i].place)->label, name))
    i++;
  return i;
}

/* Returns the view of the function in ROW.  The callers come as they are in
   the report: largest first; so do the callees.  */
struct view *
function_view (size_t row)
{
  static const struct page_column columns[] = {
    { "", true, 0 }, { "total", false, 0 }, { "%", false, 0 },
    { "self", false, 0 }, { "calls", false, 0 }, { "function", true, 0 },
    { "where", true, 0 }
  };
  uint32_t group = browsed.flat.rows[row].place;
  struct view *view
    = new_view (KIND_FUNCTION, print_string ("Callers and callees of %s",
					     browsed_place (group)->label));
  size_t count = 0;
  view->function = (uint32_t) row;
  view->edges = allocate (2 * browsed.edge_count, sizeof *view->edges);
  for (size_t i = 0; i < browsed.caller_count; i++)
    if (browsed.callers[i]->callee == group)
      view->edges[count++] = browsed.callers[i];
  view->callers = count;
  for (size_t i = 0; i < browsed.callee_count; i++)
    if (browsed.callees[i]->caller == group)
      view->edges[count++] = browsed.callees[i];
  view->subject = subject_in_function;
  view->page.line = function_line;
  view->page.row_count = count + 1;
  view->page.cursor = view->callers;
  view->page.keys
    = "Enter: go to that function, or to the source  Backspace: back  "
      "?: help";
  SET_COLUMNS (view, columns);
  return view;
}
