/* recursion.c - which functions of a unit may call each other in a cycle.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC's call graph has no edges yet when bodies are wrapped: functions are
   lowered one by one.  So all functions are searched for calls, in whatever
   form they are then: trees, GIMPLE, or lowered, with edges.  Done once, at the
   first query, which the strongly connected components of that graph answer
   (Tarjan).  */

#include "gasp-plugin.h"

struct vertex
{
  auto_vec<tree> callees;
  unsigned index, low;		/* in the order they are met, from 1 */
  bool on_stack;
  unsigned component;
};

static hash_map<tree, vertex *> vertices;

static tree
note_callee (tree *where, int *, void *data)
{
  if (TREE_CODE (*where) == CALL_EXPR)
    if (tree callee = get_callee_fndecl (*where))
      ((vertex *) data)->callees.safe_push (callee);
  return NULL_TREE;
}

static tree
note_statement (gimple_stmt_iterator *gsi, bool *, struct walk_stmt_info *wi)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (is_gimple_call (stmt))
    if (tree callee = gimple_call_fndecl (stmt))
      ((vertex *) wi->info)->callees.safe_push (callee);
  return NULL_TREE;
}

static void
note_callees (cgraph_node *node, vertex *v)
{
  if (DECL_SAVED_TREE (node->decl))
    walk_tree_without_duplicates (&DECL_SAVED_TREE (node->decl), note_callee,
				  v);
  else if (gimple_seq body = gimple_body (node->decl))
    {
      struct walk_stmt_info wi;
      memset (&wi, 0, sizeof wi);
      wi.info = v;
      walk_gimple_seq (body, note_statement, NULL, &wi);
    }
  for (cgraph_edge *edge = node->callees; edge; edge = edge->next_callee)
    v->callees.safe_push (edge->callee->decl);
}

static void
find_component (vertex *v, auto_vec<vertex *> *stack)
{
  static unsigned last;
  v->index = v->low = ++last;
  v->on_stack = true;
  stack->safe_push (v);
  for (unsigned i = 0; i < v->callees.length (); i++)
    if (vertex **callee = vertices.get (v->callees[i]))
      {
	if (!(*callee)->index)
	  find_component (*callee, stack);
	if ((*callee)->on_stack)
	  v->low = MIN (v->low, (*callee)->low);
      }
  if (v->low != v->index)
    return;
  vertex *member;
  do
    {
      member = stack->pop ();
      member->on_stack = false;
      member->component = v->index;
    }
  while (member != v);
}

static void
find_components (void)
{
  auto_vec<vertex *> stack;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->definition)
      {
	vertex *v = new vertex ();
	note_callees (node, v);
	vertices.put (node->decl, v);
      }
  FOR_EACH_FUNCTION (node)
    if (vertex **v = vertices.get (node->decl))
      if (!(*v)->index)
	find_component (*v, &stack);
}

bool
gasp_may_recur (tree fn, tree callee)
{
  static bool known;
  if (fn == callee)
    return true;
  if (!known)
    find_components ();
  known = true;
  vertex **a = vertices.get (fn), **b = vertices.get (callee);
  return a && b && (*a)->component == (*b)->component;
}
