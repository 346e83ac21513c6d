/* cursor-code.c - the code that moves cursors, around a run and in it.

   SPDX-License-Identifier: GPL-3.0-or-later

   cursors.c says what cursors are, and which elements have one.  */

#include "cursors.h"

static tree
assign (tree variable, tree value)
{
  return build2 (MODIFY_EXPR, void_type_node, variable, value);
}

static tree
address_of (tree ref)
{
  return build1 (NOP_EXPR, upc_bits_type (),
		 build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (ref)), ref));
}

/* Appends to LIST a test whether all CURSORS, which have been computed,
   are near.  */
static void
append_told (const struct upc_cursors *cursors, tree *list)
{
  location_t loc = UNKNOWN_LOCATION;
  tree type = integer_type_node, near = build_one_cst (type);
  if (!cursors->told)
    return;
  for (unsigned i = 0; i < cursors->all.length (); i++)
    near = build2 (BIT_AND_EXPR, type, near,
		   build_call_expr (upc_function (UPC_NEAR, loc), 2,
				    cursors->all[i].variable,
				    build_zero_cst (type)));
  append_to_statement_list (assign (cursors->told, near), list);
}

/* Appends to LIST what computes where CURSORS are in this process.  */
static void
append_locals (const struct upc_cursors *cursors, tree *list)
{
  tree fn = upc_function (UPC_TELL, UNKNOWN_LOCATION);
  for (unsigned i = 0; cursors->told && i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      append_to_statement_list
	(assign (c->local, build_call_expr (fn, 2, cursors->told, c->variable)),
	 list);
    }
}

void
upc_begin_cursors (const struct upc_cursors *cursors, tree *list)
{
  for (unsigned i = 0; i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      tree begin = (gasp_options.instrument ? address_of (c->reference)
		    : upc_place_expression (c->reference));
      append_to_statement_list (assign (c->variable, begin), list);
    }
  append_told (cursors, list);
  append_locals (cursors, list);
}

/* Appends to LIST what moves VARIABLE by WAY.  */
static void
advance (tree variable, tree way, tree *list)
{
  append_to_statement_list
    (assign (variable, build2 (PLUS_EXPR, upc_bits_type (), variable, way)),
     list);
}

/* Appends to LIST what advances CURSORS: THREADS times as many elements are as
   many on this thread.  */
void
upc_advance_cursors (const struct upc_cursors *cursors, tree *list)
{
  for (unsigned i = 0; i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      tree way = build_int_cst (upc_bits_type (),
				c->advance * c->element.layout.size);
      advance (c->variable, way, list);
      if (c->local)
	advance (c->local, way, list);
    }
}

/* Puts VARIABLE in front of VARIABLES, and appends to LIST what sets it to
   0.  */
static void
declare (tree variable, tree *variables, tree *list)
{
  DECL_CHAIN (variable) = *variables;
  *variables = variable;
  append_to_statement_list (assign (variable,
				    build_zero_cst (TREE_TYPE (variable))),
				    list);
}

tree
upc_declare_cursors (const struct upc_cursors *cursors, tree *list)
{
  tree variables = NULL_TREE;
  if (!upc_any_cursors_p (cursors))
    return NULL_TREE;
  for (unsigned i = 0; i < cursors->all.length (); i++)
    {
      declare (cursors->all[i].variable, &variables, list);
      if (cursors->all[i].local)
	declare (cursors->all[i].local, &variables, list);
    }
  if (cursors->told)
    declare (cursors->told, &variables, list);
  return variables;
}

/* Appends to LIST the statements that compute C afresh.  */
static void
append_fresh (const struct cursor *c, const struct upc_loop *loop, tree *list)
{
  tree block = upc_number (c->element.layout.block);
  tree advance = upc_number (c->advance);
  append_to_statement_list (assign (c->variable, address_of (c->reference)),
			    list);
  if (loop->cyclic)
    return;
  append_to_statement_list (upc_walk_call (loop, UPC_WALK_CHECK, 2, c->variable,
					   block), list);
  if (gasp_options.instrument)
    append_to_statement_list (upc_walk_call (loop, UPC_WALK_CHECK_PHASE, 2,
					     advance, block), list);
}

/* Returns whether C begins and ends blocks together with the affinity of
   LOOP, which goes through an object, element by element.  */
static bool
in_step_p (const struct upc_loop *loop, const struct cursor *c)
{
  return (integer_onep (upc_pace_of (loop)) && c->advance == 1
	  && upc_object_p (&c->element)
	  && tree_int_cst_equal (loop->block,
				 upc_number (c->element.layout.block))
	  && upc_aligned_p (loop, c->element.index.offset));
}

/* Returns by how many bytes the blocks that C goes through are known to be
   aligned.  */
static HOST_WIDE_INT
block_alignment (const struct cursor *c)
{
  tree object = c->element.base;
  HOST_WIDE_INT size = c->element.layout.block * c->element.layout.size;
  HOST_WIDE_INT whole = upc_object_alignment (object) / BITS_PER_UNIT;
  return (DECL_EXTERNAL (object) || !DECL_SIZE_UNIT (object) ? 1
	  : MIN (least_bit_hwi (size), whole));
}

/* Says how CURSORS are aligned where runs begin, appended to LIST.  */
static void
append_alignments (const struct upc_cursors *cursors,
		   const struct upc_loop *loop, tree *list)
{
  for (unsigned i = 0; i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      tree aligned = upc_walk_call (loop, UPC_WALK_ALIGNED, 2, c->variable,
				    size_int (block_alignment (c)));
      append_to_statement_list (assign (c->variable, aligned), list);
    }
}

/* Returns whether all CURSORS of LOOP begin and end blocks together.  */
static bool
all_in_step_p (const struct upc_cursors *cursors, const struct upc_loop *loop)
{
  if (!optimize || gasp_options.instrument || loop->cyclic || !loop->of_object)
    return false;
  for (unsigned i = 0; i < cursors->all.length (); i++)
    if (!in_step_p (loop, &cursors->all[i]))
      return false;
  return upc_any_cursors_p (cursors);
}

void
upc_align_cursors (const struct upc_cursors *cursors,
		   const struct upc_loop *loop, tree *list)
{
  tree type = long_integer_type_node;
  if (!cursors || !all_in_step_p (cursors, loop))
    return;
  tree way = build2 (MULT_EXPR, type, loop->number.coefficient,
		     fold_convert (type, loop->variable));
  tree index = build2 (PLUS_EXPR, type, unshare_expr (loop->offset), way);
  append_to_statement_list (upc_walk_call (loop, UPC_WALK_ALIGN, 2, index,
					   loop->block), list);
}

void
upc_set_cursors (const struct upc_cursors *cursors, const struct upc_loop *loop,
		 tree *list)
{
  tree fresh = NULL_TREE;
  for (unsigned i = 0; cursors && i < cursors->all.length (); i++)
    append_fresh (&cursors->all[i], loop, &fresh);
  if (!fresh)
    return;
  append_told (cursors, &fresh);
  if (!gasp_options.instrument && !loop->cyclic)
    fresh = build3 (COND_EXPR, void_type_node,
		    build2 (NE_EXPR, boolean_type_node,
			    upc_walk_call (loop, UPC_WALK_FRESH, 0),
			    integer_zero_node), fresh, NULL_TREE);
  append_to_statement_list (fresh, list);
  if (all_in_step_p (cursors, loop))
    append_alignments (cursors, loop, list);
}

/* Appends to LIST the checks of what a run of LOOP accesses by CURSORS.  */
static void
append_checks (const struct upc_cursors *cursors, const struct upc_loop *loop,
	       tree *list)
{
  for (unsigned i = 0; cursors && i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      const struct upc_layout *layout = &c->element.layout;
      struct upc_access access
	= { c->loc, c->write, false, true, layout->size,
	    (HOST_WIDE_INT) layout->block,
	    upc_object_p (&c->element) ? c->element.base : NULL_TREE };
      if (c->checked)
	upc_append_check (loop, &access, c->variable, c->advance, list);
    }
}

void
upc_limit_run (const struct upc_cursors *cursors, const struct upc_loop *loop,
	       tree *list)
{
  for (unsigned i = 0; cursors && i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      tree block = upc_number (c->element.layout.block);
      tree limit = upc_walk_call (loop, UPC_WALK_LIMIT, 3, c->variable, block,
				  upc_number (c->advance));
      if (!loop->cyclic)
	append_to_statement_list (limit, list);
      if (gasp_options.instrument)
	continue;
      /* The rest of the run needs no phase.  */
      tree fn = upc_function (UPC_OFFSET, UNKNOWN_LOCATION);
      append_to_statement_list
	(assign (c->variable, build_call_expr (fn, 1, c->variable)), list);
    }
  if (cursors)
    append_locals (cursors, list);
  append_checks (cursors, loop, list);
}

void
upc_pass_cursors (const struct upc_cursors *cursors,
		  const struct upc_loop *loop, tree *list)
{
  for (unsigned i = 0; cursors && !loop->cyclic && i < cursors->all.length ();
       i++)
    {
      const struct cursor *c = &cursors->all[i];
      tree way = upc_walk_call (loop, UPC_WALK_PASSED, 2,
				upc_number (c->advance),
				upc_number (c->element.layout.size));
      advance (c->variable, way, list);
    }
}
