/* text-tree.c - the call tree on a terminal.  See text.h.

   SPDX-License-Identifier: Apache-2.0

      total      %      self  calls  function
     1.20 s  100.0         0         (all threads)
     1.20 s  100.0      2 ms      1  +- int main(void)  a.c:9
      ...

   Those nodes are shown that took most time; a caller takes no less than what
   it calls, so what is shown is a tree, too.  */

#include "base/terminal.h"
#include "formats/text.h"

#include <stdlib.h>
#include <string.h>

/* The lines that join nodes: after a node that has siblings to come and after
   a last one, and what leads to each kind.  */
struct signs { const char *through, *past, *branch, *last; };

static const struct signs utf8_signs = { "│ ", "  ", "├─", "└─" };
static const struct signs ascii_signs = { "| ", "  ", "|-", "`-" };

/* Returns which nodes are shown, allocated: those that took no less than
   LEAST_PERCENT of all, *ALL in number, and of these the *COUNT largest, no
   more than LIMIT.  */
static bool *
choose_nodes (const struct report *report, double least_percent,
	      size_t limit, size_t *count, size_t *all)
{
  const struct tree *tree = &report->tree;
  bool *shown = allocate (tree->count, sizeof *shown);
  double least = least_of_largest (tree, limit);
  double enough = report->whole * least_percent / 100;
  *count = *all = 0;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t node = report->preorder[i], parent = tree->nodes[node].parent;
      bool is_enough = tree->nodes[node].total >= enough;
      *all += is_enough;
      shown[node] = (parent == NO_NODE || shown[parent]) && is_enough
		    && tree->nodes[node].total >= least
		    && (!limit || *count < limit);
      *count += shown[node];
    }
  return shown;
}

/* Returns which of the nodes that are SHOWN are the last of their siblings,
   allocated.  */
static bool *
find_last (const struct report *report, const bool *shown)
{
  const struct tree *tree = &report->tree;
  bool *last = allocate (tree->count, sizeof *last);
  bool *seen = allocate (tree->count, sizeof *seen);
  for (uint32_t i = tree->count; i-- > 0;)
    {
      uint32_t node = report->preorder[i], parent = tree->nodes[node].parent;
      if (!shown[node] || parent == NO_NODE)
	continue;
      last[node] = !seen[parent];
      seen[parent] = true;
    }
  free (seen);
  return last;
}

/* Writes the lines to the left of node INDEX, of no more than WIDTH columns;
   returns the columns used.  For deeper nodes the depth is printed as a
   number.  */
static size_t
write_branches (FILE *out, const struct tree *tree, const bool *last,
		uint32_t index, size_t width)
{
  const struct signs *signs = may_print_utf8 () ? &utf8_signs : &ascii_signs;
  size_t depth = tree->nodes[index].depth;
  if (!depth)
    return 0;
  if (2 * depth > width)
    return (size_t) fprintf (out, "%zu> ", depth);
  OWNED const char **parts = allocate (depth, sizeof *parts);
  parts[depth - 1] = last[index] ? signs->last : signs->branch;
  for (size_t i = depth - 1; i-- > 0;)
    {
      index = tree->nodes[index].parent;
      parts[i] = last[index] ? signs->past : signs->through;
    }
  for (size_t i = 0; i < depth; i++)
    fputs (parts[i], out);
  return 2 * depth;
}

static void
write_name (FILE *out, const struct report *report,
	    const struct node *node, size_t width)
{
  const struct place *place = &report->profile.places[node->place];
  const char *note = node->open && node->depth ? " (not returned)" : "";
  OWNED char *open = print_string ("%s%s", place->label, note);
  const char *where = place->location ? place->location : "";
  size_t name_width = clean_width (open), where_width = clean_width (where);
  bool both = *where
	      && (!text_is_cut () || name_width + 2 + where_width <= width);
  print_text (out, open, width, false);
  if (both)
    {
      fputs ("  ", out);
      print_clean (out, where);
    }
  fputc ('\n', out);
}

/* Writes TEXT with SIGN before it, in so many COLUMNS.  */
static void
write_figure (FILE *out, const char *sign, const char *text, size_t columns)
{
  size_t own = clean_width (sign) + clean_width (text);
  fprintf (out, "%*s%s%s  ", own < columns ? (int) (columns - own) : 0, "",
	   sign, text);
}

static void
write_time (FILE *out, double time, bool estimated)
{
  write_figure (out, estimated ? ESTIMATE_SIGN : "", time_text (time), 9);
}

/* Writes what NODE took by itself, and how often.  */
static void
write_own (const struct report *report, FILE *out, const struct node *node)
{
  if (report->shows_waiting)
    {
      write_time (out, node->running,
		  is_estimate (node->running, node->running_variance));
      write_time (out, node->waiting, false);
      if (shows_ready (report))
	write_time (out, ready_time (node->self, node->running, node->waiting),
		    false);
    }
  else
    write_time (out, node->self, is_estimate (node->self, node->self_variance));
  bool is_root = node->parent == NO_NODE;
  OWNED char *calls = is_root ? copy_string ("") : calls_text (node);
  write_figure (out, "", calls, 8);
}

static void
write_node (const struct report *report, FILE *out, const bool *last,
	    uint32_t index)
{
  const struct node *node = &report->tree.nodes[index];
  size_t width = text_width ();
  write_time (out, node->total,
	      is_estimate (node->total, node->total_variance));
  enum paint color
    = heat (report->whole ? 100 * node->total / report->whole : 0);
  if (color)
    paint (out, color);
  fprintf (out, "%5s", percent_text (node->total, report->whole));
  if (color)
    paint (out, PAINT_NONE);
  fputs ("  ", out);
  write_own (report, out, node);
  size_t parts = 1u + report->shows_waiting + shows_ready (report);
  size_t figures = 9 + 2 + 5 + 2 + parts * (9 + 2) + 8 + 2;
  size_t used = figures + write_branches (out, &report->tree, last, index,
					  (width - figures) / 2);
  write_name (out, report, node, width > used + 10 ? width - used : 10);
}

/* Writes the sum of the nodes that are not SHOWN, but took LEAST, COUNT of
   them.  */
static void
write_rest (const struct report *report, FILE *out, const bool *shown,
	    double least, size_t count)
{
  struct node rest = { 0 };
  for (uint32_t i = 1; i < report->tree.count; i++)
    {
      const struct node *node = &report->tree.nodes[i];
      if (shown[i] || node->total < least)
	continue;
      rest.self += node->self;
      rest.self_variance += node->self_variance;
      rest.running += node->running;
      rest.running_variance += node->running_variance;
      rest.waiting += node->waiting;
      rest.calls += node->calls;
      rest.calls_at_least |= node->calls_at_least;
      rest.calls_estimated |= node->calls_estimated;
    }
  fprintf (out, "%18s", "");
  write_own (report, out, &rest);
  fprintf (out, "(the other %zu)\n", count);
}

void
write_tree (const struct report *report, const struct output *output,
	    size_t limit)
{
  FILE *out = output->out;
  size_t count, all;
  bool *shown = choose_nodes (report, output->showing.least_percent, limit,
			      &count, &all);
  OWNED bool *last = find_last (report, shown);
  write_title (out, "Call tree", count, all);
  fprintf (out, "    total      %%  %9s%s%s     calls  function\n",
	   self_heading (report), report->shows_waiting ? "    waiting" : "",
	   shows_ready (report) ? "      ready" : "");
  for (uint32_t i = 0; i < report->tree.count; i++)
    if (shown[report->preorder[i]])
      write_node (report, out, last, report->preorder[i]);
  if (count < all)
    write_rest (report, out, shown,
		report->whole * output->showing.least_percent / 100,
		all - count);
  free (shown);
}
