/* cursors.c - elements that a upc_forall walks along.

   SPDX-License-Identifier: GPL-3.0-or-later

     upc_forall (i = 0; i < n; i++; &a[i])
       a[i] = b[i] + 1;

   From one iteration of a thread to the next, a[i] and b[i] move by one element
   in this process, if both have the same layout.  So their addresses need not
   be computed each time: where a run of iterations begins (see
   gasp-upc-walk.h), cursors are made

     c1 = (ulong) &a[i];  c2 = (ulong) &b[i];

   and in the body there is

     *(shared [] int *) __upc_walk_place (&f, c1, 1, 4)
       = *(shared [] int *) __upc_walk_place (&f, c2, 1, 4) + 1;

   An element with a cursor stays on its thread during a run.  Where others'
   parts may have no address, a variable says in the run whether all of them
   have one (__upc_get_told).

   Where an ordinary loop goes by THREADS,

     for (i = MYTHREAD; i < n; i += THREADS)
       a[i] = b[i] + 1;

   elements of cyclic arrays stay on their thread and go on there evenly.  Then
   cursors are set before the loop and advanced with its variable.

   If accesses raise events, cursors keep their phase: they are computed for
   each run, and __upc_walk_pointer returns where they are.

   Runs end where an element leaves its block; those that do that too often have
   no cursor.  If all elements go through blocks of objects together, runs begin
   where blocks do, unless the first begins elsewhere; so GCC can know how
   the elements are aligned there.  */

#include "strides.h"

/* Blocks that are as large as that are worth a cursor of their own.  */
enum { LARGE = 32 };

/* No more than that in a loop.  */
enum { MOST = 24 };

struct cursor
{
  tree reference;		/* as the user wrote it */
  struct upc_element element;
  HOST_WIDE_INT advance;	/* elements from iteration to iteration */
  tree variable;
  tree local;			/* where that is in this process; or null */
  /* If it is checked a run at a time: an access.  */
  bool checked, write;
  location_t loc;
};

struct upc_cursors
{
  const struct upc_loop *loop;
  auto_vec<struct cursor> all;
  tree told;			/* whether all of them are near; or null */
  bool even;			/* see upc_even_body_p */
  hash_map<tree, location_t> written;
  /* What has been replaced: GCC's front end shares nodes.  */
  hash_map<tree, tree> replaced;
};

/* ---- What is worth one  */

/* Returns whether, as far as is known, the element at OFFSET begins and ends
   blocks where the element that determines the affinity does.  */
static bool
aligned_p (const struct upc_loop *loop, tree offset)
{
  if (!loop->offset)
    return false;
  tree difference = fold_build2 (MINUS_EXPR, long_integer_type_node, offset,
				 loop->offset);
  return (tree_fits_shwi_p (difference)
	  && tree_to_shwi (difference) % tree_to_shwi (loop->block) == 0);
}

/* Returns whether B divides A.  GCC's own multiple_p would take a negative A
   for a large number if B is unsigned.  */
static bool
divisible_p (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return b != 0 && a % b == 0;
}

/* Returns whether a run of LOOP, in which elements of the affinity go on by
   PACE, has more than a few elements like C's.  */
static bool
worthwhile_p (const struct upc_loop *loop, HOST_WIDE_INT pace,
	      const struct cursor *c)
{
  HOST_WIDE_INT block = c->element.layout.block;
  HOST_WIDE_INT whose = tree_to_shwi (loop->block);
  if (whose == 1 && pace)
    return divisible_p (c->advance, block)
	   && divisible_p (c->advance / block, pace);
  if (whose == block && pace == c->advance
      && aligned_p (loop, c->element.index.offset))
    return true;
  return (block >= LARGE && absu_hwi (c->advance) * 4 <= (unsigned) block
	  && (whose >= LARGE || !pace));
}

/* Returns by how many elements the affinity of LOOP advances each time.  */
static tree
pace_of (const struct upc_loop *loop)
{
  return fold_build2 (MULT_EXPR, long_integer_type_node,
		      loop->number.coefficient, upc_number (loop->step));
}

/* Returns whether REF is an element of a row that lies in one block, the same
   row in all iterations of LOOP: then they are side by side, as in C.  */
static bool
of_one_row_p (const struct upc_loop *loop, tree ref,
	      const struct upc_layout *layout)
{
  if (TREE_CODE (ref) != ARRAY_REF
      || !upc_within_block_p (TREE_OPERAND (ref, 0), layout))
    return false;
  for (tree row = TREE_OPERAND (ref, 0); TREE_CODE (row) == ARRAY_REF;
       row = TREE_OPERAND (row, 0))
    if (!upc_invariant_p (TREE_OPERAND (row, 1), loop))
      return false;
  return true;
}

/* Returns whether REF, of which the element in C is known, is to have a cursor
   of LOOP.  What lies side by side needs one only to be checked, or found near,
   once for all iterations of a loop that a thread executes whole.  */
static bool
wanted_p (const struct upc_loop *loop, tree ref, struct cursor *c)
{
  const struct upc_layout *layout = &c->element.layout;
  tree coefficient = c->element.index.coefficient;
  tree pace = pace_of (loop);
  if (layout->size <= 0 || !tree_fits_shwi_p (coefficient)
      || integer_zerop (coefficient))
    return false;
  c->advance = tree_to_shwi (coefficient) * loop->step;
  if (loop->by_threads)
    return divisible_p (c->advance, layout->block);
  if (!layout->block)
    return (upc_options.distant && !gasp_options.instrument
	    && integer_zerop (pace));
  if (!upc_options.distant && !upc_options.check && !gasp_options.instrument
      && integer_zerop (pace) && of_one_row_p (loop, ref, layout))
    return false;
  if (!tree_fits_shwi_p (loop->block) || !tree_fits_shwi_p (pace))
    return layout->block >= LARGE;
  return worthwhile_p (loop, tree_to_shwi (pace), c);
}

/* ---- Finding and replacing  */

static bool
same_element_p (const struct upc_element *a, const struct upc_element *b)
{
  return (operand_equal_p (a->base, b->base, 0)
	  && operand_equal_p (a->index.coefficient, b->index.coefficient, 0)
	  && operand_equal_p (a->index.offset, b->index.offset, 0)
	  && a->layout.size == b->layout.size
	  && a->layout.block == b->layout.block);
}

static tree
make_variable (tree type, const char *name)
{
  tree variable = create_tmp_var_raw (type, name);
  DECL_CONTEXT (variable) = current_function_decl;
  return variable;
}

/* Returns the cursor for C, maybe a new one.  */
static struct cursor *
find_cursor (struct upc_cursors *cursors, const struct cursor *c)
{
  for (unsigned i = 0; i < cursors->all.length (); i++)
    if (same_element_p (&cursors->all[i].element, &c->element))
      return &cursors->all[i];
  if (cursors->all.length () >= MOST)
    return NULL;
  cursors->all.safe_push (*c);
  struct cursor *made = &cursors->all.last ();
  made->reference = unshare_expr (c->reference);
  made->variable = make_variable (upc_bits_type (), "cursor");
  made->local
    = cursors->told ? make_variable (upc_bits_type (), "local") : NULL_TREE;
  return made;
}

/* Returns the position of C: only events need its phase.  */
static tree
build_place (const struct upc_loop *loop, const struct cursor *c)
{
  const struct upc_layout *layout = &c->element.layout;
  tree advance = upc_number (c->advance), size = upc_number (layout->size);
  if (loop->by_threads)
    return c->variable;
  if (gasp_options.instrument)
    return upc_walk_call (loop, UPC_WALK_POINTER, 4, c->variable, advance, size,
			  upc_number (layout->block));
  return upc_walk_call (loop, UPC_WALK_PLACE, 3, c->variable, advance, size);
}

/* Has REF, an access to C, checked a run at a time if it can be.  Returns
   whether it is.  Of other elements, only parts may be accessed.  */
static bool
check_by_runs (struct upc_cursors *cursors, struct cursor *c, tree ref)
{
  tree type = TREE_TYPE (ref);
  if (!cursors->even || (!INTEGRAL_TYPE_P (type) && !SCALAR_FLOAT_TYPE_P (type)
			 && !POINTER_TYPE_P (type)))
    return false;
  location_t *written = cursors->written.get (ref);
  if (!c->checked || (written && !c->write))
    c->loc = written ? *written : EXPR_LOCATION (ref);
  c->checked = true;
  c->write |= written != NULL;
  return true;
}

/* Returns the expression that replaces REF, of which C is the cursor.  */
static tree
build_reference (const struct upc_cursors *cursors, const struct cursor *c,
		 tree ref, bool checked)
{
  const struct upc_loop *loop = cursors->loop;
  const struct upc_layout *layout = &c->element.layout;
  tree type = upc_type_with_layout (TREE_TYPE (ref),
				    gasp_options.instrument ? layout->block : 0,
				    layout->mode);
  tree pointer = build1 (NOP_EXPR, build_pointer_type (type),
			 build_place (loop, c));
  tree result = build2 (MEM_REF, type, pointer,
			build_int_cst (TREE_TYPE (pointer), 0));
  tree object = upc_object_p (&c->element) ? c->element.base : NULL_TREE;
  struct upc_told told = { cursors->told, c->variable, c->local, checked };
  if (object || cursors->told || checked)
    upc_set_meaning (result, object, &told);
  SET_EXPR_LOCATION (result, EXPR_LOCATION (ref));
  TREE_THIS_VOLATILE (result) = TREE_THIS_VOLATILE (ref);
  TREE_SIDE_EFFECTS (result) = TREE_SIDE_EFFECTS (ref);
  return result;
}

/* Returns the replacement of REF; null if it has no cursor.  */
static tree
replacement_of (struct upc_cursors *cursors, tree ref)
{
  struct cursor c;
  struct cursor *found;
  if (TREE_CODE (TREE_TYPE (ref)) == ARRAY_TYPE
      || !upc_shared_p (TREE_TYPE (ref))
      || !upc_element_p (ref, cursors->loop, &c.element)
      || !wanted_p (cursors->loop, ref, &c))
    return NULL_TREE;
  c.reference = ref;
  c.checked = c.write = false;
  found = find_cursor (cursors, &c);
  return (found ? build_reference (cursors, found, ref,
				   check_by_runs (cursors, found, ref))
	  : NULL_TREE);
}

static tree
visit_reference (tree *where, int *walk_subtrees, void *data)
{
  struct upc_cursors *cursors = (struct upc_cursors *) data;
  enum tree_code code = TREE_CODE (*where);
  if (TYPE_P (*where) || code == ADDR_EXPR)
    *walk_subtrees = 0;
  if (code != ARRAY_REF && code != INDIRECT_REF)
    return NULL_TREE;
  tree *known = cursors->replaced.get (*where);
  tree other = known ? *known : replacement_of (cursors, *where);
  if (!other)
    return NULL_TREE;
  if (!known)
    cursors->replaced.put (*where, other);
  *where = other;
  *walk_subtrees = 0;
  return NULL_TREE;
}

struct upc_cursors *
upc_make_cursors (const struct upc_loop *loop)
{
  struct upc_cursors *cursors = new upc_cursors;
  cursors->loop = loop;
  cursors->even = (!loop->by_threads
		   && upc_even_body_p (&COND_EXPR_THEN (*loop->test),
				       &cursors->written));
  if (upc_options.distant && !gasp_options.instrument)
    cursors->told = make_variable (integer_type_node, "told");
  else
    cursors->told = NULL_TREE;
  walk_tree (&COND_EXPR_THEN (*loop->test), visit_reference, cursors, NULL);
  return cursors;
}

bool
upc_any_cursors_p (const struct upc_cursors *cursors)
{
  return cursors && !cursors->all.is_empty ();
}

void
upc_free_cursors (struct upc_cursors *cursors)
{
  delete cursors;
}

/* ---- Around a run  */

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

/* Puts VARIABLE in front of VARIABLES, and append to LIST what sets it to
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
  return (integer_onep (pace_of (loop)) && c->advance == 1
	  && upc_object_p (&c->element)
	  && tree_int_cst_equal (loop->block,
				 upc_number (c->element.layout.block))
	  && aligned_p (loop, c->element.index.offset));
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
  if (!optimize || gasp_options.instrument || !loop->of_object)
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
  if (!gasp_options.instrument)
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
      append_to_statement_list (upc_walk_call (loop, UPC_WALK_LIMIT, 3,
					       c->variable, block,
					       upc_number (c->advance)), list);
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
  for (unsigned i = 0; cursors && i < cursors->all.length (); i++)
    {
      const struct cursor *c = &cursors->all[i];
      tree way = upc_walk_call (loop, UPC_WALK_PASSED, 2,
				upc_number (c->advance),
				upc_number (c->element.layout.size));
      advance (c->variable, way, list);
    }
}
