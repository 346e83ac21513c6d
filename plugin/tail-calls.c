/* tail-calls.c - keep calls in tail position what they are, in source mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   What functions.c wraps has a LEAVE after each call, so that no call is the
   last thing a function does: a recursion that needed no stack would need one.
   So these calls go after the try, and are done when the LEAVE is over:

     int even (unsigned n)         int even (unsigned n)
     {                             {
       if (n == 0)                   PROBE (ENTER, even);
         return 1;                   try
       return odd (n - 1);             {
     }                                   if (n == 0)
					   return 1;
					 D = n - 1;
					 goto L;
				       }
				     finally
				       {
					 PROBE (LEAVE, even);
				       }
				     return;
				   L:
				     R = odd (D);
				     return R;
				   }

   The callee's event is then the sibling of the function's, not its child:
   which calls that is done with is an option's business.  Not those that see
   variables of the function, since these are gone when it is left, and which
   the optimiser would not make jumps of either; nor those within an inner try,
   which have something left to do.

   Of calls with the attribute musttail the source says that none of that
   matters: they always go there.  */

#include "gasp-plugin.h"

/* The statements of a body in their order, but for those within a try, and
   where each is.  */
struct body
{
  auto_vec<gimple_stmt_iterator> at;
  hash_map<tree, unsigned> labels;
  bool has_addressable;
};

/* Returns whether a variable in the list VARS, or a function there, keeps
   something in memory that a callee might look at.  */
static bool
any_addressable (tree vars)
{
  for (; vars; vars = DECL_CHAIN (vars))
    if (VAR_P (vars) ? TREE_ADDRESSABLE (vars) && !is_global_var (vars)
	: TREE_CODE (vars) == PARM_DECL ? TREE_ADDRESSABLE (vars)
	: TREE_CODE (vars) == FUNCTION_DECL && !DECL_EXTERNAL (vars))
      return true;
  return false;
}

/* Returns whether STMT is a try that has nothing left to do but to say that
   variables are out of scope.  */
static bool
only_ends_lives (gimple *stmt)
{
  if (gimple_code (stmt) != GIMPLE_TRY
      || gimple_try_kind (stmt) != GIMPLE_TRY_FINALLY)
    return false;
  for (gimple_stmt_iterator gsi = gsi_start (*gimple_try_cleanup_ptr (stmt));
       !gsi_end_p (gsi); gsi_next (&gsi))
    if (!gimple_clobber_p (gsi_stmt (gsi)))
      return false;
  return true;
}

static void
collect (gimple_seq *seq, struct body *body)
{
  for (gimple_stmt_iterator gsi = gsi_start (*seq); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gbind *bind = dyn_cast <gbind *> (stmt))
	{
	  body->has_addressable |= any_addressable (gimple_bind_vars (bind));
	  collect (gimple_bind_body_ptr (bind), body);
	  continue;
	}
      if (only_ends_lives (stmt))
	{
	  collect (gimple_try_eval_ptr (stmt), body);
	  continue;
	}
      if (glabel *label = dyn_cast <glabel *> (stmt))
	body->labels.put (gimple_label_label (label), body->at.length ());
      body->at.safe_push (gsi);
    }
}

/* How many jumps are followed.  */
#define MOST_JUMPS 20

/* Returns whether the statements from I on return VALUE, or nothing if that
   is null, and do nothing else.  */
static bool
only_returns (struct body *body, unsigned i, tree value)
{
  for (int jumps = 0; i < body->at.length () && jumps < MOST_JUMPS; i++)
    {
      gimple *stmt = gsi_stmt (body->at[i]);
      if (greturn *ret = dyn_cast <greturn *> (stmt))
	return gimple_return_retval (ret) == value;
      if (gimple_assign_single_p (stmt) && gimple_assign_rhs1 (stmt) == value
	  && value && is_gimple_reg (gimple_assign_lhs (stmt)))
	value = gimple_assign_lhs (stmt);
      else if (gimple_code (stmt) == GIMPLE_GOTO)
	{
	  unsigned *to = body->labels.get (gimple_goto_dest (stmt));
	  if (!to)
	    return false;
	  i = *to;
	  jumps++;
	}
      else if (gimple_code (stmt) != GIMPLE_LABEL
	       && gimple_code (stmt) != GIMPLE_PREDICT
	       && gimple_code (stmt) != GIMPLE_NOP && !is_gimple_debug (stmt))
	return false;
    }
  return i == body->at.length () && !value;
}

static bool
is_must_tail (gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  return call && gimple_call_must_tail_p (call);
}

/* Returns whether CALL of FN is one that the option means.  A callee that
   never comes back here needs no more than one frame.  */
static bool
is_wanted (gcall *call, tree fn)
{
  const int never = ECF_LEAF | ECF_NORETURN | ECF_RETURNS_TWICE;
  if (is_must_tail (call))
    return true;
  if (gimple_call_internal_p (call) || gimple_call_flags (call) & never)
    return false;
  tree callee = gimple_call_fndecl (call);
  return (gasp_options.tail_calls == TAIL_CALLS_ALL || !callee
	  || gasp_may_recur (fn, callee));
}

static bool
is_tail_call (struct body *body, unsigned i, tree fn)
{
  gcall *call = dyn_cast <gcall *> (gsi_stmt (body->at[i]));
  if (!call)
    return false;
  tree value = gimple_call_lhs (call);
  return ((!value || is_gimple_reg (value))
	  && only_returns (body, i + 1, value) && is_wanted (call, fn));
}

/* Moves the call at GSI to the end of BEHIND, with a label.  */
static void
move_call (gimple_stmt_iterator gsi, gimple_seq *behind)
{
  gcall *call = as_a <gcall *> (gsi_stmt (gsi));
  tree label = create_artificial_label (gimple_location (call));
  greturn *ret = gimple_build_return (gimple_call_lhs (call));
  gimple_set_location (ret, gimple_location (call));
  gimple *jump = gimple_build_goto (label);
  gimple_set_location (jump, gimple_location (call));
  gsi_insert_before (&gsi, jump, GSI_SAME_STMT);
  gsi_remove (&gsi, false);
  gimple_seq_add_stmt (behind, gimple_build_label (label));
  gimple_seq_add_stmt (behind, call);
  gimple_seq_add_stmt (behind, ret);
}

/* Returns whether nothing in FUN hinders tail calls at all.  */
static bool
has_tail_calls (struct function *fun)
{
  return (gasp_options.tail_calls != TAIL_CALLS_NONE
	  && opt_for_fn (fun->decl, flag_optimize_sibling_calls)
	  && !fun->calls_setjmp && !fun->calls_alloca
	  && !fun->has_nonlocal_label
	  && !any_addressable (DECL_ARGUMENTS (fun->decl))
	  && !TREE_ADDRESSABLE (DECL_RESULT (fun->decl)));
}

/* Takes the tail calls out of BIND, the body of FUN: the statements that are
   to follow the try.  */
gimple_seq
gasp_take_tail_calls (struct function *fun, gbind *bind)
{
  struct body body;
  gimple_seq behind = NULL;
  bool any = has_tail_calls (fun);
  if (!any && !MAY_HAVE_MUSTTAIL_P (fun))
    return NULL;
  body.has_addressable = any_addressable (gimple_bind_vars (bind));
  collect (gimple_bind_body_ptr (bind), &body);
  any &= !body.has_addressable;
  auto_vec<unsigned> calls;
  for (unsigned i = 0; i < body.at.length (); i++)
    if (is_tail_call (&body, i, fun->decl)
	&& (any || is_must_tail (gsi_stmt (body.at[i]))))
      calls.safe_push (i);
  if (calls.is_empty ())
    return NULL;
  /* After the try there is nothing to return.  */
  gimple_seq_add_stmt (&behind, gimple_build_return (NULL_TREE));
  for (unsigned i = 0; i < calls.length (); i++)
    move_call (body.at[calls[i]], &behind);
  return behind;
}
