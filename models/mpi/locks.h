/* locks.h - locks of windows: who holds one, and who waits for it.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "raise.h"

#pragma GCC visibility push (hidden)

/* The lock of RANK's part of a WINDOW, by a NUMBER that is the same in all its
   ranks.  */
struct window_lock { int rank; int64_t number; word window; };
/* Returns the lock of TARGET, a rank of WINDOW.  */
extern struct window_lock gasp_mpi_lock (word window, int target,
					 bool is_shared);

/* Raises that CALL begins or ends to take L, or to release it, as TAG
   says.  */
extern void gasp_mpi_raise_lock (const struct library_call *call,
				 unsigned int tag, gasp_evttype_t type,
				 const struct window_lock *l);

/* Notes that CALL has taken L, as the only one if it IS_EXCLUSIVE; or is about
   to release L.  */
extern void gasp_mpi_locked (const struct window_lock *l, bool is_exclusive);
extern void gasp_mpi_unlocks (const struct library_call *call,
			      const struct window_lock *l);
/* Notes that CALL has taken all parts of WINDOW, not as the only one; or is
   about to release them.  */
extern void gasp_mpi_all_locked (const struct library_call *call, word window);
extern void gasp_mpi_all_unlock (const struct library_call *call, word window);

#pragma GCC visibility pop
