/* expressions.c - what may not be written in expressions.

   SPDX-License-Identifier: GPL-3.0-or-later

   The front end says itself where a pointer-to-shared is assigned, passed,
   returned or initialised without a cast that is needed, and where operands
   come together that have no common type (layouts.c).  What spaces do not show,
   members of structures above all, is seen here in the conversions that the
   user has not written.  */

#include "upc/upc-plugin.h"

/* The position seen last: constants and conversions have none.  */
static location_t last_loc;

static location_t
place_of (const_tree expr)
{
  return EXPR_HAS_LOCATION (expr) ? EXPR_LOCATION (expr) : last_loc;
}

/* Returns whether the front end added CONVERSION: it then has the place of the
   operand or none, a cast that of its parenthesis.  */
static bool
implicit_p (const_tree conversion)
{
  tree operand = TREE_OPERAND (conversion, 0);
  location_t loc = EXPR_LOCATION (conversion);
  return (loc == UNKNOWN_LOCATION
	  || (EXPR_P (operand) && loc == EXPR_LOCATION (operand)));
}

/* Returns whether the block sizes of two pointers-to-shared make them
   incompatible.  */
static bool
blocks_differ_p (const_tree a, const_tree b)
{
  return (!upc_generic_p (a) && !upc_generic_p (b)
	  && upc_layout_of (TREE_TYPE (a)).block
	     != upc_layout_of (TREE_TYPE (b)).block);
}

/* Checks EXPR, an explicit or implicit conversion from FROM, a
   pointer-to-local or integer, to pointer-to-shared.  */
static void
check_to_shared (tree expr, tree from)
{
  if (integer_zerop (TREE_OPERAND (expr, 0)))
    return;
  if (INTEGRAL_TYPE_P (from))
    error_at (place_of (expr), "an integer of type %qT is converted to the "
	      "pointer-to-shared type %qT", from, TREE_TYPE (expr));
  else if (POINTER_TYPE_P (from))
    error_at (place_of (expr), "a pointer-to-local of type %qT is converted to "
	      "the pointer-to-shared type %qT", from, TREE_TYPE (expr));
}

/* Warns of block sizes that differ where EXPR converts a pointer of type FROM,
   but once: a return statement has it twice.  */
static void
warn_of_blocks (tree expr, tree from)
{
  static location_t warned;
  location_t loc = place_of (expr);
  if (loc != warned)
    warning_at (loc, OPT_Wincompatible_pointer_types,
		"a pointer to %qs is converted to a pointer to %qs without a "
		"cast: their block sizes differ",
		upc_sharing (TREE_TYPE (from)),
		upc_sharing (TREE_TYPE (TREE_TYPE (expr))));
  warned = loc;
}

/* Checks EXPR, a conversion from the pointer-to-shared type FROM.  */
static void
check_from_shared (tree expr, tree from)
{
  tree to = TREE_TYPE (expr);
  if (!implicit_p (expr) || !POINTER_TYPE_P (to))
    return;
  if (!upc_pointer_p (to))
    error_at (place_of (expr), "a pointer-to-shared of type %qT is used as a "
	      "pointer-to-local of type %qT without a cast", from, to);
  else if (blocks_differ_p (from, to))
    warn_of_blocks (expr, from);
}

/* Returns whether the target of pointer FROM has a pointer-to-local in it where
   that of TO has a pointer-to-shared.  */
static bool
shared_within_p (tree from, tree to)
{
  do
    {
      from = strip_array_types (TREE_TYPE (from));
      to = strip_array_types (TREE_TYPE (to));
      if (!POINTER_TYPE_P (from) || !POINTER_TYPE_P (to))
	return false;
    }
  while (!upc_pointer_p (to) || upc_pointer_p (from));
  return true;
}

static void
check_cast (tree expr, tree from, tree to)
{
  upc_check_dimensions_within (to, place_of (expr));
  if (POINTER_TYPE_P (from) && POINTER_TYPE_P (to)
      && shared_within_p (from, to))
    error_at (place_of (expr),
	      "cast from %qT to %qT makes pointers-to-shared of "
	      "the pointers-to-local that it points to",
	      from, to);
}

static void
check_conversion (tree expr)
{
  tree from = TREE_TYPE (TREE_OPERAND (expr, 0)), to = TREE_TYPE (expr);
  if (!implicit_p (expr))
    check_cast (expr, from, to);
  if (upc_pointer_p (from))
    check_from_shared (expr, from);
  else if (upc_pointer_p (to))
    check_to_shared (expr, from);
}

static void
check_constant (tree expr)
{
  if (upc_pointer_p (TREE_TYPE (expr)) && !integer_zerop (expr)
      && !TREE_OVERFLOW (expr))
    error_at (last_loc, "an integer is converted to the pointer-to-shared type "
	      "%qT", TREE_TYPE (expr));
}

/* Checks <, which is a difference as its like are (UPC 1.3, 6.4.2), and not
   defined for void.  */
static void
check_relation (tree expr)
{
  tree type = TREE_TYPE (TREE_OPERAND (expr, 0));
  if (upc_pointer_p (type) && !COMPLETE_TYPE_P (TREE_TYPE (type)))
    error_at (place_of (expr),
	      "relational operator applied to pointers-to-shared "
	      "of the incomplete type %qT",
	      type);
}

static tree visit (tree *where, int *walk_subtrees, void *);

/* Visits the operands of EXPR, which is about to be replaced.  */
static void
visit_operands (tree expr, int *walk_subtrees)
{
  *walk_subtrees = 0;
  for (int i = 0; i < TREE_OPERAND_LENGTH (expr); i++)
    walk_tree_without_duplicates (&TREE_OPERAND (expr, i), visit, NULL);
}

/* Returns whether ARG, a format, prints the bits of a pointer: those of a
   pointer-to-shared do no harm.  */
static bool
shows_bits_p (tree arg)
{
  STRIP_NOPS (arg);
  const char *text = c_getstr (arg);
  return !text || strstr (text, "%p");
}

/* Warns of pointers-to-shared among what CALL prints or reads by a format.  */
static void
check_format (const_tree call)
{
  const_tree fn = CALL_EXPR_FN (call);
  const_tree type = fn ? TREE_TYPE (TREE_TYPE (fn)) : NULL_TREE;
  tree format
    = type ? lookup_attribute ("format", TYPE_ATTRIBUTES (type)) : NULL_TREE;
  if (!format)
    return;
  tree numbers = TREE_CHAIN (TREE_VALUE (format));
  int text = tree_to_shwi (TREE_VALUE (numbers)) - 1;
  int first = tree_to_shwi (TREE_VALUE (TREE_CHAIN (numbers))) - 1;
  if (text >= call_expr_nargs (call)
      || shows_bits_p (CALL_EXPR_ARG (call, text)))
    return;
  for (int i = first; first >= 0 && i < call_expr_nargs (call); i++)
    if (upc_pointer_p (TREE_TYPE (CALL_EXPR_ARG (call, i))))
      warning_at (place_of (CALL_EXPR_ARG (call, i)),
		  OPT_Wincompatible_pointer_types, "a pointer-to-shared among "
		  "the arguments of a format, which are pointers-to-local");
}

static bool measures_objects;

bool
upc_objects_measured_p (void)
{
  return measures_objects;
}

/* Handles accesses to _Atomic objects, for which the front end makes calls of
   builtin functions with local addresses.  */
static void
visit_builtin_call (tree call, const_tree fn)
{
  if (id_equal (DECL_NAME (fn), "__builtin_dynamic_object_size"))
    measures_objects = true;
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree *arg = &CALL_EXPR_ARG (call, i);
      while ((CONVERT_EXPR_P (*arg)
	      || TREE_CODE (*arg) == ADDR_SPACE_CONVERT_EXPR)
	     && POINTER_TYPE_P (TREE_TYPE (*arg)) && implicit_p (*arg))
	arg = &TREE_OPERAND (*arg, 0);
      walk_tree_without_duplicates (arg, visit, NULL);
    }
}

/* Makes the value of an assignment the assigned value: GCC would read the
   object again, from wherever that is.  */
static void
keep_assigned_value (tree *where)
{
  tree expr = *where, object = TREE_OPERAND (expr, 0);
  if (!upc_shared_p (TREE_TYPE (object))
      || !is_gimple_reg_type (TREE_TYPE (object)))
    return;
  tree value = save_expr (TREE_OPERAND (expr, 1));
  TREE_OPERAND (expr, 1) = value;
  *where = build2_loc (EXPR_LOCATION (expr), COMPOUND_EXPR, TREE_TYPE (value),
		       expr, value);
}

/* Makes ++ and -- in front assignments.  */
static void
write_as_assignment (tree *where)
{
  tree expr = *where, object = TREE_OPERAND (expr, 0);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (object));
  if (!upc_shared_p (TREE_TYPE (object))
      || !(INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)))
    return;
  object = stabilize_reference (object);
  tree_code code
    = TREE_CODE (expr) == PREINCREMENT_EXPR ? PLUS_EXPR : MINUS_EXPR;
  *where = build2_loc (EXPR_LOCATION (expr), MODIFY_EXPR, type, object,
		       build2_loc (EXPR_LOCATION (expr), code, type,
				   object, TREE_OPERAND (expr, 1)));
  keep_assigned_value (where);
}

static tree
visit (tree *where, int *walk_subtrees, void *)
{
  tree expr = *where;
  if (TYPE_P (expr))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (EXPR_HAS_LOCATION (expr))
    last_loc = EXPR_LOCATION (expr);
  switch (TREE_CODE (expr))
    {
    case NOP_EXPR: case CONVERT_EXPR: case ADDR_SPACE_CONVERT_EXPR:
      check_conversion (expr);
      break;
    case INTEGER_CST:
      check_constant (expr);
      break;
    case LT_EXPR: case LE_EXPR: case GT_EXPR: case GE_EXPR:
      check_relation (expr);
      break;
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
      visit_operands (expr, walk_subtrees);
      write_as_assignment (where);
      break;
    case MODIFY_EXPR:
      visit_operands (expr, walk_subtrees);
      keep_assigned_value (where);
      break;
    case CALL_EXPR:
      check_format (expr);
      if (tree fn = get_callee_fndecl (expr))
	if (fndecl_built_in_p (fn, BUILT_IN_NORMAL))
	  {
	    *walk_subtrees = 0;
	    visit_builtin_call (expr, fn);
	  }
      break;
    case MEM_REF:
      /* The offset has a pointer's type.  */
      *walk_subtrees = 0;
      walk_tree_without_duplicates (&TREE_OPERAND (expr, 0), visit, NULL);
      break;
    default:
      break;
    }
  return NULL_TREE;
}

void
upc_check_function (tree fn)
{
  last_loc = DECL_SOURCE_LOCATION (fn);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit, NULL);
}

void
upc_check_initialiser (tree decl)
{
  last_loc = DECL_SOURCE_LOCATION (decl);
  if (DECL_INITIAL (decl) && DECL_INITIAL (decl) != error_mark_node)
    walk_tree_without_duplicates (&DECL_INITIAL (decl), visit, NULL);
}

/* ---- Asked by the front end before it makes an operation  */

static const char *(*outer_invalid_unary_op) (int, const_tree);
static const char *(*outer_invalid_binary_op) (int, const_tree, const_tree);
static const char *(*outer_invalid_conversion) (const_tree, const_tree);

/* Returns whether TYPE is a pointer to shared void: GCC allows additions to
   pointers to void, as an extension, if the user wants (start.c); elements of
   shared void would have neither size nor place.  */
static bool
has_no_elements_p (const_tree type)
{
  return upc_pointer_p (type) && VOID_TYPE_P (TREE_TYPE (type));
}

static const char no_elements[]
  = G_("arithmetic on a value of type %<shared void *%>, which points to no "
       "elements");

static const char *
invalid_unary_op (int op, const_tree type)
{
  upc_note_type_name (NULL_TREE);
  switch (op)
    {
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      if (has_no_elements_p (type))
	return no_elements;
    }
  return outer_invalid_unary_op (op, type);
}

/* Returns whether A OP B would count elements in the order of two layouts: a
   subtraction, as < does one too, needs the same (UPC 1.3, 6.4.2).  */
static bool
uncountable_p (int op, const_tree a, const_tree b)
{
  return ((op == MINUS_EXPR || op == LT_EXPR || op == LE_EXPR || op == GT_EXPR
	   || op == GE_EXPR)
	  && upc_pointer_p (a) && upc_pointer_p (b) && blocks_differ_p (a, b));
}

static const char *
invalid_binary_op (int op, const_tree a, const_tree b)
{
  upc_note_type_name (NULL_TREE);
  if (uncountable_p (op, a, b))
    return G_("operands are pointers-to-shared whose block sizes differ: one "
	      "needs a cast");
  if ((op == PLUS_EXPR || op == MINUS_EXPR)
      && (has_no_elements_p (a) || has_no_elements_p (b)))
    return no_elements;
  return outer_invalid_binary_op (op, a, b);
}

static const char *
invalid_conversion (const_tree from, const_tree to)
{
  upc_note_type_name (NULL_TREE);
  return outer_invalid_conversion (from, to);
}

void
upc_watch_operations (void)
{
  outer_invalid_conversion = targetm.invalid_conversion;
  targetm.invalid_conversion = invalid_conversion;
  outer_invalid_unary_op = targetm.invalid_unary_op;
  targetm.invalid_unary_op = invalid_unary_op;
  outer_invalid_binary_op = targetm.invalid_binary_op;
  targetm.invalid_binary_op = invalid_binary_op;
}
