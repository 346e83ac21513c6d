/* functions.c - function events: wrap bodies, or mark them for sleds.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   Source mode, before and after:

     int f (int x)                int f (int x)
     {                            {
       if (x)                       PROBE (ENTER, f);
         return g ();               try
       h ();                          {
     }                                  if (x)
                                          return g ();
                                        h ();
                                      }
                                    finally
                                      {
                                        PROBE (LEAVE, f);
                                      }
                                  }

   Whatever inlines f, inlines its probes.  Emitted mode leaves the body alone
   and gives the function an attribute, which sleds.c looks for when the
   function has become code.  Here everything is known that a function's
   record needs; later passes know only what the IR tells them.  */

#include "gasp-plugin.h"

static void
wrap_body (struct function *fun, const char *description)
{
  tree fn = fun->decl;
  gbind *bind = as_a <gbind *> (gimple_seq_first_stmt (gimple_body (fn)));
  gimple_seq leave = NULL, body = NULL;
  gimple_seq_add_stmt (&leave, gasp_build_probe (PROBE_LEAVE, description,
						 fun->function_end_locus));
  gimple_seq_add_stmt (&body, gasp_build_probe (PROBE_ENTER, description,
						DECL_SOURCE_LOCATION (fn)));
  gimple_seq_add_stmt (&body, gimple_build_try (gimple_bind_body (bind), leave,
						GIMPLE_TRY_FINALLY));
  gimple_bind_set_body (bind, body);
}

static void
mark_emitted (tree fn, const char *description)
{
  tree text = build_string (strlen (description) + 1, description);
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (GASP_EMITTED),
				    build_tree_list (NULL_TREE, text),
				    DECL_ATTRIBUTES (fn));
}

static const pass_data functions_data = {
  GIMPLE_PASS, "gasp_functions", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class functions_pass : public gimple_opt_pass
{
public:
  functions_pass (gcc::context *ctxt) : gimple_opt_pass (functions_data, ctxt) {}

  bool gate (function *) final override
  {
    return (gasp_options.functions != FUNCTIONS_NONE
	    && gasp_event_wanted ("GASP_C_FUNC"));
  }

  unsigned execute (function *fun) final override
  {
    tree fn = fun->decl;
    if (const char *why = gasp_why_not_function (fn))
      {
	gasp_left_out (fn, why);
	return 0;
      }
    gasp_functions_done++;
    const char *description = gasp_describe (fun);
    if (gasp_options.functions == FUNCTIONS_SOURCE)
      wrap_body (fun, description);
    else
      mark_emitted (fn, description);
    return 0;
  }
};

opt_pass *
gasp_make_functions (gcc::context *ctxt)
{
  return new functions_pass (ctxt);
}
