/* cupti.h - what NVIDIA's devices did, and when, as CUPTI has it.

   SPDX-License-Identifier: Apache-2.0

   CUPTI is NVIDIA's interface for tools.  Its library is loaded while the
   program runs, where there is one.  */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* A kernel or a copy, from BEGIN to END in nanoseconds of CLOCK_MONOTONIC,
   which a thread asked for in OPERATION.  */
struct cupti_activity
{
  uint64_t operation, begin, end;
  bool is_kernel;
};

/* Called for each, by any thread, one at a time.  */
typedef void cupti_seen (const struct cupti_activity *activity);

/* Returns whether the user does without it.  */
extern bool gasp_omp_cupti_is_unwanted (void);

/* Begins.  Returns null, or why that cannot be: for each call the same.  */
extern const char *gasp_omp_cupti_begin (cupti_seen *seen);

/* Notes that the calling thread asks a device for OPERATION's part from here
   on, until it leaves.  */
extern void gasp_omp_cupti_enter (uint64_t operation);
extern void gasp_omp_cupti_leave (void);

/* Has all that is over be seen; at the END of all, what is not, too.  */
extern void gasp_omp_cupti_flush (bool end);

/* Returns how many records CUPTI had no room for.  */
extern uint64_t gasp_omp_cupti_dropped (void);

#pragma GCC visibility pop
