/* unused.c - reads whose values nobody uses.

   SPDX-License-Identifier: GPL-3.0-or-later

     flag;		int unused = flag;
     (void) a[i];	int unused = a[i];

   GCC drops expressions that have no side effects where no value is wanted.  But
   a strict read orders others, and a relaxed one is to raise its event (5.4.5);
   if nobody looks, optimisers drop that later.  */

#include "upc/upc-plugin.h"

static tree
find_shared (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  else if ((VAR_P (*where) || REFERENCE_CLASS_P (*where))
	   && upc_shared_p (TREE_TYPE (*where)))
    return *where;
  return NULL_TREE;
}

/* Whether EXPR is for nothing but the values of shared objects, or that of a
   strict one (strict.c).  */
static bool
reads_p (tree expr)
{
  tree type = TREE_TYPE (expr);
  return (EXPR_P (expr) || DECL_P (expr)) && type && type != error_mark_node
	 && (!TREE_SIDE_EFFECTS (expr) || TREE_THIS_VOLATILE (expr))
	 && !VOID_TYPE_P (type)
	 && TREE_CODE (type) != ARRAY_TYPE && COMPLETE_TYPE_P (type)
	 && TREE_CODE (expr) != ADDR_EXPR
	 && walk_tree_without_duplicates (&expr, find_shared, NULL);
}

/* The value of *WHERE is not used.  */
static void
keep (tree *where)
{
  while (*where && CONVERT_EXPR_P (*where))
    where = &TREE_OPERAND (*where, 0);
  if (!*where || !reads_p (*where))
    return;
  tree type = TYPE_MAIN_VARIANT (upc_private_type (TREE_TYPE (*where)));
  tree value = create_tmp_var_raw (type);
  DECL_CONTEXT (value) = current_function_decl;
  *where = build4 (TARGET_EXPR, type, value, *where, NULL_TREE, NULL_TREE);
  TREE_SIDE_EFFECTS (*where) = 1;
}

static void
keep_list (tree list)
{
  for (tree_stmt_iterator i = tsi_start (list); !tsi_end_p (i); tsi_next (&i))
    keep (tsi_stmt_ptr (i));
}

static tree
visit (tree *where, int *walk_subtrees, void *)
{
  tree expr = *where;
  if (TYPE_P (expr))
    *walk_subtrees = 0;
  else if (TREE_CODE (expr) == STATEMENT_LIST)
    keep_list (expr);
  else if (TREE_CODE (expr) == COMPOUND_EXPR)
    keep (&TREE_OPERAND (expr, 0));
  else if (TREE_CODE (expr) == BIND_EXPR)
    keep (&BIND_EXPR_BODY (expr));
  else if (TREE_CODE (expr) == COND_EXPR && VOID_TYPE_P (TREE_TYPE (expr)))
    {
      keep (&COND_EXPR_THEN (expr));
      keep (&COND_EXPR_ELSE (expr));
    }
  return NULL_TREE;
}

void
upc_keep_unused (tree fn)
{
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit, NULL);
}
