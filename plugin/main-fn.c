/* main-fn.c - main takes what the tool made of its arguments, and says when
   it returns.

   SPDX-License-Identifier: GPL-3.0-or-later

     int main (int argc, char **argv)     int main (int argc, char **argv)
     {                                    {
                                            argc = __gasp_main_argc (argc);
                                            argv = __gasp_main_argv (argv);
                                            __gasp_main_begin ();
                                            try
                                              {
                                                status = 3, file = "f.c",
                                                line = 9, column = 3;
       return 3;                                return 3;
                                              }
                                            finally
                                              {
                                                __gasp_main_return
                                                  (status, file, line, column);
                                              }
     }                                    }

   Returning from main is a collective exit (GASP 1.4, 5.4.1) at the position
   of the return.  It begins when main's own variables have been destroyed, as
   main is over then, and before the C library destroys anything.  No exception
   is a return: the finally is for other ways out alone.  main may be called by
   the program, hence __gasp_main_begin.  */

#include "gasp-plugin.h"
#include "pass.h"

tree
gasp_declare_function (const char *name, tree type)
{
  tree fn = build_fn_decl (name, gasp_library_type (type));
  DECL_ARTIFICIAL (fn) = 1;
  TREE_NOTHROW (fn) = 1;
  return fn;
}

/* Adds PARM = FUNCTION (PARM) to SEQ.  */
static void
take_over (tree parm, const char *function, gimple_seq *seq)
{
  tree type = TREE_TYPE (parm);
  tree fn
    = gasp_declare_function (function,
			     build_function_type_list (type, type, NULL_TREE));
  tree old_value = create_tmp_var (type), new_value = create_tmp_var (type);
  gimple_seq_add_stmt (seq, gimple_build_assign (old_value, parm));
  gcall *call = gimple_build_call (fn, 1, old_value);
  gimple_call_set_lhs (call, new_value);
  gimple_seq_add_stmt (seq, call);
  gimple_seq_add_stmt (seq, gimple_build_assign (parm, new_value));
  gasp_unit_needs_runtime = true;
}

static void
take_over_arguments (tree fn, gimple_seq *seq)
{
  tree argc = DECL_ARGUMENTS (fn);
  if (!argc || !INTEGRAL_TYPE_P (TREE_TYPE (argc)))
    return;
  take_over (argc, "__gasp_main_argc", seq);
  tree argv = DECL_CHAIN (argc);
  if (argv && POINTER_TYPE_P (TREE_TYPE (argv)))
    take_over (argv, "__gasp_main_argv", seq);
}

static tree
status_of (greturn *ret)
{
  tree value = gimple_return_retval (ret);
  return value && INTEGRAL_TYPE_P (TREE_TYPE (value)) ? value
						       : integer_zero_node;
}

/* Returns TYPE, a function's, for one that reads and writes none of the
   program's memory: what main's variables are given last stays dead, and
   warnings about it do not change.  */
static tree
leaving_memory_alone (tree type)
{
  tree spec = build_tree_list (NULL_TREE, build_string (2, ".c"));
  tree attributes = tree_cons (get_identifier ("fn spec"), spec,
			       TYPE_ATTRIBUTES (type));
  return build_type_attribute_variant (type, attributes);
}

/* The arguments of __gasp_main_return: variables for the status and the
   position, which each return statement sets.  */
struct announcement
{
  location_t end;		/* of main */
  auto_vec<tree> types, variables;
};

/* Adds to SEQ what sets the variables of A to STATUS and the position of
   LOC.  */
static void
note_return (const struct announcement *a, tree status, location_t loc,
	     gimple_seq *seq)
{
  auto_vec<tree> values;
  values.safe_push (status);
  gasp_push_position (&values, expand_location (loc));
  for (unsigned i = 0; i < values.length (); i++)
    gimple_seq_add_stmt (seq, gimple_build_assign (a->variables[i], values[i]));
}

static tree
see_return (gimple_stmt_iterator *gsi, bool *handled,
	    struct walk_stmt_info *wi)
{
  const struct announcement *a = (const struct announcement *) wi->info;
  greturn *ret = dyn_cast <greturn *> (gsi_stmt (*gsi));
  *handled = false;
  if (!ret)
    return NULL_TREE;
  /* The return that a front end adds has no place of its own.  */
  location_t loc = gimple_location (ret);
  gimple_seq seq = NULL;
  note_return (a, status_of (ret), gasp_is_somewhere (loc) ? loc : a->end,
	       &seq);
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  return NULL_TREE;
}

static gcall *
build_call (const char *name, const vec<tree> &types, const vec<tree> &args)
{
  tree type = build_function_type_array (void_type_node, types.length (),
					 const_cast<tree *> (types.address ()));
  tree fn = gasp_declare_function (name, leaving_memory_alone (type));
  return gimple_build_call_vec (fn, args);
}

/* Returns BODY, which is that of FUN, with the announcement of its return
   added.  */
static gimple_seq
announce_return (gimple_seq body, struct function *fun)
{
  struct announcement a;
  struct walk_stmt_info wi;
  a.end = fun->function_end_locus;
  a.types.safe_push (integer_type_node);
  gasp_push_position_types (&a.types);
  for (unsigned i = 0; i < a.types.length (); i++)
    a.variables.safe_push (create_tmp_var (a.types[i]));
  memset (&wi, 0, sizeof wi);
  wi.info = &a;
  walk_gimple_seq_mod (&body, see_return, NULL, &wi);
  gcall *call = build_call ("__gasp_main_return", a.types, a.variables);
  gimple_set_location (call, a.end);
  gimple_seq start = NULL;
  gimple_seq_add_stmt (&start, build_call ("__gasp_main_begin", vNULL, vNULL));
  note_return (&a, integer_zero_node, a.end, &start);
  gimple *last = gimple_build_eh_else (call, NULL);
  gimple_seq_add_stmt (&start, gimple_build_try (body, last,
						 GIMPLE_TRY_FINALLY));
  gasp_unit_needs_runtime = true;
  return start;
}

/* Returns whether FN is the program's main: upc_main in UPC, where the runtime
   has main itself.  */
bool
gasp_is_main (tree fn)
{
  if (!TREE_PUBLIC (fn) || !MAIN_NAME_P (DECL_NAME (fn)))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return !strcmp (name, "main") || !strcmp (name, "upc_main");
}

bool
gasp_announces_return (tree fn)
{
  return gasp_is_main (fn) && gasp_event_wanted ("GASP_UPC_COLLECTIVE_EXIT");
}

static void
execute (function *fun)
{
  gbind *bind
    = as_a <gbind *> (gimple_seq_first_stmt (gimple_body (fun->decl)));
  gimple_seq body = gimple_bind_body (bind), start = NULL;
  if (gasp_announces_return (fun->decl))
    body = announce_return (body, fun);
  take_over_arguments (fun->decl, &start);
  gimple_seq_add_seq (&start, body);
  gimple_bind_set_body (bind, start);
}

GASP_PASS (gasp_make_main, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_main", 0, gasp_is_main, execute)
