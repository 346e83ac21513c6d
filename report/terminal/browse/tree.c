/* tree.c - pages of call trees, of the program or of a thread.

   SPDX-License-Identifier: Apache-2.0

   The first columns are for a node with all below it: how long that took or, by
   a key, the part of it in which it ran, waited, or was ready.  Callees are in
   the order of that.  */

#include "terminal/browse/view.h"

#include <stdlib.h>
#include <string.h>

static uint32_t
node_at (const struct view *view, size_t row)
{
  return view->nodes[row];
}

/* Lists the nodes whose callers are all unfolded.  */
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

/* ---- What took so long  */

/* Measures of nodes, for the first columns, in the order in which a key shows
   them.  */
enum { ALL, RUNNING, WAITING, READY, MEASURES };

static const char *const measures[MEASURES]
  = { "total", "total running", "total waiting", "total ready" };

/* Returns what NODE has of MEASURE by itself.  */
static double
own_part (const struct node *node, unsigned measure)
{
  return measure == RUNNING ? node->running : measure == WAITING ? node->waiting
	 : measure == READY
	 ? ready_time (node->self, node->running, node->waiting) : node->self;
}

/* Returns what node INDEX has of what VIEW shows, with all below.  */
static double
amount_of (const struct view *view, uint32_t index)
{
  return view->amounts ? view->amounts[index] : view->tree->nodes[index].total;
}

/* Shows MEASURE in the first columns.  */
static void
set_measure (struct view *view, unsigned measure)
{
  const struct tree *tree = view->tree;
  free (view->amounts);
  view->amounts = NULL;
  view->measure = measure;
  view->page.columns[0].heading = measures[measure];
  if (measure != ALL)
    {
      view->amounts = allocate (tree->count, sizeof *view->amounts);
      /* Parents come first in the array.  */
      for (uint32_t i = tree->count; i-- > 0; )
	{
	  const struct node *node = &tree->nodes[i];
	  view->amounts[i] += own_part (node, measure);
	  if (node->parent != NO_NODE)
	    view->amounts[node->parent] += view->amounts[i];
	}
    }
  free (view->own_preorder);
  view->own_preorder = preorder_by (tree, view->amounts);
  view->preorder = view->own_preorder;
}

/* Shows the next measure that there is something of.  */
static void
show_next_measure (struct view *view)
{
  unsigned count = shows_ready (&browsed) ? MEASURES
		   : browsed.shows_waiting ? READY : RUNNING;
  uint32_t node = node_at (view, view->page.cursor);
  if (count == RUNNING)
    say_on_page ("Threads did not wait: all time is running.");
  set_measure (view, (view->measure + 1) % count);
  list_nodes (view);
  view->page.cursor = view->rows[node];
}

static void
tree_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  uint32_t index = node_at (view, row);
  const struct node *node = &view->tree->nodes[index];
  const struct place *place = browsed_place (node->place);
  const char *fold = node->child == NO_NODE ? " "
		     : view->unfolded[index] ? "-" : "+";
  int indent = node->depth < 40 ? (int) (2 * node->depth) : 80;
  double amount = amount_of (view, index);
  char **text = line->texts;
  line->percent = browsed_percent (amount);
  *text++ = estimated_time (amount, view->amounts ? 0 : node->total_variance);
  *text++ = browsed_percent_text (amount);
  *text++ = own_time (node->self, node->self_variance, node->running,
		      node->running_variance);
  if (browsed.shows_waiting)
    *text++ = estimated_time (node->waiting, 0);
  if (shows_ready (&browsed))
    *text++ = estimated_time (own_part (node, READY), 0);
  *text++ = row || node->depth ? calls_text (node) : copy_string ("");
  *text++ = print_string ("%*s%s %s%s", indent, "", fold,
			  node->parent != NO_NODE ? place->label
			  : view->tree == &browsed.tree ? "(all threads)"
			  : "(this thread)",
			  node->open && node->depth ? " (not returned)" : "");
  *text = copy_string (place->location ? place->location : "");
}

static struct subject
subject_in_tree (const struct view *view, size_t row)
{
  const struct node *node = &view->tree->nodes[node_at (view, row)];
  return subject_of_place (browsed_place (node->place));
}

/* Shows NODE, and puts the cursor there.  */
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
      if (!strcasestr (browsed_place (view->tree->nodes[node].place)->label,
		       text))
	continue;
      go_to_node (view, node);
      return page->cursor;
    }
  return page->row_count;
}

/* Unfolds what took most, until no callee took half of its caller.  */
static void
unfold_hottest (struct view *view, uint32_t node)
{
  const struct node *nodes = view->tree->nodes;
  for (;;)
    {
      uint32_t hottest = NO_NODE;
      for (uint32_t i = nodes[node].child; i != NO_NODE; i = nodes[i].sibling)
	if (hottest == NO_NODE
	    || amount_of (view, i) > amount_of (view, hottest))
	  hottest = i;
      view->unfolded[node] = true;
      if (hottest == NO_NODE
	  || 2 * amount_of (view, hottest) < amount_of (view, node))
	return;
      node = hottest;
    }
}

/* Unfolds all below NODE that took a hundredth of the whole; itself anyway.  */
static void
unfold_all (struct view *view, uint32_t node)
{
  const struct tree *tree = view->tree;
  bool *below = allocate (tree->count, sizeof *below);
  below[node] = view->unfolded[node] = true;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t at = view->preorder[i], parent = tree->nodes[at].parent;
      if (parent == NO_NODE || !below[parent]
	  || browsed_percent (amount_of (view, at)) < 1)
	continue;
      below[at] = view->unfolded[at] = true;
    }
  free (below);
}

/* Folds the node at the cursor; or, if it is folded, goes to its caller.  */
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

static void
add_columns (struct view *view)
{
  add_column (view, measures[ALL], false);
  add_column (view, "%", false);
  add_column (view, self_heading (&browsed), false);
  if (browsed.shows_waiting)
    add_column (view, "waiting", false);
  if (shows_ready (&browsed))
    add_column (view, "ready", false);
  add_column (view, "calls", false);
  add_column (view, "function", true);
  add_column (view, "where", true);
}

struct view *
tree_view (const struct tree *tree, const uint32_t *preorder, char *title)
{
  struct view *view = new_view (KIND_TREE, title);
  view->tree = tree;
  view->preorder = preorder;
  view->subject = subject_in_tree;
  view->unfolded = allocate (tree->count, sizeof *view->unfolded);
  view->nodes = allocate (tree->count, sizeof *view->nodes);
  view->rows = allocate (tree->count, sizeof *view->rows);
  view->page.line = tree_line;
  view->page.find = find_in_tree;
  view->page.keys = browsed.shows_waiting
		    ? "Right: unfold  Left: fold  *: all  h: what is hot  i: "
		      "waiting  Enter: callers and callees  s: source  ?: help"
		    : "Right: unfold  Left: fold  *: unfold all  "
		      "h: what is hot  Enter: callers and callees  s: source  "
		      "?: help";
  add_columns (view);
  if (tree->count)
    {
      unfold_hottest (view, 0);
      list_nodes (view);
    }
  return view;
}

/* Obeys KEY, which the page leaves to us, in a call tree.  */
void
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
  else if (key == 'i')
    show_next_measure (view);
  list_nodes (view);
}
