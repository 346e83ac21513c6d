/* strides.h - what the files of upc_forall's own iterations share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#pragma once

#include "upc/upc-plugin.h"

/* A value that is linear in a loop's variable: COEFFICIENT * variable + OFFSET,
   both long and the same in all iterations.  */
struct upc_linear
{
  tree coefficient, offset;
};

/* An element of a shared array: INDEX elements after what BASE, a pointer that
   does not change, points to, or after the beginning of what it is.  */
struct upc_element
{
  tree base;			/* the pointer, or the VAR_DECL */
  struct upc_linear index;
  struct upc_layout layout;
};

/* A loop, and its analysis.  */
struct upc_loop
{
  tree statement;		/* FOR_STMT */
  tree *test;			/* COND_EXPR: mine, then the body */
  tree variable, bound;
  enum tree_code compare;
  HOST_WIDE_INT step;
  bool by_threads;		/* it goes by STEP * THREADS */
  bool in_rounds;		/* elements go by multiples of THREADS */
  bool quiet;			/* the body changes no variable unseen */
  /* Whose an iteration is: (NUMBER.coefficient * variable + NUMBER.offset)
     / BLOCK, rounded as ROUNDING says.  */
  struct upc_linear number;
  tree block, offset;		/* OFFSET: of the index alone; or null */
  bool of_object;		/* the index is in an object */
  int rounding;			/* __upc_walk_start's */
  bool cyclic;			/* __upc_walk_start_cyclic starts it */
  tree walk;			/* struct __upc_forall */
};

/* ---- loops.c  */
/* Returns whether LOOP's statement goes from number to number; fills in the
   analysis.  */
extern bool upc_read_loop (struct upc_loop *loop);
/* Returns whether LOOP's variable goes by a multiple of THREADS, to whatever
   bound; fills in variable, step and by_threads.  */
extern bool upc_read_loop_by_threads (struct upc_loop *loop);
/* Returns whether LOOP goes from number to number, so that an element with a
   coefficient of a multiple of THREADS may stay on its thread; fills in the
   analysis.  */
extern bool upc_read_loop_in_rounds (struct upc_loop *loop);
/* Returns whether EXPR is THREADS, maybe times a constant, which is
   *TIMES.  */
extern bool upc_multiple_of_threads_p (tree expr, HOST_WIDE_INT *times);

/* ---- affinity.c  */
/* Returns whether the affinity in CALL, of __upc_forall_mine, says by number
   whose an iteration of LOOP is; fills that in.  */
extern bool upc_read_affinity (tree call, struct upc_loop *loop);

/* Returns by how many elements the affinity of LOOP advances each time.  */
extern tree upc_pace_of (const struct upc_loop *loop);

/* ---- linear.c  */
/* Returns whether EXPR is THREADS, maybe converted.  */
extern bool upc_threads_p (tree expr);
/* Returns whether BODY calls and stores nothing that could change a variable
   that is not named where that is done.  */
extern bool upc_quiet_p (tree body);
/* Returns whether the local variable DECL is not changed in the body of
   LOOP.  */
extern bool upc_left_alone_p (tree decl, const struct upc_loop *loop);
extern bool upc_invariant_p (tree expr, const struct upc_loop *loop);
/* Returns EXPR without conversions that keep each value.  */
extern tree upc_strip_widening (tree expr);
/* Returns whether EXPR is linear in LOOP's variable.  */
extern bool upc_linear_p (tree expr, const struct upc_loop *loop,
			  struct upc_linear *result);
/* Returns whether POINTER points to, REF is, an element with such an
   index.  */
extern bool upc_element_at_p (tree pointer, const struct upc_loop *loop,
			      struct upc_element *result);
extern bool upc_element_p (tree ref, const struct upc_loop *loop,
			   struct upc_element *result);
/* Returns whether ELEMENT's base is an object, so begins a block.  */
extern bool upc_object_p (const struct upc_element *element);

/* ---- runs.c  */
/* Returns whether BODY is executed from its beginning to its end, and nothing
   in it orders accesses: with -fupc-check, elements in it can be checked a run
   at a time.  Notes in WRITTEN what is written, and where.  */
extern bool upc_even_body_p (tree *body, hash_map<tree, location_t> *written);
/* Appends to LIST the check of ACCESS at CURSOR in all iterations of a run of
   LOOP.  */
extern void upc_append_check (const struct upc_loop *loop,
			      const struct upc_access *access, tree cursor,
			      HOST_WIDE_INT advance, tree *list);

/* ---- cursors.c  */
struct upc_cursors;
/* Gives elements in the body of LOOP cursors; null if there are none.  */
extern struct upc_cursors *upc_make_cursors (const struct upc_loop *loop);
extern bool upc_any_cursors_p (const struct upc_cursors *cursors);
extern void upc_free_cursors (struct upc_cursors *cursors);

/* ---- cursor-code.c  */
/* Declares the cursors' variables; what sets them to nothing is appended to
   LIST.  */
extern tree upc_declare_cursors (const struct upc_cursors *cursors, tree *list);
/* Appends to LIST, after the loop's start, the values that determine where
   runs begin.  */
extern void upc_align_cursors (const struct upc_cursors *cursors,
			       const struct upc_loop *loop, tree *list);
/* Appends to LIST the statements for the beginning of a run, its limits, and
   those for its end.  */
extern void upc_set_cursors (const struct upc_cursors *cursors,
			     const struct upc_loop *loop, tree *list);
extern void upc_limit_run (const struct upc_cursors *cursors,
			   const struct upc_loop *loop, tree *list);
extern void upc_pass_cursors (const struct upc_cursors *cursors,
			      const struct upc_loop *loop, tree *list);
/* Appends to LIST, for a loop that goes by THREADS, the statements that set
   the cursors before it, and those from one iteration to the next.  */
extern void upc_begin_cursors (const struct upc_cursors *cursors, tree *list);
extern void upc_advance_cursors (const struct upc_cursors *cursors, tree *list);

/* ---- strides.c  */
/* Returns a call of FN with the address of LOOP's state and what follows.  */
extern tree upc_walk_call (const struct upc_loop *loop, enum upc_function fn,
			   unsigned n, ...);
