/* regions.c - what #pragma pupc covers, statement by statement.

   SPDX-License-Identifier: GPL-3.0-or-later

   Before, as the front end left it, and after (* marked for calls.c):

     {                                  {
       p = malloc (1);                    p = malloc (1);      *
       try                                free (p);
         {                                p = malloc (2);
           free (p);                    }
           p = malloc (2);
         }
       finally
         {
           __gasp_region_off (0);
         }
     }

   The regions themselves leave no trace in the code.  */

#include "gasp-plugin.h"
#include "pass.h"

static void walk (gimple_seq *seq, bool on);

static void
mark (gimple_stmt_iterator *gsi, bool on)
{
  gcall *call = as_a <gcall *> (gsi_stmt (*gsi));
  if (gimple_call_internal_p (call))
    return;
  if (const struct gasp_call *what = gasp_call_of (gimple_call_fndecl (call)))
    gasp_mark_call (call, what, gsi, on);
  else if (on)
    gasp_keep_own_new (call, gsi);
}

/* Puts the body of the region at GSI in the region's place.  */
static void
dissolve (gimple_stmt_iterator *gsi, bool on)
{
  gtry *region = as_a <gtry *> (gsi_stmt (*gsi));
  gimple_seq body = gimple_try_eval (region);
  walk (&body, on);
  gimple_try_set_eval (region, NULL);
  if (body)
    gsi_insert_seq_before (gsi, body, GSI_SAME_STMT);
  gsi_remove (gsi, true);
}

/* Walks the statements within STMT.  */
static void
walk_inside (gimple *stmt, bool on)
{
  switch (gimple_code (stmt))
    {
    case GIMPLE_BIND:
      walk (gimple_bind_body_ptr (as_a <gbind *> (stmt)), on);
      break;
    case GIMPLE_TRY:
      walk (gimple_try_eval_ptr (stmt), on);
      walk (gimple_try_cleanup_ptr (stmt), on);
      break;
    case GIMPLE_CATCH:
      walk (gimple_catch_handler_ptr (as_a <gcatch *> (stmt)), on);
      break;
    case GIMPLE_EH_FILTER:
      walk (gimple_eh_filter_failure_ptr (stmt), on);
      break;
    case GIMPLE_EH_ELSE:
      walk (gimple_eh_else_n_body_ptr (as_a <geh_else *> (stmt)), on);
      walk (gimple_eh_else_e_body_ptr (as_a <geh_else *> (stmt)), on);
      break;
    case GIMPLE_WITH_CLEANUP_EXPR:
      walk (gimple_wce_cleanup_ptr (stmt), on);
      break;
    case GIMPLE_TRANSACTION:
      walk (gimple_transaction_body_ptr (as_a <gtransaction *> (stmt)), on);
      break;
    case GIMPLE_OMP_FOR:
      walk (gimple_omp_for_pre_body_ptr (stmt), on);
      walk (gimple_omp_body_ptr (stmt), on);
      break;
    default:
      if (is_gimple_omp (stmt) && gimple_has_substatements (stmt))
	walk (gimple_omp_body_ptr (stmt), on);
    }
}

static void
walk (gimple_seq *seq, bool on)
{
  for (gimple_stmt_iterator gsi = gsi_start (*seq); !gsi_end_p (gsi);)
    {
      gimple *stmt = gsi_stmt (gsi);
      int region = gasp_region (stmt);
      if (region >= 0)
	{
	  dissolve (&gsi, region);
	  continue;
	}
      if (is_gimple_call (stmt))
	mark (&gsi, on);
      else
	walk_inside (stmt, on);
      gsi_next (&gsi);
    }
}

static void
execute (function *fun)
{
  bool included;
  bool on = !gasp_why_excluded (fun->decl, &included);
  gimple_seq body = gimple_body (fun->decl);
  walk (&body, on);
  gimple_set_body (fun->decl, body);
}

GASP_PASS (gasp_make_regions, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_regions", 0, gasp_each_function, execute)
