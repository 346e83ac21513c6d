/* same-paths.c - numbers for paths, the same in all threads' trees.

   SPDX-License-Identifier: Apache-2.0  */

#include "sums/waiting/encounters.h"

#include <stdlib.h>

static size_t
hash_of (const struct path *path)
{
  uint32_t mixed = path->caller * 0x9e3779b9u ^ path->place;
  return mixed * (size_t) 0x9e3779b97f4a7c15u >> 20;
}

static void
insert (struct paths *paths, uint32_t number)
{
  size_t at = hash_of (&paths->rows[number]);
  while (paths->table[at & (paths->table_size - 1)])
    at++;
  paths->table[at & (paths->table_size - 1)] = number + 1;
}

static void
grow (struct paths *paths)
{
  free (paths->table);
  paths->table_size = paths->table_size ? 2 * paths->table_size : 256;
  paths->table = allocate (paths->table_size, sizeof *paths->table);
  for (uint32_t i = 0; i < paths->count; i++)
    insert (paths, i);
}

/* Returns the number of a path as PATH, to which it is added if it is new.  */
static uint32_t
number_of (struct paths *paths, const struct path *path)
{
  if (2 * paths->count >= paths->table_size)
    grow (paths);
  for (size_t at = hash_of (path);; at++)
    {
      uint32_t number = paths->table[at & (paths->table_size - 1)];
      if (!number)
	break;
      const struct path *other = &paths->rows[number - 1];
      if (other->caller == path->caller && other->place == path->place)
	return number - 1;
    }
  ONE_MORE (paths->rows, paths->count, paths->room) = *path;
  insert (paths, (uint32_t) paths->count - 1);
  return (uint32_t) paths->count - 1;
}

/* Returns the path of NODE, by a loop: paths are as long as a recursion is
   deep.  */
uint32_t
path_of (struct paths *paths, const struct thread *thread, uint32_t node)
{
  const struct node *nodes = thread->tree.nodes;
  size_t depth = 0, room = 0;
  uint32_t *way = NULL, path = NO_NODE;
  for (; node != NO_NODE; node = nodes[node].parent)
    {
      ONE_MORE (way, depth, room) = node;
    }
  while (depth-- > 0)
    {
      uint32_t at = way[depth];
      struct path wanted = { path, nodes[at].place, at, thread };
      path = number_of (paths, &wanted);
    }
  free (way);
  return path;
}
