/* loops.c - loops that go from number to number.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (...; i < n; i += 3)

   whose variable goes up or down by a constant, to a bound that does not
   change.  And

     for (...; ...; i += THREADS)

   that go to whatever bound.  */

#include "strides.h"

/* Returns the number that is added to VARIABLE in SUM, which may be negated;
   or null.  */
static tree
read_sum (tree sum, tree variable, bool *negated)
{
  while (CONVERT_EXPR_P (sum) && INTEGRAL_TYPE_P (TREE_TYPE (sum))
	 && INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (sum, 0)))
	 && (TYPE_PRECISION (TREE_TYPE (TREE_OPERAND (sum, 0)))
	     >= TYPE_PRECISION (TREE_TYPE (variable))))
    sum = TREE_OPERAND (sum, 0);
  enum tree_code code = TREE_CODE (sum);
  if (code != PLUS_EXPR && code != MINUS_EXPR)
    return NULL_TREE;
  tree a = TREE_OPERAND (sum, 0), b = TREE_OPERAND (sum, 1);
  if (code == PLUS_EXPR && upc_strip_widening (b) == variable)
    std::swap (a, b);
  STRIP_NOPS (a);
  *negated = code == MINUS_EXPR;
  return a == variable ? b : NULL_TREE;
}

/* Returns whether VALUE sets VARIABLE to itself and a constant, which is
   *STEP.  */
static bool
read_constant_step (tree value, tree variable, HOST_WIDE_INT *step)
{
  bool negated;
  tree b = read_sum (value, variable, &negated);
  if (!b || TREE_CODE (b) != INTEGER_CST)
    return false;
  tree own = fold_convert (signed_type_for (TREE_TYPE (variable)), b);
  *step = tree_to_shwi (own) * (negated ? -1 : 1);
  return true;
}

static bool
read_next (tree next, struct upc_loop *loop)
{
  while (CONVERT_EXPR_P (next))
    next = TREE_OPERAND (next, 0);
  switch (TREE_CODE (next))
    {
    case PREINCREMENT_EXPR: case POSTINCREMENT_EXPR: loop->step = 1; break;
    case PREDECREMENT_EXPR: case POSTDECREMENT_EXPR: loop->step = -1; break;
    case MODIFY_EXPR:
      if (!read_constant_step (TREE_OPERAND (next, 1), TREE_OPERAND (next, 0),
			       &loop->step))
	return false;
      break;
    default:
      return false;
    }
  loop->variable = TREE_OPERAND (next, 0);
  return loop->step != 0 && IN_RANGE (loop->step, -INT_MAX, INT_MAX);
}

static bool
variable_fits_p (const struct upc_loop *loop)
{
  tree variable = loop->variable;
  return ((VAR_P (variable) || TREE_CODE (variable) == PARM_DECL)
	  && TREE_CODE (TREE_TYPE (variable)) == INTEGER_TYPE
	  && TYPE_PRECISION (TREE_TYPE (variable)) >= INT_TYPE_SIZE
	  && !TREE_READONLY (variable) && upc_left_alone_p (variable, loop));
}

/* Returns whether the loop goes towards its bound.  */
static bool
goes_there_p (const struct upc_loop *loop)
{
  switch (loop->compare)
    {
    case LT_EXPR: case LE_EXPR: return loop->step > 0;
    case GT_EXPR: case GE_EXPR: return loop->step < 0;
    case NE_EXPR: return loop->step == 1 || loop->step == -1;
    default: return false;
    }
}

static bool
read_condition (tree condition, struct upc_loop *loop)
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
  if (upc_strip_widening (loop->bound) == loop->variable)
    {
      loop->compare = swap_tree_comparison (loop->compare);
      std::swap (a, loop->bound);
    }
  return (upc_strip_widening (a) == loop->variable && goes_there_p (loop)
	  && upc_invariant_p (loop->bound, loop));
}

bool
upc_read_loop (struct upc_loop *loop)
{
  tree statement = loop->statement;
  loop->quiet = upc_quiet_p (COND_EXPR_THEN (*loop->test));
  return (FOR_COND (statement) && FOR_EXPR (statement)
	  && read_next (FOR_EXPR (statement), loop) && variable_fits_p (loop)
	  && read_condition (FOR_COND (statement), loop));
}

/* ---- By THREADS  */

bool
upc_multiple_of_threads_p (tree expr, HOST_WIDE_INT *times)
{
  *times = 1;
  expr = upc_strip_widening (expr);
  if (TREE_CODE (expr) == MULT_EXPR)
    {
      tree a = TREE_OPERAND (expr, 0), b = TREE_OPERAND (expr, 1);
      if (TREE_CODE (a) == INTEGER_CST)
	std::swap (a, b);
      if (!tree_fits_shwi_p (b))
	return false;
      *times = tree_to_shwi (b);
      expr = upc_strip_widening (a);
    }
  return upc_threads_p (expr) && IN_RANGE (*times, 1, INT_MAX);
}

/* Returns whether TYPE's numbers go on without a gap, as far as objects
   do.  */
static bool
unbroken_p (const_tree type)
{
  return !TYPE_UNSIGNED (type) || TYPE_PRECISION (type) == LONG_TYPE_SIZE;
}

bool
upc_read_loop_by_threads (struct upc_loop *loop)
{
  bool negated = false;
  tree next = FOR_EXPR (loop->statement);
  while (next && CONVERT_EXPR_P (next))
    next = TREE_OPERAND (next, 0);
  if (!next || TREE_CODE (next) != MODIFY_EXPR)
    return false;
  loop->variable = TREE_OPERAND (next, 0);
  loop->quiet = upc_quiet_p (COND_EXPR_THEN (*loop->test));
  tree by = read_sum (TREE_OPERAND (next, 1), loop->variable, &negated);
  loop->by_threads = (by && upc_multiple_of_threads_p (by, &loop->step)
		      && variable_fits_p (loop)
		      && unbroken_p (TREE_TYPE (loop->variable)));
  if (negated)
    loop->step = -loop->step;
  return loop->by_threads;
}

bool
upc_read_loop_in_rounds (struct upc_loop *loop)
{
  loop->in_rounds = (upc_read_loop (loop)
		     && unbroken_p (TREE_TYPE (loop->variable)));
  return loop->in_rounds;
}
