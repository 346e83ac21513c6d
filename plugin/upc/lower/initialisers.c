/* initialisers.c - initial values become start-up code.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared [2] int a[THREADS] = { 1, 2 };
     struct { int n; shared int *p; } s = { 7, &x };

     static const int table[2] = { 1, 2 };
     struct { int n; shared int *p; } s = { 7, 0 };
     static void __upc_start_unit (void)      in section upc_init
     {
       __upc_initialise (&a, table, sizeof table, 2 * sizeof (int));
       s.p = &x;
     }

   What an object is initialised with is known to no linker if it has a shared
   address in it, and shared space is not there before the program runs.

   For the front end an initialiser is constant or not by the rules of C, where
   a conversion between layouts is not.  So it is made to believe that the
   variable is automatic while it reads one; that the values are constant is
   seen to here.  */

#include "upc/upc-plugin.h"

/* ---- While parsing  */

/* The names of variables that are taken for automatic ones at the moment.  The
   declaration that is finished may be an earlier one of the same object.  */
static vec<tree> expected;

/* Returns whether TYPE is or has a pointer-to-shared.  */
static bool
has_shared_pointer_p (tree type, int depth)
{
  type = strip_array_types (type);
  if (upc_pointer_p (type) || depth > 8)
    return true;
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL
	&& has_shared_pointer_p (TREE_TYPE (f), depth + 1))
      return true;
  return false;
}

/* Notes DECL, if it is about to be initialised by its DECL_INITIAL and may
   need code for that.  */
void
upc_expect_initialiser (tree decl)
{
  if (!VAR_P (decl) || !TREE_STATIC (decl) || DECL_EXTERNAL (decl)
      || DECL_INITIAL (decl) != error_mark_node
      || !(upc_shared_p (TREE_TYPE (decl))
	   || has_shared_pointer_p (TREE_TYPE (decl), 0)))
    return;
  TREE_STATIC (decl) = 0;
  expected.safe_push (DECL_NAME (decl));
}

/* Restores DECL, which is finished, if its initialiser was expected.  */
void
upc_finish_initialiser (tree decl)
{
  for (unsigned i = expected.length (); i-- > 0;)
    if (expected[i] == DECL_NAME (decl))
      {
	expected.unordered_remove (i);
	TREE_STATIC (decl) = 1;
	DECL_DEFER_OUTPUT (decl) = 0;
	if (TREE_TYPE (decl) != error_mark_node)
	  varpool_node::finalize_decl (decl);
	return;
      }
}

/* ---- At the end of the unit  */

/* The statements of the start-up function.  */
static tree startup;

static tree
find_shared_address (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  else if (TREE_CODE (*where) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (*where, 0));
      if (base && VAR_P (base) && upc_shared_p (TREE_TYPE (base)))
	return *where;
    }
  return NULL_TREE;
}

static bool
has_shared_address_p (tree value)
{
  return walk_tree_without_duplicates (&value, find_shared_address, NULL);
}

static tree
forbid_section (tree *where, int *walk_subtrees, void *data)
{
  tree expr = *where;
  if (TYPE_P (expr))
    *walk_subtrees = 0;
  else if (TREE_CODE (expr) == COMPOUND_LITERAL_EXPR)
    walk_tree (&DECL_INITIAL (COMPOUND_LITERAL_EXPR_DECL (expr)),
	       forbid_section, data, (hash_set<tree> *) data);
  else if (TREE_CODE (expr) == CONSTRUCTOR && has_shared_address_p (expr))
    TREE_CONSTANT (expr) = TREE_STATIC (expr) = 0;
  return NULL_TREE;
}

/* Keeps GCC from copying initial values of FN's own variables, of several
   constants, from a section.  */
void
upc_forbid_sections (tree fn)
{
  hash_set<tree> seen;
  walk_tree (&DECL_SAVED_TREE (fn), forbid_section, &seen, &seen);
}

/* Returns whether VALUE can stand in a section.  */
static bool
plain_constant_p (tree value)
{
  return (initializer_constant_valid_p (value, TREE_TYPE (value))
	  && !has_shared_address_p (value));
}

/* Finds a part of *WHERE that is known only at run time, other than MYTHREAD
   and THREADS; not the object of which it takes an address.  */
static tree
find_evaluated (tree *where, int *walk_subtrees, void *data)
{
  tree expr = *where;
  if (TYPE_P (expr) || expr == data)
    *walk_subtrees = 0;
  else if (TREE_CODE (expr) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (expr, 0));
      *walk_subtrees = 0;
      return walk_tree_without_duplicates (&TREE_OPERAND (expr, 0),
					   find_evaluated,
					   base && DECL_P (base) ? base : NULL);
    }
  else if (VAR_P (expr))
    return upc_size_p (expr)
	   || startswith (IDENTIFIER_POINTER (DECL_NAME (expr)), "__upc_")
	   ? NULL_TREE : expr;
  else if (TREE_CODE (expr) == CALL_EXPR || TREE_CODE (expr) == BIND_EXPR
	   || TREE_CODE (expr) == MODIFY_EXPR)
    return expr;
  return NULL_TREE;
}

static void
check_value (tree value, tree decl)
{
  if ((!upc_pointer_p (TREE_TYPE (value)) && !has_shared_address_p (value))
      || walk_tree_without_duplicates (&value, find_evaluated, NULL))
    error_at (EXPR_LOC_OR_LOC (value, DECL_SOURCE_LOCATION (decl)),
	      "initializer element is not constant");
}

/* Returns an expression that is true if the thread has affinity to LHS.  */
static tree
owned (tree lhs)
{
  tree fn = upc_function (UPC_OWN_POINTER, input_location);
  if (!fn)
    return integer_one_node;
  tree pointer = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (lhs)),
			 unshare_expr (lhs));
  return build_call_expr (fn, 2, integer_one_node,
			  build1 (NOP_EXPR, upc_bits_type (), pointer));
}

/* Adds LHS = VALUE to *CODE, done by the thread that LHS belongs to.  */
static void
assign (tree lhs, tree value, tree decl, tree *code)
{
  tree assignment = build2 (MODIFY_EXPR, void_type_node, lhs, value);
  SET_EXPR_LOCATION (assignment, DECL_SOURCE_LOCATION (decl));
  if (upc_shared_p (TREE_TYPE (decl)))
    assignment = build3 (COND_EXPR, void_type_node, owned (lhs), assignment,
			 NULL_TREE);
  append_to_statement_list (assignment, code);
}

static bool move_out (tree lhs, tree *where, tree decl, tree *code);

/* Returns the element of array LHS at INDEX.  */
static tree
element_at (tree lhs, HOST_WIDE_INT index)
{
  return build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (lhs)), unshare_expr (lhs),
		 size_int (index), NULL_TREE, NULL_TREE);
}

/* Returns the member FIELD of LHS.  */
static tree
member_of (tree lhs, tree field)
{
  tree type = TREE_TYPE (field);
  addr_space_t space = TYPE_ADDR_SPACE (TREE_TYPE (lhs));
  if (space)
    type = c_build_qualified_type (type, TYPE_QUALS (strip_array_types (type))
				   | ENCODE_QUAL_ADDR_SPACE (space),
				   NULL_TREE, 0);
  return build3 (COMPONENT_REF, type, unshare_expr (lhs), field, NULL_TREE);
}

/* Moves out the elements that INDEX, the I-th of an array's constructor, stands
   for.  */
static bool
move_out_elements (tree lhs, tree index, HOST_WIDE_INT i, tree *where,
		   tree decl, tree *code)
{
  HOST_WIDE_INT first = i, last = i;
  if (index && TREE_CODE (index) == RANGE_EXPR)
    {
      first = tree_to_shwi (TREE_OPERAND (index, 0));
      last = tree_to_shwi (TREE_OPERAND (index, 1));
    }
  else if (index)
    first = last = tree_to_shwi (index);
  tree value = *where;
  bool moved = false;
  for (; first <= last; first++)
    {
      *where = unshare_expr (value);
      moved |= move_out (element_at (lhs, first), where, decl, code);
    }
  return moved;
}

static bool
move_out_parts (tree lhs, tree *where, tree decl, tree *code)
{
  vec<constructor_elt, va_gc> *elements = CONSTRUCTOR_ELTS (*where);
  bool array = TREE_CODE (TREE_TYPE (lhs)) == ARRAY_TYPE, moved = false;
  HOST_WIDE_INT next = 0;
  for (unsigned i = 0; i < vec_safe_length (elements); i++)
    {
      constructor_elt *e = &(*elements)[i];
      if (!array)
	moved |= move_out (member_of (lhs, e->index), &e->value, decl, code);
      else
	{
	  moved |= move_out_elements (lhs, e->index, next, &e->value, decl,
				      code);
	  tree last = e->index;
	  if (last && TREE_CODE (last) == RANGE_EXPR)
	    last = TREE_OPERAND (last, 1);
	  next = (last ? tree_to_shwi (last) : next) + raw_length (e->value);
	}
    }
  return moved;
}

/* Parts of *WHERE, the initial value of LHS, that cannot stand in a section are
   replaced by zero there and assigned in *CODE.  */
static bool
move_out (tree lhs, tree *where, tree decl, tree *code)
{
  STRIP_ANY_LOCATION_WRAPPER (*where);
  if (TREE_CODE (*where) == CONSTRUCTOR && !VECTOR_TYPE_P (TREE_TYPE (lhs)))
    return move_out_parts (lhs, where, decl, code);
  if (plain_constant_p (*where))
    return false;
  check_value (*where, decl);
  assign (lhs, unshare_expr (*where), decl, code);
  *where = build_zero_cst (TREE_TYPE (*where));
  return true;
}

/* ---- Tables  */

/* Assigns the characters of the string VALUE to the elements of LHS.  */
static void
assign_characters (tree lhs, tree value, tree decl)
{
  tree type = upc_private_type (TREE_TYPE (TREE_TYPE (lhs)));
  HOST_WIDE_INT size = tree_to_shwi (TYPE_SIZE_UNIT (type));
  const unsigned char *text
    = (const unsigned char *) TREE_STRING_POINTER (value);
  for (HOST_WIDE_INT i = 0; i * size < TREE_STRING_LENGTH (value); i++)
    {
      tree character = native_interpret_expr (type, text + i * size, size);
      if (!integer_zerop (character))
	assign (element_at (lhs, i), character, decl, &startup);
    }
}

/* Assigns all of VALUE to LHS, piece by piece: objects without a constant
   layout.  */
static void
assign_pieces (tree lhs, tree value, tree decl)
{
  if (TREE_CODE (value) == STRING_CST
      && TREE_CODE (TREE_TYPE (lhs)) == ARRAY_TYPE)
    {
      assign_characters (lhs, value, decl);
      return;
    }
  if (TREE_CODE (value) == CONSTRUCTOR
      && TREE_CODE (TREE_TYPE (lhs)) == ARRAY_TYPE)
    {
      tree index, piece;
      unsigned i;
      HOST_WIDE_INT next = 0;
      FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (value), i, index, piece)
	{
	  HOST_WIDE_INT last = next;
	  if (index && TREE_CODE (index) == RANGE_EXPR)
	    {
	      next = tree_to_shwi (TREE_OPERAND (index, 0));
	      last = tree_to_shwi (TREE_OPERAND (index, 1));
	    }
	  else if (index)
	    next = last = tree_to_shwi (index);
	  HOST_WIDE_INT first = next;
	  for (last += raw_length (piece) - 1; next <= last; next++)
	    assign_pieces (element_at (lhs, next),
			   unshare_expr (raw_element (piece, next - first)),
			   decl);
	}
      return;
    }
  assign (lhs, value, decl, &startup);
}

/* Returns how many elements of an array VALUE says something of.  */
HOST_WIDE_INT
upc_length_of_value (tree value)
{
  if (TREE_CODE (value) == ERROR_MARK)
    return 0;
  if (TREE_CODE (value) == STRING_CST)
    return (TREE_STRING_LENGTH (value)
	    / tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (value)))));
  HOST_WIDE_INT next = 0, length = 0;
  tree index, piece;
  unsigned i;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (value), i, index, piece)
    {
      tree last = index;
      if (last && TREE_CODE (last) == RANGE_EXPR)
	last = TREE_OPERAND (last, 1);
      next = (last ? tree_to_shwi (last) : next) + raw_length (piece);
      length = MAX (length, next);
    }
  return length;
}

/* Returns the type of a table with VALUE, for an object of TYPE; null if
   there can be none.  */
static tree
table_type (tree type, tree value)
{
  if (TREE_CODE (type) != ARRAY_TYPE)
    return upc_private_type (type);
  tree element = TREE_TYPE (type), size = TYPE_SIZE_UNIT (element);
  if (!size || TREE_CODE (size) != INTEGER_CST)
    return NULL_TREE;
  HOST_WIDE_INT length = upc_length_of_value (value);
  if (TREE_CODE (TYPE_SIZE_UNIT (type)) == INTEGER_CST
      && TREE_CODE (value) == STRING_CST)
    length = MIN (length, upc_elements (type));
  return length ? build_array_type_nelts (upc_private_type (element), length)
		: NULL_TREE;
}

static tree
make_table (tree type, tree value, tree decl)
{
  tree table = build_decl (DECL_SOURCE_LOCATION (decl), VAR_DECL,
			   create_tmp_var_name ("upc_table"), type);
  TREE_STATIC (table) = 1;
  TREE_READONLY (table) = 1;
  TREE_USED (table) = 1;
  TREE_ADDRESSABLE (table) = 1;
  DECL_ARTIFICIAL (table) = 1;
  DECL_IGNORED_P (table) = 1;
  value = copy_node (value);
  TREE_TYPE (value) = type;
  DECL_INITIAL (table) = value;
  varpool_node::finalize_decl (table);
  return upc_keep (table);
}

/* Adds code that fills DECL from TABLE.  */
static void
fill_from (tree decl, tree table)
{
  tree fn = upc_function (UPC_INITIALISE, DECL_SOURCE_LOCATION (decl));
  if (!fn)
    return;
  struct upc_layout layout = upc_layout_of (TREE_TYPE (decl));
  HOST_WIDE_INT block = TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE
			  ? layout.block * layout.size
			  : 0;
  tree call = build_call_expr (fn, 4, build_fold_addr_expr (upc_proxy (decl)),
			       build_fold_addr_expr (table),
			       TYPE_SIZE_UNIT (TREE_TYPE (table)),
			       size_int (block));
  append_to_statement_list (call, &startup);
}

static void
initialise_shared (tree decl)
{
  tree value = DECL_INITIAL (decl);
  DECL_INITIAL (decl) = NULL_TREE;
  STRIP_ANY_LOCATION_WRAPPER (value);
  tree code = NULL_TREE;
  move_out (decl, &value, decl, &code);
  tree type = table_type (TREE_TYPE (decl), value);
  if (integer_zerop (value) || (TREE_CODE (value) == CONSTRUCTOR
				&& !CONSTRUCTOR_NELTS (value)))
    upc_proxy (decl);
  else if (type)
    fill_from (decl, make_table (type, value, decl));
  else
    assign_pieces (decl, value, decl);
  if (code)
    append_to_statement_list (code, &startup);
}

static void
initialise_private (tree decl)
{
  tree code = NULL_TREE;
  if (!move_out (decl, &DECL_INITIAL (decl), decl, &code))
    return;
  if (DECL_THREAD_LOCAL_P (decl))
    sorry_at (DECL_SOURCE_LOCATION (decl), "UPC: shared address in the "
	      "initializer of the thread-local variable %qD", decl);
  TREE_READONLY (decl) = 0;
  append_to_statement_list (code, &startup);
}

static bool
needs_startup_p (tree decl)
{
  tree value = DECL_INITIAL (decl);
  if (!value || value == error_mark_node || TREE_TYPE (decl) == error_mark_node)
    return false;
  return (upc_shared_p (TREE_TYPE (decl))
	  || has_shared_pointer_p (TREE_TYPE (decl), 0)
	  || has_shared_address_p (value));
}

/* Makes the code that initialises the unit's objects, at its end.  If there
   have been errors, initial values may be anything, and are not examined.  */
void
upc_make_startup (void)
{
  bool is_wrong = seen_error ();
  auto_vec<tree> decls;
  varpool_node *node;
  FOR_EACH_VARIABLE (node)
    if (needs_startup_p (node->decl))
      decls.safe_push (node->decl);
  for (unsigned i = decls.length (); i-- > 0;)
    if (is_wrong)
      DECL_INITIAL (decls[i]) = error_mark_node;
    else if (upc_shared_p (TREE_TYPE (decls[i])))
      initialise_shared (decls[i]);
    else
      initialise_private (decls[i]);
  if (startup && !seen_error ())
    upc_run_at_start (startup);
}
