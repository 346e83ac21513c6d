/* compare-tree.c - what each call path took before.  See compare.h.

   SPDX-License-Identifier: Apache-2.0

   Paths belong together if their functions do, from the thread on: by signature
   and the name of the file, as in compare.c.  */

#include "tables/compare.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* A place of the old run, by what it is called.  */
struct named { const char *name, *file; uint32_t place; };

static struct named
named (const struct report *report, uint32_t place)
{
  const struct place *p = &report->profile.places[place];
  return (struct named) { p->name ? p->name : "",
			  p->file ? base_name (p->file) : "", place };
}

ORDER (by_name, struct named, TEXT (name) TEXT (file))

/* Returns, for each place of REPORT, its place in OLD, or NO_NODE.
   Allocated.  */
static uint32_t *
old_places (const struct report *report, const struct report *old)
{
  size_t count = old->profile.place_count;
  OWNED struct named *names = allocate (count, sizeof *names);
  uint32_t *places = allocate (report->profile.place_count, sizeof *places);
  for (size_t i = 0; i < count; i++)
    names[i] = named (old, (uint32_t) i);
  SORT (names, count, by_name);
  for (size_t i = 0; i < report->profile.place_count; i++)
    {
      struct named key = named (report, (uint32_t) i);
      const struct named *found
	= bsearch (&key, names, count, sizeof key, by_name);
      places[i] = found ? found->place : NO_NODE;
    }
  return places;
}

/* Returns the total of those callees of NODE that PLACE was; *FIRST is one
   of them, or NO_NODE.  Two places of the old run may have the same name, as
   events at several lines have: so names decide here, too.  */
static double
callees_like (const struct report *old, uint32_t node, uint32_t place,
	      uint32_t *first)
{
  struct named wanted = named (old, place);
  const struct node *nodes = old->tree.nodes;
  double sum = 0;
  *first = NO_NODE;
  for (uint32_t i = nodes[node].child; i != NO_NODE; i = nodes[i].sibling)
    {
      struct named one = named (old, nodes[i].place);
      if (nodes[i].place != place && by_name (&one, &wanted))
	continue;
      sum += nodes[i].total;
      *first = *first == NO_NODE ? i : *first;
    }
  return sum;
}

double *
totals_before (const struct report *report)
{
  const struct report *old = report->comparison->old;
  const struct tree *tree = &report->tree;
  OWNED uint32_t *places = old_places (report, old);
  OWNED uint32_t *was = allocate (tree->count, sizeof *was);
  double *totals = allocate (tree->count, sizeof *totals);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t place = places[node->place];
      was[i] = NO_NODE;
      totals[i] = -1;
      if (node->parent == NO_NODE && old->tree.count)
	{
	  was[i] = 0;
	  totals[i] = old->tree.nodes[0].total;
	}
      else if (node->parent != NO_NODE && was[node->parent] != NO_NODE
	       && place != NO_NODE)
	{
	  double sum = callees_like (old, was[node->parent], place, &was[i]);
	  totals[i] = was[i] == NO_NODE ? -1 : sum;
	}
    }
  return totals;
}

/* ---- Which changed.  */

/* Returns the paths whose total changed by more than the noise, in order;
   *COUNT of them.  */
static const char **
changed_paths (const struct comparison *c, size_t *count)
{
  size_t first = c->firsts[CHANGED_PATH], end = c->firsts[CHANGED_PATH + 1];
  const char **paths = allocate (end - first, sizeof *paths);
  *count = 0;
  for (size_t i = first; i < end; i++)
    if (c->changes[i].beyond && !strcmp (c->changes[i].figure, "total"))
      paths[(*count)++] = c->changes[i].name;
  SORT (paths, *count, by_text);
  return paths;
}

static bool
whole_changed (const struct comparison *c)
{
  for (size_t i = c->firsts[CHANGED_WHOLE]; i < c->firsts[CHANGED_WHOLE + 1];
       i++)
    if (!strcmp (c->changes[i].figure, "total"))
      return c->changes[i].beyond;
  return false;
}

bool *
changed_nodes (const struct report *report)
{
  const struct tree *tree = &report->tree;
  bool *changed = allocate (tree->count, sizeof *changed);
  size_t count;
  OWNED const char **paths = changed_paths (report->comparison, &count);
  changed[0] = whole_changed (report->comparison);
  for (uint32_t i = 1; count && i < tree->count; i++)
    {
      OWNED char *path = path_text (report, tree, i);
      changed[i] = bsearch (&path, paths, count, sizeof *paths, by_text);
    }
  return changed;
}
