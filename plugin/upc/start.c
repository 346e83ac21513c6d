/* start.c - where GCC comes in.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "upc/upc-plugin.h"

/* The lexical step's, if it is there.  */
extern void upc_lex_register_pragma (void) __attribute__ ((weak));

/* input_location when the preprocessor has come to the end of the unit.  */
location_t upc_last_line;

/* Ends the unit, at the pragma at the end of the file: everything has been
   declared, and nothing been put out.  */
static void
end_unit (cpp_reader *)
{
  upc_make_startup ();
  /* In any case: later, GCC would not bear that objects go away.  */
  upc_make_objects ();
  /* Messages about the end of the input, or the whole unit, are there.  */
  if (upc_last_line)
    input_location = upc_last_line;
}

static void
start_parsing (void *, void *)
{
  if (flag_preprocess_only)
    return;
  upc_wrap_debug_hooks ();
  upc_register_keywords ();
  c_register_pragma (NULL, UPC_PRAGMA_MODE, upc_handle_mode);
  c_register_pragma (NULL, UPC_PRAGMA_END, end_unit);
  if (upc_lex_register_pragma)
    upc_lex_register_pragma ();
}

static void
start_attributes (void *, void *)
{
  upc_register_attributes ();
}

static void
finish_decl (void *data, void *)
{
  tree decl = (tree) data;
  if (decl == error_mark_node || !DECL_P (decl))
    return;
  upc_note_function (decl);
  upc_finish_bounds (decl);
  upc_check_declaration (decl);
  if (!VAR_P (decl))
    return;
  if (!current_function_decl)
    upc_check_initialiser (decl);
  upc_finish_initialiser (decl);
  if (TREE_TYPE (decl) != error_mark_node && upc_shared_p (TREE_TYPE (decl))
      && (TREE_STATIC (decl) || DECL_EXTERNAL (decl)))
    {
      upc_set_size (decl);
      upc_note_object (decl);
    }
}

static void
finish_type (void *data, void *)
{
  tree type = (tree) data;
  if (RECORD_OR_UNION_TYPE_P (type) && COMPLETE_TYPE_P (type))
    upc_share_members (type);
}

static void
start_function (void *data, void *)
{
  tree fn = (tree) data;
  if (fn && TREE_CODE (fn) == FUNCTION_DECL)
    upc_note_function (fn);
}

/* The file that gdb is to load for a program (libupc/gdb/), in new memory; null
   if that is not there.  */
static char *debugger_script;

/* Looks for it in the directories that PLUGIN, a file, is below.  */
static void
find_debugger_script (const char *plugin)
{
  enum { LEVELS = 6 };
  char *directory = lrealpath (plugin);
  for (int i = 0; i < LEVELS && !debugger_script; i++)
    {
      char *slash = strrchr (directory, '/');
      if (!slash)
	break;
      *slash = '\0';
      debugger_script = concat (directory, "/share/gdb/auto-load/"
				"gasp-upc-gdb.py", NULL);
      if (access (debugger_script, R_OK) || strpbrk (debugger_script, "\"\\"))
	{
	  free (debugger_script);
	  debugger_script = NULL;
	}
    }
  free (directory);
}

/* Names it, as gdb wants to have it: a one, and the name.  */
static void
name_debugger_script (void)
{
  if (!debugger_script)
    return;
  char *text = concat (".pushsection .debug_gdb_scripts, \"MS\", %progbits, 1\n"
		       "\t.byte 1\n\t.asciz \"", debugger_script,
		       "\"\n\t.popsection", NULL);
  symtab->finalize_toplevel_asm (build_string (strlen (text), text));
  free (text);
}

/* Renames FN to upc_main if it is main: libupc has main, and calls the
   program's on each thread.  */
static void
rename_main (tree fn)
{
  if (!DECL_NAME (fn) || !MAIN_NAME_P (DECL_NAME (fn)) || !TREE_PUBLIC (fn))
    return;
  symtab->change_decl_assembler_name (fn, get_identifier ("upc_main"));
  name_debugger_script ();
}

/* Renames main in a unit of another language.  Fortran's compiler has made the
   name final already.  */
static void
rename_main_of_unit (void *, void *)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      if (DECL_RTL_SET_P (node->decl) && DECL_NAME (node->decl)
	  && MAIN_NAME_P (DECL_NAME (node->decl)))
	SET_DECL_RTL (node->decl, NULL);
      rename_main (node->decl);
    }
}

void
upc_start_other_language (const char *plugin, const char *file)
{
  find_debugger_script (file);
  upc_options.on = false;
  register_callback (plugin, PLUGIN_ALL_IPA_PASSES_START, rename_main_of_unit,
		     NULL);
}

static void
finish_function (void *data, void *)
{
  tree fn = (tree) data;
  if (TREE_CODE (fn) != FUNCTION_DECL)
    return;
  rename_main (fn);
  upc_hide_prelude (fn);
  upc_finish_statements (fn);
  upc_check_function (fn);
  upc_forbid_sections (fn);
  upc_rewrite_foralls (fn);
  if (upc_options.check)
    upc_share_indices (fn);
  else
    upc_make_updates (fn);
  upc_keep_unused (fn);
}

/* Shared objects take no room in files: the section of their proxies is never
   read.  */
static unsigned (*outer_section_flags) (tree, const char *, int);

static unsigned
section_flags (tree decl, const char *name, int reloc)
{
  unsigned flags = outer_section_flags (decl, name, reloc);
  if (name && !strcmp (name, "upc_shared"))
    flags = (flags & ~SECTION_NOTYPE) | SECTION_BSS | SECTION_WRITE;
  return flags;
}

/* Sets the hooks that are needed in lto1 too.  */
void
upc_start_everywhere (void)
{
  upc_set_back_end_hooks ();
  outer_section_flags = targetm.section_type_flags;
  targetm.section_type_flags = section_flags;
}

/* Sets GCC's parameters for loops.  The body of a upc_forall depends on whether
   another one is around it; so loops are made for either case (strides.c).  So
   are loops of which all elements may be near, or not (cursors.c); the code for
   those that are not makes loops larger than GCC would unswitch by itself.  And
   short loops, such as those over arrays, take twice the time where they lie
   across two lines of the instruction cache.  */
static void
tune_loops (void)
{
  enum { UNSWITCHED_INSNS = 400 };
  if (optimize < 2 || optimize_size)
    return;
  if (!global_options_set.x_flag_unswitch_loops)
    flag_unswitch_loops = 1;
  if (upc_options.distant && !global_options_set.x_param_max_unswitch_insns)
    param_max_unswitch_insns = UNSWITCHED_INSNS;
  if (!global_options_set.x_flag_align_loops
      && !global_options_set.x_str_align_loops)
    str_align_loops = "64";
}

/* Propagates copies after unswitching, which leaves copies of what had a
   value of either kind before: with them a loop that copies an array is not
   recognised as a memcpy.  */
static void
tidy_unswitched_loops (const char *plugin)
{
  struct register_pass_info pass
    = { make_pass_copy_prop (g), "unswitch", 1, PASS_POS_INSERT_AFTER };
  if (upc_options.distant)
    register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}

/* Makes arithmetic on void an error: it has no size in UPC (as in ISO C), and
   programs that use GCC's extension would not be portable.  The user's own
   choice is respected; GCC reports it only when it is set to something
   else.  */
static void
reject_void_arithmetic (void)
{
  const auto error = diagnostics::kind::error;
  const auto before
    = diagnostic_classify_diagnostic (global_dc, OPT_Wpointer_arith, error,
				      UNKNOWN_LOCATION);
  if (!global_options_set.x_warn_pointer_arith)
    warn_pointer_arith = 1;
  else if (before != error)
    diagnostic_classify_diagnostic (global_dc, OPT_Wpointer_arith, before,
				    UNKNOWN_LOCATION);
}

void
upc_start (const char *plugin, const char *file)
{
  find_debugger_script (file);
  tune_loops ();
  tidy_unswitched_loops (plugin);
  reject_void_arithmetic ();
  upc_set_target_hooks ();
  upc_watch_reads ();
  upc_watch_types ();
  upc_watch_operations ();
  upc_start_messages ();
  register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     (void *) upc_roots);
  register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     (void *) upc_prelude_roots);
  register_callback (plugin, PLUGIN_PRAGMAS, start_parsing, NULL);
  register_callback (plugin, PLUGIN_ATTRIBUTES, start_attributes, NULL);
  register_callback (plugin, PLUGIN_FINISH_TYPE, finish_type, NULL);
  register_callback (plugin, PLUGIN_FINISH_DECL, finish_decl, NULL);
  register_callback (plugin, PLUGIN_START_PARSE_FUNCTION, start_function, NULL);
  register_callback (plugin, PLUGIN_PRE_GENERICIZE, finish_function, NULL);
  register_callback (plugin, PLUGIN_ALL_IPA_PASSES_START, upc_merge_layouts,
		     NULL);
}
