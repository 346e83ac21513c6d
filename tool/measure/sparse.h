/* sparse.h - a word for each block that is sampled.

   SPDX-License-Identifier: Apache-2.0

   As shadow.h has for all.  Few blocks are sampled, in all of the program's
   memory, where each would need pages of its own there.  */

#ifndef GASP_TOOL_SPARSE_H
#define GASP_TOOL_SPARSE_H

#include "events/context.h"
#include "record.h"

#pragma GCC visibility push (hidden)

/* Makes room for them, if there is memory, before the others.  */
extern void gasp_tool_sparse_begin (void);
/* Returns the word for ADDRESS, here or in shadow.h; null if there is none.  */
extern gasp_record_ref *gasp_tool_find_word (uint64_t address);
/* Returns a new one, which is empty; null without memory.  CONTEXT's thread is
   the calling one.  */
extern gasp_record_ref *gasp_tool_new_word (gasp_context_t context,
					    uint64_t address);
/* Empties WORD, and gives it up if it is one of these.  */
extern void gasp_tool_free_word (gasp_record_ref *word);
/* Calls FUNCTION with each word, and its address.  */
extern void gasp_tool_sparse_each (void (*function) (gasp_record_ref *word,
						     uint64_t address));

#pragma GCC visibility pop

#endif /* GASP_TOOL_SPARSE_H */
