/* call-places.c - where calls of some libraries stand in the source.

   SPDX-License-Identifier: GPL-3.0-or-later

     call GOMP_barrier            call GOMP_barrier
                                  PLACE:

   What intercepts a library's functions knows the address that they return to.
   Calls of some libraries get an entry beside the code that has the place of
   such an address (struct gasp_call_place, shared/site.h).  The call itself is
   left alone, but for not being a jump: then it would return to who knows
   where.  */

#include "gasp-plugin.h"

/* How their names begin.  */
static const char *const libraries[] = {
#define GASP_CALLS(model, prefix) prefix,
#include "gasp-events.def"
  NULL
};

static const char *
name_of (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return name + (*name == '*');
}

/* Returns whether calls of FN get a place.  */
static bool
is_wanted (tree fn)
{
  if (!fn || !TREE_PUBLIC (fn) || !DECL_EXTERNAL (fn)
      || !HAS_DECL_ASSEMBLER_NAME_P (fn))
    return false;
  for (const char *library : libraries)
    if (library && startswith (name_of (fn), library))
      return true;
  return false;
}

/* Returns the function that CALL has run by threads or as a task, if it is
   one that GCC has made of a construct.  */
static tree
outlined_in (gcall *call)
{
  tree fn = gimple_call_num_args (call) ? gimple_call_arg (call, 0) : NULL_TREE;
  fn = fn && TREE_CODE (fn) == ADDR_EXPR ? TREE_OPERAND (fn, 0) : NULL_TREE;
  return (fn && TREE_CODE (fn) == FUNCTION_DECL && DECL_ARTIFICIAL (fn)
	  ? fn : NULL_TREE);
}

/* Returns the position of the nearest statement before or after CALL, by
   STEP, in its block and the ones that can only be next to it; if none has a
   position, that of the function, which may be made of a construct.  */
static location_t
nearest_location (gcall *call, void (*step) (gimple_stmt_iterator *))
{
  basic_block block = gimple_bb (call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  for (int blocks = 0; blocks < 3; blocks++)
    {
      for (; !gsi_end_p (gsi); step (&gsi))
	if (gimple_has_location (gsi_stmt (gsi)))
	  return gimple_location (gsi_stmt (gsi));
      bool forward = step == gsi_next;
      if (forward ? !single_succ_p (block) : !single_pred_p (block))
	break;
      block = forward ? single_succ (block) : single_pred (block);
      gsi = forward ? gsi_start_bb (block) : gsi_last_bb (block);
    }
  return DECL_SOURCE_LOCATION (cfun->decl);
}

/* Returns the place of a statement beside CALL, UNKNOWN_LOCATION if CALL is
   not in the table: GCC gives these calls no place, and nothing else of the
   construct has it.  */
static location_t
place_by_name (gcall *call)
{
  static const struct { const char *name; bool begins; } rows[] = {
    { "GOMP_atomic_start", true }, { "GOMP_atomic_end", false },
    { "GOMP_ordered_start", true }, { "GOMP_ordered_end", false },
    { "GOMP_taskgroup_start", true }, { "GOMP_barrier", false },
    { "GOMP_target_end_data", false }
  };
  const char *name = name_of (gimple_call_fndecl (call));
  for (auto &row : rows)
    if (!strcmp (name, row.name))
      return nearest_location (call, row.begins ? gsi_next : gsi_prev);
  return UNKNOWN_LOCATION;
}

/* Redirects FN's calls, if it is one of gfortran's functions for coarrays, to
   the variant in libgasp_caf.a.  GCC's own implementations are static
   libraries: their functions cannot be intercepted when the program runs.  */
static void
rename_if_coarray (tree fn)
{
  static const struct { const char *name; } rows[] = {
#if __has_include ("gasp_caf.h") /* if that model is not left out */
#define CAF_CALL(name, n, what, kind...) { #name },
#include "../models/caf/functions.def"
#endif
    { NULL }
  };
  static const char prefix[] = "_gfortran_caf_";
  if (!fn || !DECL_EXTERNAL (fn) || !HAS_DECL_ASSEMBLER_NAME_P (fn)
      || !startswith (name_of (fn), prefix))
    return;
  for (auto &row : rows)
    if (row.name && !strcmp (name_of (fn) + strlen (prefix), row.name))
      {
	char *variant = concat ("__gasp", name_of (fn), NULL);
	symtab->change_decl_assembler_name (fn, get_identifier (variant));
	free (variant);
	return;
      }
}

/* Returns whether BEFORE makes a variable undefined that CALL is to set.  */
static bool
clears_argument (gimple *before, gcall *call)
{
  tree variable
    = gimple_clobber_p (before) ? gimple_assign_lhs (before) : NULL_TREE;
  for (unsigned i = 0; variable && i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i);
      if (TREE_CODE (arg) == ADDR_EXPR && TREE_OPERAND (arg, 0) == variable)
	return true;
    }
  return false;
}

/* Gives CALL the place of the statement that clears a variable for it: then
   gfortran has given it none, and GCC that of the block.  */
static void
correct_location (gcall *call)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  for (gsi_prev (&gsi); !gsi_end_p (gsi) && !is_gimple_call (gsi_stmt (gsi));
       gsi_prev (&gsi))
    if (clears_argument (gsi_stmt (gsi), call)
	&& gimple_has_location (gsi_stmt (gsi)))
      {
	gimple_set_location (call, gimple_location (gsi_stmt (gsi)));
	return;
      }
}

/* Keeps a wanted CALL from becoming a tail call, and gives it a place if it
   has none: GCC gives the place of the construct to the outlined function, not
   to the call.  */
void
gasp_keep_call_here (gcall *call)
{
  if (gimple_call_internal_p (call))
    return;
  rename_if_coarray (gimple_call_fndecl (call));
  if (!is_wanted (gimple_call_fndecl (call)))
    return;
  gimple_call_set_tail (call, false);
  correct_location (call);
  if (gimple_has_location (call))
    return;
  tree fn = outlined_in (call);
  gimple_set_location (call, fn ? DECL_SOURCE_LOCATION (fn)
			     : place_by_name (call));
}

/* Returns the function that INSN calls, if that is known.  Its address may be
   in a register, as with -fno-plt.  */
static tree
callee_of (rtx_insn *insn)
{
  rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  tree fn = call && MEM_P (XEXP (call, 0)) ? MEM_EXPR (XEXP (call, 0))
	    : NULL_TREE;
  return fn && TREE_CODE (fn) == FUNCTION_DECL ? fn : NULL_TREE;
}

/* Returns the label of entry NUMBER, after its call, and the entry.  */
static const char *
text_of (unsigned number, expanded_location x)
{
  pretty_printer text;
  const char *file = remap_macro_filename (x.file);
  unsigned string = gasp_string_label (&text, gasp_escape (file));
  char *place = xasprintf (".LGSPp%u", number);
  pp_printf (&text, "%s:\n\t.pushsection gasp_places,\"a?o\",@progbits,%s\n\t"
	     ".p2align 2\n\t.long %s-., .LGSPs%u-., %d, %d\n\t"
	     ".popsection", place, gasp_link (place), place, string, x.line,
	     x.column);
  free (place);
  return ggc_strdup (pp_formatted_text (&text));
}

void
gasp_write_call_place (rtx_insn *insn)
{
  static unsigned count;
  if (!is_wanted (callee_of (insn)) || SIBLING_CALL_P (insn))
    return;
  expanded_location x = expand_location (INSN_LOCATION (insn));
  if (!x.file)
    return;
  gasp_emit_text_behind (insn, text_of (count++, x));
  gasp_unit_needs_runtime = true;
}
