/* sizes.c - upc_blocksizeof, upc_elemsizeof, upc_localsizeof.

   SPDX-License-Identifier: GPL-3.0-or-later

   The lexical step makes each a sizeof of a type with the attribute
   upc_szop.  */

#include "upc/upc-plugin.h"

/* Returns char[N], whose size is wanted.  */
static tree
build_array_of_bytes (HOST_WIDE_INT n)
{
  tree type = build_array_type_nelts (char_type_node, n);
  if (!n)
    {
      TYPE_SIZE (type) = bitsize_zero_node;
      TYPE_SIZE_UNIT (type) = size_zero_node;
    }
  return type;
}

static HOST_WIDE_INT
size_for (int what, const_tree type)
{
  switch (what)
    {
    case UPC_SIZEOF_BLOCK: return upc_block_of (type);
    case UPC_SIZEOF_ELEMENT: return upc_layout_of (type).size;
    default: return upc_local_size (type);
    }
}

tree
upc_handle_size (tree *node, tree, tree args, int, bool *no_add)
{
  static const char *const names[]
    = { "upc_blocksizeof", "upc_elemsizeof", "upc_localsizeof" };
  *no_add = true;
  int what = tree_to_shwi (TREE_VALUE (args));
  tree type = DECL_P (*node) ? TREE_TYPE (*node) : *node;
  if (type == error_mark_node)
    return NULL_TREE;
  HOST_WIDE_INT size = 1;
  if (!upc_shared_p (type))
    error ("%qs applied to the type %qT, which is not shared", names[what],
	   type);
  else if (!COMPLETE_TYPE_P (type))
    error ("%qs applied to the incomplete type %qT", names[what], type);
  else
    size = size_for (what, type);
  *node = build_array_of_bytes (MAX (size, 0));
  return NULL_TREE;
}
