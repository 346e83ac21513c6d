/* verify.c - after lowering, nothing shared is left.

   SPDX-License-Identifier: GPL-3.0-or-later

   What no rule has handled would be compiled as if it were private: wrong code,
   or a crash of the compiler.  So it is an error in plain words.  */

#include "upc/upc-plugin.h"

static tree
find_shared (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (TREE_CODE (*where) == ADDR_SPACE_CONVERT_EXPR
      || upc_shared_reference_p (*where))
    return *where;
  return NULL_TREE;
}

/* Returns whether STMT converts, moves or compares pointers-to-shared in C's
   way.  */
static bool
left_computation_p (gimple *stmt)
{
  gassign *assign = dyn_cast <gassign *> (stmt);
  if (!assign)
    return false;
  enum tree_code code = gimple_assign_rhs_code (assign);
  tree from = TREE_TYPE (gimple_assign_rhs1 (assign));
  tree to = TREE_TYPE (gimple_assign_lhs (assign));
  if (code == POINTER_PLUS_EXPR || code == POINTER_DIFF_EXPR
      || TREE_CODE_CLASS (code) == tcc_comparison)
    return upc_pointer_p (from);
  return (code == ADDR_SPACE_CONVERT_EXPR
	  || (CONVERT_EXPR_CODE_P (code) && POINTER_TYPE_P (from)
	      && POINTER_TYPE_P (to)
	      && upc_pointer_p (from) != upc_pointer_p (to)));
}

static tree
check_statement (gimple_stmt_iterator *gsi, bool *handled,
		 struct walk_stmt_info *wi)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = !gimple_has_substatements (stmt);
  if (gimple_code (stmt) == GIMPLE_BIND || gimple_code (stmt) == GIMPLE_TRY)
    return NULL_TREE;
  struct walk_stmt_info operands;
  memset (&operands, 0, sizeof operands);
  if (!walk_gimple_op (stmt, find_shared, &operands)
      && !left_computation_p (stmt))
    return NULL_TREE;
  sorry_at (gimple_location (stmt), "UPC: shared objects in statements of kind "
	    "%qs are not handled here", gimple_code_name[gimple_code (stmt)]);
  *(bool *) wi->info = false;
  return NULL_TREE;
}

bool
upc_verify (gimple_seq body)
{
  bool right = true;
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = &right;
  walk_gimple_seq (body, check_statement, NULL, &wi);
  return right;
}
