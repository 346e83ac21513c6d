/* times.h - what was asked of a device gets the device's own times.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "ompt/consumer.h"
#include "state.h"

#pragma GCC visibility push (hidden)

/* Set when the first of NVIDIA's devices starts: without one, nothing
   begins.  */
extern bool gasp_omp_times_possible;

/* Begins to ask NVIDIA's devices for their times, for the built-in consumer or
   the user's tool; prints a message if that is not possible.  */
extern void gasp_omp_times_begin (void);

/* Returns the number of an operation that the calling thread begins, or 0 if
   the host's clock has to do for it.  */
extern uint64_t gasp_omp_times_enter (void);
/* Does the same for a kernel that libgomp does not wait for: TASK is what it is
   notified of at the end.  */
extern uint64_t gasp_omp_times_defer (const void *task);
/* Notes that TASK's kernel is over.  */
extern void gasp_omp_times_done (const void *task);
/* Ends operation NUMBER, of DEVICE, for the calling thread.  For the host it
   was RECORD, which gets the device's times, and then, if it IS_TRACED, the
   user's tool.  ASKED is the built-in consumer's; or null.  */
extern void gasp_omp_times_leave (uint64_t number, int device,
				  const ompt_record_ompt_t *record,
				  bool is_traced,
				  const struct gasp_omp_asked *asked);

/* Hands on what is known of devices' times; at the END, what is not, with the
   host's.  */
extern void gasp_omp_times_settle (bool end);

#pragma GCC visibility pop
