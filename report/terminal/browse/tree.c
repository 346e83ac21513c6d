/* tree.c - pages of call trees, of the program or of a thread.

   SPDX-License-Identifier: Apache-2.0  */

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
  line->percent = browsed_percent (node->total);
  line->texts[0] = estimated_time (node->total, node->total_variance);
  line->texts[1] = browsed_percent_text (node->total);
  line->texts[2] = own_time (node->self, node->self_variance, node->running,
			     node->running_variance);
  line->texts[3] = row || node->depth ? calls_text (node) : copy_string ("");
  line->texts[4] = print_string ("%*s%s %s%s", indent, "", fold,
				 node->parent != NO_NODE ? place->label
				 : view->tree == &browsed.tree ? "(all threads)"
				 : "(this thread)",
				 node->open && node->depth ? " (not returned)" : "");
  line->texts[5] = copy_string (place->location ? place->location : "");
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
      if (!strcasestr (browsed_place (view->tree->nodes[node].place)->label, text))
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
	if (hottest == NO_NODE || nodes[i].total > nodes[hottest].total)
	  hottest = i;
      view->unfolded[node] = true;
      if (hottest == NO_NODE || 2 * nodes[hottest].total < nodes[node].total)
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
	  || browsed_percent (tree->nodes[at].total) < 1)
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

struct view *
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
  list_nodes (view);
}
