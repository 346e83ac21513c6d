/* fork.h - a forked process has a record of its own.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

/* Gives a forked child a record, in CONTEXT's thread; null if that has
   none.  */
extern void gasp_tool_fork (gasp_context_t context,
			    struct gasp_gcc_frame *frames,
			    struct gasp_gcc_frame *last);
/* Does the first part of that in a child that was forked while CONTEXT's
   thread was in this tool.  */
extern void gasp_tool_forked_within (gasp_context_t context);

#pragma GCC visibility pop
