/* omp.c - report OpenMP constructs that GCC expands in line to the runtime.

   SPDX-License-Identifier: GPL-3.0-or-later

   Most constructs are calls of libgomp, which omp/ sees.  The others are
   reported right before GCC lowers them, while they are statements still:

     #pragma omp for nowait       if (__gasp_omp_active)
     for (i = 0; i < n; i++)        __gasp_omp_work_begin (LOOP_STATIC, n);
       f (i);                     #pragma omp for nowait
                                  for (i = 0; i < n; i++)
                                    f (i);
                                  if (__gasp_omp_active)
                                    __gasp_omp_work_end (LOOP_STATIC, 0);

   So a program without a tool tests a byte.  Where a construct ends in a
   barrier, that is its end for the runtime (models/omp/mark.h).  Of others only
   the place is passed: GCC gives none to the call of libgomp.  What is within a
   target construct may be compiled for a device, which has no such runtime, and
   is left alone; what it maps is reported by name (omp-maps.c).  */

#include "gasp-plugin.h"
#include "pass.h"
#include "openmp/omp.h"
#include "omp-general.h"
#include "gimple-predict.h"
#include "predict.h"

/* Kinds of work, as OpenMP 5.2 numbers them (ompt_work_t).  */
enum { WORK_DISTRIBUTE = 6, WORK_SCOPE = 8, WORK_LOOP_STATIC = 10 };

/* ---- What is called  */

static tree active;

const struct ggc_root_tab gasp_omp_roots[] = {
  { &active, 1, sizeof active, gt_ggc_mx_tree_node, gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

/* Returns the byte that is not 0 if there is a tool.  Each unit has a weak
   one, and so has libgasp-omp.so: they are one in the program.  Not a comdat
   variable, since such a one, being unique, keeps an object from being
   unloaded.  */
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

tree
gasp_omp_call (const char *name)
{
  tree type = build_function_type_list (void_type_node, NULL_TREE);
  return build_call_expr (declare_mark (name, type), 0);
}

tree
gasp_omp_call_map (tree address, tree size, tree name)
{
  tree type = build_function_type_list (void_type_node, ptr_type_node,
					size_type_node, ptr_type_node,
					NULL_TREE);
  return build_call_expr (declare_mark ("__gasp_omp_map", type), 3, address,
			  size, name);
}

static tree
begin_of_work (int kind, tree count, tree chunk)
{
  tree type = build_function_type_list (void_type_node, integer_type_node,
					long_unsigned_type_node,
					long_integer_type_node, NULL_TREE);
  return build_call_expr (declare_mark ("__gasp_omp_work_begin", type), 3,
			  build_int_cst (integer_type_node, kind),
			  fold_convert (long_unsigned_type_node, count),
			  fold_convert (long_integer_type_node, chunk));
}

static tree
end_of_work (int kind)
{
  tree type = build_function_type_list (void_type_node, integer_type_node,
					NULL_TREE);
  return build_call_expr (declare_mark ("__gasp_omp_work_end", type), 1,
			  build_int_cst (integer_type_node, kind));
}

/* Returns CALL, at LOC, made conditional on a tool being active.  The labels
   stand such that, without optimization, the call is where the construct is,
   also if GCC outlines the code around it.  */
gimple *
gasp_omp_if_active (tree call, location_t loc)
{
  gbind *bind = gimple_build_bind (NULL_TREE, NULL, NULL_TREE);
  gimple_seq seq = NULL;
  tree here = create_artificial_label (loc);
  tree behind = create_artificial_label (loc);
  SET_EXPR_LOCATION (call, loc);
  push_gimplify_context ();
  tree value = create_tmp_var (unsigned_char_type_node);
  gimple_seq_add_stmt (&seq, gimple_build_assign (value, activity ()));
  gimple_seq_add_stmt (&seq, gimple_build_cond
			       (EQ_EXPR, value,
				build_zero_cst (unsigned_char_type_node),
				behind, here));
  gimple_seq_add_stmt (&seq, gimple_build_label (here));
  gimple_seq_add_stmt (&seq, gimple_build_predict (PRED_COLD_LABEL,
						   NOT_TAKEN));
  gimplify_and_add (call, &seq);
  gimple_seq_add_stmt (&seq, gimple_build_label (behind));
  gimple_bind_set_body (bind, seq);
  pop_gimplify_context (bind);
  gasp_unit_needs_runtime = true;
  return bind;
}

/* ---- Iterations  */

/* Returns the step of LOOP's dimension I, signed; null if it has none.  */
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

/* Returns whether OP is a bound that does not depend on an outer
   dimension.  */
static bool
is_bound (tree op)
{
  tree type = TREE_CODE (op) == TREE_VEC ? NULL_TREE : TREE_TYPE (op);
  return type && (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
	 && TYPE_PRECISION (type) <= TYPE_PRECISION (ssizetype);
}

/* Returns how many iterations dimension I of LOOP has; null if that cannot be
   computed easily.  Unsigned arithmetic, as nothing may be undefined here.  */
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

/* Returns how many iterations LOOP has, all dimensions together; 0 if that
   cannot be computed easily, or if LOOP shares out a part of another's
   iterations.  */
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

/* Returns whether GCC expands LOOP without a call of libgomp's.  */
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

/* Returns the chunks that an in-line LOOP is divided into.  */
static tree
chunk_of (gomp_for *loop)
{
  tree clauses = gimple_omp_for_clauses (loop), chunk = NULL_TREE;
  if (tree c = omp_find_clause (clauses, OMP_CLAUSE_SCHEDULE))
    {
      chunk = OMP_CLAUSE_SCHEDULE_CHUNK_EXPR (c);
      if (chunk && OMP_CLAUSE_SCHEDULE_SIMD (c))
	return integer_minus_one_node;
    }
  else if (tree d = omp_find_clause (clauses, OMP_CLAUSE_DIST_SCHEDULE))
    chunk = OMP_CLAUSE_DIST_SCHEDULE_CHUNK_EXPR (d);
  return chunk ? chunk : integer_zero_node;
}

static void
insert_before (gimple_stmt_iterator *gsi, tree call)
{
  location_t loc = gimple_location (gsi_stmt (*gsi));
  gsi_insert_before (gsi, gasp_omp_if_active (call, loc), GSI_SAME_STMT);
}

static void
insert_behind (gimple_stmt_iterator *gsi, tree call)
{
  location_t loc = gimple_location (gsi_stmt (*gsi));
  gsi_insert_after (gsi, gasp_omp_if_active (call, loc), GSI_SAME_STMT);
}

/* Inserts CALL after the statements that GCC keeps with the loop to run
   before it, as they may compute the bounds.  */
static void
insert_in_front (gomp_for *loop, tree call)
{
  gimple_seq_add_stmt (gimple_omp_for_pre_body_ptr (loop),
		       gasp_omp_if_active (call, gimple_location (loop)));
}

static void
mark_loop (gimple_stmt_iterator *gsi, int kind, bool ends_itself)
{
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  insert_in_front (loop, begin_of_work (kind, count_of (loop),
					chunk_of (loop)));
  if (ends_itself)
    insert_behind (gsi, end_of_work (kind));
}

static bool
has_nowait (tree clauses)
{
  return omp_find_clause (clauses, OMP_CLAUSE_NOWAIT) != NULL_TREE;
}

/* Returns whether the construct that is seen next is combined with a parallel
   one: then the call for both has a place, and GCC must find nothing between
   them.  */
static bool
take_combined (struct walk_stmt_info *wi)
{
  bool *combined = (bool *) wi->info, was = *combined;
  *combined = false;
  return was;
}

static void
see_loop (gimple_stmt_iterator *gsi, struct walk_stmt_info *wi)
{
  bool combined = take_combined (wi);
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  int kind = gimple_omp_for_kind (loop);
  if (kind == GF_OMP_FOR_KIND_FOR && is_in_line (loop))
    mark_loop (gsi, WORK_LOOP_STATIC,
	       has_nowait (gimple_omp_for_clauses (loop)));
  else if (kind == GF_OMP_FOR_KIND_DISTRIBUTE)
    mark_loop (gsi, WORK_DISTRIBUTE, true);
  else if (kind == GF_OMP_FOR_KIND_FOR && !combined)
    insert_in_front (loop, gasp_omp_call ("__gasp_omp_here"));
}

static void
see_sections (gimple_stmt_iterator *gsi, struct walk_stmt_info *wi)
{
  if (!take_combined (wi))
    insert_before (gsi, gasp_omp_call ("__gasp_omp_here"));
}

/* Puts a call in front of ordered (depend), which has no block.  */
static void
see_ordered (gimple_stmt_iterator *gsi)
{
  gomp_ordered *stmt = as_a <gomp_ordered *> (gsi_stmt (*gsi));
  if (gimple_omp_body (stmt) || !gimple_omp_ordered_clauses (stmt))
    insert_before (gsi, gasp_omp_call ("__gasp_omp_here"));
}

/* Puts calls of BEGIN, if it is not null, and END around the body of STMT.  */
static void
surround_body (gimple *stmt, const char *begin, const char *end)
{
  location_t loc = gimple_location (stmt);
  gimple_seq body = NULL;
  if (begin)
    gimple_seq_add_stmt (&body,
			 gasp_omp_if_active (gasp_omp_call (begin), loc));
  gimple_seq_add_seq (&body, gimple_omp_body (stmt));
  gimple_seq_add_stmt (&body, gasp_omp_if_active (gasp_omp_call (end), loc));
  gimple_omp_set_body (stmt, body);
}

static void
see_single (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  insert_before (gsi, gasp_omp_call ("__gasp_omp_here"));
  if (!omp_find_clause (gimple_omp_single_clauses (stmt),
			OMP_CLAUSE_COPYPRIVATE))
    surround_body (stmt, NULL, "__gasp_omp_single_end");
}

static void
see_scope (gimple_stmt_iterator *gsi)
{
  tree clauses = gimple_omp_scope_clauses (gsi_stmt (*gsi));
  insert_before (gsi, begin_of_work (WORK_SCOPE, size_one_node,
				     integer_minus_one_node));
  if (has_nowait (clauses))
    insert_behind (gsi, end_of_work (WORK_SCOPE));
  gasp_omp_note_reduction (gsi_stmt (*gsi), clauses);
}

static void
see_parallel (gimple *stmt, struct walk_stmt_info *wi)
{
  *(bool *) wi->info = gimple_omp_parallel_combined_p (stmt);
  gasp_omp_note_reduction (stmt, gimple_omp_parallel_clauses (stmt));
}

/* Inserts the events of a barrier or flush at GSI: at this point calls of the
   two functions are the program's constructs.  */
static void
see_call (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_call_builtin_p (stmt, BUILT_IN_GOMP_BARRIER))
    insert_before (gsi, gasp_omp_call ("__gasp_omp_barrier"));
  else if (gimple_call_builtin_p (stmt, BUILT_IN_SYNC_SYNCHRONIZE))
    insert_behind (gsi, gasp_omp_call ("__gasp_omp_flush"));
}

/* Gives a task that has no location the one in WI.  */
static tree
place_task (gimple_stmt_iterator *gsi, bool *handled, struct walk_stmt_info *wi)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = false;
  if (gimple_code (stmt) == GIMPLE_OMP_TASK && !gimple_has_location (stmt))
    gimple_set_location (stmt, *(location_t *) wi->info);
  return NULL_TREE;
}

/* Sets the location of a taskloop's task, and of the function made of it,
   which GCC 11 does not.  */
static void
see_taskloop (gimple *stmt)
{
  location_t place = gimple_location (stmt);
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = &place;
  walk_gimple_seq (gimple_omp_body (stmt), place_task, NULL, &wi);
}

/* Returns whether STMT is a construct whose block is compiled for a device.  */
static bool
is_for_device (gimple *stmt)
{
  int kind = gimple_omp_target_kind (stmt);
  return kind != GF_OMP_TARGET_KIND_DATA
	 && kind != GF_OMP_TARGET_KIND_OACC_DATA;
}

/* Names the maps of a target at GSI.  OpenACC's constructs are all
   targets.  */
static tree
see_target (gimple_stmt_iterator *gsi, bool *handled, struct walk_stmt_info *)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = false;
  if (gimple_code (stmt) != GIMPLE_OMP_TARGET)
    return NULL_TREE;
  gasp_omp_name_maps (gsi);
  *handled = is_for_device (stmt);
  return NULL_TREE;
}

static tree
see_statement (gimple_stmt_iterator *gsi, bool *handled,
	       struct walk_stmt_info *wi)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = false;
  switch (gimple_code (stmt))
    {
    case GIMPLE_OMP_FOR:
      if (gimple_omp_for_kind (stmt) == GF_OMP_FOR_KIND_TASKLOOP)
	see_taskloop (stmt);
      see_loop (gsi, wi);
      break;
    case GIMPLE_OMP_SECTIONS:
      see_sections (gsi, wi);
      break;
    case GIMPLE_OMP_ORDERED:
      see_ordered (gsi);
      break;
    case GIMPLE_OMP_PARALLEL:
      see_parallel (stmt, wi);
      break;
    case GIMPLE_OMP_TEAMS:
      gasp_omp_note_reduction (stmt, gimple_omp_teams_clauses (stmt));
      break;
    case GIMPLE_OMP_MASTER:
    case GIMPLE_OMP_MASKED:
      surround_body (stmt, "__gasp_omp_masked_begin", "__gasp_omp_masked_end");
      break;
    case GIMPLE_OMP_SINGLE:
      see_single (gsi);
      break;
    case GIMPLE_OMP_SCOPE:
      see_scope (gsi);
      break;
    case GIMPLE_OMP_TARGET:
      return see_target (gsi, handled, wi);
    case GIMPLE_CALL:
      see_call (gsi);
      break;
    default:
      break;
    }
  return NULL_TREE;
}

bool
gasp_omp_is_told (tree fn)
{
  bool included;
  return ((flag_openmp || flag_openacc)
	  && gasp_event_wanted ("GASP_GCC_OMP_LOOP")
	  && !lookup_attribute ("omp declare target", DECL_ATTRIBUTES (fn))
	  && !gasp_why_excluded (fn, &included));
}

void
gasp_omp_walk (function *fun, walk_stmt_fn see, void *info)
{
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = info;
  gimple_seq body = gimple_body (fun->decl);
  walk_gimple_seq_mod (&body, see, NULL, &wi);
  gimple_set_body (fun->decl, body);
}

static void
execute (function *fun)
{
  bool combined = false;
  gasp_omp_walk (fun, flag_openmp ? see_statement : see_target, &combined);
}

GASP_PASS (gasp_make_omp, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_omp", 0, gasp_omp_is_told, execute)
