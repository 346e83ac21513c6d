/* omp.c - OpenMP constructs that GCC expands in line are told to the runtime.

   SPDX-License-Identifier: GPL-3.0-or-later

   Most constructs are calls of libgomp, which omp/ sees.  Of the others it is
   told, right before GCC lowers them, while they are statements still:

     #pragma omp for nowait       if (__gasp_omp_active)
     for (i = 0; i < n; i++)        __gasp_omp_work_begin (LOOP_STATIC, n);
       f (i);                     #pragma omp for nowait
                                  for (i = 0; i < n; i++)
                                    f (i);
                                  if (__gasp_omp_active)
                                    __gasp_omp_work_end (LOOP_STATIC, 0);

   So a program without a tool tests a byte.  Where a construct ends in a
   barrier, that is its end for the runtime (omp/mark.h).  What is within
   a target construct may be compiled for a device, which has no such runtime, and
   is left alone.  */

#include "gasp-plugin.h"
#include "omp-general.h"
#include "predict.h"

/* Kinds of work, as OpenMP 5.2 numbers them (ompt_work_t).  */
enum { WORK_DISTRIBUTE = 6, WORK_SCOPE = 8, WORK_LOOP_STATIC = 10 };

/* ---- What is called  */

static tree active;

const struct ggc_root_tab gasp_omp_roots[] = {
  { &active, 1, sizeof active, gt_ggc_mx_tree_node, gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

/* The byte that tells whether there is a tool.  Each unit has a weak one, and so
   has libgasp-omp.so: they are one in the program.  Not a comdat variable, since
   such a one, being unique, keeps an object from being unloaded.  */
static tree
activity (void)
{
  if (active)
    return active;
  active = build_decl (UNKNOWN_LOCATION, VAR_DECL,
		       get_identifier ("__gasp_omp_active"),
		       unsigned_char_type_node);
  TREE_PUBLIC (active) = TREE_STATIC (active) = 1;
  TREE_ADDRESSABLE (active) = TREE_USED (active) = 1;
  DECL_ARTIFICIAL (active) = DECL_IGNORED_P (active) = 1;
  DECL_VISIBILITY (active) = VISIBILITY_DEFAULT;
  DECL_VISIBILITY_SPECIFIED (active) = 1;
  SET_DECL_ASSEMBLER_NAME (active, DECL_NAME (active));
  declare_weak (active);
  varpool_node::finalize_decl (active);
  return active;
}

static tree
declare_mark (const char *name, tree type)
{
  tree fn = gasp_declare_function (name, type);
  declare_weak (fn);
  return fn;
}

/* A call of the function NAME without arguments.  */
static tree
call_of (const char *name)
{
  tree type = build_function_type_list (void_type_node, NULL_TREE);
  return build_call_expr (declare_mark (name, type), 0);
}

/* The same with the KIND of work and a COUNT.  */
static tree
work_call (const char *name, int kind, tree count)
{
  tree type = build_function_type_list (void_type_node, integer_type_node,
					long_unsigned_type_node, NULL_TREE);
  return build_call_expr (declare_mark (name, type), 2,
			  build_int_cst (integer_type_node, kind),
			  fold_convert (long_unsigned_type_node, count));
}

/* CALL, at LOC, if there is a tool: a block of its own, so that its temporaries
   go with it when the code around it is outlined.  */
static gimple *
if_active (tree call, location_t loc)
{
  gbind *bind = gimple_build_bind (NULL_TREE, NULL, NULL_TREE);
  gimple_seq seq = NULL;
  tree test = build2 (NE_EXPR, boolean_type_node, activity (),
		      build_zero_cst (unsigned_char_type_node));
  tree rarely = build_predict_expr (PRED_COLD_LABEL, NOT_TAKEN);
  SET_EXPR_LOCATION (call, loc);
  tree whole = build3 (COND_EXPR, void_type_node, test,
		       build2 (COMPOUND_EXPR, void_type_node, rarely, call),
		       NULL_TREE);
  SET_EXPR_LOCATION (whole, loc);
  push_gimplify_context ();
  gimplify_and_add (whole, &seq);
  gimple_bind_set_body (bind, seq);
  pop_gimplify_context (bind);
  gasp_unit_needs_runtime = true;
  return bind;
}

/* ---- Iterations  */

/* The step of LOOP's dimension I, signed; null if it has none.  */
static tree
step_of (gomp_for *loop, unsigned i)
{
  tree incr = gimple_omp_for_incr (loop, i);
  if (!incr)
    return NULL_TREE;
  tree step = TREE_OPERAND (incr, 1);
  /* A step downwards of an unsigned type is a large number.  */
  step = fold_convert (signed_type_for (TREE_TYPE (step)), step);
  step = fold_convert (ssizetype, step);
  if (TREE_CODE (incr) == MINUS_EXPR)
    step = fold_build1 (NEGATE_EXPR, ssizetype, step);
  return step;
}

/* Whether OP is a bound that does not depend on an outer dimension.  */
static bool
is_bound (tree op)
{
  tree type = TREE_CODE (op) == TREE_VEC ? NULL_TREE : TREE_TYPE (op);
  return type && (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
	 && TYPE_PRECISION (type) <= TYPE_PRECISION (ssizetype);
}

/* How many iterations dimension I of LOOP has; null if that is not easily
   told.  Unsigned arithmetic, as nothing may be undefined here.  */
static tree
count_of_dimension (gomp_for *loop, unsigned i)
{
  tree step = step_of (loop, i);
  tree from = gimple_omp_for_initial (loop, i);
  tree to = gimple_omp_for_final (loop, i);
  if (!step || !is_bound (from) || !is_bound (to))
    return NULL_TREE;
  enum tree_code code = gimple_omp_for_cond (loop, i);
  bool down = (code == GT_EXPR || code == GE_EXPR
	       || (code == NE_EXPR && tree_int_cst_sgn (step) < 0));
  bool inclusive = code == LE_EXPR || code == GE_EXPR;
  tree extra = build_int_cst (sizetype, inclusive ? 0 : down ? -1 : 1);
  tree span = fold_build2 (MINUS_EXPR, sizetype, fold_convert (sizetype, to),
			   fold_convert (sizetype, from));
  span = fold_build2 (PLUS_EXPR, sizetype, span, fold_convert (sizetype, step));
  span = fold_build2 (MINUS_EXPR, sizetype, span, extra);
  tree count = fold_build2 (TRUNC_DIV_EXPR, ssizetype,
			    fold_convert (ssizetype, span), step);
  return fold_build2 (MAX_EXPR, ssizetype, count, build_zero_cst (ssizetype));
}

/* How many iterations LOOP has, all dimensions together; 0 if that is not easily
   told, or if LOOP shares out a part of another's iterations.  */
static tree
count_of (gomp_for *loop)
{
  tree product = size_one_node;
  if (gimple_omp_for_combined_into_p (loop))
    return size_zero_node;
  for (unsigned i = 0; i < gimple_omp_for_collapse (loop); i++)
    {
      tree count = count_of_dimension (loop, i);
      if (!count)
	return size_zero_node;
      product = fold_build2 (MULT_EXPR, sizetype, product,
			     fold_convert (sizetype, count));
    }
  return product;
}

/* ---- Statements  */

/* Whether GCC expands LOOP without a call of libgomp's.  */
static bool
is_in_line (gomp_for *loop)
{
  tree clauses = gimple_omp_for_clauses (loop);
  tree schedule = omp_find_clause (clauses, OMP_CLAUSE_SCHEDULE);
  if (omp_find_clause (clauses, OMP_CLAUSE_ORDERED))
    return false;
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    if ((OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION
	 && OMP_CLAUSE_REDUCTION_TASK (c))
	|| (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LASTPRIVATE
	    && OMP_CLAUSE_LASTPRIVATE_CONDITIONAL (c)))
      return false;
  if (!schedule)
    return true;
  int kind = OMP_CLAUSE_SCHEDULE_KIND (schedule) & OMP_CLAUSE_SCHEDULE_MASK;
  return kind == OMP_CLAUSE_SCHEDULE_STATIC || kind == OMP_CLAUSE_SCHEDULE_AUTO;
}

static void
insert_before (gimple_stmt_iterator *gsi, tree call)
{
  gsi_insert_before (gsi, if_active (call, gimple_location (gsi_stmt (*gsi))),
		     GSI_SAME_STMT);
}

static void
insert_behind (gimple_stmt_iterator *gsi, tree call)
{
  gsi_insert_after (gsi, if_active (call, gimple_location (gsi_stmt (*gsi))),
		    GSI_SAME_STMT);
}

static void
end_of_work (gimple_stmt_iterator *gsi, int kind)
{
  insert_behind (gsi, work_call ("__gasp_omp_work_end", kind, size_zero_node));
}

/* The beginning goes behind the statements that GCC keeps with the loop to run
   before it, as they may compute the bounds.  */
static void
mark_loop (gimple_stmt_iterator *gsi, int kind, bool ends_itself)
{
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  tree call = work_call ("__gasp_omp_work_begin", kind, count_of (loop));
  gimple_seq_add_stmt (gimple_omp_for_pre_body_ptr (loop),
		       if_active (call, gimple_location (loop)));
  if (ends_itself)
    end_of_work (gsi, kind);
}

static bool
has_nowait (tree clauses)
{
  return omp_find_clause (clauses, OMP_CLAUSE_NOWAIT) != NULL_TREE;
}

static void
see_loop (gimple_stmt_iterator *gsi)
{
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  int kind = gimple_omp_for_kind (loop);
  if (kind == GF_OMP_FOR_KIND_FOR && is_in_line (loop))
    mark_loop (gsi, WORK_LOOP_STATIC,
	       has_nowait (gimple_omp_for_clauses (loop)));
  else if (kind == GF_OMP_FOR_KIND_DISTRIBUTE)
    mark_loop (gsi, WORK_DISTRIBUTE, true);
}

/* Put calls of BEGIN, if it is not null, and END around the body of STMT.  */
static void
surround_body (gimple *stmt, const char *begin, const char *end)
{
  location_t loc = gimple_location (stmt);
  gimple_seq body = NULL;
  if (begin)
    gimple_seq_add_stmt (&body, if_active (call_of (begin), loc));
  gimple_seq_add_seq (&body, gimple_omp_body (stmt));
  gimple_seq_add_stmt (&body, if_active (call_of (end), loc));
  gimple_omp_set_body (stmt, body);
}

static void
see_scope (gimple_stmt_iterator *gsi)
{
  insert_before (gsi, work_call ("__gasp_omp_work_begin", WORK_SCOPE,
				 size_one_node));
  if (has_nowait (gimple_omp_scope_clauses (gsi_stmt (*gsi))))
    end_of_work (gsi, WORK_SCOPE);
}

/* At this point calls of the two functions are the program's constructs.  */
static void
see_call (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_call_builtin_p (stmt, BUILT_IN_GOMP_BARRIER))
    insert_before (gsi, call_of ("__gasp_omp_barrier"));
  else if (gimple_call_builtin_p (stmt, BUILT_IN_SYNC_SYNCHRONIZE))
    insert_behind (gsi, call_of ("__gasp_omp_flush"));
}

static tree
see_statement (gimple_stmt_iterator *gsi, bool *handled,
	       struct walk_stmt_info *)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = false;
  switch (gimple_code (stmt))
    {
    case GIMPLE_OMP_FOR:
      see_loop (gsi);
      break;
    case GIMPLE_OMP_MASTER:
    case GIMPLE_OMP_MASKED:
      surround_body (stmt, "__gasp_omp_masked_begin", "__gasp_omp_masked_end");
      break;
    case GIMPLE_OMP_SINGLE:
      if (!omp_find_clause (gimple_omp_single_clauses (stmt),
			    OMP_CLAUSE_COPYPRIVATE))
	surround_body (stmt, NULL, "__gasp_omp_single_end");
      break;
    case GIMPLE_OMP_SCOPE:
      see_scope (gsi);
      break;
    case GIMPLE_OMP_TARGET:
      *handled = true;
      break;
    case GIMPLE_CALL:
      see_call (gsi);
      break;
    default:
      break;
    }
  return NULL_TREE;
}

static bool
is_for_devices (tree fn)
{
  return lookup_attribute ("omp declare target", DECL_ATTRIBUTES (fn)) != NULL;
}

static const pass_data omp_data = {
  GIMPLE_PASS, "gasp_omp", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class omp_pass : public gimple_opt_pass
{
public:
  omp_pass (gcc::context *ctxt) : gimple_opt_pass (omp_data, ctxt) {}

  bool gate (function *fun) final override
  {
    bool included;
    return (flag_openmp && gasp_event_wanted ("GASP_GCC_OMP_LOOP")
	    && !is_for_devices (fun->decl)
	    && !gasp_why_excluded (fun->decl, &included));
  }

  unsigned execute (function *fun) final override
  {
    struct walk_stmt_info wi;
    memset (&wi, 0, sizeof wi);
    gimple_seq body = gimple_body (fun->decl);
    walk_gimple_seq_mod (&body, see_statement, NULL, &wi);
    gimple_set_body (fun->decl, body);
    return 0;
  }
};

opt_pass *
gasp_make_omp (gcc::context *ctxt)
{
  return new omp_pass (ctxt);
}
