/* constants.c - what is not constant by now never is.

   SPDX-License-Identifier: GPL-3.0-or-later

   The prelude asks by __builtin_constant_p whether there is a shorter way, as
   for P + 1.  GCC leaves that open until long after inlining, since values may
   become constant; so both ways would go through half of its passes.  What the
   prelude's functions are given is known when these are inlined.

     n = ...;                              n = ...;
     if (__builtin_constant_p (n))
       short way
     else
       long way                            long way  */

#include "upc/upc-plugin.h"
#include "pass.h"

/* Answers STMT, a question, at GSI, which goes on.  */
static void
answer (gimple_stmt_iterator *gsi, gimple *stmt)
{
  tree known = gimple_call_lhs (stmt);
  if (known)
    replace_uses_by (known, build_zero_cst (TREE_TYPE (known)));
  gsi_remove (gsi, true);
  release_defs (stmt);
}

/* Answers the questions in FUN.  In a function of the prelude that is always
   inlined they are marked only, in a way that copies keep.  */
static void
execute (function *fun)
{
  bool inlined = upc_inlined_p (fun->decl);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	if (!gimple_call_builtin_p (stmt, BUILT_IN_CONSTANT_P))
	  gsi_next (&gsi);
	else if (inlined || !stmt->no_warning)
	  {
	    stmt->no_warning |= inlined;
	    gsi_next (&gsi);
	  }
	else
	  answer (&gsi, stmt);
      }
}

static bool
gate (tree)
{
  return optimize > 0;
}

GASP_PASS (upc_make_constants, gimple_opt_pass, GIMPLE_PASS, "gasp_constants",
	   PROP_cfg | PROP_ssa, gate, execute)
