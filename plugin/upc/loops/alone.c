/* alone.c - loops for one thread.

   SPDX-License-Identifier: GPL-3.0-or-later

     for (i = 0; i < n; i++)        if (__upc_inverse == -1)    one thread
       s += a[i];                     for (i = 0; i < n; i++)
				        s += *(&a + i * 4);
				    else
				      for (i = 0; i < n; i++)
				        s += *(&a + i % THREADS ...);

   where THREADS is dynamic and i goes on evenly: then elements of one thread
   lie side by side, and GCC's loop optimisers see that, as in C.  A test at
   each access (gasp-upc-move.h) would double the paths of all code.  */

#include "upc/upc-plugin.h"
#include "pass.h"

/* ---- The runtime's variables for THREADS == 1: libupc/core/state.c  */

/* Returns VARIABLE's value, as a TYPE; null if it is not one of those.  */
static tree
value_of_variable (tree variable, tree type)
{
  if (!VAR_P (variable) || !DECL_EXTERNAL (variable) || !DECL_NAME (variable))
    return NULL_TREE;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (variable));
  if (!strcmp (name, "__upc_inverse"))
    return build_minus_one_cst (type);
  if (!strcmp (name, "__upc_bias"))
    return build_int_cst (type, __UPC_BIAS + 1);
  if (!strcmp (name, "__upc_all_threads"))
    return build_int_cst (type, (HOST_WIDE_INT) 1 << __UPC_ADDRESS_BITS);
  return NULL_TREE;
}

/* Returns the constant that VALUE is then, or null.  */
static tree
value_alone (tree value)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return value;
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  if (!def || !INTEGRAL_TYPE_P (TREE_TYPE (value)))
    return NULL_TREE;
  tree type = TREE_TYPE (value), a = gimple_assign_rhs1 (def);
  enum tree_code code = gimple_assign_rhs_code (def);
  if (code == VAR_DECL)
    return value_of_variable (a, type);
  if (CONVERT_EXPR_CODE_P (code) || code == NEGATE_EXPR)
    return (a = value_alone (a)) ? fold_unary (code, type, a) : NULL_TREE;
  if (TREE_CODE_CLASS (code) != tcc_binary)
    return NULL_TREE;
  tree b = value_alone (gimple_assign_rhs2 (def));
  a = b ? value_alone (a) : NULL_TREE;
  return a ? fold_binary (code, type, a, b) : NULL_TREE;
}

/* ---- Quotients  */

/* Returns the assignment by CODE that makes VALUE; null if none does.  */
static gassign *
made_by (tree value, enum tree_code code)
{
  gassign *def = (TREE_CODE (value) == SSA_NAME
		  ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value)) : NULL);
  return def && gimple_assign_rhs_code (def) == code ? def : NULL;
}

/* Returns the number that VALUE is a wider copy of; or null.  */
static tree
narrow (tree value)
{
  gassign *def = made_by (value, NOP_EXPR);
  return def ? gimple_assign_rhs1 (def) : NULL_TREE;
}

/* Returns whether VALUE is read from __upc_inverse, outside of LOOP.  */
static bool
inverse_p (tree value, const class loop *loop)
{
  gassign *def = value ? made_by (value, VAR_DECL) : NULL;
  if (!def || flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  tree known = value_of_variable (gimple_assign_rhs1 (def), TREE_TYPE (value));
  return known && integer_all_onesp (known);
}

/* A quotient in a loop: (ulong) (((uint128) DIVIDEND * INVERSE) >> 64).  */
struct quotient
{
  gimple *stmt;
  tree dividend, inverse;
};

/* Returns whether STMT, in LOOP, is one, which it describes in *Q.  */
static bool
quotient_p (gimple *stmt, const class loop *loop, struct quotient *q)
{
  gassign *whole = dyn_cast <gassign *> (stmt), *high, *product;
  if (!whole || gimple_assign_rhs_code (whole) != NOP_EXPR
      || !(high = made_by (gimple_assign_rhs1 (whole), RSHIFT_EXPR))
      || compare_tree_int (gimple_assign_rhs2 (high), 64) != 0
      || !(product = made_by (gimple_assign_rhs1 (high), MULT_EXPR)))
    return false;
  tree a = narrow (gimple_assign_rhs1 (product));
  tree b = narrow (gimple_assign_rhs2 (product));
  if (inverse_p (a, loop))
    std::swap (a, b);
  *q = { stmt, a, b };
  return a && inverse_p (b, loop);
}

/* Returns whether VALUE goes on evenly in LOOP.  */
static bool
even_p (tree value, class loop *loop)
{
  affine_iv iv;
  return simple_iv (loop, loop, value, &iv, true) && !integer_zerop (iv.step);
}

/* Finds all QUOTIENTS in LOOP.  Returns whether one of them is of what goes on
   evenly.  */
static bool
find_quotients (class loop *loop, vec<struct quotient> *quotients)
{
  bool even = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	struct quotient q;
	if (!quotient_p (gsi_stmt (gsi), loop, &q))
	  continue;
	quotients->safe_push (q);
	even |= even_p (q.dividend, loop);
      }
  free (body);
  return even;
}

/* ---- Two loops of one  */

/* Replaces what is known then in LOOP.  */
static void
replace_known (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	use_operand_p use;
	ssa_op_iter iter;
	bool changed = false;
	FOR_EACH_SSA_USE_OPERAND (use, gsi_stmt (gsi), iter, SSA_OP_USE)
	  if (tree known = value_alone (USE_FROM_PTR (use)))
	    SET_USE (use, known), changed = true;
	if (changed)
	  fold_stmt (&gsi), update_stmt (gsi_stmt (gsi));
      }
  free (body);
}

/* Makes the dividend, which is one too large (gasp-upc-move.h), the
   quotient.  */
static void
divide_by_one (const struct quotient *q)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (q->stmt);
  tree less = build_minus_one_cst (TREE_TYPE (q->dividend));
  gimple_assign_set_rhs_with_ops (&gsi, PLUS_EXPR, q->dividend, less);
  update_stmt (gsi_stmt (gsi));
}

static void
make_version (class loop *loop, const vec<struct quotient> &quotients)
{
  tree inverse = quotients[0].inverse;
  tree alone = fold_build2 (EQ_EXPR, boolean_type_node, inverse,
			    build_minus_one_cst (TREE_TYPE (inverse)));
  profile_probability half = profile_probability::even ();
  initialize_original_copy_tables ();
  class loop *others = loop_version (loop, alone, NULL, half, half, half, half,
				     false);
  free_original_copy_tables ();
  if (!others)
    return;
  update_ssa (TODO_update_ssa);
  for (unsigned i = 0; i < quotients.length (); i++)
    divide_by_one (&quotients[i]);
  replace_known (loop);
}

static bool
worth_it_p (class loop *loop)
{
  enum { INSNS_MAX = 150 };
  return (!loop->inner && optimize_loop_for_speed_p (loop)
	  && loop_preheader_edge (loop) && can_duplicate_loop_p (loop)
	  && tree_num_loop_insns (loop, &eni_size_weights) <= INSNS_MAX);
}

static void
execute (function *fun)
{
  auto_vec<class loop *> loops;
  unsigned n = number_of_loops (fun);
  for (unsigned i = 1; i < n; i++)
    if (class loop *loop = get_loop (fun, i))
      loops.safe_push (loop);
  for (unsigned i = 0; i < loops.length (); i++)
    {
      auto_vec<struct quotient> quotients;
      if (!loops[i]->inner && find_quotients (loops[i], &quotients)
	  && worth_it_p (loops[i]))
	make_version (loops[i], quotients);
    }
  scev_reset ();
}

static bool
gate (tree)
{
  return optimize >= 2 && !optimize_size && !upc_options.distant;
}

GASP_PASS (upc_make_alone, gimple_opt_pass, GIMPLE_PASS, "gasp_alone",
	   PROP_cfg | PROP_ssa, gate, execute)
