/* arrays.c - THREADS in the bounds of arrays.

   SPDX-License-Identifier: GPL-3.0-or-later

   With dynamic THREADS, what the lexical step makes of

     shared [2] int a[10 * THREADS];

   is an array of 10 * UPC_THREADS_MAGIC elements for the front end.  Here it
   becomes one with the bound 10 * __upc_threads - 1, whose size is an
   expression; sizeof, rows, pointers to rows and their differences are then
   right by themselves.  The object needs a constant size nevertheless, which is
   what a thread has of it.

   The gimplifier evaluates the sizes of types in place, which would put a
   value that is computed in one function into all others.  So each expression
   is hidden in an artificial variable that stands for it.  */

#include "upc/upc-plugin.h"

/* ---- Expressions as variables  */

/* Returns a variable that stands for EXPR.  Messages print the NAME of one
   that is a bound.  */
static tree
make_leaf (tree expr, const char *name)
{
  if (TREE_CODE (expr) == INTEGER_CST)
    return expr;
  tree leaf = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier (name),
			  TREE_TYPE (expr));
  DECL_ARTIFICIAL (leaf) = 1;
  DECL_IGNORED_P (leaf) = 1;
  TREE_READONLY (leaf) = 1;
  TREE_STATIC (leaf) = 1;
  TREE_USED (leaf) = 1;
  SET_DECL_VALUE_EXPR (leaf, expr);
  DECL_HAS_VALUE_EXPR_P (leaf) = 1;
  return upc_keep (leaf);
}

bool
upc_size_p (const_tree expr)
{
  return VAR_P (expr) && DECL_HAS_VALUE_EXPR_P (expr);
}

/* Returns the expression that LEAF stands for, of type sizetype.  */
static tree
expression_of (tree leaf)
{
  tree expr = upc_size_p (leaf) ? unshare_expr (DECL_VALUE_EXPR (leaf)) : leaf;
  return fold_convert (sizetype, expr);
}

tree
upc_threads (void)
{
  tree variable = upc_function (UPC_THREADS, input_location);
  return variable ? variable : integer_one_node;
}

/* ---- Bounds  */

/* Returns the number of elements of array TYPE as a constant; -1 if it is not
   one.  */
static HOST_WIDE_INT
constant_length (const_tree type)
{
  tree domain = TYPE_DOMAIN (type);
  if (!domain || !TYPE_MAX_VALUE (domain)
      || !tree_fits_shwi_p (TYPE_MAX_VALUE (domain)))
    return -1;
  return tree_to_shwi (TYPE_MAX_VALUE (domain)) + 1;
}

bool
upc_magic_p (const_tree type)
{
  if (TREE_CODE (type) != ARRAY_TYPE)
    return false;
  HOST_WIDE_INT length = constant_length (type);
  return ((length > 0 && length % UPC_THREADS_MAGIC == 0)
	  || length == UPC_THREADS_ZERO);
}

/* Returns the factor of THREADS in the length of an array, -1 if there is
   none: it is encoded in the value of a leaf, MAX (FACTOR * THREADS) - 1.  */
static HOST_WIDE_INT
factor_of (const_tree type)
{
  tree domain = TYPE_DOMAIN (type);
  if (!domain || !TYPE_MAX_VALUE (domain)
      || !upc_size_p (TYPE_MAX_VALUE (domain)))
    return -1;
  tree value = DECL_VALUE_EXPR (TYPE_MAX_VALUE (domain));
  return tree_to_shwi (TREE_OPERAND (TREE_OPERAND (value, 0), 1));
}

/* Returns N where EXPR is N * THREADS, or that minus 1, as a bound in a block
   is; else -1.  */
static HOST_WIDE_INT
multiple_in (tree expr)
{
  while (CONVERT_EXPR_P (expr) || TREE_CODE (expr) == SAVE_EXPR)
    expr = TREE_OPERAND (expr, 0);
  if (expr == upc_threads ())
    return 1;
  if (TREE_CODE (expr) != MULT_EXPR && TREE_CODE (expr) != PLUS_EXPR)
    return -1;
  tree constant = TREE_OPERAND (expr, 1);
  HOST_WIDE_INT n = multiple_in (TREE_OPERAND (expr, 0));
  if (n < 0 || !tree_fits_shwi_p (constant))
    return -1;
  return TREE_CODE (expr) == MULT_EXPR ? n * tree_to_shwi (constant)
	 : integer_minus_onep (constant) ? n : -1;
}

/* Returns the multiple of THREADS that array TYPE has for its length, or
   -1.  */
static HOST_WIDE_INT
multiple_of (const_tree type)
{
  HOST_WIDE_INT factor = factor_of (type);
  tree domain = TYPE_DOMAIN (type);
  return factor > 0 || !domain || !TYPE_MAX_VALUE (domain)
	 ? factor : multiple_in (TYPE_MAX_VALUE (domain));
}

/* Returns the multiple of THREADS that array TYPE has for its length, or -1,
   also where the bound has become a variable: see mark_multiple.  */
static HOST_WIDE_INT
marked_multiple (const_tree type)
{
  HOST_WIDE_INT n = multiple_of (type);
  tree mark = lookup_attribute (UPC_MULTIPLE, TYPE_ATTRIBUTES (type));
  return n < 0 && mark ? tree_to_shwi (TREE_VALUE (TREE_VALUE (mark))) : n;
}

/* Notes in an attribute which multiple of THREADS the length of TYPE is: GCC
   takes any two variable bounds for the same, but compares attributes.  */
static void
mark_multiple (tree type)
{
  HOST_WIDE_INT n = multiple_of (type);
  if (n > 0)
    TYPE_ATTRIBUTES (type)
      = tree_cons (get_identifier (UPC_MULTIPLE),
		   build_tree_list (NULL_TREE, size_int (n)),
		   NULL_TREE);
}

static bool
marked_p (const_tree type)
{
  return lookup_attribute (UPC_MULTIPLE, TYPE_ATTRIBUTES (type));
}

static int (*outer_comp_attributes) (const_tree, const_tree);

/* Returns whether A and B, which have different attributes, are
   compatible.  */
static int
compare_attributes (const_tree a, const_tree b)
{
  if (marked_p (a) && marked_p (b))
    return 0;
  return outer_comp_attributes (a, b);
}

void
upc_watch_types (void)
{
  outer_comp_attributes = targetm.comp_type_attributes;
  targetm.comp_type_attributes = compare_attributes;
}

/* Gives array TYPE, whose length or element has THREADS in it, leaves for
   sizes.  */
static void
set_leaf_sizes (tree type)
{
  tree domain = TYPE_DOMAIN (type), element = TREE_TYPE (type);
  if (!domain || !TYPE_MAX_VALUE (domain) || !TYPE_SIZE_UNIT (element)
      || (!upc_size_p (TYPE_MAX_VALUE (domain))
	  && !upc_size_p (TYPE_SIZE_UNIT (element))))
    return;
  tree length = size_binop (PLUS_EXPR, expression_of (TYPE_MAX_VALUE (domain)),
			    size_one_node);
  tree bytes = size_binop (MULT_EXPR, length,
			   expression_of (TYPE_SIZE_UNIT (element)));
  tree bits = size_binop (MULT_EXPR, fold_convert (bitsizetype,
						   unshare_expr (bytes)),
			  bitsize_unit_node);
  TYPE_SIZE_UNIT (type) = make_leaf (bytes, "__upc_size");
  TYPE_SIZE (type) = make_leaf (bits, "__upc_size");
}

/* Returns whether the size of array TYPE is known when the program runs, and
   does not change if ELEMENT is what it consists of.  */
static bool
same_variable_size_p (const_tree type, const_tree element)
{
  return (TYPE_SIZE (type) && TREE_CODE (TYPE_SIZE (type)) != INTEGER_CST
	  && TYPE_SIZE (element) == TYPE_SIZE (TREE_TYPE (type)));
}

/* Returns a type of its own, that shares the expressions which the gimplifier
   evaluates.  */
static tree
variable_array_of (tree type, tree element)
{
  tree array = build_distinct_type_copy (TYPE_MAIN_VARIANT (type));
  TREE_TYPE (array) = element;
  TYPE_ADDR_SPACE (array) = TYPE_ADDR_SPACE (element);
  mark_multiple (array);
  return upc_keep (array);
}

tree
upc_array_of (tree type, tree element)
{
  if (same_variable_size_p (type, element))
    return variable_array_of (type, element);
  tree array = build_array_type (element, TYPE_DOMAIN (type));
  set_leaf_sizes (array);
  mark_multiple (array);
  return upc_keep (array);
}

/* Returns FACTOR * THREADS - 1; factor_of reads this.  GCC prints it as the
   length.  */
static tree
make_maximum (HOST_WIDE_INT factor)
{
  char name[40] = UPC_WORD_THREADS;
  if (factor > 1)
    snprintf (name, sizeof name, HOST_WIDE_INT_PRINT_DEC "*" UPC_WORD_THREADS,
	      factor);
  tree threads = fold_convert (sizetype, upc_threads ());
  tree length = build2 (MULT_EXPR, sizetype, threads, size_int (factor));
  return make_leaf (build2 (MINUS_EXPR, sizetype, length, size_one_node), name);
}

tree
upc_array_of_threads (tree type, tree element, location_t loc)
{
  HOST_WIDE_INT length = constant_length (type);
  HOST_WIDE_INT factor = length / UPC_THREADS_MAGIC;
  if (factor < 1 || factor % UPC_THREADS_MAGIC == 0)
    {
      error_at (loc, "%<THREADS%> in a dimension of an array may only stand "
		"alone or be multiplied by a positive integer constant, once, "
		"where its value is not known at translation time");
      factor = 1;
    }
  tree maximum = make_maximum (factor);
  tree array = build_array_type (element, build_index_type (maximum));
  set_leaf_sizes (array);
  mark_multiple (array);
  return upc_keep (array);
}

int
upc_threads_dimensions (const_tree type)
{
  int n = 0;
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    n += factor_of (type) > 0 || upc_magic_p (type);
  return n;
}

/* ---- Shares  */

static HOST_WIDE_INT
length_for_one_thread (const_tree type)
{
  HOST_WIDE_INT factor = factor_of (type), length = constant_length (type);
  return (factor > 0 ? factor
	  : upc_magic_p (type) ? length / UPC_THREADS_MAGIC : length);
}

HOST_WIDE_INT
upc_elements (const_tree type)
{
  HOST_WIDE_INT n = 1;
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    {
      HOST_WIDE_INT length = length_for_one_thread (type);
      if (length < 0)
	return -1;
      n *= length;
    }
  return n;
}

/* Returns the multiple of THREADS that array TYPE has for its length, also if
   it has not been replaced yet; or -1.  */
static HOST_WIDE_INT
any_multiple_of (const_tree type)
{
  return upc_magic_p (type) ? constant_length (type) / UPC_THREADS_MAGIC
	 : factor_of (type);
}

bool
upc_bounds_agree_p (const_tree a, const_tree b)
{
  for (; TREE_CODE (a) == ARRAY_TYPE && TREE_CODE (b) == ARRAY_TYPE;
       a = TREE_TYPE (a), b = TREE_TYPE (b))
    {
      bool known = COMPLETE_TYPE_P (a) && COMPLETE_TYPE_P (b);
      if (any_multiple_of (a) != any_multiple_of (b) && known
	  && !(marked_p (a) && marked_p (b)))
	return false;
    }
  return true;
}

void
upc_print_bounds (pretty_printer *text, const_tree type)
{
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    {
      HOST_WIDE_INT factor = marked_multiple (type);
      pp_left_bracket (text);
      if (factor > 0)
	pp_printf (text, factor == 1 ? "THREADS" : "%wd*THREADS", factor);
      else if (constant_length (type) >= 0)
	pp_printf (text, "%wd", constant_length (type));
      pp_right_bracket (text);
    }
}

/* Returns among how many threads upc_elements () of TYPE are spread.  */
static HOST_WIDE_INT
sharers_of (const_tree type)
{
  if (upc_threads_dimensions (type) || !upc_options.threads)
    return 1;
  return upc_options.threads;
}

static HOST_WIDE_INT
divide_up (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return (a + b - 1) / b;
}

HOST_WIDE_INT
upc_even_block (const_tree type)
{
  HOST_WIDE_INT n = upc_elements (type);
  return n < 0 ? -1 : divide_up (n, sharers_of (type));
}

/* Returns the size of an element of TYPE, or -1.  */
static HOST_WIDE_INT
element_size (const_tree type)
{
  tree element = strip_array_types (const_cast<tree> (type));
  tree size = TYPE_SIZE_UNIT (element);
  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : -1;
}

HOST_WIDE_INT
upc_local_size (const_tree type)
{
  HOST_WIDE_INT n = upc_elements (type), size = element_size (type);
  HOST_WIDE_INT block = upc_block_of (type);
  if (n < 0 || size < 0)
    return -1;
  if (TREE_CODE (type) != ARRAY_TYPE || !block)
    return n * size;
  HOST_WIDE_INT blocks = divide_up (divide_up (n, block), sharers_of (type));
  return blocks * block * size;
}

void
upc_set_size (tree decl)
{
  HOST_WIDE_INT size = upc_local_size (TREE_TYPE (decl));
  /* It is of an array without a bound, which is defined elsewhere.  */
  if (size < 0 && DECL_EXTERNAL (decl)
      && TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE)
    size = 1;
  if (size < 0)
    return;
  DECL_SIZE_UNIT (decl) = size_int (size);
  DECL_SIZE (decl) = bitsize_int (size * BITS_PER_UNIT);
}
