/* forall.c - upc_forall.

   SPDX-License-Identifier: GPL-3.0-or-later

     upc_forall (i = 0; i < n; i++; &a[i])    {
       a[i] = 0;				struct __upc_forall f cleanup
						  = __upc_forall_enter (1);
						for (i = 0; i < n; i++)
						  if (__upc_own_pointer
							(f.controls, &a[i]))
						    a[i] = 0;
					      }

   The lexical step has made it a "for" with a call of __upc_forall_mine; the
   type of the affinity says here what that is.  */

#include "upc/upc-plugin.h"

static tree
replace_call (tree call, enum upc_function fn, tree value)
{
  tree decl = upc_function (fn, EXPR_LOCATION (call));
  if (!decl)
    return integer_one_node;
  return build_call_expr_loc (EXPR_LOCATION (call), decl, 2,
			      CALL_EXPR_ARG (call, 0), value);
}

/* Returns AFFINITY, an integer, as a long of the same thread.  */
static tree
number_of (tree affinity)
{
  tree type = TREE_TYPE (affinity);
  if (TYPE_UNSIGNED (type)
      && TYPE_PRECISION (type) >= TYPE_PRECISION (long_integer_type_node))
    affinity = build2 (TRUNC_MOD_EXPR, type, affinity,
		       fold_convert (type, upc_threads ()));
  return fold_convert (long_integer_type_node, affinity);
}

/* Returns the expression that CALL, of __upc_forall_mine, stands for.  */
static tree
decide (tree call)
{
  tree affinity = CALL_EXPR_ARG (call, 1), type = TREE_TYPE (affinity);
  location_t loc = EXPR_LOC_OR_LOC (affinity, EXPR_LOCATION (call));
  if (type == error_mark_node)
    return integer_one_node;
  if (INTEGRAL_TYPE_P (type))
    return replace_call (call, UPC_OWN_INDEX, number_of (affinity));
  if (upc_pointer_p (type))
    return replace_call (call, UPC_OWN_POINTER,
			 fold_convert (upc_bits_type (), affinity));
  error_at (loc, "the affinity of %<upc_forall%> has type %qT; it must be an "
	    "integer or a pointer-to-shared", type);
  return integer_one_node;
}

static bool
calls_p (tree expr, enum upc_function fn)
{
  return (TREE_CODE (expr) == CALL_EXPR
	  && upc_function_p (get_callee_fndecl (expr), fn));
}

/* Hides the variable of a upc_forall from debuggers: it is not the user's.  */
static void
hide_variable (tree expr)
{
  tree decl = TREE_CODE (expr) == DECL_EXPR ? DECL_EXPR_DECL (expr) : NULL_TREE;
  if (decl && VAR_P (decl) && DECL_NAME (decl)
      && startswith (IDENTIFIER_POINTER (DECL_NAME (decl)),
		     UPC_WORD_FORALL "_"))
    DECL_IGNORED_P (decl) = 1;
}

static tree
visit_call (tree *where, int *, void *)
{
  hide_variable (*where);
  if (calls_p (*where, UPC_FORALL_MINE) && call_expr_nargs (*where) == 2)
    *where = decide (*where);
  return NULL_TREE;
}

/* Returns the body of a loop if EXPR is that within the test whether an
   iteration is the thread's own.  */
tree *
upc_own_iterations (tree expr)
{
  if (TREE_CODE (expr) != COND_EXPR)
    return NULL;
  tree test = COND_EXPR_COND (expr);
  while (CONVERT_EXPR_P (test) || TREE_CODE (test) == NE_EXPR)
    test = TREE_OPERAND (test, 0);
  return calls_p (test, UPC_FORALL_MINE) ? &COND_EXPR_THEN (expr) : NULL;
}

void
upc_rewrite_foralls (tree fn)
{
  upc_make_strides (fn);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit_call, NULL);
}
