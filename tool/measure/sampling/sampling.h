/* sampling.h - allocations by samples.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_SAMPLING_H
#define GASP_TOOL_SAMPLING_H

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

/* ---- Which blocks are known (filter.c).  */

/* Good enough is a standard error of so much of what is live.  Each sample more
   makes the filter let others pass, and takes memory.  */
#define SAMPLES_ENOUGH .015

/* Registers with the kernel that the filter may begin.  */
extern void gasp_tool_filter_expect (void);
/* Fills the filter with what is known, or with samples of that.  */
extern void gasp_tool_filter_begin (void);
/* Returns whether anything is known of BLOCK.  Of what is not, and only of
   that, the filter says so mostly.  */
extern int gasp_tool_knows_block (const void *block);
/* Marks BLOCK as known, in its word, from now on.  */
extern void gasp_tool_filter_add (const void *block);
/* Empties its WORD, which says that it is known.  */
extern void gasp_tool_filter_forget (const void *block, gasp_record_ref *word);
/* Adds it, inline, where samples may not have been thought of yet.  */
extern bool gasp_tool_filters;
static inline void
gasp_tool_filter_late (const void *block)
{
  __asm__ ("" : : : "memory");
  if (unlikely (gasp_tool_filters))
    gasp_tool_filter_add (block);
}

/* ---- Which ones (sampling.c).  */

/* Returns how the block of SIZE bytes that CONTEXT's thread, the calling one,
   is about to allocate is sampled, SHIFT of chance.h; or 0 if it is not.  */
extern unsigned int gasp_tool_sampled_shift (gasp_context_t context,
					     size_t size);

#pragma GCC visibility pop

#endif /* GASP_TOOL_SAMPLING_H */
