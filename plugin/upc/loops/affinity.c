/* affinity.c - whose the iterations of a loop are.

   SPDX-License-Identifier: GPL-3.0-or-later

     ...; a * i + b)		thread a * i + b, modulo THREADS
     ...; (a * i + b) / c)	the same of the quotient
     ...; &x[a * i + b])	the number of its block

   for a, b, c that the loop does not change.  */

#include "strides.h"

/* How the division EXPR rounds, in __upc_walk_start's numbers
   (gasp-upc-walk.h).  */
enum { BY_FLOOR, BY_SIGNED, BY_UNSIGNED, BY_REMAINDER };

static bool
wide_unsigned_p (const_tree type)
{
  return (TYPE_UNSIGNED (type)
	  && TYPE_PRECISION (type) == TYPE_PRECISION (long_integer_type_node));
}

/* Takes a division off *AFFINITY, if there is one, and makes its divisor the
   block of LOOP.  */
static void
read_quotient (tree *affinity, struct upc_loop *loop)
{
  tree expr = upc_strip_widening (*affinity);
  enum tree_code code = TREE_CODE (expr);
  bool is_unsigned = wide_unsigned_p (TREE_TYPE (expr));
  if (code != TRUNC_DIV_EXPR && code != RSHIFT_EXPR)
    return;
  tree by = TREE_OPERAND (expr, 1);
  if (!upc_invariant_p (by, loop)
      || (code == RSHIFT_EXPR
	  && (!tree_fits_uhwi_p (by) || tree_to_uhwi (by) > 40)))
    return;
  *affinity = TREE_OPERAND (expr, 0);
  loop->block = (code == RSHIFT_EXPR
		 ? upc_number (HOST_WIDE_INT_1 << tree_to_uhwi (by))
		 : fold_convert (long_integer_type_node, unshare_expr (by)));
  if (loop->rounding == BY_FLOOR)
    loop->rounding = (is_unsigned ? BY_UNSIGNED
		      : code == RSHIFT_EXPR ? BY_FLOOR : BY_SIGNED);
}

static bool
read_integer (tree affinity, struct upc_loop *loop)
{
  affinity = upc_strip_widening (affinity);
  if (TREE_CODE (affinity) == TRUNC_MOD_EXPR
      && upc_threads_p (TREE_OPERAND (affinity, 1)))
    {
      if (wide_unsigned_p (TREE_TYPE (affinity)))
	loop->rounding = BY_REMAINDER;
      affinity = TREE_OPERAND (affinity, 0);
    }
  read_quotient (&affinity, loop);
  return upc_linear_p (affinity, loop, &loop->number);
}

/* Returns the pointer that POINTER was made from by conversions, which do not
   change the affinity of its target, or by going to a member.  */
static tree
strip_pointer (tree pointer)
{
  while ((CONVERT_EXPR_P (pointer)
	  || TREE_CODE (pointer) == ADDR_SPACE_CONVERT_EXPR)
	 && upc_pointer_p (TREE_TYPE (TREE_OPERAND (pointer, 0))))
    pointer = TREE_OPERAND (pointer, 0);
  return pointer;
}

static bool
read_element (tree pointer, const struct upc_loop *loop,
	      struct upc_element *element)
{
  pointer = strip_pointer (pointer);
  if (TREE_CODE (pointer) != ADDR_EXPR)
    return upc_element_at_p (pointer, loop, element);
  tree ref = TREE_OPERAND (pointer, 0);
  while (TREE_CODE (ref) == COMPONENT_REF)
    ref = TREE_OPERAND (ref, 0);
  return upc_element_p (ref, loop, element);
}

/* Returns the number of what ELEMENT's base points to or is, in blocks of
   BLOCK.  Objects begin on thread 0.  */
static tree
number_of_base (const struct upc_element *element, tree block)
{
  location_t loc = UNKNOWN_LOCATION;
  tree p = unshare_expr (element->base);
  if (upc_object_p (element))
    return upc_number (0);
  return build_call_expr_loc (loc, upc_function (UPC_WALK_NUMBER, loc), 2,
			      build1 (NOP_EXPR, upc_bits_type (), p), block);
}

/* Counts blocks instead of elements if each iteration of LOOP advances by
   whole blocks.  */
static void
count_blocks (struct upc_loop *loop)
{
  tree type = long_integer_type_node, coefficient = loop->number.coefficient;
  if (integer_onep (loop->block) || !tree_fits_shwi_p (coefficient)
      || tree_to_shwi (coefficient) % tree_to_shwi (loop->block) != 0)
    return;
  loop->number.coefficient
    = upc_number (tree_to_shwi (coefficient) / tree_to_shwi (loop->block));
  loop->number.offset = build2 (FLOOR_DIV_EXPR, type, loop->number.offset,
				loop->block);
  loop->block = upc_number (1);
}

static bool
read_pointer (tree pointer, struct upc_loop *loop)
{
  struct upc_element element;
  tree type = long_integer_type_node;
  if (!read_element (pointer, loop, &element)
      || (element.layout.block && element.layout.size <= 0))
    return false;
  loop->number = element.index;
  loop->offset = element.index.offset;
  loop->of_object = upc_object_p (&element);
  loop->block = upc_number (MAX (element.layout.block, 1));
  /* In one block, all is where the first is.  */
  if (!element.layout.block)
    loop->number = { upc_number (0), upc_number (0) };
  loop->number.offset = fold_build2 (PLUS_EXPR, type, loop->number.offset,
				     number_of_base (&element, loop->block));
  count_blocks (loop);
  return true;
}

bool
upc_read_affinity (tree call, struct upc_loop *loop)
{
  tree affinity = CALL_EXPR_ARG (call, 1);
  loop->block = upc_number (1);
  loop->rounding = BY_FLOOR;
  return (INTEGRAL_TYPE_P (TREE_TYPE (affinity))
	    ? read_integer (affinity, loop)
	    : upc_pointer_p (TREE_TYPE (affinity))
		&& read_pointer (affinity, loop));
}

tree
upc_pace_of (const struct upc_loop *loop)
{
  return fold_build2 (MULT_EXPR, long_integer_type_node,
		      loop->number.coefficient, upc_number (loop->step));
}
