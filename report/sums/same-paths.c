/* same-paths.c - numbers for paths, the same in all threads' trees.

   SPDX-License-Identifier: Apache-2.0  */

#include "hash.h"
#include "sums/waiting/encounters.h"

#include <stdlib.h>

ELEMENTS (path, struct path, gasp_mix ((uint64_t) x->caller << 32 | x->place),
	  x->caller == y->caller && x->place == y->place)

/* Returns the number of a path as PATH, to which it is added if it is new.  */
static uint32_t
number_of (struct paths *paths, const struct path *path)
{
  uint32_t number
    = index_number (&paths->index, paths->count, hash_of_path (path, 0),
		    hash_of_path, is_path, paths->rows, path);
  if (number == paths->count)
    ONE_MORE (paths->rows, paths->count, paths->room) = *path;
  return number;
}

/* Goes around the node by a loop: paths are as long as a recursion is deep.  */
uint32_t
path_by (struct paths *paths, const struct thread *thread, uint32_t node,
	 uint32_t *known)
{
  const struct node *nodes = thread->tree.nodes;
  size_t depth = 0, room = 0;
  uint32_t *way = NULL;
  for (; node != NO_NODE && !(known && known[node] != NO_NODE);
       node = nodes[node].parent)
    ONE_MORE (way, depth, room) = node;
  uint32_t path = node == NO_NODE ? NO_NODE : known[node];
  while (depth-- > 0)
    {
      uint32_t at = way[depth];
      struct path wanted = { path, nodes[at].place, at, thread };
      path = number_of (paths, &wanted);
      if (known)
	known[at] = path;
    }
  free (way);
  return path;
}

uint32_t
path_of (struct paths *paths, const struct thread *thread, uint32_t node)
{
  return path_by (paths, thread, node, NULL);
}

uint32_t *
paths_of_tree (struct paths *paths, const struct thread *thread)
{
  const struct tree *tree = &thread->tree;
  uint32_t *result = allocate (tree->count, sizeof *result);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t caller
	= node->parent == NO_NODE ? NO_NODE : result[node->parent];
      struct path wanted = { caller, node->place, i, thread };
      result[i] = number_of (paths, &wanted);
    }
  return result;
}
