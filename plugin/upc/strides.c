/* strides.c - upc_forall goes from one iteration of its own to the next.

   SPDX-License-Identifier: GPL-3.0-or-later

     upc_forall (i = 0; i < n; i++; &a[i])
       a[i] = 0;

     i = 0;
     __upc_stride_start (&f, f.controls, i, 0, 1, __upc_stride_signed (i, n, 0));
     goto entry;
   top:
     *(shared int *) __upc_stride_place ((ulong) &a[0], &f, sizeof (int)) = 0;
     __upc_stride_next (&f);
   entry:
     if (__upc_stride_more (&f))
       { i = __upc_stride_index (&f); goto top; }
     i = __upc_stride_last (&f);

   Where the loop's variable goes up or down by one to a bound that does not
   change, the affinity is that variable and what does not change, and its
   elements lie in turn with the threads, the iterations of a thread are THREADS
   apart.  How many there are is known at the start, so none is tested, the
   variable has its proper value at the end, and an element with the variable
   for index is where the last one was, an element further.  All other loops
   stay as forall.c has them.  */

#include "upc-plugin.h"

/* A loop, and what is known of it.  */
struct loop
{
  tree statement;		/* FOR_STMT */
  tree *test;			/* COND_EXPR: mine, then the body */
  tree variable, bound;
  enum tree_code compare;
  int step;			/* 1 or -1 */
  tree offset;			/* affinity minus variable, a long */
  tree walk;			/* struct __upc_forall */
};

/* ---- What does not change in the body  */

/* Something that could change VARIABLE, or that cannot be seen through.  */
static tree
find_change (tree *where, int *walk_subtrees, void *variable)
{
  tree expr = *where;
  switch (TREE_CODE (expr))
    {
    case MODIFY_EXPR: case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR: case INIT_EXPR:
      return TREE_OPERAND (expr, 0) == variable ? expr : NULL_TREE;
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

/* Whether BODY leaves DECL, a variable, alone.  */
static bool
left_alone_p (tree decl, tree body)
{
  if (TREE_THIS_VOLATILE (decl))
    return false;
  if (TREE_READONLY (decl) && is_global_var (decl))
    return true;
  return ((TREE_CODE (decl) == PARM_DECL || VAR_P (decl))
	  && !is_global_var (decl) && !TREE_ADDRESSABLE (decl)
	  && DECL_CONTEXT (decl) == current_function_decl
	  && !walk_tree_without_duplicates (&body, find_change, decl));
}

static bool
invariant_p (tree expr, const struct loop *loop)
{
  if (CONSTANT_CLASS_P (expr))
    return true;
  switch (TREE_CODE (expr))
    {
    case VAR_DECL: case PARM_DECL:
      return (expr != loop->variable && !upc_shared_p (TREE_TYPE (expr))
	      && left_alone_p (expr, *loop->test));
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR:
      return (invariant_p (TREE_OPERAND (expr, 0), loop)
	      && invariant_p (TREE_OPERAND (expr, 1), loop));
    case NOP_EXPR: case CONVERT_EXPR: case NEGATE_EXPR: case NON_LVALUE_EXPR:
      return (INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (expr, 0)))
	      && invariant_p (TREE_OPERAND (expr, 0), loop));
    default:
      return false;
    }
}

/* EXPR without conversions that keep each value.  */
static tree
strip_widening (tree expr)
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

/* ---- Recognising  */

/* Whether EXPR is LOOP's variable and something that does not change; that, as
   a long, is *OFFSET.  */
static bool
linear_p (tree expr, const struct loop *loop, tree *offset)
{
  expr = strip_widening (expr);
  *offset = build_zero_cst (long_integer_type_node);
  if (expr == loop->variable)
    return true;
  enum tree_code code = TREE_CODE (expr);
  if ((code != PLUS_EXPR && code != MINUS_EXPR)
      || TYPE_UNSIGNED (TREE_TYPE (expr)))
    return false;
  tree a = TREE_OPERAND (expr, 0), b = TREE_OPERAND (expr, 1);
  if (code == PLUS_EXPR && strip_widening (b) == loop->variable)
    std::swap (a, b);
  if (strip_widening (a) != loop->variable || !invariant_p (b, loop))
    return false;
  *offset = fold_convert (long_integer_type_node, unshare_expr (b));
  if (code == MINUS_EXPR)
    *offset = fold_build1 (NEGATE_EXPR, long_integer_type_node, *offset);
  return true;
}

/* Whether REF is an element of a shared object that is an array of one
   dimension, each element the next thread's.  */
static bool
element_in_turn_p (tree ref)
{
  if (TREE_CODE (ref) != ARRAY_REF || !VAR_P (TREE_OPERAND (ref, 0)))
    return false;
  tree array = TREE_TYPE (TREE_OPERAND (ref, 0));
  struct upc_layout layout = upc_layout_of (array);
  return (upc_shared_p (array) && TREE_CODE (TREE_TYPE (array)) != ARRAY_TYPE
	  && layout.block == 1 && layout.size > 0);
}

static bool
read_affinity (tree call, struct loop *loop)
{
  tree affinity = CALL_EXPR_ARG (call, 1);
  if (INTEGRAL_TYPE_P (TREE_TYPE (affinity)))
    return linear_p (affinity, loop, &loop->offset);
  STRIP_NOPS (affinity);
  if (TREE_CODE (affinity) != ADDR_EXPR
      || !element_in_turn_p (TREE_OPERAND (affinity, 0)))
    return false;
  return linear_p (TREE_OPERAND (TREE_OPERAND (affinity, 0), 1), loop,
		   &loop->offset);
}

/* ++, --, or an assignment of as much.  */
static bool
read_step (tree next, struct loop *loop)
{
  while (CONVERT_EXPR_P (next))
    next = TREE_OPERAND (next, 0);
  tree amount = TREE_CODE (next) == MODIFY_EXPR ? TREE_OPERAND (next, 1) : NULL;
  switch (TREE_CODE (next))
    {
    case PREINCREMENT_EXPR: case POSTINCREMENT_EXPR: loop->step = 1; break;
    case PREDECREMENT_EXPR: case POSTDECREMENT_EXPR: loop->step = -1; break;
    case MODIFY_EXPR:
      if (TREE_CODE (amount) != PLUS_EXPR
	  || TREE_OPERAND (amount, 0) != TREE_OPERAND (next, 0)
	  || !(integer_onep (TREE_OPERAND (amount, 1))
	       || integer_minus_onep (TREE_OPERAND (amount, 1))))
	return false;
      loop->step = integer_onep (TREE_OPERAND (amount, 1)) ? 1 : -1;
      break;
    default:
      return false;
    }
  tree variable = loop->variable = TREE_OPERAND (next, 0);
  return ((VAR_P (variable) || TREE_CODE (variable) == PARM_DECL)
	  && TREE_CODE (TREE_TYPE (variable)) == INTEGER_TYPE
	  && TYPE_PRECISION (TREE_TYPE (variable)) >= INT_TYPE_SIZE
	  && !TREE_READONLY (variable)
	  && left_alone_p (variable, *loop->test));
}

/* Whether the loop ends where a count says: the variable cannot pass by the
   bound or wrap.  */
static bool
ends_by_count_p (const struct loop *loop)
{
  tree type = TREE_TYPE (loop->bound), own = TREE_TYPE (loop->variable);
  bool up = loop->step > 0;
  if (TYPE_UNSIGNED (own) && TYPE_PRECISION (own) < TYPE_PRECISION (type))
    return false;
  switch (loop->compare)
    {
    case LT_EXPR: return up;
    case GT_EXPR: return !up;
    case LE_EXPR:
      return up && (!TYPE_UNSIGNED (type)
		    || (TREE_CODE (loop->bound) == INTEGER_CST
			&& !tree_int_cst_equal (loop->bound,
						TYPE_MAX_VALUE (type))));
    case GE_EXPR:
      return !up && !TYPE_UNSIGNED (type);
    default:
      return false;
    }
}

static bool
read_condition (tree condition, struct loop *loop)
{
  while (CONVERT_EXPR_P (condition))
    condition = TREE_OPERAND (condition, 0);
  loop->compare = TREE_CODE (condition);
  if (TREE_CODE_CLASS (loop->compare) != tcc_comparison)
    return false;
  tree a = TREE_OPERAND (condition, 0);
  loop->bound = TREE_OPERAND (condition, 1);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (a)))
    return false;
  tree b = loop->bound;
  STRIP_NOPS (b);
  if (strip_widening (b) == loop->variable)
    {
      loop->compare = swap_tree_comparison (loop->compare);
      std::swap (a, loop->bound);
    }
  return (strip_widening (a) == loop->variable
	  && invariant_p (loop->bound, loop) && ends_by_count_p (loop));
}

/* ---- Rewriting  */

static tree
address_of_walk (const struct loop *loop)
{
  return build_fold_addr_expr (loop->walk);
}

/* The place of an element whose index is the variable.  */
static tree
visit_element (tree *where, int *walk_subtrees, void *data)
{
  struct loop *loop = (struct loop *) data;
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  if (!element_in_turn_p (*where))
    return NULL_TREE;
  tree array = TREE_OPERAND (*where, 0), type = TREE_TYPE (*where);
  if (strip_widening (TREE_OPERAND (*where, 1)) != loop->variable)
    return NULL_TREE;
  location_t loc = EXPR_LOCATION (*where);
  tree first = build4 (ARRAY_REF, type, array, integer_zero_node, NULL, NULL);
  tree pointer = build_pointer_type (type);
  tree base = build1 (NOP_EXPR, upc_bits_type (),
		      build1 (ADDR_EXPR, pointer, first));
  tree size = build_int_cst (long_integer_type_node,
			     upc_layout_of (TREE_TYPE (array)).size);
  tree place = build_call_expr_loc (loc,
				    upc_function (UPC_STRIDE_PLACE, loc), 3,
				    base, address_of_walk (loop), size);
  tree ref = build1 (INDIRECT_REF, type, build1 (NOP_EXPR, pointer, place));
  SET_EXPR_LOCATION (ref, loc);
  TREE_THIS_VOLATILE (ref) = TREE_THIS_VOLATILE (*where);
  TREE_SIDE_EFFECTS (ref) = TREE_SIDE_EFFECTS (*where);
  *where = ref;
  *walk_subtrees = 0;
  return NULL_TREE;
}

/* How many iterations the whole loop has.  */
static tree
build_count (const struct loop *loop)
{
  tree type = TREE_TYPE (loop->bound);
  bool is_unsigned = TYPE_UNSIGNED (type);
  tree word = is_unsigned ? long_unsigned_type_node : long_integer_type_node;
  tree from = fold_convert (word, fold_convert (type, loop->variable));
  tree to = fold_convert (word, unshare_expr (loop->bound));
  if (loop->step < 0)
    std::swap (from, to);
  bool last = loop->compare == LE_EXPR || loop->compare == GE_EXPR;
  tree fn = upc_function (is_unsigned ? UPC_STRIDE_UNSIGNED : UPC_STRIDE_SIGNED,
			  EXPR_LOCATION (*loop->test));
  return build_call_expr (fn, 3, from, to, build_int_cst (integer_type_node,
							  last));
}

/* VARIABLE = FN (state), then VALUE.  */
static tree
set_variable (const struct loop *loop, enum upc_function fn, tree value)
{
  location_t loc = EXPR_LOCATION (FOR_EXPR (loop->statement));
  tree index = build_call_expr_loc (loc, upc_function (fn, loc), 1,
				    address_of_walk (loop));
  tree set = build2 (MODIFY_EXPR, void_type_node, loop->variable,
		     build1 (NOP_EXPR, TREE_TYPE (loop->variable), index));
  SET_EXPR_LOCATION (set, loc);
  return build2 (COMPOUND_EXPR, boolean_type_node, set, value);
}

static tree
build_start (const struct loop *loop, tree call)
{
  location_t loc = EXPR_LOCATION (call);
  return build_call_expr_loc
    (loc, upc_function (UPC_STRIDE_START, loc), 6, address_of_walk (loop),
     unshare_expr (CALL_EXPR_ARG (call, 0)),
     fold_convert (long_integer_type_node, loop->variable), loop->offset,
     build_int_cst (long_integer_type_node, loop->step), build_count (loop));
}

/* What comes instead of LOOP, which CALL decides in.  */
static tree
rewrite (struct loop *loop, tree call)
{
  tree statement = loop->statement, list = NULL_TREE;
  location_t loc = EXPR_LOCATION (FOR_EXPR (statement));
  append_to_statement_list (build_start (loop, call), &list);
  append_to_statement_list (statement, &list);
  walk_tree_without_duplicates (&COND_EXPR_THEN (*loop->test), visit_element,
				loop);
  tree more = build_call_expr_loc (EXPR_LOCATION (FOR_COND (statement)),
				   upc_function (UPC_STRIDE_MORE, loc), 1,
				   address_of_walk (loop));
  FOR_COND (statement)
    = build3 (COND_EXPR, boolean_type_node,
	      build2 (NE_EXPR, boolean_type_node, more, integer_zero_node),
	      set_variable (loop, UPC_STRIDE_INDEX, boolean_true_node),
	      set_variable (loop, UPC_STRIDE_LAST, boolean_false_node));
  FOR_EXPR (statement)
    = build_call_expr_loc (loc, upc_function (UPC_STRIDE_NEXT, loc), 1,
			   address_of_walk (loop));
  *loop->test = COND_EXPR_THEN (*loop->test);
  return list;
}

/* ---- Finding  */

/* The call of __upc_forall_mine that STATEMENT depends on, or null.  */
static tree
test_of (tree statement)
{
  if (TREE_CODE (statement) != COND_EXPR
      || (COND_EXPR_ELSE (statement)
	  && TREE_SIDE_EFFECTS (COND_EXPR_ELSE (statement))))
    return NULL_TREE;
  tree call = COND_EXPR_COND (statement);
  while (CONVERT_EXPR_P (call) || TREE_CODE (call) == NE_EXPR)
    call = TREE_OPERAND (call, 0);
  return (TREE_CODE (call) == CALL_EXPR
	  && upc_function_p (get_callee_fndecl (call), UPC_FORALL_MINE)
	  && call_expr_nargs (call) == 2 ? call : NULL_TREE);
}

/* The only statement in *WHERE that does something.  */
static tree *
only_statement (tree *where)
{
  tree *found = NULL;
  if (!*where || TREE_CODE (*where) != STATEMENT_LIST)
    return where;
  for (tree_stmt_iterator t = tsi_start (*where); !tsi_end_p (t); tsi_next (&t))
    if (TREE_CODE (tsi_stmt (t)) != DEBUG_BEGIN_STMT)
      {
	if (found)
	  return NULL;
	found = tsi_stmt_ptr (t);
      }
  return found;
}

/* Rewrite the FOR_STMT at WHERE if it is one of those.  */
static void
consider (tree *where)
{
  struct loop loop;
  memset (&loop, 0, sizeof loop);
  loop.statement = *where;
  loop.test = only_statement (&FOR_BODY (*where));
  tree call = loop.test && *loop.test ? test_of (*loop.test) : NULL_TREE;
  if (!call || TREE_CODE (CALL_EXPR_ARG (call, 0)) != COMPONENT_REF
      || !FOR_COND (*where) || !FOR_EXPR (*where)
      || !read_step (FOR_EXPR (*where), &loop)
      || !read_condition (FOR_COND (*where), &loop)
      || !read_affinity (call, &loop))
    return;
  loop.walk = TREE_OPERAND (CALL_EXPR_ARG (call, 0), 0);
  TREE_ADDRESSABLE (loop.walk) = 1;
  *where = rewrite (&loop, call);
}

/* A function within the function could change its variables; then that is the
   result.  */
static tree
visit_loop (tree *where, int *walk_subtrees, void *loops)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  if (TREE_CODE (*where) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (*where); v; v = DECL_CHAIN (v))
      if (TREE_CODE (v) == FUNCTION_DECL && DECL_INITIAL (v))
	return v;
  if (TREE_CODE (*where) == FOR_STMT)
    ((vec<tree *> *) loops)->safe_push (where);
  return NULL_TREE;
}

/* All loops in FN, the inner ones first, before forall.c looks for what is
   left.  */
void
upc_make_strides (tree fn)
{
  auto_vec<tree *> loops;
  if (!walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit_loop, &loops))
    while (loops.length ())
      consider (loops.pop ());
}
