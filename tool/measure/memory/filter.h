/* filter.h - the blocks that are known, once allocations are sampled.

   SPDX-License-Identifier: Apache-2.0

   Few blocks are sampled, in all of the program's memory, where each would need
   pages of its own for its word in shadow.h: these have words here.  What was
   known before keeps its word there.  */

#pragma once

#include "events/context.h"
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

/* Makes room for the words, if there is memory, before anything else.  */
extern void gasp_tool_filter_begin (void);
/* Notes that all that was known before has been added, or, unless ALL, that
   each block may be known from now on.  */
extern void gasp_tool_filter_complete (bool all);
/* The filter, of gasp_gcc.h.  */
extern gasp_gcc_word gasp_tool_known_blocks[];
/* Returns whether anything is known of BLOCK.  */
extern int gasp_tool_filter_knows (const void *block);
/* Adds BLOCK, whose word is in shadow.h.  */
extern void gasp_tool_filter_add (const void *block);
/* Adds the block at ADDRESS.  Returns its word, which is empty; null without
   memory.  CONTEXT's thread is the calling one.  */
extern gasp_record_ref *gasp_tool_filter_new_word (gasp_context_t context,
						   uint64_t address);
/* Returns the word for ADDRESS, here or in shadow.h; null if there is none.  */
extern gasp_record_ref *gasp_tool_filter_word (uint64_t address);
/* Forgets BLOCK, whose WORD has been emptied.  */
extern void gasp_tool_filter_forget (const void *block,
				     const gasp_record_ref *word);
/* Calls FUNCTION with each word that is here, and its address.  */
extern void gasp_tool_filter_each (void (*function) (gasp_record_ref *word,
						     uint64_t address));

/* Adds BLOCK, as gasp_tool_filter_add does, inline, where samples may not have
   been thought of yet.  */
extern bool gasp_tool_filters;
static inline void
gasp_tool_filter_late (const void *block)
{
  __asm__ ("" : : : "memory");
  if (unlikely (gasp_tool_filters))
    gasp_tool_filter_add (block);
}

#pragma GCC visibility pop
