/* returns.c - calls of the library return to the function that they are in.

   SPDX-License-Identifier: GPL-3.0-or-later

     static void done (upc_lock_t *lock) { upc_unlock (lock); }

   is not a jump to upc_unlock, after which nobody would know where that was
   called: it may end the program for a mistake, or wait while others ask.  */

#include "upc/upc-plugin.h"
#include "pass.h"

static bool
of_library_p (tree fn)
{
  if (!fn || !DECL_NAME (fn))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  return (startswith (name, "upc_") || startswith (name, "__upc_")
	  || startswith (name, "bupc_"));
}

/* Returns whether FN is the program's; nobody asks for lines of others.  */
static bool
gate (tree fn)
{
  return flag_optimize_sibling_calls && !of_library_p (fn);
}

static void
execute (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (i)))
	if (of_library_p (gimple_call_fndecl (call)))
	  gimple_call_set_tail (call, false);
}

GASP_PASS (upc_make_returns, gimple_opt_pass, GIMPLE_PASS, "gasp_returns",
	   PROP_cfg, gate, execute)
