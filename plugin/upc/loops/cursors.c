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
   cursors are set before the loop and advanced with its variable.  So it is
   where elements go by whole blocks of all threads, as b[k][j] does along k if
   all threads have as much of a row.

   If accesses raise events, cursors keep their phase: they are computed for
   each run, and __upc_walk_pointer returns where they are.

   Runs end where an element leaves its block; those that do that too often have
   no cursor.  If all elements go through blocks of objects together, runs begin
   where blocks do, unless the first begins elsewhere; so GCC can know how
   the elements are aligned there.  */

#include "cursors.h"

/* Blocks that are as large as that are worth a cursor of their own.  */
enum { LARGE = 32 };

/* No more than that in a loop.  */
enum { MOST = 24 };

/* ---- What is worth one  */

bool
upc_aligned_p (const struct upc_loop *loop, tree offset)
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
      && upc_aligned_p (loop, c->element.index.offset))
    return true;
  return (block >= LARGE && absu_hwi (c->advance) * 4 <= (unsigned) block
	  && (whose >= LARGE || !pace));
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

/* Returns whether the element in C, from one iteration of LOOP to the next,
   goes on by whole blocks of its thread.  */
static bool
by_rounds_p (const struct upc_loop *loop, struct cursor *c)
{
  HOST_WIDE_INT threads = upc_options.threads, times;
  tree coefficient = c->element.index.coefficient;
  if (threads && tree_fits_shwi_p (coefficient)
      && divisible_p (tree_to_shwi (coefficient), threads))
    times = tree_to_shwi (coefficient) / threads;
  else if (threads || !upc_multiple_of_threads_p (coefficient, &times))
    return false;
  c->advance = times * loop->step;
  return times && divisible_p (c->advance, c->element.layout.block);
}

/* Returns whether REF, of which the element in C is known, is to have a cursor
   of LOOP.  What lies side by side needs one only to be checked, or found near,
   once for all iterations of a loop that a thread executes whole.  */
static bool
wanted_p (const struct upc_loop *loop, tree ref, struct cursor *c)
{
  const struct upc_layout *layout = &c->element.layout;
  tree coefficient = c->element.index.coefficient;
  tree pace = upc_pace_of (loop);
  /* The check of an index would come before the loop, maybe in vain.  */
  if ((loop->by_threads || loop->in_rounds)
      && (flag_sanitize & SANITIZE_BOUNDS))
    return false;
  if (loop->in_rounds)
    return layout->size > 0 && layout->block && by_rounds_p (loop, c);
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
  if (loop->by_threads || loop->in_rounds)
    return c->variable;
  if (loop->cyclic)
    return upc_walk_call (loop, UPC_WALK_PLACE_CYCLIC, 2, c->variable,
			  upc_number (c->advance * layout->size));
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
  bool even = ((upc_options.check || loop->in_rounds) && !loop->by_threads
	       && upc_even_body_p (&COND_EXPR_THEN (*loop->test),
				   &cursors->written));
  cursors->even = even && !loop->in_rounds;
  if (upc_options.distant && !gasp_options.instrument)
    cursors->told = make_variable (integer_type_node, "told");
  else
    cursors->told = NULL_TREE;
  /* In rounds, the first iteration has to access what cursors begin at: what is
     before an array has no place.  */
  if (even || !loop->in_rounds)
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
