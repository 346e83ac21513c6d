/* tree.c - call-path trees: build, add up and join them.  See model.h.

   SPDX-License-Identifier: Apache-2.0

   Paths may be millions of calls deep, so nothing here is recursive: parents
   come before their children in the array, and one walk up or down it does
   what a recursion would.  */

#include "hash.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

/* A path's last two functions.  */
struct step { uint32_t parent, place; };

/* For one place, the entries of consecutive parents share a cache line, as most
   are looked up in that order.  Half of the line stays empty, hence the 2.  The
   lines of a place are spread over the index: contiguous ones of several places
   would collide.  */
#define PARENTS_A_LINE 8

static size_t
hash_of_step (struct step step)
{
  uint64_t group = (uint64_t) step.place << 32 | step.parent / PARENTS_A_LINE;
  return (size_t) (gasp_mix (group) >> 32) * 2 * PARENTS_A_LINE
	 + step.parent % PARENTS_A_LINE * 2;
}

static size_t
hash_of_node (const void *tree, uint32_t number)
{
  const struct node *node = &((const struct tree *) tree)->nodes[number];
  return hash_of_step ((struct step) { node->parent, node->place });
}

static bool
is_node (const void *tree, uint32_t number, const void *wanted)
{
  const struct node *node = &((const struct tree *) tree)->nodes[number];
  const struct step *step = wanted;
  return node->parent == step->parent && node->place == step->place;
}

/* Makes ROOM in all arrays of TREE for so many nodes, which is more.  */
static void
set_room (struct tree *tree, size_t room, size_t counters)
{
  void *nodes = realloc (tree->nodes, room * sizeof *tree->nodes);
  if (!nodes)
    fail (EXIT_TROUBLE, "out of memory");
  tree->nodes = nodes;
  tree->room = room;
  for (int self = 0; self < 2 && counters; self++)
    {
      int64_t **values = self ? &tree->self_values : &tree->values;
      size_t size = counters * sizeof **values;
      int64_t *larger = allocate (room, size);
      if (tree->count)
	memcpy (larger, *values, tree->count * size);
      free (*values);
      *values = larger;
    }
}

/* Makes room for another node in TREE.  */
static void
enlarge_arrays (struct tree *tree, size_t counters)
{
  if (tree->count == NO_NODE - 1)
    fail (EXIT_TROUBLE, "too many call paths");
  if (tree->count == tree->room)
    set_room (tree, tree->room ? tree->room * 2 : 16, counters);
}

static void
link_to_parent (struct tree *tree, uint32_t index)
{
  struct node *node = &tree->nodes[index];
  if (node->parent == NO_NODE)
    return;
  struct node *parent = &tree->nodes[node->parent];
  node->depth = parent->depth + 1;
  node->sibling = parent->child;
  parent->child = index;
}

void
expect_nodes (struct tree *tree, size_t count, size_t counters)
{
  index_expect (&tree->index, tree->count, count, hash_of_node, tree);
  if (tree->count + count > tree->room)
    set_room (tree, tree->count + count, counters);
}

uint32_t
tree_find (const struct tree *tree, uint32_t parent, uint32_t place)
{
  struct step step = { parent, place };
  if (!tree->index.size)
    return NO_NODE;
  return *index_entry (&tree->index, hash_of_step (step), is_node, tree, &step);
}

uint32_t
tree_node (struct tree *tree, uint32_t parent, uint32_t place,
	   size_t counters)
{
  struct step step = { parent, place };
  uint32_t index = index_number (&tree->index, tree->count, hash_of_step (step),
				 hash_of_node, is_node, tree, &step);
  if (index < tree->count)
    return index;
  enlarge_arrays (tree, counters);
  tree->count++;
  memset (&tree->nodes[index], 0, sizeof tree->nodes[index]);
  tree->nodes[index].place = place;
  tree->nodes[index].parent = parent;
  tree->nodes[index].child = tree->nodes[index].sibling = NO_NODE;
  link_to_parent (tree, index);
  return index;
}

void
seal_tree (struct tree *tree)
{
  index_free (&tree->index);
}

/* Adds FACTOR * FROM to TO, for one node's values.  */
static void
add_values (int64_t *to, const int64_t *from, size_t counters, int factor)
{
  for (size_t i = 0; i < counters; i++)
    to[i] = add_wrapping (to[i], factor < 0 ? add_wrapping (~from[i], 1)
					    : from[i]);
}

void
derive_self (struct tree *tree, size_t counters)
{
  if (counters && tree->count)
    memcpy (tree->self_values, tree->values,
	    tree->count * counters * sizeof *tree->values);
  for (uint32_t i = 0; counters && i < tree->count; i++)
    if (tree->nodes[i].parent != NO_NODE)
      add_values (&tree->self_values[tree->nodes[i].parent * counters],
		  &tree->values[i * counters], counters, -1);
}

void
derive_totals (struct tree *tree, size_t counters)
{
  for (uint32_t i = 0; i < tree->count; i++)
    {
      tree->nodes[i].total = tree->nodes[i].self;
      tree->nodes[i].total_variance
	= tree->nodes[i].observed ? tree->nodes[i].self_variance : 0;
      tree->nodes[i].total_samples = tree->nodes[i].samples;
      tree->nodes[i].total_faults = tree->nodes[i].faults;
    }
  if (counters && tree->count)
    memcpy (tree->values, tree->self_values,
	    tree->count * counters * sizeof *tree->values);
  for (uint32_t i = tree->count; i-- > 1;)
    {
      struct node *node = &tree->nodes[i];
      if (node->parent == NO_NODE)
	continue;
      tree->nodes[node->parent].total += node->total;
      if (tree->nodes[node->parent].observed)
	tree->nodes[node->parent].total_variance += node->total_variance;
      tree->nodes[node->parent].total_samples += node->total_samples;
      tree->nodes[node->parent].total_faults += node->total_faults;
      if (counters)
	add_values (&tree->values[node->parent * counters],
		    &tree->values[i * counters], counters, 1);
    }
}

/* Adds what FROM's node I has by itself to TO's node J.  */
static void
add_node (struct tree *to, uint32_t j, const struct tree *from, uint32_t i,
	  size_t counters, bool wanted)
{
  struct node *sum = &to->nodes[j];
  const struct node *node = &from->nodes[i];
  sum->self += node->self;
  sum->self_variance += node->self_variance;
  sum->waiting += node->waiting;
  sum->unsure += node->unsure;
  sum->running += node->running;
  sum->running_variance += node->running_variance;
  sum->observed |= wanted && node->observed;
  sum->samples += node->samples;
  sum->faults += node->faults;
  sum->fault_time += node->fault_time;
  sum->bytes += wanted ? node->bytes : 0;
  sum->calls += wanted ? node->calls : 0;
  sum->calls_at_least |= wanted && node->calls_at_least;
  sum->calls_estimated |= wanted && node->calls_estimated;
  sum->calls_shared |= wanted && node->calls_shared;
  sum->calls_elsewhere |= wanted && node->calls_elsewhere;
  sum->calls_variance += wanted ? node->calls_variance : 0;
  sum->bytes_variance += wanted ? node->bytes_variance : 0;
  sum->open |= wanted && node->open;
  if (counters)
    add_values (&to->self_values[j * counters],
		&from->self_values[i * counters], counters, 1);
}

/* Returns whether nothing of TREE is to be left out.  */
static bool
is_all_taken (const struct tree *tree, const char *wanted)
{
  for (uint32_t i = 1; i < tree->count; i++)
    if (wanted[tree->nodes[i].place] == LEAVE_OUT
	|| (wanted[tree->nodes[i].place] == LIKE_CALLER
	    && tree->nodes[i].parent == 0))
      return false;
  return tree->count > 0;
}

/* Returns whether node I of FROM is not left out, as is known of its caller.
   An event outside of all functions has no caller to go with.  */
static bool
is_taken (const struct tree *from, uint32_t i, const char *wanted,
	  const bool *taken)
{
  const struct node *node = &from->nodes[i];
  char want = wanted[node->place];
  return i && (want == TAKE || (want == LIKE_CALLER && taken[node->parent]));
}

/* Joins FROM into TO, whose root is node 0.  A node that is left out adds to
   the one that its caller adds to.  */
static void
merge_tree (struct tree *to, const struct tree *from, size_t counters,
	    const char *wanted)
{
  OWNED uint32_t *joined = allocate (from->count, sizeof *joined);
  OWNED bool *taken = allocate (from->count, sizeof *taken);
  for (uint32_t i = 0; i < from->count; i++)
    {
      const struct node *node = &from->nodes[i];
      taken[i] = is_taken (from, i, wanted, taken);
      joined[i] = !i ? 0
		  : taken[i] ? tree_node (to, joined[node->parent],
					  node->place, counters)
		  : joined[node->parent];
      add_node (to, joined[i], from, i, counters, !i || taken[i]);
    }
}

uint32_t *
joined_nodes (const struct tree *to, const struct tree *from,
	      const char *wanted)
{
  uint32_t *joined = allocate (from->count + 1, sizeof *joined);
  OWNED bool *taken = allocate (from->count + 1, sizeof *taken);
  struct tree found = { .nodes = to->nodes, .count = to->count };
  index_expect (&found.index, found.count, 1, hash_of_node, &found);
  for (uint32_t i = 1; i < from->count; i++)
    {
      const struct node *node = &from->nodes[i];
      taken[i] = is_taken (from, i, wanted, taken);
      uint32_t there = taken[i] ? tree_find (&found, joined[node->parent],
					     node->place) : NO_NODE;
      joined[i] = there == NO_NODE ? joined[node->parent] : there;
    }
  index_free (&found.index);
  return joined;
}

/* Returns the node for PLACE below PARENT, or one on the way there that is
   not above DEPTH.  */
static uint32_t
node_or_caller (struct tree *tree, uint32_t parent, uint32_t place,
		uint32_t depth, size_t counters)
{
  uint32_t i = parent;
  for (; i != NO_NODE && tree->nodes[i].depth >= depth;
       i = tree->nodes[i].parent)
    if (tree->nodes[i].place == place)
      return i;
  return tree_node (tree, parent, place, counters);
}

struct tree
merge_recursion (const struct tree *tree, uint32_t depth, size_t counters)
{
  struct tree merged = { 0 };
  OWNED uint32_t *joined = allocate (tree->count + 1, sizeof *joined);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t parent
	= node->parent == NO_NODE ? NO_NODE : joined[node->parent];
      joined[i] = node_or_caller (&merged, parent, node->place, depth,
				  counters);
      add_node (&merged, joined[i], tree, i, counters, true);
    }
  seal_tree (&merged);
  derive_totals (&merged, counters);
  return merged;
}

struct tree
merge_trees (const struct profile *profile, struct thread *const *threads,
	     size_t count, const char *wanted)
{
  struct tree tree = { 0 };
  size_t counters = profile->counter_count;
  if (count == 1 && is_all_taken (&threads[0]->tree, wanted))
    return threads[0]->tree;
  uint32_t root = count == 1 && threads[0]->tree.count
		  ? threads[0]->tree.nodes[0].place : 0;
  tree_node (&tree, NO_NODE, root, counters);
  for (size_t i = 0; i < count; i++)
    merge_tree (&tree, &threads[i]->tree, counters, wanted);
  seal_tree (&tree);
  derive_totals (&tree, counters);
  return tree;
}
