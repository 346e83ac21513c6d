/* pragma.c - #pragma pupc on|off, and the macros that go with it.

   SPDX-License-Identifier: GPL-3.0-or-later

   The pragma holds from where it stands to the end of the enclosing block, or
   of the file (GASP 1.4, 5.1).  Within a function the front ends' own
   machinery for cleanups gives exactly that: the rest of the block becomes

     try { rest of the block } finally { __gasp_region_off (0); }

   with a marker that regions.c recognises, heeds and removes.  How such a
   cleanup is made depends on where the parser is:

     C, and C++ outside of templates   push_cleanup
     constexpr functions               a variable and an assignment to it,
				       which the evaluator can go through
     templates                         a variable with attribute cleanup,
				       which instantiation copies
     constexpr templates               none of these: the whole function  */

#include "gasp-plugin.h"

static const char *const marker_names[] = {
  "__gasp_region_off", "__gasp_region_on"
};
static tree markers[2];

const struct ggc_root_tab gasp_pragma_roots[] = {
  { markers, 2, sizeof (tree), gt_ggc_mx_tree_node, gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

static const char variable_prefix[] = "__gasp_region.";

/* At file level: from LOC on.  In order.  */
struct change
{
  location_t loc;
  bool on;
};
static vec<change> changes;

/* Regions made while parsing, by the list that their statements go to.  */
struct open_region
{
  tree statements;
  bool on;
};
static vec<open_region> regions;

/* Functions that a pragma covers by where they are defined: within a region of
   another; and those where it could not be heeded by statements.  */
static hash_map<tree, bool> *covered;

static void
cover (tree fn, bool on)
{
  if (!covered)
    covered = new hash_map<tree, bool>;
  covered->put (fn, on);
}

/* Returns the function that FN was made from: a template, or itself.  */
static tree
pattern_of (tree fn)
{
  fn = DECL_ORIGIN (fn);
  if (in_cplusplus () && DECL_LANG_SPECIFIC (fn) && DECL_TEMPLATE_INFO (fn))
    return DECL_TEMPLATE_RESULT (most_general_template (fn));
  return fn;
}

static bool
on_at_file_level (location_t loc)
{
  bool on = true;
  for (unsigned i = 0; i < changes.length (); i++)
    if (linemap_location_before_p (line_table, changes[i].loc, loc))
      on = changes[i].on;
  return on;
}

bool
gasp_on_for (tree fn)
{
  if (covered)
    if (bool *on = covered->get (pattern_of (fn)))
      return *on;
  if (tree outer = decl_function_context (fn))
    return gasp_on_for (outer);
  return on_at_file_level (DECL_SOURCE_LOCATION (fn));
}

/* Returns the innermost region that is open among LISTS, the statement lists
   under construction; or null.  */
static const struct open_region *
innermost_region (vec<tree, va_gc> *lists)
{
  for (unsigned i = vec_safe_length (lists); i-- > 0;)
    for (unsigned r = regions.length (); r-- > 0;)
      if (regions[r].statements == (*lists)[i])
	return &regions[r];
  return NULL;
}

/* Returns the statement lists of the function around FN, or null.  In C they
   are FN's own too, C++ puts them aside.  */
static vec<tree, va_gc> *
lists_around (tree fn)
{
  tree outer = decl_function_context (fn);
  if (!in_cplusplus ())
    return current_stmt_tree ()->x_cur_stmt_list;
  struct function *fun = outer ? DECL_STRUCT_FUNCTION (outer) : NULL;
  if (!fun || !fun->language)
    return NULL;
  /* What the languages of the family have in common comes first.  */
  return ((struct c_language_function *) fun->language)
	   ->x_stmt_tree.x_cur_stmt_list;
}

/* Covers FN, which has been parsed, by the innermost region around it: it may
   be a nested function, a lambda, a member of a local class.  */
void
gasp_finish_function (void *fn, void *)
{
  if (regions.is_empty ())
    return;
  if (const struct open_region *region = innermost_region (lists_around
							     ((tree) fn)))
    cover (pattern_of ((tree) fn), region->on);
}

static void
make_markers (void)
{
  tree type = build_function_type_list (void_type_node, ptr_type_node,
					NULL_TREE);
  for (int on = 0; on < 2; on++)
    {
      markers[on] = add_builtin_function (marker_names[on], type, on,
					  NOT_BUILT_IN, NULL, NULL_TREE);
      TREE_NOTHROW (markers[on]) = 1;
    }
}

static tree
make_variable (location_t loc)
{
  static unsigned count;
  char name[48];
  snprintf (name, sizeof name, "%s%u", variable_prefix, count++);
  tree variable = build_decl (loc, VAR_DECL, get_identifier (name),
			      char_type_node);
  DECL_ARTIFICIAL (variable) = 1;
  DECL_IGNORED_P (variable) = 1;
  TREE_USED (variable) = 1;
  DECL_CONTEXT (variable) = current_function_decl;
  return variable;
}

/* Opens a region, ON or off, for the statements that follow.  */
static void
remember_region (bool on)
{
  struct open_region region
    = { current_stmt_tree ()->x_cur_stmt_list->last (), on };
  regions.safe_push (region);
}

static void
start_region_in_template (tree variable, bool on)
{
  tree cleanup = build_tree_list (NULL_TREE, DECL_NAME (markers[on]));
  DECL_ATTRIBUTES (variable) = tree_cons (get_identifier ("cleanup"), cleanup,
					  NULL_TREE);
  retrofit_lang_decl (variable);
  pushdecl (variable, false);
  cp_finish_decl (variable, NULL_TREE, false, NULL_TREE, 0);
}

static void
start_region_in_constexpr (tree variable, bool on)
{
  tree value = build_int_cst (char_type_node, on);
  pushdecl (variable, false);
  cp_finish_decl (variable, value, true, NULL_TREE, 0);
  push_cleanup (variable,
		build2 (MODIFY_EXPR, char_type_node, variable, value), false);
  remember_region (on);
}

static void
cover_whole_function (location_t loc, bool on)
{
  warning_at (loc, 0, "%<#pragma pupc%> in a %<constexpr%> template holds for "
	      "the whole function");
  cover (pattern_of (current_function_decl), on);
}

static void
start_region (location_t loc, bool on)
{
  bool in_template = in_cplusplus () && processing_template_decl;
  bool in_constexpr = (in_cplusplus ()
		       && DECL_DECLARED_CONSTEXPR_P (current_function_decl));
  if (in_template && in_constexpr)
    cover_whole_function (loc, on);
  else if (in_template)
    start_region_in_template (make_variable (loc), on);
  else if (in_constexpr)
    start_region_in_constexpr (make_variable (loc), on);
  else
    {
      push_cleanup (make_variable (loc),
		    build_call_expr (markers[on], 1, null_pointer_node), false);
      remember_region (on);
    }
}

static bool
in_function_body (void)
{
  return (current_function_decl && cfun
	  && !vec_safe_is_empty (current_stmt_tree ()->x_cur_stmt_list));
}

/* Returns the next token, as a word, or null at the end of the line.  */
static const char *
next_word (location_t *loc)
{
  tree token = NULL_TREE;
  enum cpp_ttype type = pragma_lex (&token, loc);
  if (type == CPP_EOF)
    return NULL;
  return type == CPP_NAME ? IDENTIFIER_POINTER (token) : "";
}

static void
handle_pupc (cpp_reader *)
{
  location_t loc, junk;
  const char *word = next_word (&loc);
  bool on = word && !strcmp (word, "on");
  bool off = word && !strcmp (word, "off");
  const char *extra = word ? next_word (&junk) : NULL;
  while (word && next_word (&junk))
    continue;
  if (!(on || off) || extra)
    {
      warning_at (loc, OPT_Wpragmas,
		  "%<#pragma pupc%> is followed by %<on%> or "
		  "%<off%>; this one is ignored");
      return;
    }
  if (!gasp_options.instrument)
    return;
  if (in_function_body ())
    start_region (loc, on);
  else
    changes.safe_push ({ loc, on });
}

/* Returns the meaning of CALL, if it is of a marker: 1 on, 0 off; else -1.  */
static int
marker_value (gimple *call)
{
  tree fn = gimple_call_fndecl (call);
  for (int on = 0; fn && on < 2; on++)
    if (fn == markers[on])
      return on;
  return -1;
}

/* Returns the meaning of an assignment, in a constexpr function.  */
static int
assigned_value (gimple *stmt)
{
  if (!gimple_assign_single_p (stmt))
    return -1;
  tree variable = gimple_assign_lhs (stmt), value = gimple_assign_rhs1 (stmt);
  if (!VAR_P (variable) || !DECL_NAME (variable)
      || !startswith (IDENTIFIER_POINTER (DECL_NAME (variable)),
		      variable_prefix)
      || TREE_CODE (value) != INTEGER_CST)
    return -1;
  return integer_onep (value);
}

int
gasp_region (gimple *stmt)
{
  gtry *t = dyn_cast <gtry *> (stmt);
  if (!t || gimple_try_kind (t) != GIMPLE_TRY_FINALLY)
    return -1;
  gimple_seq cleanup = gimple_try_cleanup (t);
  for (gimple_stmt_iterator gsi = gsi_start (cleanup); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *last = gsi_stmt (gsi);
      int value = is_gimple_call (last) ? marker_value (last)
				       : assigned_value (last);
      if (value >= 0 || is_gimple_call (last))
	return value;
    }
  return -1;
}

/* Defines MACRO without a trace in debug information.  */
static void
define_quietly (const char *macro)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  auto saved = callbacks->define;
  callbacks->define = NULL;
  cpp_define (parse_in, macro);
  callbacks->define = saved;
}

/* Defines GCC UPC's macros, unless the input has been preprocessed
   already.  */
static void
define_macros (void)
{
  if (cpp_get_options (parse_in)->preprocessed)
    return;
  define_quietly ("__UPC_PUPC__=1");
  if (gasp_options.instrument)
    define_quietly ("__UPC_PUPC_INST__=1");
}

void
gasp_register_pragmas (void)
{
  if (!c_register_pragma || !&parse_in || !parse_in)
    return;
  define_macros ();
  if (gasp_options.instrument && !flag_preprocess_only)
    make_markers ();
  c_register_pragma (NULL, "pupc", handle_pupc);
}
