/* decide.c - may this function be instrumented?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gasp-plugin.h"

static bool
has_attribute (const char *name, tree fn)
{
  return (lookup_attribute (name, DECL_ATTRIBUTES (fn))
	  || lookup_attribute (name, TYPE_ATTRIBUTES (TREE_TYPE (fn))));
}

/* Returns the names of ifunc resolvers, found by the functions that name
   them.  */
static hash_set<nofree_string_hash> *
ifunc_resolvers (void)
{
  static hash_set<nofree_string_hash> *names;
  if (names)
    return names;
  names = new hash_set<nofree_string_hash>;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      tree ifunc = lookup_attribute ("ifunc", DECL_ATTRIBUTES (node->decl));
      if (ifunc && TREE_VALUE (ifunc))
	names->add (TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (ifunc))));
    }
  return names;
}

/* Returns whether FN is a resolver: it runs while the program is relocated, in
   a static one before anything else works.  */
static bool
is_ifunc_resolver (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return ifunc_resolvers ()->contains (name);
}

/* Returns whether the body of FN is the source's, though the compiler
   declared it: a lambda's, or a coroutine's, which runs once a resume.  */
static bool
has_source_body (tree fn)
{
  if (!in_cplusplus () || !DECL_LANG_SPECIFIC (fn))
    return false;
  return LAMBDA_FUNCTION_P (fn) || gasp_coroutine_of (fn);
}

/* Returns whether the source has no such function: implicit members, thunks,
   outlined loops, Fortran's main.  Copies of a constructor count as what they
   copy.  */
static bool
made_by_compiler (tree fn)
{
  if (DECL_ARTIFICIAL (DECL_ORIGIN (fn)))
    return !has_source_body (DECL_ORIGIN (fn));
  return gasp_in_fortran () && gasp_is_main (fn);
}

static bool
is_gnu_inline (tree fn)
{
  return (DECL_EXTERNAL (fn) && DECL_DECLARED_INLINE_P (fn)
	  && has_attribute ("gnu_inline", fn));
}

/* Returns whether LIST, of -finstrument-functions-exclude-*-list, has a part
   of TEXT.  */
static bool
in_exclude_list (void *list, const char *text)
{
  vec<char *> *v = (vec<char *> *) list;
  for (unsigned i = 0; v && i < v->length (); i++)
    if (strstr (text, (*v)[i]))
      return true;
  return false;
}

static tree
find_builtin_return (gimple_stmt_iterator *gsi, bool *handled,
		     struct walk_stmt_info *)
{
  gimple *stmt = gsi_stmt (*gsi);
  /* A walk ends at constructs that are handled and have a value.  */
  *handled = gimple_call_builtin_p (stmt, BUILT_IN_RETURN);
  return *handled ? gimple_call_fndecl (stmt) : NULL_TREE;
}

/* Returns whether FN calls __builtin_return, which leaves without passing the
   end of a try/finally.  */
static bool
calls_builtin_return (tree fn)
{
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  gimple_seq body = gimple_body (fn);
  return walk_gimple_seq_mod (&body, find_builtin_return, NULL, &wi);
}

static const char *
file_of (tree fn)
{
  const char *file = DECL_SOURCE_FILE (fn);
  return file ? file : "";
}

/* Returns why nothing at all in FN is instrumented, according to the source or
   the command line; null if it may be.  Sets *INCLUDED if a filter includes
   it.  */
const char *
gasp_why_excluded (tree fn, bool *included)
{
  /* A transaction may run whatever it calls twice, and may call no function
     that is not made for that.  */
  if (flag_tm)
    return "of %<-fgnu-tm%>: transactions cannot raise events";
  if (has_attribute ("no_instrument_function", fn))
    return "it has the attribute no_instrument_function";
  if (!gasp_on_for (fn))
    return "%<#pragma pupc off%> covers it";
  return gasp_filtered (fn, file_of (fn), included);
}

/* Returns whether FN is of a system header.  In emitted mode, instances that
   are made for the program are the program's; in source mode each
   std::forward would be.  */
static bool
is_librarys (tree fn)
{
  return (DECL_IN_SYSTEM_HEADER (fn)
	  && !(gasp_options.functions == FUNCTIONS_EMITTED
	       && gasp_is_programs_instance (fn)));
}

static const char *
why_not_wanted (tree fn)
{
  bool included;
  if (const char *why = gasp_why_excluded (fn, &included))
    return why;
  if (in_exclude_list (flag_instrument_functions_exclude_functions,
		       gasp_qualified_name (fn)))
    return "-finstrument-functions-exclude-function-list names it";
  if (in_exclude_list (flag_instrument_functions_exclude_files, file_of (fn)))
    return "-finstrument-functions-exclude-file-list names its file";
  if (!included && is_librarys (fn))
    return "it is in a system header and no filter includes it";
  return NULL;
}

const char *
gasp_why_not_function (tree fn)
{
  if (has_attribute ("naked", fn))
    return "it is naked";
  if (has_attribute ("interrupt", fn))
    return "it is an interrupt handler";
  if (has_attribute ("no_caller_saved_registers", fn))
    return "it preserves all registers, and a site may change some";
  if (made_by_compiler (fn))
    return "the compiler made it";
  if (is_gnu_inline (fn))
    return "it is a gnu_inline definition, never emitted";
  if (is_ifunc_resolver (fn))
    return "it is an ifunc resolver, run before libgasp is up";
  if (const char *why = why_not_wanted (fn))
    return why;
  /* Last, as it looks at the whole body.  */
  return calls_builtin_return (fn) ? "it calls __builtin_return" : NULL;
}

bool
gasp_is_instance (tree fn)
{
  bool included;
  gasp_filtered (fn, file_of (fn), &included);
  return !included && DECL_IN_SYSTEM_HEADER (fn);
}
