/* statements.c - upc_notify, upc_wait, upc_barrier.

   SPDX-License-Identifier: GPL-3.0-or-later

     upc_barrier 2.5;    __upc_barrier (1, (int) 2.5);

   The lexical step has made it a call of a function that takes anything,
   __upc_barrier_statement; what the statement demands is looked at here.  As in
   an assignment to an int, of a pointer there is but a warning.  */

#include "upc/upc-plugin.h"

static const struct
{
  enum upc_function statement, function;
  const char *name;
} statements[] = {
  { UPC_NOTIFY_STATEMENT, UPC_NOTIFY, "upc_notify" },
  { UPC_WAIT_STATEMENT, UPC_WAIT, "upc_wait" },
  { UPC_BARRIER_STATEMENT, UPC_BARRIER, "upc_barrier" },
};

/* Returns the index in statements of EXPR, -1 if it is not one of them.  */
static int
statement_of (tree expr)
{
  if (TREE_CODE (expr) == CALL_EXPR && call_expr_nargs (expr) == 2)
    for (size_t i = 0; i < ARRAY_SIZE (statements); i++)
      if (upc_function_p (get_callee_fndecl (expr), statements[i].statement))
	return i;
  return -1;
}

/* Reports, for walk_tree, statements of all threads within iterations that one
   of them executes.  */
static tree
find_collective (tree *where, int *walk_subtrees, void *)
{
  int i = statement_of (*where);
  if (i >= 0)
    error_at (EXPR_LOCATION (*where), "%qs within %<upc_forall%>",
	      statements[i].name);
  if (upc_own_iterations (*where))
    *walk_subtrees = 0;
  return NULL_TREE;
}

/* ---- Ways into and out of the iterations of one thread, which others do not
   go: undefined (UPC 1.3, 6.6.2).  */

/* The result of a walk through FN's statements, or a part of them.  */
struct jumps
{
  tree fn = NULL_TREE;		/* if it has yet to be walked through */
  hash_set<tree> labels;
  auto_vec<tree> gotos, returns, breaks, cases;
  bool in_loop = false;		/* a "break" here is that of a loop within */
  bool in_switch = false;	/* a "case" here is that of a switch within */
};

static tree find_jump (tree *where, int *walk_subtrees, void *data);

static void
find_jumps_in_loop (tree loop, struct jumps *jumps)
{
  bool in_loop = jumps->in_loop, in_switch = jumps->in_switch;
  jumps->in_loop = true;
  jumps->in_switch |= TREE_CODE (loop) == SWITCH_STMT;
  for (int i = 0; i < TREE_OPERAND_LENGTH (loop); i++)
    walk_tree_without_duplicates (&TREE_OPERAND (loop, i), find_jump, jumps);
  jumps->in_loop = in_loop;
  jumps->in_switch = in_switch;
}

static tree
find_jump (tree *where, int *walk_subtrees, void *data)
{
  struct jumps *jumps = (struct jumps *) data;
  switch (TREE_CODE (*where))
    {
    case LABEL_EXPR:
      jumps->labels.add (LABEL_EXPR_LABEL (*where));
      break;
    case CASE_LABEL_EXPR:
      if (!jumps->in_switch)
	jumps->cases.safe_push (*where);
      break;
    case GOTO_EXPR:
      jumps->gotos.safe_push (*where);
      break;
    case RETURN_EXPR:
      jumps->returns.safe_push (*where);
      break;
    case BREAK_STMT:
      if (!jumps->in_loop)
	jumps->breaks.safe_push (*where);
      break;
    case FOR_STMT: case WHILE_STMT: case DO_STMT: case SWITCH_STMT:
      find_jumps_in_loop (*where, jumps);
      *walk_subtrees = 0;
      break;
    default:
      if (TYPE_P (*where))
	*walk_subtrees = 0;
    }
  return NULL_TREE;
}

#define OTHERS_DO_NOT "%qs %s %<upc_forall%>: other threads do not go that way, " \
		      "and the result is undefined"

/* Warns of STATEMENT, or rejects it, by what the user chose, with our option's
   name: GCC names only its own.  */
static void
warn_of_way (tree statement, const char *way, const char *where)
{
  location_t loc = TREE_CODE (statement) == CASE_LABEL_EXPR
		   ? DECL_SOURCE_LOCATION (CASE_LABEL (statement))
		   : EXPR_LOCATION (statement);
  if (upc_options.jumps == JUMPS_WARNING)
    warning_at (loc, 0, OTHERS_DO_NOT " [-W" UPC_JUMPS_OPTION "]", way, where);
  else if (upc_options.jumps == JUMPS_ERROR)
    error_at (loc, OTHERS_DO_NOT " [-Werror=" UPC_JUMPS_OPTION "]", way, where);
}

/* Checks jumps into and out of BODY, that of a upc_forall in a function that
   has ALL.  */
static void
check_ways (tree *body, struct jumps *all)
{
  struct jumps inside;
  if (all->fn)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (all->fn), find_jump, all);
  all->fn = NULL_TREE;
  hash_set<tree> gotos;
  walk_tree_without_duplicates (body, find_jump, &inside);
  for (tree leave : inside.returns)
    warn_of_way (leave, "return", "out of");
  for (tree leave : inside.breaks)
    warn_of_way (leave, "break", "out of");
  for (tree label : inside.cases)
    warn_of_way (label, "switch", "into");
  for (tree jump : inside.gotos)
    {
      gotos.add (jump);
      if (!inside.labels.contains (GOTO_DESTINATION (jump)))
	warn_of_way (jump, "goto", "out of");
    }
  for (tree jump : all->gotos)
    if (!gotos.contains (jump)
	&& inside.labels.contains (GOTO_DESTINATION (jump)))
      warn_of_way (jump, "goto", "into");
}

/* Checks the bodies of all loops, those within others too.  */
static tree
find_forall (tree *where, int *, void *jumps)
{
  if (tree *body = upc_own_iterations (*where))
    {
      walk_tree_without_duplicates (body, find_collective, NULL);
      check_ways (body, (struct jumps *) jumps);
    }
  return NULL_TREE;
}

/* Returns the expression of CALL, the statement NAME, as an int.  */
static tree
number_of (tree call, const char *name)
{
  tree value = CALL_EXPR_ARG (call, 1), type = TREE_TYPE (value);
  location_t loc = EXPR_LOC_OR_LOC (value, EXPR_LOCATION (call));
  if (TREE_CODE (type) == COMPLEX_TYPE)
    value = build1 (REALPART_EXPR, TREE_TYPE (type), value);
  if (INTEGRAL_TYPE_P (TREE_TYPE (value)))
    return fold_convert (integer_type_node, value);
  if (SCALAR_FLOAT_TYPE_P (TREE_TYPE (value)))
    return build1 (FIX_TRUNC_EXPR, integer_type_node, value);
  if (POINTER_TYPE_P (type))
    {
      pedwarn (loc, OPT_Wint_conversion,
	       "the expression of %qs has type %qT: this "
	       "makes integer from pointer without a cast",
	       name, type);
      return convert (integer_type_node, value);
    }
  if (type != error_mark_node)
    error_at (loc,
	      "the expression of %qs has type %qT, which cannot be assigned "
	      "to an %<int%>",
	      name, type);
  return integer_zero_node;
}

static tree
replace_statement (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  int i = statement_of (*where);
  if (i < 0)
    return NULL_TREE;
  tree fn = upc_function (statements[i].function, EXPR_LOCATION (*where));
  tree number = number_of (*where, statements[i].name);
  if (fn)
    *where = build_call_expr_loc (EXPR_LOCATION (*where), fn, 2,
				  CALL_EXPR_ARG (*where, 0), number);
  return NULL_TREE;
}

void
upc_finish_statements (tree fn)
{
  struct jumps jumps;
  jumps.fn = fn;
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_forall, &jumps);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), replace_statement, NULL);
}
