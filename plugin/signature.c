/* signature.c - a function as its language would declare it.

   SPDX-License-Identifier: GPL-3.0-or-later

     C        int add(int, int)
     C++      void std::vector<int>::push_back(const int&)
     Fortran  module::procedure
     others   as C, with the name that the front end prints: H.Fib in Ada  */

#include "gasp-plugin.h"
#include "upc/upc-plugin.h"

/* A type in C is written around the declared name: INNER is the part written so
   far, as "(*f" or "a[3]".  All strings are in GC memory.  */
static const char *declare (tree type, const char *inner);

static const char *
join (const char *a, const char *b, const char *c = "")
{
  return ggc_strdup (ACONCAT ((a, b, c, NULL)));
}

/* Returns the qualifiers of UPC in front of TYPE, unless a typedef's name
   implies them.  */
static const char *
sharing (tree type)
{
  tree name = TYPE_NAME (type);
  const char *text = upc_sharing (type);
  bool said = (name && TREE_CODE (name) == TYPE_DECL
	       && upc_sharing (TREE_TYPE (name)));
  return text && !said ? join (text, " ") : "";
}

static const char *
qualifiers (tree type)
{
  const char *text
    = join (sharing (type), TYPE_READONLY (type) ? "const " : "");
  if (TYPE_VOLATILE (type))
    text = join (text, "volatile ");
  if (TYPE_ATOMIC (type))
    text = join (text, "_Atomic ");
  if (TYPE_RESTRICT (type))
    text = join (text, "restrict ");
  return text;
}

static const char *
tag_keyword (tree type)
{
  switch (TREE_CODE (type))
    {
    case RECORD_TYPE: return "struct ";
    case UNION_TYPE: return "union ";
    case ENUMERAL_TYPE: return "enum ";
    default: return "";
    }
}

/* Returns the name of TYPE, or null if it has none.  */
static const char *
type_name (tree type)
{
  tree name = TYPE_NAME (type);
  if (name && TREE_CODE (name) == TYPE_DECL && DECL_NAME (name))
    return IDENTIFIER_POINTER (DECL_NAME (name));
  if (name && TREE_CODE (name) == IDENTIFIER_NODE)
    return join (tag_keyword (type), IDENTIFIER_POINTER (name));
  return NULL;
}

/* A list that grows: there are functions with 100,000 parameters.  */

static void
add_to_list (auto_vec<char> *list, const char *text)
{
  if (!list->is_empty ())
    {
      list->safe_push (',');
      list->safe_push (' ');
    }
  while (*text)
    list->safe_push (*text++);
}

static const char *
list_text (const auto_vec<char> *list)
{
  return ggc_alloc_string (list->address (), list->length ());
}

static const char *
parameters (tree function_type)
{
  tree arg = TYPE_ARG_TYPES (function_type);
  if (!arg)
    return TYPE_NO_NAMED_ARGS_STDARG_P (function_type) ? "..." : "";
  if (arg == void_list_node)
    return "void";
  auto_vec<char> list;
  for (; arg && arg != void_list_node; arg = TREE_CHAIN (arg))
    add_to_list (&list, declare (TREE_VALUE (arg), ""));
  if (!arg)
    add_to_list (&list, "...");
  return list_text (&list);
}

static const char *
array_bound (tree type)
{
  tree domain = TYPE_DOMAIN (type);
  tree max = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  if (!max || !tree_fits_uhwi_p (max))
    return "[]";
  char bound[32];
  snprintf (bound, sizeof bound, "[%llu]",
	    (unsigned long long) tree_to_uhwi (max) + 1);
  return ggc_strdup (bound);
}

static const char *
declare_pointer (tree type, const char *inner)
{
  tree to = TREE_TYPE (type);
  const char *quals = qualifiers (type);
  if (*quals && !*inner)
    quals = ggc_alloc_string (quals, strlen (quals) - 1);
  inner = join ("*", quals, inner);
  bool around = (TREE_CODE (to) == FUNCTION_TYPE
		 || (TREE_CODE (to) == ARRAY_TYPE && !type_name (to)));
  return declare (to, around ? join ("(", inner, ")") : inner);
}

static const char *
bit_precise_name (tree type)
{
  char name[40];
  snprintf (name, sizeof name, "%s_BitInt(%d)",
	    TYPE_UNSIGNED (type) ? "unsigned " : "", TYPE_PRECISION (type));
  return ggc_strdup (name);
}

static const char *
declare (tree type, const char *inner)
{
  const char *name = (BIT_PRECISE_TYPE_P (type) ? bit_precise_name (type)
		      : type_name (type));
  if (!name)
    switch (TREE_CODE (type))
      {
      case POINTER_TYPE:
	return declare_pointer (type, inner);
      case ARRAY_TYPE:
	return declare (TREE_TYPE (type), join (inner, array_bound (type)));
      case FUNCTION_TYPE:
	return declare (TREE_TYPE (type),
			join (inner, "(", join (parameters (type), ")")));
      case VECTOR_TYPE:
	return join (declare (TREE_TYPE (type), ""), " vector ", inner);
      case VOID_TYPE:
	name = "void";
	break;
      default:
	name = join (tag_keyword (type), "{...}");
      }
  const char *base = join (qualifiers (type), name);
  return *inner ? join (base, " ", inner) : base;
}

/* Parameters of a definition in the old style, whose type names none.  */
static const char *
old_style_parameters (tree fn)
{
  auto_vec<char> list;
  for (tree arg = DECL_ARGUMENTS (fn); arg; arg = DECL_CHAIN (arg))
    add_to_list (&list, declare (TREE_TYPE (arg), ""));
  return list_text (&list);
}

static const char *
c_signature (tree fn)
{
  tree type = TREE_TYPE (fn);
  const char *args = (prototype_p (type) ? parameters (type)
		      : old_style_parameters (fn));
  const char *name = join (gasp_qualified_name (fn), "(");
  return declare (TREE_TYPE (type), join (name, args, ")"));
}

/* Returns the function whose body FN, an actor made by the compiler, runs; or
   null.  */
tree
gasp_coroutine_of (tree fn)
{
  if (!in_cplusplus ())
    return NULL_TREE;
  tree ramp = coro_get_ramp_function (fn);
  return ramp && ramp != fn && DECL_ACTOR_FN (ramp) == fn ? ramp : NULL_TREE;
}

/* Returns FN as C++ prints it by FLAGS, with the arguments of templates put in
   their places, not listed after.  */
static const char *
cxx_print (tree fn, int flags)
{
  int saved = flag_pretty_templates;
  if (tree coroutine = gasp_coroutine_of (fn))
    fn = coroutine;
  flag_pretty_templates = 0;
  /* Members of a template are declared in its own types' names.  */
  if (DECL_LANG_SPECIFIC (fn) && DECL_TEMPLATE_INFO (fn))
    flags |= TFF_CHASE_TYPEDEF;
  const char *text = ggc_strdup (decl_as_string (fn, flags));
  flag_pretty_templates = saved;
  return text;
}

static const char *
name_of (tree decl)
{
  return DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : "";
}

/* Returns the program units a Fortran procedure is in, each with "::", or
   "".  */
static const char *
fortran_scope (tree fn)
{
  tree in = DECL_CONTEXT (fn);
  if (in
      && (TREE_CODE (in) == NAMESPACE_DECL || TREE_CODE (in) == FUNCTION_DECL))
    return join (fortran_scope (in), name_of (in), "::");
  return "";
}

bool
gasp_in_fortran (void)
{
  return startswith (lang_hooks.name, "GNU Fortran");
}

bool
gasp_in_other_language (void)
{
  return (!in_c_family () && !gasp_in_fortran ()
	  && !startswith (lang_hooks.name, "GNU GIMPLE"));
}

const char *
gasp_qualified_name (tree fn)
{
  if (in_cplusplus ())
    return cxx_print (fn, TFF_NO_FUNCTION_ARGUMENTS);
  if (gasp_in_fortran ())
    return join (fortran_scope (fn), name_of (fn));
  if (gasp_in_other_language ())
    return ggc_strdup (lang_hooks.decl_printable_name (fn, 2));
  return name_of (fn);
}

const char *
gasp_signature (tree fn)
{
  if (in_cplusplus ())
    return cxx_print (fn, TFF_RETURN_TYPE);
  if (gasp_in_fortran ())
    return gasp_qualified_name (fn);
  return c_signature (fn);
}
