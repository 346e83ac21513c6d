/* instances.c - find instances of a library's templates that are the program's.

   SPDX-License-Identifier: GPL-3.0-or-later

   std::vector<Order>::_M_realloc_append and the loops of std::sort are code of
   a system header; but they are made for a type of the program, here, and what
   they do the program does.  vector<int> is made for nobody in particular.

   A type is the program's if it is declared outside of system headers, or made
   of such a type: Order *, pair<int, Order>, a lambda's.  */

#include "gasp-plugin.h"

static bool is_programs (tree type);

static bool
is_in_program (tree decl)
{
  return !DECL_IN_SYSTEM_HEADER (decl) && !DECL_IS_UNDECLARED_BUILTIN (decl);
}

static bool has_programs (tree args);

/* Returns whether ARG, of a template, is of the program: a type, the address
   of a function or variable, or several of them.  */
static bool
is_programs_argument (tree arg)
{
  if (!arg || arg == error_mark_node)
    return false;
  if (TREE_CODE (arg) == TREE_VEC)
    return has_programs (arg);
  if (ARGUMENT_PACK_P (arg))
    return has_programs (ARGUMENT_PACK_ARGS (arg));
  if (TYPE_P (arg))
    return is_programs (arg);
  STRIP_NOPS (arg);
  return (TREE_CODE (arg) == ADDR_EXPR && DECL_P (TREE_OPERAND (arg, 0))
	  && is_in_program (TREE_OPERAND (arg, 0)));
}

static bool
has_programs (tree args)
{
  for (int i = 0; i < TREE_VEC_LENGTH (args); i++)
    if (is_programs_argument (TREE_VEC_ELT (args, i)))
      return true;
  return false;
}

static bool
is_programs_signature (tree type)
{
  for (tree arg = TYPE_ARG_TYPES (type); arg; arg = TREE_CHAIN (arg))
    if (is_programs (TREE_VALUE (arg)))
      return true;
  return is_programs (TREE_TYPE (type));
}

/* Returns whether the class, union or enumeration TYPE is of the program; a
   nested one is if the outer one is.  */
static bool
is_programs_class (tree type)
{
  tree name = TYPE_MAIN_DECL (type);
  if (name && is_in_program (name))
    return true;
  if (CLASS_TYPE_P (type) && CLASSTYPE_TEMPLATE_INFO (type)
      && is_programs_argument (CLASSTYPE_TI_ARGS (type)))
    return true;
  tree scope = TYPE_CONTEXT (type);
  return scope && (TYPE_P (scope) ? is_programs (scope)
		   : TREE_CODE (scope) == FUNCTION_DECL
		   && gasp_is_programs_instance (scope));
}

static bool
is_programs (tree type)
{
  while (INDIRECT_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (FUNC_OR_METHOD_TYPE_P (type))
    return is_programs_signature (type);
  if (TYPE_PTRMEMFUNC_P (type))
    return is_programs (TYPE_PTRMEMFUNC_FN_TYPE_RAW (type));
  if (TREE_CODE (type) == OFFSET_TYPE)
    return is_programs (TYPE_OFFSET_BASETYPE (type));
  return OVERLOAD_TYPE_P (type) && is_programs_class (TYPE_MAIN_VARIANT (type));
}

/* Returns whether FN, of a system header, is made for the program: by its own
   arguments or those of what it stands in.  */
bool
gasp_is_programs_instance (tree fn)
{
  if (!in_cplusplus () || !DECL_LANG_SPECIFIC (fn))
    return false;
  if (DECL_TEMPLATE_INFO (fn) && is_programs_argument (DECL_TI_ARGS (fn)))
    return true;
  tree scope = DECL_CONTEXT (fn);
  return scope && TYPE_P (scope) && is_programs (scope);
}
