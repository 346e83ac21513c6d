/* targets.h - ranks whose parts of windows others access, and who has to wait
   for these to call MPI.

   SPDX-License-Identifier: Apache-2.0

   An MPI may move nothing for others while a rank computes.  So each rank says
   when it comes to MPI after it was elsewhere, if it has a window; and what
   completes accesses says whom it may have waited for.  The report finds out
   whether it has.  */

#pragma once

#include "raise.h"
#include <string.h>

#pragma GCC visibility push (hidden)

/* The list of windows that are open; atomic.  */
extern struct window *gasp_mpi_windows;

/* Returns whether the thread is about to enter MPI by a function of KIND, so
   that it can do something for others' accesses.  */
static inline bool
gasp_mpi_may_serve (const char *kind)
{
  return (__builtin_expect (__atomic_load_n (&gasp_mpi_windows,
					     __ATOMIC_RELAXED) != NULL, 0)
	  && strncmp (kind, "OTHER", 5));
}

/* Notes that CALL enters MPI, and leaves it, if it may serve others.  */
extern void gasp_mpi_comes (const struct library_call *call);
extern void gasp_mpi_leaves (void);

/* Notes that WINDOW has been made; is about to be freed; that its rank TARGET
   is accessed.  */
extern void gasp_mpi_window_made (word window);
extern void gasp_mpi_window_freed (word window);
extern void gasp_mpi_accesses (word window, int target);

/* Notes that CALL may have waited for RANK, of MPI_COMM_WORLD, if it is known;
   for TARGET, a rank of WINDOW; for those that have been accessed, which are
   forgotten if it is OVER with them; for any of all processes.  */
extern void gasp_mpi_held_by (const struct library_call *call, int rank);
extern void gasp_mpi_held (const struct library_call *call, word window,
			   int target);
extern void gasp_mpi_held_by_all (const struct library_call *call, word window,
				  bool is_over);
extern void gasp_mpi_held_by_any (const struct library_call *call);

#pragma GCC visibility pop
