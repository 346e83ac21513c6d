/* gcc-compat.h - GCC's headers, in the order they need, and what differs
   between its versions.

   SPDX-License-Identifier: GPL-3.0-or-later

   This file and compat/ are the one place that knows GCC's version: where two
   differ, the older one is made to look like the newer.  What only some front
   ends have is declared weak, so that one plugin loads in cc1, cc1plus, f951
   and lto1; test the address before a call.  */

#pragma once

#include "gcc-plugin.h"
#include "backend.h"
#include "target.h"
#include "opts.h"
#include "toplev.h"
#include "tree.h"
#include "cp/cp-tree.h"
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "rtl.h"
#include "df.h"
#include "gimple.h"
#include "tree-pass.h"
#include "context.h"
#include "function.h"
#include "basic-block.h"
#include "tree-ssa-alias.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "diagnostic-core.h"
#include "intl.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "output.h"
#include "debug.h"
#include "langhooks.h"
#include "file-prefix-map.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-iterator.h"
#include "tree-pretty-print.h"
#include "tree-dump.h"
#include "gimple-pretty-print.h"
#include "varasm.h"
#include "ipa-utils.h"
#include "calls.h"
#include "builtins.h"
#include "except.h"
#include "cfgloop.h"
#include "tree-ssa-operands.h"
#include "ssa-iterators.h"
#include "tree-into-ssa.h"
#include "tree-cfg.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "gimple-fold.h"
#include "predict.h"
#include "tree-inline.h"

/* The C++ front end's headers take seen_error for one of its own functions,
   which no other front end has (GCC 15).  */
#undef seen_error

#if BUILDING_GCC_VERSION < 16000
namespace diagnostics
{
  namespace kind
  {
    const diagnostic_t error = DK_ERROR;
  }
}
#endif

/* Of x86-64: FN is like an interrupt handler.  FN->machine is complete only in
   the files that include the processor's headers.  */
#if BUILDING_GCC_VERSION < 14000
#define SAVES_ALL_REGISTERS_P(FN) ((FN)->machine->no_caller_saved_registers)
#else
#define SAVES_ALL_REGISTERS_P(FN) \
  ((FN)->machine->call_saved_registers == TYPE_NO_CALLER_SAVED_REGISTERS)
#endif

/* Of C23.  Whether the variable DECL is constexpr; TYPE is _BitInt; a function
   of TYPE has no parameters but "...".  */
#if BUILDING_GCC_VERSION < 13000
#define C_CONSTEXPR_P(DECL) false
#define TYPE_NO_NAMED_ARGS_STDARG_P(TYPE) false
#else
#define C_CONSTEXPR_P(DECL) DECL_LANG_FLAG_8 (DECL)
#endif
#if BUILDING_GCC_VERSION < 14000
#define BIT_PRECISE_TYPE_P(TYPE) false
#else
#define BIT_PRECISE_TYPE_P(TYPE) (TREE_CODE (TYPE) == BITINT_TYPE)
#endif

/* True if CLAUSE is one for each value of an iterator (GCC 16).  */
#ifndef OMP_CLAUSE_HAS_ITERATORS
#define OMP_CLAUSE_HAS_ITERATORS(CLAUSE) false
#endif

/* True if a call in FUN may have the attribute musttail.  */
#if BUILDING_GCC_VERSION < 15000
#define MAY_HAVE_MUSTTAIL_P(FUN) false
#else
#define MAY_HAVE_MUSTTAIL_P(FUN) ((FUN)->has_musttail)
#endif

/* The node that #embed makes: VALUE stands for that many elements of an array,
   each of which is an integer.  */
#if BUILDING_GCC_VERSION < 15000
static inline HOST_WIDE_INT
raw_length (tree)
{
  return 1;
}

static inline tree
raw_element (tree value, HOST_WIDE_INT)
{
  return value;
}
#else
static inline HOST_WIDE_INT
raw_length (tree value)
{
  return TREE_CODE (value) == RAW_DATA_CST ? RAW_DATA_LENGTH (value) : 1;
}

static inline tree
raw_element (tree value, HOST_WIDE_INT i)
{
  return (TREE_CODE (value) == RAW_DATA_CST
	  ? build_int_cst (TREE_TYPE (value), RAW_DATA_UCHAR_ELT (value, i))
	  : value);
}
#endif

#if BUILDING_GCC_VERSION < 12000
static inline bool
startswith (const char *string, const char *prefix)
{
  return strncmp (string, prefix, strlen (prefix)) == 0;
}

static inline void
copy_warning (gimple *to, const gimple *from)
{
  gimple_set_no_warning (to, gimple_no_warning_p (from));
}

/* Warns about freeing in CALL, which will be replaced.  GCC 11 has no pass
   that checks allocation, as GCC 12's *waccess does: it warns when a call is
   expanded.  */
static inline void
warn_about_deallocation (gcall *call)
{
  auto_vec<tree> args;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    args.safe_push (gimple_call_arg (call, i));
  location_t loc = gimple_location (call);
  tree exp = build_call_array_loc (loc, gimple_call_return_type (call),
				   gimple_call_fn (call), args.length (),
				   args.address ());
  SET_EXPR_LOCATION (exp, loc);
  TREE_NO_WARNING (exp) = gimple_no_warning_p (call);
  maybe_emit_free_warning (exp);
}

/* Copies FN's alloc_size to VARIANT, for warnings about sizes.  GCC 11 is
   silent about operator new.  In lto1 the types do not know each other.  */
static inline void
copy_size_attribute (tree variant, tree fn)
{
  tree size = lookup_attribute ("alloc_size",
				TYPE_ATTRIBUTES (TREE_TYPE (fn)));
  if (size && !in_lto_p && !DECL_IS_OPERATOR_NEW_P (fn))
    TREE_TYPE (variant)
      = build_type_attribute_variant (TREE_TYPE (variant),
				      tree_cons (TREE_PURPOSE (size),
						 TREE_VALUE (size),
						 NULL_TREE));
}
#else
static inline void
warn_about_deallocation (gcall *)
{
}

static inline void
copy_size_attribute (tree, tree)
{
}
#endif

/* OpenMP 5.1's masked and scope are GCC 12's.  Here their codes are two that no
   statement has before OpenMP is lowered.  */
#if BUILDING_GCC_VERSION < 12000
#define GIMPLE_OMP_MASKED GIMPLE_OMP_RETURN
#define GIMPLE_OMP_SCOPE GIMPLE_OMP_CONTINUE

static inline tree
gimple_omp_scope_clauses (const gimple *)
{
  return NULL_TREE;
}
#endif

/* Only compilers of the C family have these.  */
#pragma weak parse_in
#pragma weak flag_no_line_commands
#pragma weak flag_no_output
extern tree add_builtin_function (const char *, tree, int, enum built_in_class,
				  const char *, tree) __attribute__ ((weak));
extern void push_cleanup (tree, tree, bool) __attribute__ ((weak));
extern stmt_tree current_stmt_tree (void) __attribute__ ((weak));
extern void c_register_pragma (const char *, const char *,
			       pragma_handler_1arg) __attribute__ ((weak));
extern enum cpp_ttype pragma_lex (tree *, location_t *) __attribute__ ((weak));
extern void cpp_define (cpp_reader *, const char *) __attribute__ ((weak));
extern cpp_options *cpp_get_options (cpp_reader *) __attribute__ ((weak));
extern cpp_callbacks *cpp_get_callbacks (cpp_reader *) __attribute__ ((weak));
#pragma weak cpp_get_deps
#pragma weak pp_file_change
/* Its header is not installed.  */
extern void deps_add_dep (decltype (cpp_get_deps (NULL)), const char *)
  __attribute__ ((weak));

/* Where cpplib reports invalid values of tokens.  GCC 11 passes it only to the
   callback for such a report.  */
#if BUILDING_GCC_VERSION < 12000
extern bool cpp_error (cpp_reader *, enum cpp_diagnostic_level, const char *,
		       ...) __attribute__ ((weak));

static location_t cpp_diagnostic_location;

static inline bool
note_diagnostic_location (cpp_reader *, enum cpp_diagnostic_level,
			  enum cpp_warning_reason, rich_location *where,
			  const char *, va_list *)
{
  cpp_diagnostic_location = where->get_loc ();
  return false;
}

static inline location_t
cpp_diagnostic_get_current_location (cpp_reader *reader)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (reader);
  auto diagnostic = callbacks->diagnostic;
  callbacks->diagnostic = note_diagnostic_location;
  cpp_error (reader, CPP_DL_NOTE, "%s", "");
  callbacks->diagnostic = diagnostic;
  return cpp_diagnostic_location;
}
#else
extern "C" location_t cpp_diagnostic_get_current_location (cpp_reader *)
  __attribute__ ((weak));
#endif

#pragma weak ridpointers
extern tree c_fully_fold (tree, bool, bool *, bool) __attribute__ ((weak));
extern tree c_build_qualified_type (tree, int, tree, size_t)
  __attribute__ ((weak));

/* Only C's has these.  Its header cannot be included beside that of C++.  */
#define C_KEYWORD_P(ID) TREE_LANG_FLAG_0 (ID)
extern tree lookup_name (tree) __attribute__ ((weak));

/* Only C++'s has these.  */
extern const char *decl_as_string (tree, int) __attribute__ ((weak));
extern tree pushdecl (tree, bool) __attribute__ ((weak));
#if BUILDING_GCC_VERSION < 14000
extern void cp_finish_decl (tree, tree, bool, tree, int)
  __attribute__ ((weak));
#else
extern void cp_finish_decl (tree, tree, bool, tree, int, cp_decomp *)
  __attribute__ ((weak));
#endif
extern void retrofit_lang_decl (tree) __attribute__ ((weak));
extern tree coro_get_actor_function (tree) __attribute__ ((weak));
extern tree coro_get_ramp_function (tree) __attribute__ ((weak));
extern tree most_general_template (tree) __attribute__ ((weak));
#pragma weak scope_chain
#pragma weak cp_global_trees

static inline bool
in_cplusplus (void)
{
  return decl_as_string != NULL;
}

/* Returns whether this compiles C, C++ or Objective-C; false in lto1.  */
static inline bool
in_c_family (void)
{
  return push_cleanup != NULL;
}
