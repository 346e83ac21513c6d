/* emit.c - adds calls and values to the statement that is being lowered.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "upc/upc-plugin.h"

struct upc_work upc_work;

tree
upc_value (tree expr)
{
  if (is_gimple_val (expr) && TREE_CODE (expr) != ADDR_EXPR)
    return expr;
  gimple_seq seq = NULL;
  tree value = unshare_expr (expr);
  gimplify_expr (&value, &seq, NULL, is_gimple_val, fb_rvalue);
  for (gimple_stmt_iterator i = gsi_start (seq); !gsi_end_p (i); gsi_next (&i))
    gimple_set_location (gsi_stmt (i), upc_work.loc);
  gsi_insert_seq_before (upc_work.gsi, seq, GSI_SAME_STMT);
  return value;
}

static gcall *
build_call (enum upc_function fn, const vec<tree> &args)
{
  tree decl = upc_function (fn, upc_work.loc);
  if (!decl)
    return NULL;
  auto_vec<tree> copy;
  for (unsigned i = 0; i < args.length (); i++)
    copy.safe_push (args[i]);
  gcall *call = gimple_build_call_vec (decl, copy);
  gimple_set_location (call, upc_work.loc);
  TREE_USED (decl) = 1;
  return call;
}

tree
upc_call (enum upc_function fn, tree type, unsigned n, ...)
{
  auto_vec<tree> args;
  va_list list;
  va_start (list, n);
  while (n--)
    args.safe_push (va_arg (list, tree));
  va_end (list);
  gcall *call = build_call (fn, args);
  if (!call)
    return build_zero_cst (type);
  tree result = create_tmp_var (type);
  gimple_call_set_lhs (call, result);
  gsi_insert_before (upc_work.gsi, call, GSI_SAME_STMT);
  return result;
}

/* Returns whether control may not get from STMT to the next statement.  */
static bool
ends_sequence_p (gimple *stmt)
{
  return (gimple_code (stmt) == GIMPLE_COND
	  || gimple_code (stmt) == GIMPLE_RETURN
	  || gimple_code (stmt) == GIMPLE_GOTO
	  || gimple_code (stmt) == GIMPLE_SWITCH);
}

void
upc_emit (enum upc_function fn, bool after, const vec<tree> &args)
{
  gcall *call = build_call (fn, args);
  if (!call || (after && ends_sequence_p (gsi_stmt (*upc_work.gsi))))
    return;
  if (after)
    gsi_insert_after (upc_work.gsi, call, GSI_SAME_STMT);
  else
    gsi_insert_before (upc_work.gsi, call, GSI_SAME_STMT);
}

void
upc_push_place (vec<tree> *args)
{
  gasp_push_position (args, expand_location (upc_work.loc));
  gasp_unit_needs_runtime = true;
}
