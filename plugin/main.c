/* main.c - where GCC comes in, once loader.c has found it to be the right one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gasp-plugin.h"
#include "upc/upc-plugin.h"

static struct plugin_info info = {
  "1", "GASP instrumentation; -fplugin-arg-gasp-help lists the arguments"
};

/* Where each pass goes, and why there.  */
static const struct
{
  opt_pass *(*make) (gcc::context *);
  const char *reference;
  enum pass_positioning_ops where;
  bool source_only;		/* useless in lto1, which has no source */
  bool upc;			/* for UPC, else for instrumentation */
} passes[] = {
  /* No pass has reasoned about memory yet; references to it are operands.  */
  { upc_make_lower, "*warn_unused_result", PASS_POS_INSERT_BEFORE, true, true },
  /* No CFG yet: the body is one GIMPLE_BIND, and try/finally still means
     something.  After the one warning that is given here.  */
  { gasp_make_regions, "*warn_unused_result", PASS_POS_INSERT_AFTER, true,
    false },
  { gasp_make_functions, "gasp_regions", PASS_POS_INSERT_AFTER, true, false },
  { gasp_make_main, "gasp_functions", PASS_POS_INSERT_AFTER, true, false },
  /* The last that sees OpenMP's constructs.  */
  { gasp_make_omp, "omplower", PASS_POS_INSERT_BEFORE, true, false },
  { gasp_make_omp_reductions, "omplower", PASS_POS_INSERT_AFTER, true, false },
  /* All warnings have been given: nothing can be lost or added.  */
  { gasp_make_calls, "*warn_function_noreturn", PASS_POS_INSERT_AFTER, false,
    false },
  /* Members of structures have become variables, and constants known.  */
  { upc_make_constants, "fre", PASS_POS_INSERT_AFTER, false, true },
  /* What does not change in loops is outside of them.  */
  { upc_make_alone, "unswitch", PASS_POS_INSERT_BEFORE, false, true },
  /* What is a tail call has been decided.  */
  { upc_make_returns, "*warn_function_noreturn", PASS_POS_INSERT_AFTER, false,
    true },
  /* What it changes has just been computed.  */
  { gasp_make_redzone, "*stack_ptr_mod", PASS_POS_INSERT_AFTER, false, false },
  /* Nothing moves any more, but lengths are still to be computed.  */
  { gasp_make_sites, "shorten", PASS_POS_INSERT_BEFORE, false, false },
};

static void
register_passes (const char *name)
{
  for (size_t i = 0; i < ARRAY_SIZE (passes); i++)
    if (!(in_lto_p && passes[i].source_only)
	&& (passes[i].upc ? upc_options.on
			  : gasp_options.instrument || in_lto_p))
      {
	struct register_pass_info pass;
	pass.pass = passes[i].make (g);
	pass.reference_pass_name = passes[i].reference;
	pass.ref_pass_instance_number = 1;
	pass.pos_op = passes[i].where;
	register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
      }
}

/* Returns whether OPTION loaded or configured this plugin.  */
static bool
is_our_option (const struct cl_decoded_option *option,
	       const struct plugin_name_args *args)
{
  if (option->opt_index == OPT_fplugin_)
    return !strcmp (lbasename (option->arg), lbasename (args->full_name));
  size_t length = strlen (args->base_name);
  return (option->opt_index == OPT_fplugin_arg_
	  && !strncmp (option->arg, args->base_name, length)
	  && option->arg[length] == '-');
}

/* Removes our options from those that go into debug information, which has the
   options that make a difference: ours do not where nothing is
   instrumented.  */
static void
leave_no_trace (const struct plugin_name_args *args)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (!is_our_option (&save_decoded_options[i], args))
      save_decoded_options[kept++] = save_decoded_options[i];
  save_decoded_options_count = kept;
}

static void
start_pragmas (void *, void *)
{
  gasp_register_pragmas ();
}

static void
check_target (void *, void *)
{
  if (const char *problem = gasp_target_problem ())
    error ("GASP instrumentation: %s", problem);
  if (gasp_options.functions == FUNCTIONS_SOURCE && gasp_in_other_language ())
    error ("GASP instrumentation: source mode is for C, C++ and Fortran, not "
	   "for %s; use %<-finstrument-gasp-functions=emitted%>",
	   lang_hooks.name);
}

/* Probes in bodies would change the analyzer's results, and the program that it
   analyzes is not the one that is measured.  */
static void
yield_to_analyzer (void)
{
  if (flag_analyzer && gasp_options.functions == FUNCTIONS_SOURCE)
    gasp_options.functions = FUNCTIONS_EMITTED;
}

/* Raises the inliner's limits by the two probes of each function, which it
   counts as an instruction each, so that it takes as many functions as
   without.  At -O2 it is a matter of six instructions, or fifteen.  */
static void
allow_for_probes (void)
{
  const int probes = 2;
  if (gasp_options.functions != FUNCTIONS_SOURCE)
    return;
  param_early_inlining_insns += probes;
  param_max_inline_insns_auto += probes;
}

/* GCC calls this as plugin_init: see loader.c.  */
extern "C" int gasp_plugin_init (struct plugin_name_args *args);

int
gasp_plugin_init (struct plugin_name_args *args)
{
  if (!gasp_read_options (args->argc, args->argv))
    return 1;
  yield_to_analyzer ();
  allow_for_probes ();
  const char *name = args->base_name;
  if (upc_options.on
      && (in_cplusplus () || gasp_in_fortran () || gasp_in_other_language ()))
    upc_start_other_language (name, args->full_name);
  register_callback (name, PLUGIN_INFO, NULL, &info);
  register_callback (name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     (void *) gasp_pragma_roots);
  register_callback (name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     (void *) gasp_call_roots);
  register_callback (name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     (void *) gasp_omp_roots);
  register_callback (name, PLUGIN_PRAGMAS, start_pragmas, NULL);
  gasp_add_plugin_inputs (args);
  register_callback (name, PLUGIN_PRAGMAS, gasp_tell_inputs, NULL);
  /* Without a flag the compiler is left as it is: not one pass is added.
     lto1 gets its orders from the IR.  */
  register_passes (name);
  if (upc_options.on || in_lto_p)
    upc_start_everywhere ();
  if (upc_options.on && !in_lto_p)
    upc_start (name, args->full_name);
  if (gasp_options.instrument || in_lto_p)
    {
      gasp_target_prepare ();
      register_callback (name, PLUGIN_START_UNIT, check_target, NULL);
      register_callback (name, PLUGIN_FINISH_PARSE_FUNCTION,
			 gasp_finish_function, NULL);
      register_callback (name, PLUGIN_PRE_GENERICIZE, gasp_remember_places,
			 NULL);
      register_callback (name, PLUGIN_FINISH_UNIT, gasp_finish_unit, NULL);
    }
  if (!gasp_options.instrument)
    leave_no_trace (args);
  return 0;
}
