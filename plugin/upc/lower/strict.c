/* strict.c - each strict read is executed.

   SPDX-License-Identifier: GPL-3.0-or-later

   flag - flag is not 0, but two reads

   The front end folds expressions before any pass sees them, except those that
   have side effects.  So strict reads are marked as having side effects.  The
   reference is marked volatile, though its type is not.  A read is an
   expression that needs an object's value.  It has the type without
   qualifiers.  */

#include "upc/upc-plugin.h"

static tree (*outer_convert) (tree type, tree expr);

static bool
strict_read_p (tree expr)
{
  tree type = TREE_TYPE (expr);
  if ((!VAR_P (expr) && !REFERENCE_CLASS_P (expr)) || !upc_shared_p (type)
      || !is_gimple_reg_type (type))
    return false;
  enum upc_mode mode = upc_layout_of (type).mode;
  return (mode != ACCESS_DEFAULT ? mode : upc_mode_now ()) == ACCESS_STRICT;
}

static tree
convert_read (tree type, tree expr)
{
  if (strict_read_p (expr))
    TREE_THIS_VOLATILE (expr) = TREE_SIDE_EFFECTS (expr) = 1;
  return outer_convert (type, expr);
}

void
upc_watch_reads (void)
{
  outer_convert = targetm.convert_to_type;
  targetm.convert_to_type = convert_read;
}
