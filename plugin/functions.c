/* functions.c - function events: wrap bodies, or mark them for sites.c.

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

   Calls in tail position may go after the try: tail-calls.c.  Whatever inlines
   f, inlines its probes.  Emitted mode leaves the body alone.
   In both modes the function gets an attribute, by which sites.c knows it when
   it has become code.  Here everything is known that a function's
   record needs; later passes know only what is in the IR.  */

#include "gasp-plugin.h"
#include "pass.h"

/* Adds a probe after setjmp and its like, where the function continues: calls
   that were left by a jump are to be closed.  */
static tree
add_resume (gimple_stmt_iterator *gsi, bool *handled, struct walk_stmt_info *wi)
{
  gcall *call = dyn_cast <gcall *> (gsi_stmt (*gsi));
  *handled = false;
  if (call && gimple_call_flags (call) & ECF_RETURNS_TWICE)
    gsi_insert_after (gsi, gasp_build_probe (PROBE_RESUME,
					     (const char *) wi->info,
					     gimple_location (call)),
		      GSI_NEW_STMT);
  return NULL_TREE;
}

static void
add_resumes (gimple_seq *body, const char *description)
{
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = (void *) description;
  walk_gimple_seq_mod (body, add_resume, NULL, &wi);
}

static void
wrap_body (struct function *fun, const char *description)
{
  tree fn = fun->decl;
  gbind *bind = as_a <gbind *> (gimple_seq_first_stmt (gimple_body (fn)));
  gimple_seq leave = NULL, body = NULL;
  /* main has something to do after its last call (main-fn.c).  */
  gimple_seq behind = NULL;
  if (!gasp_announces_return (fn))
    behind = gasp_take_tail_calls (fun, bind);
  add_resumes (gimple_bind_body_ptr (bind), description);
  gimple_seq_add_stmt (&leave, gasp_build_probe (PROBE_LEAVE, description,
						 fun->function_end_locus));
  gimple_seq_add_stmt (&body, gasp_build_probe (PROBE_ENTER, description,
						DECL_SOURCE_LOCATION (fn)));
  gimple_seq_add_stmt (&body, gimple_build_try (gimple_bind_body (bind), leave,
						GIMPLE_TRY_FINALLY));
  gimple_seq_add_seq (&body, behind);
  gimple_bind_set_body (bind, body);
}

static void
add_mark (tree fn, const char *name, const char *value)
{
  tree text = build_string (strlen (value) + 1, value);
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (name),
				    build_tree_list (NULL_TREE, text),
				    DECL_ATTRIBUTES (fn));
}

/* Keeps Fortran's main program from being inlined into its only caller, a main
   that the compiler made: emitted mode would not see it.  */
static void
keep_main_program (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  if (gasp_in_fortran () && !strcmp (name, "MAIN__"))
    DECL_UNINLINABLE (fn) = 1;
}

/* Returns whether functions are wanted; those with errors are not.  */
static bool
is_wanted (tree)
{
  return (!seen_error () && gasp_options.functions != FUNCTIONS_NONE
	  && gasp_event_wanted ("GASP_C_FUNC"));
}

static void
execute (function *fun)
{
  tree fn = fun->decl;
  if (const char *why = gasp_why_not_function (fn))
    {
      gasp_left_out (fn, why);
      return;
    }
  gasp_functions_done++;
  const char *description = gasp_describe (fun);
  add_mark (fn, GASP_FUNCTION, description);
  if (gasp_is_instance (fn))
    add_mark (fn, GASP_INSTANCE, "");
  if (gasp_options.functions == FUNCTIONS_SOURCE)
    wrap_body (fun, description);
  else
    keep_main_program (fn);
}

GASP_PASS (gasp_make_functions, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_functions", 0, is_wanted, execute)
