/* parts.h - what each part does when something happens to the process or a
   thread.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>
#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

/* Fills in what the header of the new record says.  */
extern void gasp_tool_parts_describe (void);
/* Allocates all the room that will be needed, and makes sure that the record
   can grow when its name no longer leads to it.  Gives back addresses beyond
   LIMIT.  */
extern void gasp_tool_parts_grow (void);
extern void gasp_tool_parts_spare (void);
extern void gasp_tool_parts_shrink (size_t limit);
extern void gasp_tool_parts_thread_end (gasp_context_t context);
/* Called in the child of a fork: before it has a record of its own; when it has
   one; and when CONTEXT's thread, if there is one, continues.  */
extern void gasp_tool_parts_forget (void);
extern void gasp_tool_parts_fork (void);
extern void gasp_tool_parts_go_on (gasp_context_t context);
/* Forgets functions whose addresses are from BEGIN up to END, which are going
   away.  */
extern void gasp_tool_parts_unload (uint64_t begin, uint64_t end);

#pragma GCC visibility pop
