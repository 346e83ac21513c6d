/* strides.c - upc_forall goes from one iteration of its own to the next.

   SPDX-License-Identifier: GPL-3.0-or-later

     upc_forall (i = 0; i < n; i++; &a[i])
       a[i] = 0;

     i = 0;
     __upc_walk_start (&f, f.controls, i, 1, __upc_walk_signed (i, n, 0, 1),
		       0, 1, 1, 0);
     ... cursors.c ...
   run:
     if (!__upc_walk_find (&f)) goto done;
     i = __upc_walk_index (&f);
     ... cursors.c ...
     for (; __upc_walk_more (&f); __upc_walk_next (&f))
       {
	 i = __upc_walk_index (&f);
	 a[i] = 0;
       }
     if (__upc_walk_more (&f)) goto out;
     goto run;
   done:
     i = __upc_walk_last (&f);
   out:;

   Where the loop's variable goes up or down by a constant to a bound that does
   not change, and the affinity is linear in it, maybe divided by what does not
   change, one knows at the start how many iterations there are and which are
   the thread's.  None is tested, and the variable has its proper value at the
   end.  All other loops stay as forall.c has them.  */

#include "strides.h"

/* ---- Rewriting  */

tree
upc_walk_call (const struct upc_loop *loop, enum upc_function fn, unsigned n,
	       ...)
{
  location_t loc = EXPR_LOCATION (FOR_EXPR (loop->statement));
  auto_vec<tree> args;
  args.safe_push (build_fold_addr_expr (loop->walk));
  va_list list;
  va_start (list, n);
  while (n--)
    args.safe_push (va_arg (list, tree));
  va_end (list);
  return build_call_expr_loc_array (loc, upc_function (fn, loc),
				    args.length (), args.address ());
}

static tree
is_true (tree call)
{
  return build2 (NE_EXPR, boolean_type_node, call, integer_zero_node);
}

static tree
walk_is (const struct upc_loop *loop, enum upc_function fn)
{
  return is_true (upc_walk_call (loop, fn, 0));
}

/* Returns how far it is from FROM to TO, of the same type, going by ones.  */
static tree
build_distance (tree from, tree to)
{
  tree type = unsigned_type_for (TREE_TYPE (from));
  return fold_build2 (MINUS_EXPR, type, fold_convert (type, to),
		      fold_convert (type, from));
}

/* Returns how many iterations the whole loop has.  */
static tree
build_count (const struct upc_loop *loop)
{
  tree type = TREE_TYPE (loop->bound);
  tree from = fold_convert (type, loop->variable);
  tree to = unshare_expr (loop->bound);
  if (loop->step < 0)
    std::swap (from, to);
  if (loop->compare == NE_EXPR)
    {
      to = build_distance (from, to);
      type = TREE_TYPE (to);
      from = build_zero_cst (type);
    }
  tree word = (TYPE_UNSIGNED (type) ? long_unsigned_type_node
	       : long_integer_type_node);
  bool last = loop->compare == LE_EXPR || loop->compare == GE_EXPR;
  tree fn = upc_function (TYPE_UNSIGNED (type) ? UPC_WALK_UNSIGNED
			  : UPC_WALK_SIGNED, EXPR_LOCATION (*loop->test));
  return build_call_expr (fn, 4, fold_convert (word, from),
			  fold_convert (word, to),
			  build_int_cst (integer_type_node, last),
			  upc_number (absu_hwi (loop->step)));
}

static tree
build_start (const struct upc_loop *loop, tree controls)
{
  tree type = long_integer_type_node;
  tree first = fold_convert (type, loop->variable);
  const struct upc_linear *n = &loop->number;
  tree from = fold_build2 (PLUS_EXPR, type, unshare_expr (n->offset),
			   fold_build2 (MULT_EXPR, type,
					unshare_expr (n->coefficient), first));
  tree advance = fold_build2 (MULT_EXPR, type, unshare_expr (n->coefficient),
			      upc_number (loop->step));
  return upc_walk_call (loop,
			loop->cyclic ? UPC_WALK_START_CYCLIC : UPC_WALK_START,
			loop->cyclic ? 6 : 8, unshare_expr (controls),
			first, upc_number (loop->step), build_count (loop),
			from, advance, unshare_expr (loop->block),
			build_int_cst (integer_type_node, loop->rounding));
}

/* Returns the statement VARIABLE = FN (state).  */
static tree
set_variable (const struct upc_loop *loop, enum upc_function fn)
{
  tree index = upc_walk_call (loop, fn, 0);
  tree set = build2 (MODIFY_EXPR, void_type_node, loop->variable,
		     build1 (NOP_EXPR, TREE_TYPE (loop->variable), index));
  SET_EXPR_LOCATION (set, EXPR_LOCATION (FOR_EXPR (loop->statement)));
  return set;
}

/* Finds the variable, or what leaves the loop: after that it is looked at.  */
static tree
find_look (tree *where, int *, void *variable)
{
  switch (TREE_CODE (*where))
    {
    case BREAK_STMT: case GOTO_EXPR: case RETURN_EXPR:
      return *where;
    default:
      return *where == variable ? *where : NULL_TREE;
    }
}

/* Returns whether BODY does not depend on the variable's value; without
   optimisation, debuggers might show it.  */
static bool
unseen_p (const struct upc_loop *loop, tree body)
{
  return optimize && !walk_tree_without_duplicates (&body, find_look,
						    loop->variable);
}

/* Makes FOR_STMT the loop over a run.  */
static void
rewrite_for (const struct upc_loop *loop, bool unseen)
{
  tree statement = loop->statement;
  tree more = walk_is (loop, UPC_WALK_MORE);
  if (!unseen)
    more = build3 (COND_EXPR, boolean_type_node, more,
		   build2 (COMPOUND_EXPR, boolean_type_node,
			   set_variable (loop, UPC_WALK_INDEX),
			   boolean_true_node), boolean_false_node);
  FOR_COND (statement) = more;
  FOR_EXPR (statement) = upc_walk_call (loop, UPC_WALK_NEXT, 0);
  *loop->test = COND_EXPR_THEN (*loop->test);
}

static tree
jump (tree label)
{
  return build1 (GOTO_EXPR, void_type_node, label);
}

static tree
jump_if (tree condition, tree label)
{
  return build3 (COND_EXPR, void_type_node, condition, jump (label), NULL_TREE);
}

static tree
place (tree label)
{
  return build1 (LABEL_EXPR, void_type_node, label);
}

/* Returns the test whether there is a further run of LOOP.  */
static tree
find_run (const struct upc_loop *loop, const struct upc_cursors *cursors)
{
  if (!loop->cyclic)
    return walk_is (loop, UPC_WALK_FIND);
  bool limited = upc_any_cursors_p (cursors);
  return is_true (upc_walk_call (loop, UPC_WALK_FIND_CYCLIC, 1,
				 build_int_cst (integer_type_node, limited)));
}

/* Appends to LIST what settles a run of LOOP, whose cursors are known; UNSEEN
   says whether its body does not see the variable.  */
static void
append_settling (const struct upc_loop *loop, bool unseen, tree *list)
{
  bool whole = unseen && !gasp_options.instrument;
  tree arg = build_int_cst (integer_type_node, whole);
  if (!loop->cyclic)
    append_to_statement_list (upc_walk_call (loop, UPC_WALK_SETTLE, 1, arg),
			      list);
}

/* Appends a run to LIST; OUT is where a body that leaves the loop goes.  */
static void
append_run (const struct upc_loop *loop, const struct upc_cursors *cursors,
	    tree out, tree *list)
{
  bool unseen = unseen_p (loop, COND_EXPR_THEN (*loop->test));
  append_to_statement_list (set_variable (loop, UPC_WALK_INDEX), list);
  upc_set_cursors (cursors, loop, list);
  append_settling (loop, unseen, list);
  upc_limit_run (cursors, loop, list);
  rewrite_for (loop, unseen);
  append_to_statement_list (loop->statement, list);
  append_to_statement_list (jump_if (walk_is (loop, UPC_WALK_MORE), out), list);
  upc_pass_cursors (cursors, loop, list);
}

/* Returns the statements that replace LOOP, of which CONTROLS says whether its
   affinity counts.  */
static tree
rewrite (const struct upc_loop *loop, tree controls,
	 const struct upc_cursors *cursors)
{
  location_t loc = EXPR_LOCATION (loop->statement);
  tree list = NULL_TREE, run = create_artificial_label (loc);
  tree done = create_artificial_label (loc),
       out = create_artificial_label (loc);
  tree variables = upc_declare_cursors (cursors, &list);
  append_to_statement_list (build_start (loop, controls), &list);
  upc_align_cursors (cursors, loop, &list);
  append_to_statement_list (place (run), &list);
  append_to_statement_list (build3 (COND_EXPR, void_type_node,
				    find_run (loop, cursors), NULL_TREE,
				    jump (done)), &list);
  append_run (loop, cursors, out, &list);
  append_to_statement_list (jump (run), &list);
  append_to_statement_list (place (done), &list);
  append_to_statement_list (set_variable (loop, UPC_WALK_LAST), &list);
  append_to_statement_list (place (out), &list);
  return build3 (BIND_EXPR, void_type_node, variables, list, NULL_TREE);
}

/* ---- Finding  */

/* Returns the call of __upc_forall_mine that STATEMENT depends on, or
   null.  */
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

/* Returns the only statement in *WHERE that does something.  */
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

/* Returns whether LOOP goes through elements of all threads in turn, one by
   one.  Events need the cursors' phases, which may differ.  */
static bool
cyclic_p (const struct upc_loop *loop)
{
  tree pace = upc_pace_of (loop);
  return (!gasp_options.instrument && !loop->rounding
	  && integer_onep (loop->block)
	  && (integer_onep (pace) || integer_minus_onep (pace)));
}

/* Rewrites LOOP, a upc_forall, which is at WHERE, if it is one of those.  */
static void
consider_forall (tree *where, struct upc_loop *loop, tree call)
{
  tree controls = CALL_EXPR_ARG (call, 0);
  if (TREE_CODE (controls) != COMPONENT_REF || !upc_read_loop (loop)
      || !upc_read_affinity (call, loop))
    return;
  loop->cyclic = cyclic_p (loop);
  loop->walk = TREE_OPERAND (controls, 0);
  TREE_ADDRESSABLE (loop->walk) = 1;
  struct upc_cursors *cursors = upc_make_cursors (loop);
  *where = rewrite (loop, controls, cursors);
  upc_free_cursors (cursors);
}

/* Returns a label in a loop's body that a switch around the loop goes to.  */
static tree
find_outer_case (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where) || TREE_CODE (*where) == SWITCH_STMT)
    *walk_subtrees = 0;
  return TREE_CODE (*where) == CASE_LABEL_EXPR ? *where : NULL_TREE;
}

/* Returns a new variable for the state of a loop that has none.  */
static tree
make_walk (void)
{
  tree fn = upc_function (UPC_WALK_START, UNKNOWN_LOCATION);
  tree pointer = TREE_VALUE (TYPE_ARG_TYPES (TREE_TYPE (fn)));
  tree walk = create_tmp_var_raw (TREE_TYPE (pointer), "walk");
  DECL_CONTEXT (walk) = current_function_decl;
  TREE_ADDRESSABLE (walk) = 1;
  return walk;
}

/* Rewrites LOOP, at WHERE, which goes by THREADS, or in rounds: its elements'
   CURSORS are set before it and advanced after its variable.  */
static void
rewrite_by_threads (tree *where, const struct upc_loop *loop,
		    const struct upc_cursors *cursors)
{
  tree list = NULL_TREE, next = NULL_TREE;
  tree variables = upc_declare_cursors (cursors, &list);
  upc_begin_cursors (cursors, &list);
  append_to_statement_list (FOR_EXPR (loop->statement), &next);
  upc_advance_cursors (cursors, &next);
  FOR_EXPR (loop->statement) = next;
  append_to_statement_list (loop->statement, &list);
  *where = build3 (BIND_EXPR, void_type_node, variables, list, NULL_TREE);
}

/* Rewrites LOOP, an ordinary one at WHERE, as if it were a upc_forall of
   which each thread executes all.  */
static void
rewrite_plain (tree *where, const struct upc_loop *loop,
	       const struct upc_cursors *cursors)
{
  *where = rewrite (loop, integer_zero_node, cursors);
  DECL_CHAIN (loop->walk) = BIND_EXPR_VARS (*where);
  BIND_EXPR_VARS (*where) = loop->walk;
}

/* Rewrites LOOP, an ordinary one at WHERE, if it goes through elements along
   their blocks, or by THREADS through cyclic ones.  */
static void
consider_plain (tree *where, struct upc_loop *loop)
{
  tree body = FOR_BODY (*where), type = long_integer_type_node;
  if (!optimize || optimize_size || !body
      || walk_tree_without_duplicates (&body, find_outer_case, NULL))
    return;
  FOR_BODY (*where) = build3 (COND_EXPR, void_type_node, integer_one_node, body,
			      NULL_TREE);
  loop->test = &FOR_BODY (*where);
  loop->number = { build_zero_cst (type), build_zero_cst (type) };
  loop->block = build_one_cst (type);
  loop->walk = make_walk ();
  struct upc_cursors *cursors = NULL;
  if (upc_read_loop_by_threads (loop))
    cursors = upc_make_cursors (loop);
  /* With static THREADS, a step of as many may also be one along blocks.  */
  if (!upc_any_cursors_p (cursors))
    {
      upc_free_cursors (cursors);
      loop->by_threads = false;
      cursors = upc_read_loop (loop) ? upc_make_cursors (loop) : NULL;
    }
  if (!upc_any_cursors_p (cursors))
    {
      upc_free_cursors (cursors);
      cursors = upc_read_loop_in_rounds (loop) ? upc_make_cursors (loop) : NULL;
    }
  if (!upc_any_cursors_p (cursors))
    FOR_BODY (*where) = body;
  else if (loop->by_threads || loop->in_rounds)
    {
      FOR_BODY (*where) = COND_EXPR_THEN (*loop->test);
      rewrite_by_threads (where, loop, cursors);
    }
  else
    rewrite_plain (where, loop, cursors);
  upc_free_cursors (cursors);
}

/* Rewrites the FOR_STMT at WHERE if that is of use.  */
static void
consider (tree *where)
{
  struct upc_loop loop;
  memset (&loop, 0, sizeof loop);
  loop.statement = *where;
  loop.test = only_statement (&FOR_BODY (*where));
  tree call = loop.test && *loop.test ? test_of (*loop.test) : NULL_TREE;
  if (call)
    consider_forall (where, &loop, call);
  else
    consider_plain (where, &loop);
}

/* Adds a loop at WHERE to LOOPS.  Returns a function within the function, if
   there is one: it could change the loops' variables.  */
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

/* Rewrites all loops in FN, the inner ones first, before forall.c handles
   those that are left.  */
void
upc_make_strides (tree fn)
{
  auto_vec<tree *> loops;
  if (!walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), visit_loop, &loops))
    while (loops.length ())
      consider (loops.pop ());
}
