/* address.c - addresses of shared objects, and arithmetic on them.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared [1] int a[5 * THREADS], *p;
     p = &a[i];                   p = (shared int *)
				      __upc_add_cyclic (__upc_symbol (&a), i, 4);
     q = p + 1;                   q = (shared int *)
				      __upc_add_cyclic ((ulong) p, 1, 4);
     p == q                       (ulong) p == (ulong) q

   A pointer-to-shared is a number of 64 bits here (libupc/pts.h).  How it
   moves is told by the type of the result, never by that of the operand: the
   gimplifier drops conversions that mean nothing to GCC.  */

#include "upc-plugin.h"

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

/* How many elements BYTES are; the value is a multiple of SIZE.  */
static tree
elements_in (tree bytes, HOST_WIDE_INT size)
{
  return fold_build2 (EXACT_DIV_EXPR, long_integer_type_node,
		      fold_convert (long_integer_type_node, bytes),
		      upc_number (size));
}

/* P moved by N elements of LAYOUT, if that has blocks of several by BLOCKED.  */
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

/* The statement behind the last before upc_work's that assigns VARIABLE in
   straight line; null if it is far off, or if what it uses has changed since.  */
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

/* If the temporary BYTES was computed as X * C: X and C.  The multiplication is
   undone by what is done with it here, and GCC does not see that for unsigned
   numbers.  */
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

/* How many elements of SIZE the offset BYTES, of type sizetype, is; null if
   it is known to be none.  */
static tree
elements_of_offset (tree bytes, HOST_WIDE_INT size)
{
  HOST_WIDE_INT factor;
  bool computed = VAR_P (bytes) || TREE_CODE (bytes) == SSA_NAME;
  tree count = computed ? factor_of_bytes (bytes, &factor) : NULL_TREE;
  /* Behind X may be elements already, as in rows of THREADS.  */
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

/* P moved by BYTES, which are no elements of P's layout: a member's address has
   been moved, then made a pointer to the structure, which GCC has done before
   the other.  */
static tree
move_member (tree p, tree bytes)
{
  p = upc_call (UPC_PLACE, upc_bits_type (), 1, p);
  return move_bytes (p, fold_convert (ssizetype, bytes));
}

tree
upc_move (tree p, tree bytes, const_tree pointer)
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

   p[i] is *(p + i) here.  Of p + i, what is read needs the place alone, without
   the phase; where p + i has been computed, that is computed beside it from what
   it was made from.  If nothing else needs the pointer, it goes away.  */

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

/* Whether VALUE never has another value where it can be named.  */
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
    return upc_move (p, bytes, pointer);
  tree count = upc_value (fold_convert (long_integer_type_node, n));
  if (assigned_once_p (p) && assigned_once_p (count))
    {
      if (!moves)
	moves = new hash_map<tree, struct move>;
      moves->put (name, { p, count });
    }
  return move_elements (p, count, &layout, UPC_ADD_BLOCKED);
}

/* The place that POINTER points to, if it is such a name; or null.  */
static tree
place_moved_to (tree pointer)
{
  struct move *move = moves ? moves->get (pointer) : NULL;
  if (!move)
    return NULL_TREE;
  struct upc_layout layout = upc_layout_of (TREE_TYPE (TREE_TYPE (pointer)));
  return move_elements (move->from, move->count, &layout, UPC_PLACE_BLOCKED);
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
  return upc_move (p, fold_convert (ssizetype, offset), TREE_TYPE (pointer));
}

bool
upc_address_has_phase_p (tree ref)
{
  switch (TREE_CODE (ref))
    {
    case MEM_REF:
      return upc_may_have_phase_p (TREE_TYPE (TREE_OPERAND (ref, 0)));
    case ARRAY_REF:
      return (upc_layout_of (TREE_TYPE (TREE_OPERAND (ref, 0))).block > 1
	      || upc_address_has_phase_p (TREE_OPERAND (ref, 0)));
    default:
      /* Objects begin blocks, and parts of elements have [].  */
      return false;
    }
}

/* The address of the element OBJECT, a part of which is meant.  */
static tree
address_of_whole (tree object)
{
  tree p = upc_address_of (object);
  if (!upc_address_has_phase_p (object))
    return p;
  return upc_call (UPC_PLACE, upc_bits_type (), 1, p);
}

static tree
address_of_member (tree ref)
{
  tree p = address_of_whole (TREE_OPERAND (ref, 0));
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
      return address_of_whole (TREE_OPERAND (ref, 0));
    case IMAGPART_EXPR:
      return move_bytes (address_of_whole (TREE_OPERAND (ref, 0)),
			 TYPE_SIZE_UNIT (TREE_TYPE (ref)));
    default:
      return not_handled (ref);
    }
}

static tree
address_of_element (tree ref, enum upc_function blocked)
{
  tree array = TREE_TYPE (TREE_OPERAND (ref, 0));
  struct upc_layout layout = upc_layout_of (array);
  tree size = array_ref_element_size (ref);
  tree p = upc_address_of (TREE_OPERAND (ref, 0));
  tree index = fold_convert (long_integer_type_node,
			     upc_operand (TREE_OPERAND (ref, 1)));
  if (integer_zerop (index))
    return p;
  if (!layout.block || layout.size <= 0)
    return move_bytes (p, fold_build2 (MULT_EXPR, long_integer_type_node, index,
				       fold_convert (long_integer_type_node,
						     size)));
  tree step = elements_in (size, layout.size);
  return move_elements (p, fold_build2 (MULT_EXPR, long_integer_type_node,
					index, step), &layout, blocked);
}

tree
upc_place_of (tree ref)
{
  if (!upc_address_has_phase_p (ref))
    return upc_address_of (ref);
  if (TREE_CODE (ref) == ARRAY_REF && !integer_zerop (TREE_OPERAND (ref, 1))
      && upc_layout_of (TREE_TYPE (TREE_OPERAND (ref, 0))).block > 1)
    return address_of_element (ref, UPC_PLACE_BLOCKED);
  if (TREE_CODE (ref) == MEM_REF && integer_zerop (TREE_OPERAND (ref, 1)))
    if (tree place = place_moved_to (TREE_OPERAND (ref, 0)))
      return place;
  return upc_call (UPC_PLACE, upc_bits_type (), 1, upc_address_of (ref));
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

/* A - B in bytes.  */
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

/* What two pointers to the same place have in common.  */
tree
upc_comparable (tree p)
{
  tree value = upc_pointer_value (p);
  if (TREE_CODE (value) == INTEGER_CST || !upc_may_have_phase_p (TREE_TYPE (p)))
    return value;
  return upc_call (UPC_PLACE, upc_bits_type (), 1, value);
}

/* VALUE, of a pointer of type FROM, as one of type TO (UPC 1.3, 6.4.3): void
   has any phase, which only those lose that have none; in all other
   conversions between layouts it becomes 0.  */
tree
upc_convert (tree value, tree from, tree to)
{
  bool keeps_phase = (!upc_may_have_phase_p (from) || upc_generic_p (to)
		      || (upc_generic_p (from) ? upc_may_have_phase_p (to)
			  : upc_same_layout (from, to)));
  if (keeps_phase)
    return value;
  return upc_call (UPC_PLACE, upc_bits_type (), 1, value);
}
