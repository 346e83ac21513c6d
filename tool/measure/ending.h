/* ending.h - functions that have just been switched off: their last calls.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

/* Switches off COUNT functions.  Calls of them that are open still have their
   ends, if samples will show when there are none.  */
extern void
gasp_tool_end_functions (const struct gasp_gcc_function *const *functions,
			 unsigned int count);
/* Returns whether it is time to check which of them have no open call any
   more.  This and what follows is safe in signal handlers.  */
extern bool gasp_tool_ending_is_due (void);
/* Stops waiting for those that have no open call around NODES, where so many
   THREADS are, first the calling one.  They may be null.  */
extern void
gasp_tool_look_for_ends (const struct gasp_record_node *const *nodes,
			 unsigned int threads);
/* Forgets functions whose addresses are from BEGIN up to END, which are going
   away.  */
extern void gasp_tool_ending_unload (uint64_t begin, uint64_t end);

#pragma GCC visibility pop
