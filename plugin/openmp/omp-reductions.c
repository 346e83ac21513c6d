/* omp-reductions.c - report to the runtime where threads combine their results.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC makes the code that combines them when it lowers constructs, and puts it
   after the construct's own.  It is one atomic operation, or a call of
   GOMP_atomic_start, statements, and one of GOMP_atomic_end.  For loops and
   sections it stands between GIMPLE_OMP_CONTINUE and GIMPLE_OMP_RETURN, where
   no code of the program can be.  Other regions get a call as their last
   statement before they are lowered, by which it is found afterwards.  */

#include "gasp-plugin.h"
#include "pass.h"
#include "openmp/omp.h"
#include "omp-general.h"

#define BEGIN "__gasp_omp_reduction_begin"
#define END "__gasp_omp_reduction_end"
#define NOTE "__gasp_omp_reduction_note"	/* never called */

/* Adds a note of STMT's reduction, if CLAUSES have one, to its body.  A
   parallel region's body is a block, of which GCC takes the statements; after
   a scope's it puts more.  */
void
gasp_omp_note_reduction (gimple *stmt, tree clauses)
{
  gimple_seq *body = gimple_omp_body_ptr (stmt);
  if (!omp_find_clause (clauses, OMP_CLAUSE_REDUCTION))
    return;
  tree fn = get_callee_fndecl (gasp_omp_call (NOTE));
  gimple *note = gimple_build_call (fn, 0);
  gimple_set_location (note, gimple_location (stmt));
  if (gimple_code (stmt) == GIMPLE_OMP_SCOPE)
    gimple_seq_add_stmt (body, note);
  else if (gbind *bind = dyn_cast <gbind *> (gimple_seq_first_stmt (*body)))
    gimple_bind_add_stmt (bind, note);
}

static bool
is_note (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return fn && id_equal (DECL_NAME (fn), NOTE);
}

static bool
begins_combining (gimple *stmt)
{
  return (gimple_code (stmt) == GIMPLE_OMP_ATOMIC_LOAD
	  || gimple_call_builtin_p (stmt, BUILT_IN_GOMP_ATOMIC_START));
}

static bool
ends_combining (gimple *stmt)
{
  return (gimple_code (stmt) == GIMPLE_OMP_ATOMIC_STORE
	  || gimple_call_builtin_p (stmt, BUILT_IN_GOMP_ATOMIC_END));
}

/* Puts the calls around what combines, after GSI in its sequence.  LOC is
   where the construct is.  */
static void
surround (gimple_stmt_iterator gsi, location_t loc)
{
  gimple_stmt_iterator first = gsi_none (), last = gsi_none ();
  for (gsi_next (&gsi); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_OMP_RETURN)
	break;
      if (gsi_end_p (first) && begins_combining (stmt))
	first = gsi;
      if (ends_combining (stmt))
	last = gsi;
    }
  if (gsi_end_p (first) || gsi_end_p (last))
    return;
  gsi_insert_before (&first, gasp_omp_if_active (gasp_omp_call (BEGIN), loc),
		     GSI_SAME_STMT);
  gsi_insert_after (&last, gasp_omp_if_active (gasp_omp_call (END), loc),
		    GSI_SAME_STMT);
}

/* Returns the place of the loop or sections that GSI's statement ends the
   body of.  */
static location_t
construct_before (gimple_stmt_iterator gsi)
{
  for (; !gsi_end_p (gsi); gsi_prev (&gsi))
    if (gimple_code (gsi_stmt (gsi)) == GIMPLE_OMP_FOR
	|| gimple_code (gsi_stmt (gsi)) == GIMPLE_OMP_SECTIONS)
      return gimple_location (gsi_stmt (gsi));
  return UNKNOWN_LOCATION;
}

static tree
see_statement (gimple_stmt_iterator *gsi, bool *handled,
	       struct walk_stmt_info *)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = gimple_code (stmt) == GIMPLE_OMP_TARGET;
  if (gimple_code (stmt) == GIMPLE_OMP_CONTINUE)
    surround (*gsi, construct_before (*gsi));
  else if (is_note (stmt))
    {
      surround (*gsi, gimple_location (stmt));
      gsi_replace (gsi, gimple_build_nop (), false);
    }
  return NULL_TREE;
}

static void
execute (function *fun)
{
  gasp_omp_walk (fun, see_statement, NULL);
}

GASP_PASS (gasp_make_omp_reductions, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_omp_reductions", 0, gasp_omp_is_told, execute)
