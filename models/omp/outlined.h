/* outlined.h - places in functions that GCC makes of constructs.

   SPDX-License-Identifier: Apache-2.0

   GCC makes what a team or a task executes a function of its own, which
   libgomp, and so this layer, calls.  */

#pragma once

#include <omp-tools.h>

#pragma GCC visibility push (hidden)

/* An attribute of functions that call the program's outlined ones.  Where an
   outlined function ends with a tail call, a wrapper returns to its caller.  */
#define CALLS_OUTLINED __attribute__ ((section ("gasp_omp_outlined"), noinline))
/* Null in a static program that needs none of them.  */
extern const char __start_gasp_omp_outlined[] __attribute__ ((weak));
extern const char __stop_gasp_omp_outlined[] __attribute__ ((weak));

/* Returns the beginning of the outlined function that the calling thread is in,
   as if a call had returned to there; or null.  */
extern const void *gasp_omp_outlined_place (void);

/* Returns a place of the program's at the call that returns to ADDRESS.  */
static inline __attribute__ ((always_inline)) const void *
gasp_omp_place_of_call (const void *address)
{
  const char *at = address;
  return __builtin_expect (at >= __start_gasp_omp_outlined
			   && at < __stop_gasp_omp_outlined, 0)
	 ? gasp_omp_outlined_place () : address;
}

/* Finds out whose outlined functions have names.  */
extern void gasp_omp_note_names (void);
/* Return what the construct of a parallel region returns to, and the beginning
   of the function that its team executes, as above, or null if that has no
   name: of the region that has WORD of the built-in consumer's.  */
extern const void *gasp_omp_region_returns_to (const ompt_data_t *word);
extern const void *gasp_omp_region_runs (const ompt_data_t *word);

#pragma GCC visibility pop
