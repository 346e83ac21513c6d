/* html-tree.c - call trees for the flame graph.  See html.h.

   SPDX-License-Identifier: Apache-2.0

     "metrics": [{"name": "time", "type": "time"}, ...],
     "trees": [{"name": "...", "parent": [-1, 0, ...], "place": [...],
		"calls": [...], "estimated": [...], "self": [[...], ...]}, ...]

   The first one has "old" and "changed", too, where runs are compared: see
   totals_before and changed_nodes.

   One array a metric in "self".  Nodes are in preorder, the largest child
   first.  Where some were left out, "whole" has an array a metric of what all
   calls of each place took, with what they called, those left out too.  */

#include "base/json.h"
#include "tables/compare.h"
#include "formats/html.h"

#include <stdlib.h>
#include <string.h>

/* The most nodes of the tree of all threads; and of the trees of single
   threads, together.  */
enum { MOST_NODES = 120000 };

enum metric_kind { METRIC_TIME, METRIC_RUNNING, METRIC_WAITING, METRIC_SAMPLES,
		   METRIC_FAULTS,
		   METRIC_BYTES, METRIC_COUNTER };

struct metric {
  const char *name, *type;
  enum metric_kind kind;
  size_t counter;
};

static bool
node_allocates (const struct report *report, const struct node *node)
{
  return allocates (&report->profile.places[node->place]);
}

/* Returns how much of METRIC node INDEX of TREE has by itself.  */
static double
value_of (const struct report *report, const struct tree *tree,
	  uint32_t index, const struct metric *metric)
{
  const struct node *node = &tree->nodes[index];
  switch (metric->kind)
    {
    case METRIC_TIME:
      return node->self;
    case METRIC_RUNNING:
      return node->running;
    case METRIC_WAITING:
      return node->waiting;
    case METRIC_SAMPLES:
      return (double) node->samples;
    case METRIC_FAULTS:
      return node->faults;
    case METRIC_BYTES:
      return node_allocates (report, node) ? (double) node->bytes : 0;
    case METRIC_COUNTER:
      return (double) tree->self_values[index * report->profile.counter_count
					+ metric->counter];
    }
  return 0;
}

static bool
allocates_anything (const struct report *report)
{
  for (uint32_t i = 0; i < report->tree.count; i++)
    if (node_allocates (report, &report->tree.nodes[i]))
      return true;
  return false;
}

static struct metric *
list_metrics (const struct report *report, size_t *count)
{
  size_t counters = report->profile.counter_count;
  struct metric *metrics = allocate (6 + counters, sizeof *metrics);
  size_t n = 0;
  metrics[n++] = (struct metric) { "time", "time", METRIC_TIME, 0 };
  if (report->shows_waiting)
    {
      metrics[n++] = (struct metric) { "time running", "time",
				       METRIC_RUNNING, 0 };
      metrics[n++] = (struct metric) { "time waiting", "time",
				       METRIC_WAITING, 0 };
    }
  if (report->profile.has_samples)
    metrics[n++] = (struct metric) { "samples", "count", METRIC_SAMPLES, 0 };
  if (report->tree.count && report->tree.nodes[0].total_faults > 0)
    metrics[n++] = (struct metric) { "page faults", "count", METRIC_FAULTS, 0 };
  if (allocates_anything (report))
    metrics[n++] = (struct metric) { "memory allocated", "bytes",
				     METRIC_BYTES, 0 };
  for (size_t i = 0; i < counters; i++)
    metrics[n++] = (struct metric) { report->profile.counters[i].name,
				     "count", METRIC_COUNTER, i };
  *count = n;
  return metrics;
}

/* A tree cut down to its largest nodes.  */
struct cut {
  const struct tree *tree;
  uint32_t *nodes;		/* those kept, in preorder */
  uint32_t *kept_as;		/* for each node, its place among NODES, or that
				   of the nearest caller that is kept */
  size_t count;
};

static struct cut
cut_tree (const struct tree *tree, const uint32_t *preorder, size_t limit)
{
  struct cut cut = { tree, allocate (tree->count, sizeof *cut.nodes),
		     allocate (tree->count, sizeof *cut.kept_as), 0 };
  OWNED bool *kept = allocate (tree->count, sizeof *kept);
  double least = least_of_largest (tree, limit);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t node = preorder[i], parent = tree->nodes[node].parent;
      kept[node] = parent == NO_NODE
		   || (kept[parent] && cut.count < limit
		       && tree->nodes[node].total >= least);
      if (kept[node])
	cut.nodes[cut.count] = node;
      cut.kept_as[node] = kept[node] ? (uint32_t) cut.count++
				     : cut.kept_as[parent];
    }
  return cut;
}

static void
write_values (struct json *json, const char *name, const double *values,
	      size_t count)
{
  json_array (json, name);
  for (size_t i = 0; i < count; i++)
    json_real (json, NULL, values[i], 0);
  json_close (json);
}

static void
write_metric (const struct report *report, const struct cut *cut,
	      const struct metric *metric, struct json *json)
{
  OWNED double *values = allocate (cut->count, sizeof *values);
  for (uint32_t i = 0; i < cut->tree->count; i++)
    values[cut->kept_as[i]] += value_of (report, cut->tree, i, metric);
  write_values (json, NULL, values, cut->count);
}

/* Writes member NAME of a tree: what GET returns for each kept node.  */
static void
write_member (const struct cut *cut, const char *name, struct json *json,
	      long long (*get) (const struct cut *cut,
				const struct node *node))
{
  json_array (json, name);
  for (size_t i = 0; i < cut->count; i++)
    json_integer (json, NULL, get (cut, &cut->tree->nodes[cut->nodes[i]]));
  json_close (json);
}

static long long
get_parent (const struct cut *cut, const struct node *node)
{
  return node->parent == NO_NODE ? -1 : (long long) cut->kept_as[node->parent];
}

static long long
get_place (const struct cut *cut __attribute__ ((unused)),
	   const struct node *node)
{
  return node->place;
}

static long long
get_calls (const struct cut *cut __attribute__ ((unused)),
	   const struct node *node)
{
  return (long long) node->calls;
}

/* Returns the sum of 1 if the node's own time is estimated, 2 if its total is,
   4 if what ran is, 8 if its calls are, and 16 if there were more of them.  */
static long long
get_estimated (const struct cut *cut __attribute__ ((unused)),
	       const struct node *node)
{
  return is_estimate (node->self, node->self_variance)
	 + 2 * is_estimate (node->total, node->total_variance)
	 + 4 * is_estimate (node->running, node->running_variance)
	 + 8 * (node->calls_estimated || node->calls_shared)
	 + 16 * (node->calls_at_least || node->calls_elsewhere);
}

/* Returns how much of METRIC each node of TREE has, with all that it called;
   allocated.  */
static double *
inclusive_values (const struct report *report, const struct tree *tree,
		  const uint32_t *preorder, const struct metric *metric)
{
  double *values = allocate (tree->count, sizeof *values);
  for (uint32_t i = tree->count; i-- > 0;)
    {
      uint32_t node = preorder[i], parent = tree->nodes[node].parent;
      values[node] += value_of (report, tree, node, metric);
      if (parent != NO_NODE)
	values[parent] += values[node];
    }
  return values;
}

/* Writes the totals by place, but not twice where one calls itself.  */
static void
write_whole (const struct report *report, const struct tree *tree,
	     const uint32_t *preorder, const struct metric *metric,
	     struct json *json)
{
  size_t places = report->profile.place_count;
  OWNED double *values = inclusive_values (report, tree, preorder, metric);
  OWNED double *whole = allocate (places, sizeof *whole);
  OWNED uint32_t *open = allocate (places, sizeof *open);
  uint32_t last = NO_NODE;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[preorder[i]];
      for (; last != node->parent; last = tree->nodes[last].parent)
	open[tree->nodes[last].place]--;
      if (!open[node->place]++)
	whole[node->place] += values[preorder[i]];
      last = preorder[i];
    }
  write_values (json, NULL, whole, places);
}

static void
write_totals_before (const struct report *report, const struct cut *cut,
		     struct json *json)
{
  OWNED double *totals = totals_before (report);
  OWNED bool *changed = changed_nodes (report);
  json_array (json, "old");
  for (size_t i = 0; i < cut->count; i++)
    json_real (json, NULL, totals[cut->nodes[i]], 0);
  json_close (json);
  json_array (json, "changed");
  for (size_t i = 0; i < cut->count; i++)
    json_count (json, NULL, changed[cut->nodes[i]]);
  json_close (json);
}

/* Returns how many nodes were left out, and, unless it is null, sets *KEPT_AS
   to where each node is; allocated.  */
static size_t
write_one_tree (const struct report *report, const char *name,
		const struct tree *tree, const uint32_t *preorder,
		const struct metric *metrics, size_t metric_count,
		size_t limit, uint32_t **kept_as, struct json *json)
{
  struct cut cut = cut_tree (tree, preorder, limit);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "name", name);
  write_member (&cut, "parent", json, get_parent);
  write_member (&cut, "place", json, get_place);
  write_member (&cut, "calls", json, get_calls);
  write_member (&cut, "estimated", json, get_estimated);
  if (report->comparison && tree == &report->tree)
    write_totals_before (report, &cut, json);
  json_array (json, "self");
  for (size_t i = 0; i < metric_count; i++)
    write_metric (report, &cut, &metrics[i], json);
  json_close (json);
  if (cut.count < tree->count)
    {
      json_array (json, "whole");
      for (size_t i = 0; i < metric_count; i++)
	write_whole (report, tree, preorder, &metrics[i], json);
      json_close (json);
    }
  json_close (json);
  free (cut.nodes);
  if (kept_as)
    *kept_as = cut.kept_as;
  else
    free (cut.kept_as);
  return tree->count - cut.count;
}

static char *
name_of_thread (const struct report *report, const struct thread *thread)
{
  char *name = print_string ("thread %u (%s)", thread->number,
			     *thread->name ? thread->name : "?");
  if (report->process_count == 1)
    return name;
  char *longer = print_string ("process %d, %s", thread->process->pid, name);
  free (name);
  return longer;
}

static void
write_metric_list (const struct metric *metrics, size_t count,
		   struct json *json)
{
  json_line (json);
  json_array (json, "metrics");
  for (size_t i = 0; i < count; i++)
    {
      json_object (json, NULL);
      json_string (json, "name", metrics[i].name);
      json_string (json, "type", metrics[i].type);
      json_close (json);
    }
  json_close (json);
}

size_t
write_trees (const struct report *report, uint32_t **kept_as,
	     struct json *json)
{
  size_t metric_count, left_out, threads = report->thread_count;
  struct metric *metrics = list_metrics (report, &metric_count);
  write_metric_list (metrics, metric_count, json);
  json_line (json);
  json_array (json, "trees");
  left_out = write_one_tree (report, threads == 1 ? "1 thread" : "all threads",
			     &report->tree, report->preorder, metrics,
			     metric_count, MOST_NODES, kept_as, json);
  for (size_t i = 0; i < threads && threads > 1; i++)
    {
      const struct tree *tree = &report->thread_trees[i];
      if (!tree->count)
	continue;
      OWNED char *name = name_of_thread (report, report->threads[i]);
      left_out += write_one_tree (report, name, tree,
				  report->thread_preorders[i], metrics,
				  metric_count, MOST_NODES / threads + 1, NULL,
				  json);
    }
  json_close (json);
  free (metrics);
  return left_out;
}
