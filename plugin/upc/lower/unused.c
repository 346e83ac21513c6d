/* unused.c - expressions whose values the program does not use; reads of that
   kind.

   SPDX-License-Identifier: GPL-3.0-or-later

     flag;              int unused = flag;
     (void) a[i];       int unused = a[i];

   GCC drops expressions that have no side effects where no value is wanted.
   But a strict read orders others, and a relaxed one is to raise its event
   (5.4.5); if nobody looks, optimisers drop that later.  */

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

/* Returns whether EXPR is for nothing but the values of shared objects, or
   that of a strict one (strict.c).  */
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

/* ---- Expressions  */

typedef void visitor (tree *where, bool statement);

static void
visit_value (tree *where, visitor *visit, bool statement = true)
{
  tree *value = where;
  while (*value && CONVERT_EXPR_P (*value))
    value = &TREE_OPERAND (*value, 0);
  if (!*value)
    return;
  visit (value, statement);
  /* What has no value any more cannot be converted.  */
  if (VOID_TYPE_P (TREE_TYPE (*value)))
    *where = *value;
}

static tree
find_unused (tree *where, int *walk_subtrees, void *data)
{
  visitor *visit = *(visitor **) data;
  tree expr = *where;
  if (TYPE_P (expr))
    *walk_subtrees = 0;
  else if (TREE_CODE (expr) == STATEMENT_LIST)
    {
      for (tree_stmt_iterator i = tsi_start (expr); !tsi_end_p (i);
	   tsi_next (&i))
	visit_value (tsi_stmt_ptr (i), visit);
    }
  else if (TREE_CODE (expr) == COMPOUND_EXPR)
    visit_value (&TREE_OPERAND (expr, 0), visit, false);
  else if (TREE_CODE (expr) == BIND_EXPR)
    visit_value (&BIND_EXPR_BODY (expr), visit);
  else if (TREE_CODE (expr) == FOR_STMT)
    {
      visit_value (&FOR_EXPR (expr), visit);
      visit_value (&FOR_BODY (expr), visit);
    }
  else if (TREE_CODE (expr) == WHILE_STMT)
    visit_value (&WHILE_BODY (expr), visit);
  else if (TREE_CODE (expr) == DO_STMT)
    visit_value (&DO_BODY (expr), visit);
  else if (TREE_CODE (expr) == COND_EXPR && VOID_TYPE_P (TREE_TYPE (expr)))
    {
      visit_value (&COND_EXPR_THEN (expr), visit);
      visit_value (&COND_EXPR_ELSE (expr), visit);
    }
  return NULL_TREE;
}

void
upc_walk_unused (tree fn, visitor *visit)
{
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_unused, &visit);
}

/* ---- Reads  */

static void
keep (tree *where, bool)
{
  if (!reads_p (*where))
    return;
  tree type = TYPE_MAIN_VARIANT (upc_private_type (TREE_TYPE (*where)));
  tree value = create_tmp_var_raw (type);
  DECL_CONTEXT (value) = current_function_decl;
  *where = build4 (TARGET_EXPR, type, value, *where, NULL_TREE, NULL_TREE);
  TREE_SIDE_EFFECTS (*where) = 1;
}

void
upc_keep_unused (tree fn)
{
  upc_walk_unused (fn, keep);
}
