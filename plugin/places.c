/* places.c - where calls stand that are arguments of calls.

   SPDX-License-Identifier: GPL-3.0-or-later

     free (strdup ("a"));

   When the front end is done, each call knows its place.  The gimplifier gives
   a call that is an argument the place of the call around it, which is what
   warnings then print, and has to stay.  So before that, the true one is put
   into the type that the call is made through, as an attribute:

     free ((strdup of type 'char * (const char *)', place 1:9) ("a"));  */

#include "gasp-plugin.h"

static const char place_mark[] = "gasp place";

/* Returns TYPE with LOC as an attribute: a list of values, since these are
   what makes types differ.  */
static tree
type_with_place (tree type, location_t loc)
{
  expanded_location x = expand_location (loc);
  tree place
    = tree_cons (NULL_TREE, build_int_cst (integer_type_node, x.line),
		 build_tree_list (NULL_TREE, build_int_cst (integer_type_node,
							    x.column)));
  tree attributes = tree_cons (get_identifier (place_mark), place,
			       TYPE_ATTRIBUTES (type));
  return build_type_attribute_variant (type, attributes);
}

bool
gasp_is_somewhere (location_t loc)
{
  return LOCATION_LOCUS (loc) > BUILTINS_LOCATION;
}

/* Makes CALL, an argument, remember where it stands.  */
static void
remember_place (tree call)
{
  tree fn = CALL_EXPR_FN (call);
  location_t loc = EXPR_LOCATION (call);
  if (!fn || TREE_CODE (fn) != ADDR_EXPR || !gasp_is_somewhere (loc)
      || !gasp_call_of (get_callee_fndecl (call)))
    return;
  tree type = type_with_place (TREE_TYPE (TREE_TYPE (fn)), get_start (loc));
  CALL_EXPR_FN (call) = build1_loc (EXPR_LOCATION (fn), ADDR_EXPR,
				    build_pointer_type (type),
				    TREE_OPERAND (fn, 0));
}

static tree
visit (tree *where, int *, void *)
{
  if (TREE_CODE (*where) != CALL_EXPR)
    return NULL_TREE;
  for (int i = 0; i < call_expr_nargs (*where); i++)
    if (TREE_CODE (CALL_EXPR_ARG (*where, i)) == CALL_EXPR)
      remember_place (CALL_EXPR_ARG (*where, i));
  return NULL_TREE;
}

/* Makes the calls of FN remember their places, at PLUGIN_PRE_GENERICIZE: FN
   has been parsed and is still as it was written.  */
void
gasp_remember_places (void *fn, void *)
{
  tree body = DECL_SAVED_TREE ((tree) fn);
  if (!(in_cplusplus () && processing_template_decl))
    walk_tree_without_duplicates (&body, visit, NULL);
}

static tree
place_of (gcall *call)
{
  tree type = gimple_call_fntype (call);
  return type ? lookup_attribute (place_mark, TYPE_ATTRIBUTES (type))
	      : NULL_TREE;
}

/* Makes CALL remember where it starts: C++ has a call's parenthesis for its
   place, and -flto keeps only that.  */
void
gasp_remember_start (gcall *call)
{
  location_t loc = gimple_location (call), start = get_start (loc);
  if (gasp_is_somewhere (loc) && !place_of (call)
      && expand_location (start).column != expand_location (loc).column)
    gimple_call_set_fntype (call, type_with_place (gimple_call_fntype (call),
						   start));
}

/* Returns whether LOC is in a header of the system's, not in the program by a
   macro of it.  */
static bool
is_in_system_header (location_t loc)
{
  return in_system_header_at (expansion_point_location (loc));
}

/* Returns where CALL stands in the program's own code, if a function of a
   system's header has it that is inlined there; else UNKNOWN_LOCATION.  C++'s
   containers allocate by such functions.  */
static location_t
own_location (gcall *call)
{
  if (!is_in_system_header (gimple_location (call)))
    return UNKNOWN_LOCATION;
  for (tree block = gimple_block (call); block && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    {
      location_t loc = inlined_function_outer_scope_p (block)
		       ? BLOCK_SOURCE_LOCATION (block) : UNKNOWN_LOCATION;
      if (gasp_is_somewhere (loc) && !is_in_system_header (loc))
	return get_start (loc);
    }
  return UNKNOWN_LOCATION;
}

/* Returns where CALL stands in the source; line 0 if it does not.  */
expanded_location
gasp_place_of (gcall *call)
{
  location_t own = own_location (call);
  if (own != UNKNOWN_LOCATION)
    return expand_location (own);
  expanded_location x = expand_location (gimple_location (call));
  if (!gasp_is_somewhere (gimple_location (call)))
    x.file = NULL, x.line = x.column = 0;
  if (tree place = place_of (call))
    {
      tree values = TREE_VALUE (place);
      x.line = tree_to_shwi (TREE_VALUE (values));
      x.column = tree_to_shwi (TREE_VALUE (TREE_CHAIN (values)));
    }
  return x;
}
