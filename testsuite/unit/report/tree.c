/* Call-path trees: build, derive and merge (tree.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <tree.c>
#include "unit.h"

/* A tree of PATHS below the root, each a word of letters, the places; each
   call of the last has one call and a time of one.  */
static struct tree
tree_of (const char *const *paths, size_t count)
{
  struct tree tree = { 0 };
  tree_node (&tree, NO_NODE, 0, 0);
  for (size_t i = 0; i < count; i++)
    {
      uint32_t node = 0;
      for (const char *p = paths[i]; *p; p++)
	node = tree_node (&tree, node, (uint32_t) *p, 0);
      tree.nodes[node].calls++;
      tree.nodes[node].self++;
    }
  seal_tree (&tree);
  derive_totals (&tree, 0);
  return tree;
}

/* The node of PATH, or null.  */
static const struct node *
at (const struct tree *tree, const char *path)
{
  uint32_t node = 0;
  for (; *path; path++)
    {
      node = tree->nodes[node].child;
      while (node != NO_NODE && tree->nodes[node].place != (uint32_t) *path)
	node = tree->nodes[node].sibling;
      if (node == NO_NODE)
	return NULL;
    }
  return &tree->nodes[node];
}

static void
test_same_paths_are_one_node (void)
{
  const char *const paths[] = { "", "a", "ab", "ab", "b", "ba" };
  struct tree tree = tree_of (paths, 6);
  CHECK_NUMBER (tree.count, 5);
  CHECK_NUMBER (at (&tree, "ab")->calls, 2);
  CHECK_NUMBER (at (&tree, "ab")->depth, 2);
  CHECK_NUMBER (at (&tree, "a")->total, 3);
  CHECK_NUMBER (at (&tree, "")->total, 6);
  CHECK (!at (&tree, "aa"));
}

static void
test_shallow_trees_stay (void)
{
  const char *const paths[] = { "aaa", "aab", "c" };
  struct tree tree = tree_of (paths, 3),
	      merged = merge_recursion (&tree, 3, 0);
  CHECK_NUMBER (merged.count, tree.count);
  for (size_t i = 0; i < 3; i++)
    CHECK_NUMBER (at (&merged, paths[i])->self, at (&tree, paths[i])->self);
}

/* What is called again at the depth or deeper becomes one with its caller.  */
static void
test_recursion_is_merged (void)
{
  const char *const paths[] = { "a", "aa", "aaa", "aaaa", "aaaaa", "aaaaab" };
  struct tree tree = tree_of (paths, 6),
	      merged = merge_recursion (&tree, 3, 0);
  CHECK_NUMBER (merged.count, 5);
  CHECK_NUMBER (at (&merged, "aaa")->calls, 3);
  CHECK_NUMBER (at (&merged, "aaa")->self, 3);
  CHECK (!at (&merged, "aaaa"));
  CHECK_NUMBER (at (&merged, "aaab")->calls, 1);
  CHECK_NUMBER (at (&merged, "")->total, 6);
}

static void
test_mutual_recursion_is_merged (void)
{
  const char *const paths[] = { "abababab", "ababababc", "ababac" };
  struct tree tree = tree_of (paths, 3),
	      merged = merge_recursion (&tree, 2, 0);
  CHECK_NUMBER (at (&merged, "ab")->calls, 1);
  CHECK_NUMBER (at (&merged, "abc")->calls, 1);
  CHECK_NUMBER (at (&merged, "abac")->calls, 1);
  CHECK (!at (&merged, "abab"));
}

/* More nodes than any table has room for at first.  */
static void
test_many_nodes (void)
{
  enum
  {
    COUNT = 5000
  };
  struct tree tree = { 0 };
  uint32_t node = tree_node (&tree, NO_NODE, 0, 0);
  for (uint32_t i = 1; i < COUNT; i++)
    node = tree_node (&tree, node, i % 7, 0);
  CHECK_NUMBER (tree.count, COUNT);
  node = 0;
  for (uint32_t i = 1; i < COUNT; i++)
    node = tree_node (&tree, node, i % 7, 0);
  CHECK_NUMBER (tree.count, COUNT);
  CHECK_NUMBER (tree.nodes[node].depth, COUNT - 1);
  seal_tree (&tree);
  struct tree merged = merge_recursion (&tree, 10, 0);
  CHECK (merged.count <= 10 + 7 + 1);
}

UNIT (test_same_paths_are_one_node, test_shallow_trees_stay,
      test_recursion_is_merged, test_mutual_recursion_is_merged,
      test_many_nodes);
