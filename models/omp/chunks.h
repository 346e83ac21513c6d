/* chunks.h - which thread has an iteration of a loop with ordered(n).

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>

#pragma GCC visibility push (hidden)

struct parallel;

/* Notes that the calling thread, of TEAM, has got the iterations from FIRST to
   before END.  *SEAT is the thread's own number here, or 0 before its first
   chunk.  */
extern void gasp_omp_chunk_got (unsigned int *seat, const struct parallel *team,
				uint64_t first, uint64_t end);

/* Returns the thread of TEAM, by the system's number, that has got ITERATION;
   0 if that is not known, or the calling thread.  */
extern int gasp_omp_chunk_owner (const struct parallel *team,
				 uint64_t iteration);

#pragma GCC visibility pop
