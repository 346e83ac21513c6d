/* prelude.c - the functions and variables of gasp-upc-prelude.h.

   SPDX-License-Identifier: GPL-3.0-or-later

   The driver includes it at the start of each unit; the lowering calls its
   functions, which are always inlined.  */

#include "upc/upc-plugin.h"

static const char *const names[] = {
#define UPC_FUNCTION(id, name) name,
#include "functions.def"
};
static tree decls[UPC_FUNCTIONS];

const struct ggc_root_tab upc_prelude_roots[] = {
  { decls, UPC_FUNCTIONS, sizeof (tree), gt_ggc_mx_tree_node,
    gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

/* Remembers DECL, which has been declared, if it is one of the runtime's
   functions.  */
void
upc_note_function (tree decl)
{
  if (!DECL_NAME (decl) || decl_function_context (decl))
    return;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  if (!startswith (name, "__upc_") && !startswith (name, "__gasp_upc_"))
    return;
  for (int i = 0; i < UPC_FUNCTIONS; i++)
    if (!strcmp (name, names[i]))
      decls[i] = decl;
}

static void
ignore_variables (tree block)
{
  for (tree v = BLOCK_VARS (block); v; v = DECL_CHAIN (v))
    DECL_IGNORED_P (v) = 1;
  for (tree b = BLOCK_SUBBLOCKS (block); b; b = BLOCK_CHAIN (b))
    ignore_variables (b);
}

bool
upc_inlined_p (const_tree fn)
{
  return (DECL_NAME (fn)
	  && startswith (IDENTIFIER_POINTER (DECL_NAME (fn)), "__upc_")
	  && lookup_attribute ("artificial", DECL_ATTRIBUTES (fn)));
}

/* Hides FN, which has been read, if it is one of the prelude's: debuggers take
   its code for that of the place it is called from.  GCC is quicker without
   what it would note for them.  */
void
upc_hide_prelude (tree fn)
{
  if (!upc_inlined_p (fn))
    return;
  DECL_IGNORED_P (fn) = 1;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    DECL_IGNORED_P (p) = 1;
  if (DECL_INITIAL (fn) && TREE_CODE (DECL_INITIAL (fn)) == BLOCK)
    ignore_variables (DECL_INITIAL (fn));
}

/* Returns the declaration of FN; null, with an error, if it has not been
   declared.  */
tree
upc_function (enum upc_function fn, location_t loc)
{
  static bool said;
  if (!decls[fn] && !said)
    {
      error_at (loc, "UPC: %qs is not declared; is this a unit that "
		"%<gaspupc%> compiles?", names[fn]);
      said = true;
    }
  return decls[fn];
}

location_t
upc_prelude_location (void)
{
  return decls[UPC_THREADS] ? DECL_SOURCE_LOCATION (decls[UPC_THREADS])
	 : UNKNOWN_LOCATION;
}

bool
upc_function_p (const_tree decl, enum upc_function fn)
{
  return decl && decls[fn] == decl;
}

bool
upc_any_function_p (const_tree decl)
{
  for (int i = 0; decl && i < UPC_FUNCTIONS; i++)
    if (decls[i] == decl)
      return true;
  return false;
}
