/* callers.c - who called whom.  See figures.h.

   SPDX-License-Identifier: Apache-2.0

   A call is an edge from a function, or the outside, to what it called.  All
   paths that end alike make one edge.  In a recursion the calls of each edge
   count, but time only where it is not in that of another call already:

     total      of the outermost call of the callee on a path, so that the
		edges to a function add up to its total time
     of_caller  of the outermost call of this edge, so that it is what the
		caller's time has of the callee  */

#include "base/index.h"
#include "base/order.h"
#include "hash.h"
#include "sums/figures.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* The two ends of an edge.  */
struct ends { uint32_t caller, callee; };

static size_t
hash_of_ends (struct ends ends)
{
  uint64_t both = (uint64_t) ends.caller << 32 | ends.callee;
  return (size_t) (gasp_spread (both) >> 20);
}

static size_t
hash_of_edge (const void *report, uint32_t number)
{
  const struct edge *edge = &((const struct report *) report)->edges[number];
  return hash_of_ends ((struct ends) { edge->caller, edge->callee });
}

static bool
is_edge (const void *report, uint32_t number, const void *wanted)
{
  const struct edge *edge = &((const struct report *) report)->edges[number];
  const struct ends *ends = wanted;
  return edge->caller == ends->caller && edge->callee == ends->callee;
}

/* Returns the number of the edge from CALLER to CALLEE, which is made if
   there is none.  */
static uint32_t
edge_number (struct report *report, struct index *index, size_t *room,
	     struct ends ends)
{
  uint32_t number
    = index_number (index, report->edge_count, hash_of_ends (ends),
		    hash_of_edge, is_edge, report, &ends);
  if (number == report->edge_count)
    ONE_MORE (report->edges, report->edge_count, *room)
      = (struct edge) { .caller = ends.caller, .callee = ends.callee };
  return number;
}

/* Returns the edge that ends in each node of the tree; NO_NODE for the
   root.  */
static uint32_t *
number_edges (struct report *report, const uint32_t *groups)
{
  const struct tree *tree = &report->tree;
  struct index index = { 0 };
  size_t room = 0;
  uint32_t *numbers = allocate (tree->count, sizeof *numbers);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      numbers[i] = node->parent == NO_NODE ? NO_NODE
		   : edge_number (report, &index, &room, (struct ends) {
				    groups[tree->nodes[node->parent].place],
				    groups[node->place] });
    }
  index_free (&index);
  return numbers;
}

/* Adds NODE, which ends EDGE; OUTERMOST of its function or not.  */
static void
add_to_edge (struct edge *edge, const struct node *node, bool outermost)
{
  bool outermost_edge = !edge->open_on_path++;
  edge->calls += node->calls;
  edge->calls_at_least |= node->calls_at_least || node->calls_elsewhere;
  edge->calls_estimated |= node->calls_estimated || node->calls_shared;
  edge->bytes += node->bytes;
  edge->self += node->self;
  edge->self_variance += node->self_variance;
  edge->running += node->running;
  edge->running_variance += node->running_variance;
  edge->total += outermost ? node->total : 0;
  edge->total_variance += outermost ? node->total_variance : 0;
  edge->of_caller += outermost_edge ? node->total : 0;
  edge->of_caller_variance += outermost_edge ? node->total_variance : 0;
}

/* Walks the tree; OPEN counts the functions on the path.  */
static void
add_up_edges (struct report *report, const uint32_t *groups,
	      const uint32_t *numbers)
{
  const struct tree *tree = &report->tree;
  OWNED uint32_t *open = allocate (report->profile.place_count, sizeof *open);
  uint32_t last = 0;
  for (uint32_t i = 1; i < tree->count; i++)
    {
      uint32_t node = report->preorder[i];
      for (; last != tree->nodes[node].parent; last = tree->nodes[last].parent)
	{
	  open[groups[tree->nodes[last].place]]--;
	  report->edges[numbers[last]].open_on_path--;
	}
      uint32_t group = groups[tree->nodes[node].place];
      add_to_edge (&report->edges[numbers[node]], &tree->nodes[node],
		   !open[group]++);
      last = node;
    }
}

/* ---- Order: the functions by their totals, and the edges of each by time.  */

static const double *sorted_totals;

static int
compare_reals (double a, double b)
{
  return a > b ? -1 : a < b;
}

static int
compare_edges (const struct edge *x, const struct edge *y, uint32_t x_of,
	       uint32_t y_of, bool by_callee)
{
  int order = compare_reals (sorted_totals[x_of], sorted_totals[y_of]);
  if (!order)
    order = x_of < y_of ? -1 : x_of > y_of;
  if (!order)
    order = by_callee ? compare_reals (x->total, y->total)
	    : compare_reals (x->of_caller, y->of_caller);
  if (!order)
    order = x->calls > y->calls ? -1 : x->calls < y->calls;
  if (!order)
    order = x->caller < y->caller ? -1 : x->caller > y->caller;
  return order ? order : x->callee < y->callee ? -1 : x->callee > y->callee;
}

ORDER (by_callee, struct edge,
       THEN (compare_edges (x, y, x->callee, y->callee, true)))

ORDER_POINTERS (by_caller, struct edge,
		THEN (compare_edges (x, y, x->caller, y->caller, false)))

static void
sort_edges (struct report *report)
{
  OWNED double *totals = allocate (report->profile.place_count, sizeof *totals);
  for (size_t i = 0; i < report->flat.count; i++)
    totals[report->flat.rows[i].place] = report->flat.rows[i].total;
  sorted_totals = totals;
  SORT (report->edges, report->edge_count, by_callee);
  report->callers = allocate (report->edge_count, sizeof (void *));
  report->callees = allocate (report->edge_count, sizeof (void *));
  for (size_t i = 0; i < report->edge_count; i++)
    {
      const struct edge *edge = &report->edges[i];
      if (!report->focus || report->focus[edge->callee])
	report->callers[report->caller_count++] = edge;
      if (!report->focus || report->focus[edge->caller])
	report->callees[report->callee_count++] = edge;
    }
  SORT (report->callees, report->callee_count, by_caller);
  sorted_totals = NULL;
}

/* ---- What --function names.  */

/* Returns whether LABEL is NAME in a class or namespace.  */
static bool
is_member (const char *label, const char *name)
{
  size_t all = strlen (label), length = strlen (name);
  return all > length + 2 && !strcmp (label + all - length, name)
	 && !strncmp (label + all - length - 2, "::", 2);
}

enum how { EXACTLY, WITHOUT_SCOPE, AS_PATTERN, HOWS };

/* Returns whether NAME means PLACE: its label or signature, its label without
   what it is a member of, or a pattern of these.  */
static bool
names_place (const char *name, const struct place *place, enum how how)
{
  if (place->kind == PLACE_THREAD)
    return false;
  return how == WITHOUT_SCOPE ? is_member (place->label, name)
	 : how == AS_PATTERN ? !fnmatch (name, place->label, 0)
			       || !fnmatch (name, place->name, 0)
	 : !strcmp (name, place->label) || !strcmp (name, place->name);
}

bool
is_asked_for (const struct report *report, const char *label, const char *name)
{
  const char *asked = report->function;
  return !strcmp (asked, label) || !strcmp (asked, name)
	 || !fnmatch (asked, label, 0)
	 || (!report->focus_is_exact && is_member (label, asked));
}

/* Finds the function with exactly this name; else those that have it in a
   class or namespace, or else that a pattern matches.  */
static void
find_focus (struct report *report)
{
  report->focus = allocate (report->profile.place_count, 1);
  for (enum how how = EXACTLY; how < HOWS && !report->focus_count; how++)
    for (size_t i = 0; i < report->flat.count; i++)
      {
	uint32_t place = report->flat.rows[i].place;
	if (!names_place (report->function, &report->profile.places[place],
			  how))
	  continue;
	report->focus[place] = true;
	report->focus_is_exact |= how == EXACTLY;
	report->focus_count++;
      }
}

void
add_up_callers (struct report *report, const uint32_t *groups)
{
  OWNED uint32_t *numbers = number_edges (report, groups);
  add_up_edges (report, groups, numbers);
  if (report->function)
    find_focus (report);
  sort_edges (report);
}

const char *
function_alike (const struct report *report, const char *name)
{
  size_t count = report->flat.count;
  const char **names = allocate (count, sizeof *names);
  for (size_t i = 0; i < count; i++)
    names[i] = report->profile.places[report->flat.rows[i].place].label;
  const char *alike = most_alike (name, names, count, sizeof *names);
  free (names);
  return alike;
}
