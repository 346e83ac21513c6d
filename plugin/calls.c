/* calls.c - library calls become calls of their profiled variants.

   SPDX-License-Identifier: GPL-3.0-or-later

     p = malloc (n);          p = __gasp_malloc (n, "f.c", 12, 7);
     q = operator new (n);    q = __gasp_new (n, operator new, "f.c", 13, 7);
     exit (1);                __gasp_exit (1, "f.c", 14, 3);

   or, where possible, stay what they are: call-sites.c.

   GCC knows malloc by heart: rewritten early, warnings would be lost or
   added and optimisations go wrong.  So the early pass (regions.c) only marks
   calls, by an attribute on the type that the call is made through, and
   makes the result of an allocation used, so that it is not removed.  The
   pass here runs when everything that knows malloc has run.  */

#include "call-table.h"		/* first: GCC's headers forbid its words */
#include "gasp-plugin.h"
#include "pass.h"
#include "upc/upc-plugin.h"

/* An attribute that no source can spell.  */
static const char call_mark[] = "gasp call";
static const char keep_mark[] = "#gasp keep";

static bool
type_has_shape (tree type, char shape)
{
  if (shape == 'p')
    return POINTER_TYPE_P (type);
  return INTEGRAL_TYPE_P (type);
}

static bool
result_has_shape (tree type, enum gasp_call_how how)
{
  switch (how)
    {
    case ALLOCATES: case NEW: return POINTER_TYPE_P (type);
    case STORES: case CLONES: return INTEGRAL_TYPE_P (type);
    default: return VOID_TYPE_P (type);
    }
}

/* Returns whether FN is declared as what WHAT describes; a program may use
   the name for something else.  */
static bool
has_right_type (tree fn, const struct gasp_call *what)
{
  tree type = TREE_TYPE (fn);
  const char *shapes = what->args;
  switch (what->how)
    {
    case LIBRARY:
      return (upc_options.on || in_lto_p) && prototype_p (type);
    case MODEL:
      shapes++;
      break;
    default:
      if (!result_has_shape (TREE_TYPE (type), what->how))
	return false;
      if (what->how == USER)
	return true;
    }
  tree arg = TYPE_ARG_TYPES (type);
  for (; *shapes; shapes++)
    {
      if (!arg || arg == void_list_node
	  || !type_has_shape (TREE_VALUE (arg), *shapes))
	return false;
      arg = TREE_CHAIN (arg);
    }
  return what->how == CLONES && *what->args ? stdarg_p (type)
	 : what->how == MODEL ? arg == void_list_node
	 : !arg || arg == void_list_node;
}

/* Returns whether FN is the library's: the program's own definitions stay
   what they are.  */
static bool
is_external (tree fn)
{
  cgraph_node *node = cgraph_node::get (fn);
  return TREE_PUBLIC (fn) && DECL_FILE_SCOPE_P (fn)
	 && !(node && node->definition);
}

static const struct gasp_call *
find_call (const char *name)
{
  static hash_map<nofree_string_hash, const struct gasp_call *> by_name;
  if (by_name.is_empty ())
    for (int i = 0; i < GASP_CALLS; i++)
      by_name.put (gasp_calls[i].function, &gasp_calls[i]);
  const struct gasp_call **found = by_name.get (name);
  return found ? *found : NULL;
}

/* Returns the row of FN in the table, or null.  */
const struct gasp_call *
gasp_call_of (tree fn)
{
  if (!fn || !HAS_DECL_ASSEMBLER_NAME_P (fn))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  const struct gasp_call *what = find_call (name + (*name == '*'));
  return what && is_external (fn) && has_right_type (fn, what) ? what : NULL;
}

static bool
returns_memory (const struct gasp_call *what)
{
  return what->how == ALLOCATES || what->how == NEW;
}

/* Uses the result of CALL, so that no pass finds it useless.  Not for the
   analyzer, which is to see the program as it is: it is not run on
   instrumented code.  */
static void
keep_result (gcall *call, gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_call_lhs (call);
  if (flag_analyzer || (lhs && !is_gimple_reg (lhs)))
    return;
  if (!lhs)
    {
      lhs = create_tmp_var (ptr_type_node);
      gimple_call_set_lhs (call, lhs);
    }
  vec<tree, va_gc> *inputs = NULL;
  tree constraint = build_tree_list (NULL_TREE, build_string (1, "g"));
  vec_safe_push (inputs, build_tree_list (constraint, lhs));
  gasm *use = gimple_build_asm_vec (keep_mark, inputs, NULL, NULL, NULL);
  gimple_asm_set_volatile (use, true);
  gimple_asm_set_inline (use, true);
  gimple_set_location (use, gimple_location (call));
  gsi_insert_after (gsi, use, GSI_NEW_STMT);
}

static bool
raises_nothing (const struct gasp_call *what)
{
  return what->how == JUMPS || what->how == CLONES;
}

/* Marks CALL, at GSI, as one of WHAT, if its event is wanted and
   instrumentation is ON there.  Runs early, before calls are optimised.  */
void
gasp_mark_call (gcall *call, const struct gasp_call *what,
		gimple_stmt_iterator *gsi, bool on)
{
  if (what->how != USER && !raises_nothing (what)
      && (!on || !gasp_event_wanted (what->event)))
    return;
  gasp_remember_start (call);
  tree type = gimple_call_fntype (call);
  tree attributes = tree_cons (get_identifier (call_mark), NULL_TREE,
			       TYPE_ATTRIBUTES (type));
  gimple_call_set_fntype (call, build_type_attribute_variant (type,
							      attributes));
  if (returns_memory (what))
    keep_result (call, gsi);
}

/* Keeps the result of CALL, if it is of the program's own operator new.  That
   is not an event, but whether GCC elides it depends on inlining; probes must
   not change that.  */
void
gasp_keep_own_new (gcall *call, gimple_stmt_iterator *gsi)
{
  tree fn = gimple_call_fndecl (call);
  if (fn && gasp_options.functions == FUNCTIONS_SOURCE
      && DECL_IS_REPLACEABLE_OPERATOR_NEW_P (fn))
    keep_result (call, gsi);
}

/* Returns a constant address of STRING, as an argument.  */
static tree
string_argument (const char *string)
{
  string = remap_macro_filename (string);
  return build_string_literal (strlen (string) + 1, string);
}

void
gasp_push_position (vec<tree> *args, expanded_location x)
{
  args->safe_push (x.file ? string_argument (x.file) : null_pointer_node);
  args->safe_push (build_int_cst (integer_type_node, x.line));
  args->safe_push (build_int_cst (integer_type_node, x.column));
}

void
gasp_push_position_types (vec<tree> *types)
{
  types->safe_push (const_ptr_type_node);
  types->safe_push (integer_type_node);
  types->safe_push (integer_type_node);
}

static void
push_arguments (vec<tree> *args, gcall *call)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    args->safe_push (gimple_call_arg (call, i));
}

static void
collect_arguments (vec<tree> *args, gcall *call, const struct gasp_call *what)
{
  if (what->how == USER)
    gasp_push_position (args, gasp_place_of (call));
  push_arguments (args, call);
  if (what->how == NEW || what->how == DELETE)
    args->safe_push (build_fold_addr_expr (gimple_call_fndecl (call)));
  if (what->how != USER && !raises_nothing (what))
    gasp_push_position (args, gasp_place_of (call));
}

/* Returns the type of FN with the position appended.  */
static tree
library_variant_type (tree fn)
{
  auto_vec<tree> args;
  for (tree arg = TYPE_ARG_TYPES (TREE_TYPE (fn)); arg && arg != void_list_node;
       arg = TREE_CHAIN (arg))
    args.safe_push (TREE_VALUE (arg));
  gasp_push_position_types (&args);
  return build_function_type_array (TREE_TYPE (TREE_TYPE (fn)), args.length (),
				    args.address ());
}

static void
push_shapes (vec<tree> *types, const char *shapes)
{
  for (; *shapes; shapes++)
    types->safe_push (*shapes == 'p' ? ptr_type_node
		      : *shapes == 'z' ? size_type_node : integer_type_node);
}

static tree
result_type (const struct gasp_call *what)
{
  return (returns_memory (what) ? ptr_type_node
	  : what->how == STORES ? integer_type_node : void_type_node);
}

static tree
variant_type (tree fn, const struct gasp_call *what)
{
  auto_vec<tree> args;
  if (what->how == LIBRARY || what->how == MODEL)
    return library_variant_type (fn);
  if (what->how == CLONES)
    return TREE_TYPE (fn);
  if (what->how == USER)
    {
      gasp_push_position_types (&args);
      args.safe_push (unsigned_type_node);
      return build_varargs_function_type_array (void_type_node,
						args.length (),
						args.address ());
    }
  push_shapes (&args, what->args);
  if (what->how == NEW || what->how == DELETE)
    args.safe_push (ptr_type_node);
  if (!raises_nothing (what))
    gasp_push_position_types (&args);
  return build_function_type_array (result_type (what), args.length (),
				    args.address ());
}

/* Returns a declaration to call instead of FN, with NAME and TYPE; it throws,
   returns and aliases as FN does.  */
static tree
declare_like (tree fn, const struct gasp_call *what, const char *name,
	      tree type)
{
  tree decl = build_fn_decl (name, gasp_library_type (type));
  DECL_ARTIFICIAL (decl) = 1;
  TREE_NOTHROW (decl) = TREE_NOTHROW (fn);
  TREE_THIS_VOLATILE (decl) = TREE_THIS_VOLATILE (fn);
  DECL_IS_MALLOC (decl) = returns_memory (what) && DECL_IS_MALLOC (fn);
  copy_size_attribute (decl, fn);
  return decl;
}

/* The declarations so far: each variant as throwing or not, and as returning or
   not.  A program may declare abort without saying that it does not return.  */
static tree variants[GASP_CALLS][2][2];

const struct ggc_root_tab gasp_call_roots[] = {
  { variants, GASP_CALLS * 2 * 2, sizeof (tree), gt_ggc_mx_tree_node,
    gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

/* Returns the declaration of the variant to call instead of FN.  */
static tree
variant_of (tree fn, const struct gasp_call *what)
{
  tree &variant = variants[what - gasp_calls][TREE_NOTHROW (fn)]
			  [TREE_THIS_VOLATILE (fn)];
  if (variant)
    return variant;
  return variant = declare_like (fn, what, what->variant,
				 variant_type (fn, what));
}

/* Returns the declaration to call instead of FN at X, where the call
   stays.  */
static tree
site_of (tree fn, const struct gasp_call *what, expanded_location x)
{
  auto_vec<tree> args;
  push_shapes (&args, what->args);
  tree type = build_function_type_array (result_type (what), args.length (),
					 args.address ());
  tree site = declare_like (fn, what, gasp_call_site_name (), type);
  SET_DECL_ASSEMBLER_NAME (site, DECL_NAME (site));
  gasp_describe_call_site (site, fn, what, x);
  return site;
}

static void
rewrite_call (gcall *call, const struct gasp_call *what,
	      gimple_stmt_iterator *gsi)
{
  auto_vec<tree> args;
  tree fn = gimple_call_fndecl (call);
  bool stays = gasp_call_can_stay (fn, what);
  if (stays)
    push_arguments (&args, call);
  else
    collect_arguments (&args, call, what);
  tree variant = stays ? site_of (fn, what, gasp_place_of (call))
		       : variant_of (fn, what);
  gcall *rewritten = gimple_build_call_vec (variant, args);
  gimple_call_set_lhs (rewritten, gimple_call_lhs (call));
  gimple_set_location (rewritten, gimple_location (call));
  gimple_set_block (rewritten, gimple_block (call));
  gimple_call_set_nothrow (rewritten, gimple_call_nothrow_p (call));
  /* Not a tail call: its events belong to this function, whose own end would
     come before them.  */
  gimple_call_set_ctrl_altering (rewritten, gimple_call_ctrl_altering_p (call));
  copy_warning (rewritten, call);
  gimple_move_vops (rewritten, call);
  tree lhs = gimple_call_lhs (call);
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    SSA_NAME_DEF_STMT (lhs) = rewritten;
  gsi_replace (gsi, rewritten, true);
  gasp_calls_done++;
  gasp_unit_needs_runtime = true;
}

static bool
is_keep (gimple *stmt)
{
  gasm *use = dyn_cast <gasm *> (stmt);
  return use && !strcmp (gimple_asm_string (use), keep_mark);
}

static bool
result_is_kept (gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return false;
  imm_use_iterator it;
  gimple *use;
  FOR_EACH_IMM_USE_STMT (use, it, lhs)
    if (is_keep (use))
      return true;
  return false;
}

/* Returns whether CALL is marked, or keeps a marked result: GCC makes one call
   of two, such as calloc of malloc and memset, and the type's mark is
   lost.  */
static bool
is_marked (gcall *call)
{
  tree type = gimple_call_fntype (call);
  return ((type && lookup_attribute (call_mark, TYPE_ATTRIBUTES (type)))
	  || result_is_kept (call));
}

/* Returns the call at GSI if it is to be rewritten, else null.  */
static gcall *
marked_call (gimple_stmt_iterator *gsi)
{
  gcall *call = dyn_cast <gcall *> (gsi_stmt (*gsi));
  return (call && !gimple_call_internal_p (call) && is_marked (call)
	  ? call : NULL);
}

static void
rewrite_if_marked (gimple_stmt_iterator *gsi)
{
  gcall *call = marked_call (gsi);
  if (!call)
    return;
  if (const struct gasp_call *what = gasp_call_of (gimple_call_fndecl (call)))
    rewrite_call (call, what, gsi);
}

static void
remove_keep (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
  release_defs (stmt);
}

template <typename WORK>
static void
for_each_statement (function *fun, WORK work)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (!work (&gsi))
	gsi_next (&gsi);
}

static void
execute (function *fun)
{
  for_each_statement (fun, [] (gimple_stmt_iterator *gsi)
    {
      if (gcall *call = marked_call (gsi))
	warn_about_deallocation (call);
      return false;
    });
  for_each_statement (fun, [] (gimple_stmt_iterator *gsi)
    {
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (*gsi)))
	gasp_keep_call_here (call);
      rewrite_if_marked (gsi);
      return false;
    });
  for_each_statement (fun, [] (gimple_stmt_iterator *gsi)
    {
      if (!is_keep (gsi_stmt (*gsi)))
	return false;
      remove_keep (gsi);
      return true;
    });
}

GASP_PASS (gasp_make_calls, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_calls", 0, gasp_each_function, execute)
