/* address.c - addresses of shared objects, and arithmetic on them.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared [1] int a[5 * THREADS], *p;
     p = &a[i];                   p = (shared int *)
				      __upc_element_cyclic (&a, i, 4);
     q = p + 1;                   q = (shared int *)
				      __upc_add_cyclic ((ulong) p, 1, 4);
     p == q                       (ulong) p == (ulong) q

   A pointer-to-shared is a number of 64 bits here (libupc/core/pts.h).  How it
   moves is given by the type of the result, never by that of the operand: the
   gimplifier drops conversions that mean nothing to GCC.  */

#include "upc/upc-plugin.h"

tree
upc_bits_type (void)
{
  return long_unsigned_type_node;
}

tree
upc_number (HOST_WIDE_INT n)
{
  return build_int_cst (long_integer_type_node, n);
}

tree
upc_pointer_value (tree p)
{
  return upc_value (fold_convert (upc_bits_type (), upc_operand (p)));
}

/* ---- Moving  */

/* Returns how many elements BYTES are; the value is a multiple of SIZE.  */
static tree
elements_in (tree bytes, HOST_WIDE_INT size)
{
  return fold_build2 (EXACT_DIV_EXPR, long_integer_type_node,
		      fold_convert (long_integer_type_node, bytes),
		      upc_number (size));
}

/* Returns P moved by N elements of LAYOUT, by BLOCKED if that has blocks of
   several.  */
static tree
move_elements (tree p, tree n, const struct upc_layout *layout,
	       enum upc_function blocked)
{
  tree count = upc_value (fold_convert (long_integer_type_node, n));
  if (layout->block == 1)
    return upc_call (UPC_ADD_CYCLIC, upc_bits_type (), 3, p, count,
		     upc_number (layout->size));
  return upc_call (blocked, upc_bits_type (), 4, p, count,
		   upc_number (layout->block), upc_number (layout->size));
}

static tree
move_bytes (tree p, tree bytes)
{
  if (integer_zerop (bytes))
    return p;
  tree offset = upc_value (fold_convert (long_integer_type_node, bytes));
  return upc_call (UPC_ADD, upc_bits_type (), 2, p, offset);
}

/* Returns the statement after the last before upc_work's that assigns
   VARIABLE in straight line; null if it is far off, or if what it uses has
   changed since.  */
static gassign *
last_assignment (tree variable)
{
  auto_vec<tree> changed;
  gimple_stmt_iterator gsi = *upc_work.gsi;
  for (int i = 0; i < 16; i++)
    {
      gsi_prev (&gsi);
      if (gsi_end_p (gsi))
	return NULL;
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_assign (stmt) && !is_gimple_call (stmt))
	return NULL;
      tree lhs = gimple_get_lhs (stmt);
      gassign *def = dyn_cast <gassign *> (stmt);
      if (lhs != variable)
	changed.safe_push (lhs);
      else if (def && !changed.contains (gimple_assign_rhs1 (def)))
	return def;
      else
	return NULL;
    }
  return NULL;
}

/* Returns X and sets *FACTOR to C if the temporary BYTES was computed as X *
   C, else returns null.  The code made here undoes the multiplication, which
   GCC does not see for unsigned numbers.  */
static tree
factor_of_bytes (tree bytes, HOST_WIDE_INT *factor)
{
  gassign *def = last_assignment (bytes);
  if (!def || gimple_assign_rhs_code (def) != MULT_EXPR
      || !tree_fits_shwi_p (gimple_assign_rhs2 (def)))
    return NULL_TREE;
  *factor = tree_to_shwi (gimple_assign_rhs2 (def));
  return gimple_assign_rhs1 (def);
}

/* Returns how many elements of SIZE the offset BYTES, of type sizetype, is;
   null if it is known to be none.  */
static tree
elements_of_offset (tree bytes, HOST_WIDE_INT size)
{
  HOST_WIDE_INT factor;
  bool computed = VAR_P (bytes) || TREE_CODE (bytes) == SSA_NAME;
  tree count = computed ? factor_of_bytes (bytes, &factor) : NULL_TREE;
  /* After X may be elements already, as in rows of THREADS.  */
  if (count && !VAR_P (bytes) && factor % size)
    count = NULL_TREE;
  if (TREE_CODE (bytes) == INTEGER_CST)
    {
      factor = tree_to_shwi (fold_convert (ssizetype, bytes));
      count = integer_one_node;
    }
  if (!count)
    return elements_in (bytes, size);
  if (factor % size)
    return NULL_TREE;
  return fold_build2 (MULT_EXPR, long_integer_type_node,
		      fold_convert (long_integer_type_node, count),
		      upc_number (factor / size));
}

/* Returns P moved by BYTES, which are not whole elements of P's layout: a
   member's address has been moved, then made a pointer to the structure, which
   GCC has done before the other.  */
static tree
move_member (tree p, tree bytes)
{
  p = upc_call (UPC_OFFSET, upc_bits_type (), 1, p);
  return move_bytes (p, fold_convert (ssizetype, bytes));
}

/* Returns P moved by BYTES, as the type POINTER moves.  */
static tree
move_address (tree p, tree bytes, const_tree pointer)
{
  struct upc_layout layout = upc_layout_of (TREE_TYPE (pointer));
  if (!layout.block || layout.size <= 0)
    return move_bytes (p, bytes);
  if (integer_zerop (bytes))
    return p;
  tree n = elements_of_offset (bytes, layout.size);
  return (n ? move_elements (p, n, &layout, UPC_ADD_BLOCKED)
	  : move_member (p, bytes));
}

/* ---- Names of pointers that have been moved

   p[i] is *(p + i) here.  A read of it needs only the address of p + i, without
   the phase; where p + i has been computed, the address is computed beside it
   from the same operands.  If nothing else needs the pointer, it is removed as
   dead.  */

struct move
{
  tree from, count;
};
static hash_map<tree, struct move> *moves;

void
upc_forget_moves (void)
{
  delete moves;
  moves = NULL;
}

/* Returns whether VALUE never has another value where it can be named.  */
static bool
assigned_once_p (tree value)
{
  return (TREE_CODE (value) == SSA_NAME || TREE_CODE (value) == INTEGER_CST
	  || (VAR_P (value) && DECL_ARTIFICIAL (value)));
}

tree
upc_move_for (tree name, tree p, tree bytes)
{
  const_tree pointer = TREE_TYPE (name);
  struct upc_layout layout = upc_layout_of (TREE_TYPE (pointer));
  tree n = (optimize && TREE_CODE (name) == SSA_NAME && layout.block > 1
	    && layout.size > 0 && !integer_zerop (bytes)
	    ? elements_of_offset (bytes, layout.size) : NULL_TREE);
  if (!n)
    return move_address (p, bytes, pointer);
  tree count = upc_value (fold_convert (long_integer_type_node, n));
  if (assigned_once_p (p) && assigned_once_p (count))
    {
      if (!moves)
	moves = new hash_map<tree, struct move>;
      moves->put (name, { p, count });
    }
  return move_elements (p, count, &layout, UPC_ADD_BLOCKED);
}

bool
upc_moved_p (tree pointer)
{
  return moves && moves->get (pointer);
}

/* Returns the place that POINTER points to, if it is such a name; or null.  */
static tree
place_moved_to (tree pointer)
{
  struct move *move = moves ? moves->get (pointer) : NULL;
  if (!move)
    return NULL_TREE;
  struct upc_layout layout = upc_layout_of (TREE_TYPE (TREE_TYPE (pointer)));
  return move_elements (move->from, move->count, &layout, UPC_OFFSET_BLOCKED);
}

/* Returns the value of the pointer P without a phase.  */
static tree
place_at (tree p)
{
  if (TREE_CODE (p) == ADDR_EXPR
      && upc_shared_reference_p (TREE_OPERAND (p, 0)))
    return upc_place_of (TREE_OPERAND (p, 0));
  if (tree place = place_moved_to (p))
    return place;
  return upc_call (UPC_OFFSET, upc_bits_type (), 1, upc_pointer_value (p));
}

/* ---- Objects  */

static tree address_of_element (tree ref, enum upc_function blocked);

static tree
address_of_target (tree ref)
{
  tree pointer = TREE_OPERAND (ref, 0), offset = TREE_OPERAND (ref, 1);
  tree p = upc_pointer_value (pointer);
  if (integer_zerop (offset))
    return p;
  return move_address (p, fold_convert (ssizetype, offset),
		       TREE_TYPE (pointer));
}

/* Returns whether the address of REF may have a phase.  */
static bool
address_has_phase_p (tree ref)
{
  switch (TREE_CODE (ref))
    {
    case MEM_REF:
      return upc_may_have_phase_p (TREE_TYPE (TREE_OPERAND (ref, 0)));
    case ARRAY_REF:
      return (upc_layout_of (TREE_TYPE (TREE_OPERAND (ref, 0))).block > 1
	      || address_has_phase_p (TREE_OPERAND (ref, 0)));
    default:
      /* Objects begin blocks, and parts of elements have [].  */
      return false;
    }
}

static tree
address_of_member (tree ref)
{
  tree p = upc_place_of (TREE_OPERAND (ref, 0));
  tree offset = component_ref_field_offset (ref);
  tree bits = DECL_FIELD_BIT_OFFSET (TREE_OPERAND (ref, 1));
  HOST_WIDE_INT bytes = tree_to_shwi (bits) / BITS_PER_UNIT;
  return move_bytes (p, size_binop (PLUS_EXPR, fold_convert (sizetype, offset),
				    size_int (bytes)));
}

static tree
not_handled (tree ref)
{
  sorry_at (upc_work.loc, "UPC: a shared object in an expression of kind %qs",
	    get_tree_code_name (TREE_CODE (ref)));
  return build_zero_cst (upc_bits_type ());
}

tree
upc_address_of (tree ref)
{
  switch (TREE_CODE (ref))
    {
    case VAR_DECL:
      return upc_call (UPC_SYMBOL, upc_bits_type (), 1,
		       build_fold_addr_expr (upc_proxy (ref)));
    case MEM_REF:
      return address_of_target (ref);
    case ARRAY_REF:
      return address_of_element (ref, UPC_ADD_BLOCKED);
    case COMPONENT_REF:
      return address_of_member (ref);
    case REALPART_EXPR: case VIEW_CONVERT_EXPR:
      return upc_place_of (TREE_OPERAND (ref, 0));
    case IMAGPART_EXPR:
      return move_bytes (upc_place_of (TREE_OPERAND (ref, 0)),
			 TYPE_SIZE_UNIT (TREE_TYPE (ref)));
    default:
      return not_handled (ref);
    }
}

/* Returns C if N is MYTHREAD * C, else 0.  */
static HOST_WIDE_INT
times_mythread (tree n)
{
  HOST_WIDE_INT factor = 1;
  while (!upc_function_p (n, UPC_MYTHREAD))
    {
      gassign *def = is_gimple_reg (n) ? last_assignment (n) : NULL;
      if (!def || TYPE_PRECISION (TREE_TYPE (n)) < INT_TYPE_SIZE)
	return 0;
      enum tree_code code = gimple_assign_rhs_code (def);
      n = gimple_assign_rhs1 (def);
      if (code == MULT_EXPR && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
	factor *= tree_to_shwi (gimple_assign_rhs2 (def));
      else if (!gimple_assign_single_p (def) && !CONVERT_EXPR_CODE_P (code))
	return 0;
    }
  return factor;
}

/* Returns whether REF, an element of an array, is the first that this thread
   has of an object, as in a[MYTHREAD]; it is STEP elements of the object,
   which has BLOCK in a block.  */
static bool
first_own_p (tree ref, HOST_WIDE_INT step, HOST_WIDE_INT block)
{
  tree index = upc_operand (TREE_OPERAND (ref, 1));
  return (optimize && step && VAR_P (TREE_OPERAND (ref, 0))
	  && INTEGRAL_TYPE_P (TREE_TYPE (index))
	  && times_mythread (index) * step == block);
}

/* Returns how many elements of LAYOUT the elements of REF's array are each; 0
   if that is not known here.  */
static HOST_WIDE_INT
known_step (tree ref, const struct upc_layout *layout)
{
  tree size = array_ref_element_size (ref);
  return (tree_fits_shwi_p (size) && tree_to_shwi (size) % layout->size == 0
	  ? tree_to_shwi (size) / layout->size : 0);
}

bool
upc_own_part_p (tree ref)
{
  while (TREE_CODE (ref) == ARRAY_REF && integer_zerop (TREE_OPERAND (ref, 1)))
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) != ARRAY_REF)
    return false;
  struct upc_layout layout = upc_layout_of (TREE_TYPE (TREE_OPERAND (ref, 0)));
  return (layout.block && layout.size > 0
	  && first_own_p (ref, known_step (ref, &layout), layout.block));
}

/* Returns whether REF, an array with LAYOUT, begins where a block of its
   object does.  */
static bool
begins_block_p (tree ref, const struct upc_layout *layout)
{
  if (TREE_CODE (ref) != ARRAY_REF)
    return VAR_P (ref);
  HOST_WIDE_INT step = known_step (ref, layout), block = layout->block;
  return (step > 0 && step % block == 0
	  && begins_block_p (TREE_OPERAND (ref, 0), layout));
}

bool
upc_within_block_p (tree ref, const struct upc_layout *layout)
{
  tree object = ref;
  while (TREE_CODE (object) == ARRAY_REF)
    object = TREE_OPERAND (object, 0);
  if (object == ref || !VAR_P (object))
    return false;
  HOST_WIDE_INT step = known_step (ref, layout), block = layout->block;
  return step > 0 && block % step == 0;
}

/* Returns the index of REF, an element of an array, as a long.  */
static tree
index_of (tree ref)
{
  return fold_convert (long_integer_type_node,
		       upc_operand (TREE_OPERAND (ref, 1)));
}

static tree
scale (tree n, tree factor)
{
  return fold_build2 (MULT_EXPR, long_integer_type_node, n,
		      fold_convert (long_integer_type_node, factor));
}

/* Returns the element of ARRAY, a part of an object or that itself, that is N
   elements of LAYOUT from its beginning.  */
static tree
element_at (tree array, tree n, const struct upc_layout *layout,
	    enum upc_function blocked)
{
  if (!VAR_P (array) || TREE_CODE (n) == INTEGER_CST)
    return move_elements (upc_address_of (array), n, layout, blocked);
  tree proxy = build_fold_addr_expr (upc_proxy (array));
  tree count = upc_value (fold_convert (long_integer_type_node, n));
  if (layout->block == 1)
    return upc_call (UPC_ELEMENT_CYCLIC, upc_bits_type (), 3, proxy, count,
		     upc_number (layout->size));
  return upc_call (blocked == UPC_ADD_BLOCKED ? UPC_ELEMENT_BLOCKED
		   : UPC_ELEMENT_PLACE,
		   upc_bits_type (), 4, proxy, count,
		   upc_number (layout->block), upc_number (layout->size));
}

static tree
address_of_element (tree ref, enum upc_function blocked)
{
  tree array = TREE_OPERAND (ref, 0), index = index_of (ref);
  struct upc_layout layout = upc_layout_of (TREE_TYPE (array));
  tree size = array_ref_element_size (ref);
  if (integer_zerop (index))
    return upc_address_of (array);
  if (!layout.block || layout.size <= 0)
    return move_bytes (upc_address_of (array), scale (index, size));
  HOST_WIDE_INT step = known_step (ref, &layout), block = layout.block;
  if (first_own_p (ref, step, block))
    return upc_call (UPC_OWN_BLOCK, upc_bits_type (), 1,
		     upc_address_of (array));
  if (step && step % block == 0 && begins_block_p (array, &layout))
    {
      layout = { 1, layout.size * block, layout.mode };
      return element_at (array, scale (index, upc_number (step / block)),
			 &layout, blocked);
    }
  return element_at (array, scale (index, elements_in (size, layout.size)),
		     &layout, blocked);
}

tree
upc_local_element (tree ref, tree proxy, tree pointer)
{
  tree array = TREE_CODE (ref) == ARRAY_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
  if (!optimize || !array || !VAR_P (array))
    return NULL_TREE;
  struct upc_layout layout = upc_layout_of (TREE_TYPE (array));
  tree n = index_of (ref);
  if (TREE_CODE (n) == INTEGER_CST || !layout.block || layout.size <= 0)
    return NULL_TREE;
  HOST_WIDE_INT step = known_step (ref, &layout), block = layout.block;
  if (step && step % block == 0)
    {
      n = scale (n, upc_number (step / block));
      layout = { 1, layout.size * block, layout.mode };
    }
  else if (step > 1 && block % step == 0)
    layout = { (unsigned HOST_WIDE_INT) (block / step), layout.size * step,
	       layout.mode };
  else
    n = scale (n, elements_in (array_ref_element_size (ref), layout.size));
  n = upc_value (n);
  if (layout.block == 1)
    return upc_call (UPC_LOCAL_CYCLIC, pointer, 3, proxy, n,
		     upc_number (layout.size));
  return upc_call (UPC_LOCAL_ELEMENT, pointer, 4, proxy, n,
		   upc_number (layout.block), upc_number (layout.size));
}

/* Returns its address without a phase, where there may be one.  */
static tree
place_of_element (tree ref)
{
  tree array = TREE_OPERAND (ref, 0);
  struct upc_layout layout = upc_layout_of (TREE_TYPE (array));
  if (integer_zerop (TREE_OPERAND (ref, 1)))
    return upc_place_of (array);
  if (layout.block <= 1 || layout.size <= 0)
    return upc_call (UPC_OFFSET, upc_bits_type (), 1, upc_address_of (ref));
  if (upc_within_block_p (array, &layout))
    return move_bytes (upc_place_of (array),
		       scale (index_of (ref), array_ref_element_size (ref)));
  HOST_WIDE_INT step = known_step (ref, &layout), block = layout.block;
  if (step <= 1 || block % step || block == step
      || !begins_block_p (array, &layout))
    return address_of_element (ref, UPC_OFFSET_BLOCKED);
  /* Blocks of rows.  */
  return upc_call (UPC_OFFSET_BLOCKED, upc_bits_type (), 4,
		   upc_address_of (array), upc_value (index_of (ref)),
		   upc_number (block / step), upc_number (step * layout.size));
}

tree
upc_place_of (tree ref)
{
  if (!address_has_phase_p (ref))
    return upc_address_of (ref);
  if (TREE_CODE (ref) == ARRAY_REF)
    return place_of_element (ref);
  if (TREE_CODE (ref) == MEM_REF && integer_zerop (TREE_OPERAND (ref, 1)))
    return place_at (TREE_OPERAND (ref, 0));
  return upc_call (UPC_OFFSET, upc_bits_type (), 1, upc_address_of (ref));
}

tree
upc_place_expression (tree ref)
{
  tree pointer = build_pointer_type (TREE_TYPE (ref));
  tree plain = build_pointer_type (upc_type_with_layout (TREE_TYPE (ref), 0,
							  ACCESS_RELAXED));
  return build1 (NOP_EXPR, upc_bits_type (),
		 build1 (NOP_EXPR, plain, build1 (ADDR_EXPR, pointer, ref)));
}

tree
upc_operand (tree p)
{
  if (TREE_CODE (p) != ADDR_EXPR
      || !upc_shared_reference_p (TREE_OPERAND (p, 0)))
    return p;
  return upc_value (fold_convert (TREE_TYPE (p),
				  upc_address_of (TREE_OPERAND (p, 0))));
}

/* ---- Comparing, converting  */

/* Returns A - B in bytes.  */
tree
upc_subtract (tree a, tree b, const_tree pointer)
{
  struct upc_layout layout = upc_layout_of (TREE_TYPE (pointer));
  tree x = upc_pointer_value (a), y = upc_pointer_value (b);
  if (!layout.block || layout.size <= 0)
    return upc_call (UPC_SUBTRACT, long_integer_type_node, 2, x, y);
  return upc_call (UPC_SUBTRACT_BLOCKED, long_integer_type_node, 4, x, y,
		   upc_number (layout.block), upc_number (layout.size));
}

/* Returns the part of P that is the same in all pointers to a place.  */
tree
upc_comparable (tree p)
{
  bool has_none
    = TREE_CODE (p) == INTEGER_CST || !upc_may_have_phase_p (TREE_TYPE (p));
  return has_none ? upc_pointer_value (p) : place_at (p);
}

/* Returns the value of the pointer P as one of type TO (UPC 1.3, 6.4.3): void
   has any phase, which only those lose that have none; in all other
   conversions between layouts it becomes 0.  */
tree
upc_convert (tree p, tree to)
{
  tree from = TREE_TYPE (p);
  bool keeps_phase = (!upc_may_have_phase_p (from) || upc_generic_p (to)
		      || (upc_generic_p (from) ? upc_may_have_phase_p (to)
			  : upc_same_layout (from, to)));
  return keeps_phase ? upc_pointer_value (p) : place_at (p);
}
