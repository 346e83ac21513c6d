/* sampling.h - allocations by samples.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include "events/context.h"
#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

/* Reads what is wanted.  ALLOCATION is to be called for those that are sampled.
   Once there is a recorder.  */
typedef void sampled_allocation (gasp_context_t context, gasp_evttype_t type,
				 struct gasp_gcc_allocation *a);
extern void gasp_tool_sampling_init (sampled_allocation *allocation);
/* Returns whether each allocation is wanted, whatever that costs.  */
extern bool gasp_tool_memory_stays_exact (void);
/* Makes allocations cost less from now on.  Returns false if they cannot be
   sampled.  */
extern bool gasp_tool_sample_memory (void);
/* Writes the new record's members in the child of a fork.  */
extern void gasp_tool_sampling_fork (void);

/* ---- What is known as it begins (thinning.c).  */

/* The standard error that is aimed at, as a part of what is live.  More samples
   would take memory, and make the filter let more calls pass.  */
#define SAMPLES_ENOUGH .015

/* Registers with the kernel that it may begin.  */
extern void gasp_tool_sampling_expected (void);
/* Fills the filter (filter.h) with what is known, or with samples of that.  */
extern void gasp_tool_sampling_begins (void);

/* ---- Which ones (sampling.c).  */

/* Counts the frames that were examined to find who called the library.  */
extern uint64_t gasp_tool_steps_to_callers;
/* Returns how the block of SIZE bytes that CONTEXT's thread, the calling one,
   is about to allocate is sampled, SHIFT of chance.h; or 0 if it is not.  */
extern unsigned int gasp_tool_sampled_shift (gasp_context_t context,
					     size_t size);

#pragma GCC visibility pop
