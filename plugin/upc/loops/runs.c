/* runs.c - elements that -fupc-check checks a run at a time.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (; __upc_walk_more (&f); __upc_walk_next (&f))
       *c1 = *c2 + 1;                      c1 and c2 are cursors

   accesses as many elements as the run has iterations: they are checked before
   it, by a call for each cursor.  That is so if the body is executed from its
   beginning to its end, and nothing in it orders accesses: neither calls nor
   strict accesses.  */

#include "strides.h"

static bool
harmless_call_p (tree call)
{
  tree fn = get_callee_fndecl (call);
  return fn && fndecl_built_in_p (fn, BUILT_IN_NORMAL) && TREE_READONLY (fn);
}

static bool
plain_code_p (enum tree_code code)
{
  switch (TREE_CODE_CLASS (code))
    {
    case tcc_constant: case tcc_declaration: case tcc_reference:
    case tcc_unary: case tcc_binary: case tcc_comparison: case tcc_type:
      return true;
    default:
      break;
    }
  switch (code)
    {
    case STATEMENT_LIST: case BIND_EXPR: case DECL_EXPR: case DEBUG_BEGIN_STMT:
    case MODIFY_EXPR: case INIT_EXPR: case COMPOUND_EXPR: case SAVE_EXPR:
    case PREINCREMENT_EXPR: case POSTINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTDECREMENT_EXPR: case TRUTH_NOT_EXPR: case TRUTH_AND_EXPR:
    case TRUTH_OR_EXPR: case TRUTH_XOR_EXPR: case ADDR_EXPR:
    case NON_LVALUE_EXPR: case C_MAYBE_CONST_EXPR: case BLOCK: case TREE_LIST:
      return true;
    default:
      return false;
    }
}

/* Where the walk is, and which elements are written, where.  */
struct look
{
  location_t loc;
  hash_map<tree, location_t> *written;
};

/* Returns an expression because of which a run cannot be checked ahead, or
   null.  */
static tree
find_reason (tree *where, int *walk_subtrees, void *data)
{
  struct look *look = (struct look *) data;
  tree expr = *where;
  if (TYPE_P (expr))
    *walk_subtrees = 0;
  if (TREE_CODE (expr) == CALL_EXPR ? !harmless_call_p (expr)
      : !plain_code_p (TREE_CODE (expr)))
    return expr;
  if (EXPR_P (expr) && EXPR_HAS_LOCATION (expr))
    look->loc = EXPR_LOCATION (expr);
  if (upc_shared_reference_p (expr)
      && upc_mode_of (expr, look->loc) == ACCESS_STRICT)
    return expr;
  switch (TREE_CODE (expr))
    {
    case MODIFY_EXPR: case PREINCREMENT_EXPR: case POSTINCREMENT_EXPR:
    case PREDECREMENT_EXPR: case POSTDECREMENT_EXPR:
      look->written->put (TREE_OPERAND (expr, 0), EXPR_LOCATION (expr));
      return NULL_TREE;
    default:
      return NULL_TREE;
    }
}

bool
upc_even_body_p (tree *body, hash_map<tree, location_t> *written)
{
  struct look look = { UNKNOWN_LOCATION, written };
  return !walk_tree (body, find_reason, &look, NULL);
}

void
upc_append_check (const struct upc_loop *loop, const struct upc_access *access,
		  tree cursor, HOST_WIDE_INT advance, tree *list)
{
  auto_vec<tree> args;
  tree object = (access->object ? upc_place_expression (access->object)
		 : build_zero_cst (upc_bits_type ()));
  args.safe_push (build_fold_addr_expr (loop->walk));
  args.safe_push (cursor);
  args.safe_push (upc_number (advance));
  args.safe_push (upc_number (access->size));
  upc_push_check (&args, access, object);
  tree fn = upc_function (UPC_WALK_ACCESS, access->loc);
  append_to_statement_list
    (build_call_expr_loc_array (access->loc, fn, args.length (),
				args.address ()), list);
}
