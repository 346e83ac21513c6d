/* print.c - shared types as the user writes them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "upc/upc-plugin.h"

static void
print_sharing (pretty_printer *text, const struct upc_layout *layout)
{
  pp_string (text, layout->mode == ACCESS_STRICT ? "strict shared" : "shared");
  if (!layout->block)
    pp_string (text, " []");
  else if (layout->block > 1)
    pp_printf (text, " [" HOST_WIDE_INT_PRINT_UNSIGNED "]", layout->block);
}

/* Prints TYPE, which is not shared; a structure by its tag, if it has one.
   GCC's printer takes the name that typedef gives it for that.  */
static void
print_private (pretty_printer *text, tree type)
{
  tree tag = TYPE_NAME (TYPE_MAIN_VARIANT (type));
  tree name = tag ? tag : TYPE_NAME (type);
  bool tagged = (RECORD_OR_UNION_TYPE_P (type)
		 || TREE_CODE (type) == ENUMERAL_TYPE);
  bool by_typedef = name && TREE_CODE (name) == TYPE_DECL;
  if (!tagged || !name || (by_typedef && !DECL_NAME (name)))
    {
      dump_generic_node (text, type, 0, TDF_NONE, false);
      return;
    }
  if (TYPE_READONLY (type))
    pp_string (text, "const ");
  if (TYPE_VOLATILE (type))
    pp_string (text, "volatile ");
  if (!by_typedef)
    pp_string (text, TREE_CODE (type) == ENUMERAL_TYPE ? "enum "
	       : TREE_CODE (type) == UNION_TYPE ? "union " : "struct ");
  pp_string (text, IDENTIFIER_POINTER (by_typedef ? DECL_NAME (name) : name));
}

/* Prints TYPE, which may be shared, as the user writes it, without array
   bounds.  */
static void
print_element (pretty_printer *text, tree type)
{
  tree element = strip_array_types (type);
  struct upc_layout layout;
  bool is_pointer = upc_pointer_p (element);
  if (is_pointer)
    {
      print_element (text, TREE_TYPE (element));
      pp_string (text, " *");
    }
  if (upc_shared_p (type))
    {
      layout = upc_layout_of (type);
      print_sharing (text, &layout);
    }
  if (is_pointer)
    return;
  if (upc_shared_p (type))
    pp_space (text);
  print_private (text, upc_private_type (element));
}

void
upc_print_type (pretty_printer *text, tree type)
{
  print_element (text, type);
  if (TREE_CODE (type) == ARRAY_TYPE
      && (upc_shared_p (type) || !upc_pointer_p (strip_array_types (type))))
    pp_space (text);
  upc_print_bounds (text, type);
}

void
upc_print_pointer (pretty_printer *text, tree target)
{
  print_element (text, target);
  pp_string (text, TREE_CODE (target) == ARRAY_TYPE ? " (*)" : " *");
  upc_print_bounds (text, target);
}
