/* linear.c - what is linear in a loop's variable, and what does not change.

   SPDX-License-Identifier: GPL-3.0-or-later

     upc_forall (i = 0; i < n; i++; &a[2 * i + k])

   The index is 2 * i + k, as long as neither i nor k changes but by "i++".
   Calculations are followed where they cannot overflow, or overflow in 64 bits
   as the result does.  */

#include "strides.h"

/* ---- What does not change in the body  */

/* Returns whether EXPR is THREADS.  */
bool
upc_threads_p (tree expr)
{
  STRIP_NOPS (expr);
  if (TREE_CODE (expr) == INTEGER_CST)
    return upc_options.threads
	   && compare_tree_int (expr, upc_options.threads) == 0;
  return upc_function_p (expr, UPC_THREADS);
}

/* Returns the target of a store to REF: a variable, or the target of a
   pointer.  */
static tree
stored_object (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  return ref;
}

/* Finds something that could change VARIABLE or a part of it, or that cannot be
   seen through.  */
static tree
find_change (tree *where, int *walk_subtrees, void *variable)
{
  tree expr = *where;
  switch (TREE_CODE (expr))
    {
    case MODIFY_EXPR: case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR: case INIT_EXPR:
      return (stored_object (TREE_OPERAND (expr, 0)) == variable ? expr
	      : NULL_TREE);
    case ASM_EXPR:
      return expr;
    case LABEL_EXPR:
      return DECL_NAME (LABEL_EXPR_LABEL (expr)) ? expr : NULL_TREE;
    default:
      if (TYPE_P (expr))
	*walk_subtrees = 0;
      return (TREE_CODE (expr) >= OACC_PARALLEL
	      && TREE_CODE (expr) <= OMP_CLAUSE ? expr : NULL_TREE);
    }
}

static bool
harmless_call_p (tree fn)
{
  return (upc_any_function_p (fn)
	  || (fn && flags_from_decl_or_type (fn) & (ECF_CONST | ECF_PURE)));
}

/* Finds a call that could store to what it has not been given, or a store
   through a private pointer.  */
static tree
find_noise (tree *where, int *walk_subtrees, void *)
{
  tree expr = *where, object;
  switch (TREE_CODE (expr))
    {
    case MODIFY_EXPR: case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR: case INIT_EXPR:
      object = stored_object (TREE_OPERAND (expr, 0));
      return DECL_P (object) || upc_shared_p (TREE_TYPE (object)) ? NULL : expr;
    case CALL_EXPR:
      return harmless_call_p (get_callee_fndecl (expr)) ? NULL_TREE : expr;
    case ASM_EXPR: case VA_ARG_EXPR:
      return expr;
    default:
      if (TYPE_P (expr))
	*walk_subtrees = 0;
      return NULL_TREE;
    }
}

bool
upc_quiet_p (tree body)
{
  return !walk_tree_without_duplicates (&body, find_noise, NULL);
}

static bool
changes_p (tree decl, tree body)
{
  return walk_tree_without_duplicates (&body, find_change, decl) != NULL;
}

bool
upc_left_alone_p (tree decl, const struct upc_loop *loop)
{
  return ((TREE_CODE (decl) == PARM_DECL || VAR_P (decl))
	  && !TREE_THIS_VOLATILE (decl)
	  && !is_global_var (decl) && !TREE_ADDRESSABLE (decl)
	  && DECL_CONTEXT (decl) == current_function_decl
	  && !changes_p (decl, *loop->test));
}

static bool
variable_invariant_p (tree decl, const struct upc_loop *loop)
{
  if (decl == loop->variable || TREE_THIS_VOLATILE (decl)
      || upc_shared_p (TREE_TYPE (decl)))
    return false;
  if (TREE_READONLY (decl) && is_global_var (decl))
    return true;
  return (upc_left_alone_p (decl, loop)
	  || (loop->quiet && !changes_p (decl, *loop->test)));
}

/* Returns whether dividing by EXPR is safe even where the program would not do
   it.  */
static bool
never_zero_p (tree expr)
{
  STRIP_NOPS (expr);
  return TREE_CODE (expr) == INTEGER_CST ? !integer_zerop (expr)
	 : upc_threads_p (expr);
}

bool
upc_invariant_p (tree expr, const struct upc_loop *loop)
{
  if (CONSTANT_CLASS_P (expr))
    return true;
  switch (TREE_CODE (expr))
    {
    case VAR_DECL: case PARM_DECL:
      return variable_invariant_p (expr, loop);
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR: case POINTER_PLUS_EXPR:
    case BIT_AND_EXPR: case MIN_EXPR: case MAX_EXPR:
      return (upc_invariant_p (TREE_OPERAND (expr, 0), loop)
	      && upc_invariant_p (TREE_OPERAND (expr, 1), loop));
    case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR: case EXACT_DIV_EXPR:
      return (never_zero_p (TREE_OPERAND (expr, 1))
	      && upc_invariant_p (TREE_OPERAND (expr, 0), loop));
    case LSHIFT_EXPR: case RSHIFT_EXPR:
      return (TREE_CODE (TREE_OPERAND (expr, 1)) == INTEGER_CST
	      && upc_invariant_p (TREE_OPERAND (expr, 0), loop));
    case NOP_EXPR: case CONVERT_EXPR: case NEGATE_EXPR: case NON_LVALUE_EXPR:
    case ADDR_SPACE_CONVERT_EXPR: case SAVE_EXPR: case BIT_NOT_EXPR:
      return upc_invariant_p (TREE_OPERAND (expr, 0), loop);
    case COMPONENT_REF:
      return (DECL_P (TREE_OPERAND (expr, 0)) && !TREE_THIS_VOLATILE (expr)
	      && upc_invariant_p (TREE_OPERAND (expr, 0), loop));
    default:
      return false;
    }
}

tree
upc_strip_widening (tree expr)
{
  while (CONVERT_EXPR_P (expr) || TREE_CODE (expr) == NON_LVALUE_EXPR)
    {
      tree from = TREE_TYPE (TREE_OPERAND (expr, 0)), to = TREE_TYPE (expr);
      if (!INTEGRAL_TYPE_P (from) || !INTEGRAL_TYPE_P (to)
	  || TYPE_PRECISION (from) > TYPE_PRECISION (to)
	  || (TYPE_UNSIGNED (from) != TYPE_UNSIGNED (to)
	      && (!TYPE_UNSIGNED (from)
		  || TYPE_PRECISION (from) == TYPE_PRECISION (to))))
	break;
      expr = TREE_OPERAND (expr, 0);
    }
  return expr;
}

/* ---- Linear  */

static bool
wide_p (const_tree type)
{
  return TYPE_PRECISION (type) == TYPE_PRECISION (long_integer_type_node);
}

/* Returns whether sums and products in TYPE are those of the numbers, or are
   so in 64 bits.  */
static bool
exact_p (const_tree type)
{
  return wide_p (type)
	 || (!TYPE_UNSIGNED (type) && TYPE_OVERFLOW_UNDEFINED (type));
}

/* Returns whether the conversion from FROM to TO keeps each value, in 64
   bits.  */
static bool
keeps_value_p (const_tree from, const_tree to)
{
  if (!INTEGRAL_TYPE_P (from) || TYPE_PRECISION (from) > TYPE_PRECISION (to))
    return false;
  return (wide_p (to) || TYPE_UNSIGNED (from) == TYPE_UNSIGNED (to)
	  || (TYPE_UNSIGNED (from)
	      && TYPE_PRECISION (from) < TYPE_PRECISION (to)));
}

static struct upc_linear
combine (enum tree_code code, const struct upc_linear &a,
	 const struct upc_linear &b)
{
  tree type = long_integer_type_node;
  return { fold_build2 (code, type, a.coefficient, b.coefficient),
	   fold_build2 (code, type, a.offset, b.offset) };
}

/* Returns A times FACTOR, a long.  */
static struct upc_linear
scale (const struct upc_linear &a, tree factor)
{
  tree type = long_integer_type_node;
  return { fold_build2 (MULT_EXPR, type, a.coefficient, factor),
	   fold_build2 (MULT_EXPR, type, a.offset, unshare_expr (factor)) };
}

static bool
linear_product_p (tree a, tree b, const struct upc_loop *loop,
		  struct upc_linear *result)
{
  if (upc_invariant_p (a, loop))
    std::swap (a, b);
  if (!upc_invariant_p (b, loop) || !upc_linear_p (a, loop, result))
    return false;
  *result = scale (*result, fold_convert (long_integer_type_node,
					  unshare_expr (b)));
  return true;
}

static bool
linear_operation_p (tree expr, const struct upc_loop *loop,
		    struct upc_linear *result)
{
  enum tree_code code = TREE_CODE (expr);
  tree a = TREE_OPERAND (expr, 0), b = TREE_OPERAND (expr, 1);
  struct upc_linear other;
  if (code == MULT_EXPR)
    return linear_product_p (a, b, loop, result);
  if (!upc_linear_p (a, loop, result) || !upc_linear_p (b, loop, &other))
    return false;
  *result = combine (code, *result, other);
  return true;
}

bool
upc_linear_p (tree expr, const struct upc_loop *loop, struct upc_linear *result)
{
  tree type = TREE_TYPE (expr);
  if (!INTEGRAL_TYPE_P (type))
    return false;
  *result = { upc_number (expr == loop->variable), upc_number (0) };
  if (expr == loop->variable)
    return true;
  if (upc_invariant_p (expr, loop))
    {
      result->offset = fold_convert (long_integer_type_node,
				     unshare_expr (expr));
      return true;
    }
  switch (TREE_CODE (expr))
    {
    case NOP_EXPR: case CONVERT_EXPR: case NON_LVALUE_EXPR:
      return (keeps_value_p (TREE_TYPE (TREE_OPERAND (expr, 0)), type)
	      && upc_linear_p (TREE_OPERAND (expr, 0), loop, result));
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR:
      return exact_p (type) && linear_operation_p (expr, loop, result);
    default:
      return false;
    }
}

/* ---- Elements  */

/* Divides BYTES, an index in bytes, by the elements' SIZE.  Returns false if
   it does not divide them.  */
static bool
divide_bytes (struct upc_linear *bytes, HOST_WIDE_INT size)
{
  tree type = long_integer_type_node;
  if (!multiple_of_p (type, bytes->coefficient, upc_number (size))
      || !multiple_of_p (type, bytes->offset, upc_number (size)))
    return false;
  bytes->coefficient = fold_build2 (EXACT_DIV_EXPR, type, bytes->coefficient,
				    upc_number (size));
  bytes->offset = fold_build2 (EXACT_DIV_EXPR, type, bytes->offset,
			       upc_number (size));
  return true;
}

/* Sets RESULT to the element at SUM, POINTER + BYTES.  Returns whether it is
   one.  */
static bool
element_behind_p (tree sum, const struct upc_loop *loop,
		  struct upc_element *result)
{
  struct upc_linear bytes;
  tree offset = TREE_OPERAND (sum, 1);
  if (!upc_element_at_p (TREE_OPERAND (sum, 0), loop, result)
      || result->layout.size <= 0
      || !upc_linear_p (offset, loop, &bytes)
      || !divide_bytes (&bytes, result->layout.size))
    return false;
  result->index = combine (PLUS_EXPR, result->index, bytes);
  return true;
}

bool
upc_element_at_p (tree pointer, const struct upc_loop *loop,
		  struct upc_element *result)
{
  if (TREE_CODE (pointer) == NOP_EXPR
      && upc_pointer_p (TREE_TYPE (TREE_OPERAND (pointer, 0)))
      && upc_same_layout (TREE_TYPE (pointer),
			  TREE_TYPE (TREE_OPERAND (pointer, 0))))
    return upc_element_at_p (TREE_OPERAND (pointer, 0), loop, result);
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return upc_element_p (TREE_OPERAND (pointer, 0), loop, result);
  if (upc_invariant_p (pointer, loop) && upc_pointer_p (TREE_TYPE (pointer)))
    {
      *result = { pointer, { upc_number (0), upc_number (0) },
		  upc_layout_of (TREE_TYPE (TREE_TYPE (pointer))) };
      return !upc_generic_p (TREE_TYPE (pointer));
    }
  return (TREE_CODE (pointer) == POINTER_PLUS_EXPR
	  && element_behind_p (pointer, loop, result));
}

/* Returns how many elements of UNIT bytes TYPE has, also where these are a
   multiple of THREADS; null if that is not a number.  */
static tree
count_elements (tree type, HOST_WIDE_INT unit)
{
  tree size = TYPE_SIZE_UNIT (type);
  if (size && TREE_CODE (size) == INTEGER_CST)
    return (tree_to_shwi (size) % unit ? NULL_TREE
	    : upc_number (tree_to_shwi (size) / unit));
  HOST_WIDE_INT elements = upc_elements (type);
  tree whole = TYPE_SIZE_UNIT (strip_array_types (type));
  if (upc_threads_dimensions (type) != 1 || elements <= 0
      || !whole || !tree_fits_shwi_p (whole) || tree_to_shwi (whole) != unit)
    return NULL_TREE;
  return fold_build2 (MULT_EXPR, long_integer_type_node, upc_number (elements),
		      fold_convert (long_integer_type_node, upc_threads ()));
}

/* Adds to RESULT how many elements, as the layout counts them, REF is after
   the beginning of its array.  Returns whether it is such an element.  */
static bool
element_of_array_p (tree ref, const struct upc_loop *loop,
		    struct upc_element *result)
{
  struct upc_linear index;
  tree units;
  if (!upc_element_p (TREE_OPERAND (ref, 0), loop, result)
      || result->layout.size <= 0
      || !(units = count_elements (TREE_TYPE (ref), result->layout.size))
      || !upc_linear_p (TREE_OPERAND (ref, 1), loop, &index))
    return false;
  result->index = combine (PLUS_EXPR, result->index, scale (index, units));
  return true;
}

bool
upc_element_p (tree ref, const struct upc_loop *loop,
	       struct upc_element *result)
{
  switch (TREE_CODE (ref))
    {
    case VAR_DECL:
      *result = { ref, { upc_number (0), upc_number (0) },
		  upc_layout_of (TREE_TYPE (ref)) };
      return upc_shared_p (TREE_TYPE (ref)) && is_global_var (ref);
    case INDIRECT_REF:
      return upc_element_at_p (TREE_OPERAND (ref, 0), loop, result);
    case ARRAY_REF:
      return element_of_array_p (ref, loop, result);
    default:
      return false;
    }
}

bool
upc_object_p (const struct upc_element *element)
{
  return VAR_P (element->base) && upc_shared_p (TREE_TYPE (element->base));
}
