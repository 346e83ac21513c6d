/* epochs.h - whom one-sided communication with a group waits for.

   SPDX-License-Identifier: Apache-2.0

   MPI_Win_start waits for those that are to call MPI_Win_post, or
   MPI_Win_complete does so in its place; MPI_Win_wait waits for their
   MPI_Win_complete.  */

#pragma once

#include "requests.h"

#pragma GCC visibility push (hidden)

/* This rank is accessed by others; or accesses them.  */
enum epoch { POSTED, STARTED };

/* Notes that CALL is about to begin an epoch of WINDOW with GROUP, a handle;
   has begun one; is about to end one, or has ended it, and may have had to
   wait.  */
extern void gasp_mpi_post (const struct library_call *call, word group,
			   word window);
extern void gasp_mpi_started (const struct library_call *call, word group,
			      word window);
extern void gasp_mpi_completes (const struct library_call *call, word window);
extern void gasp_mpi_completed (const struct library_call *call, word window);
extern void gasp_mpi_waited (const struct library_call *call, word window);

#pragma GCC visibility pop
