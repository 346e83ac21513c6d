/* thread.h - the state of each thread.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

extern gasp_context_t gasp_tool_thread_begin (void);
extern void gasp_tool_thread_end (gasp_context_t context);
extern void gasp_tool_detach (gasp_context_t context);
/* Forgets, in a process just forked, the other threads, and what CONTEXT knows
   of the parent's record.  Then goes on at NODE, of a tree that begins at
   ROOT.  */
extern void gasp_tool_threads_fork (void);
extern void gasp_tool_thread_fork (gasp_context_t context);
extern bool gasp_tool_thread_restart (gasp_context_t context,
				      struct gasp_record_node *node,
				      struct gasp_record_node *root);

#pragma GCC visibility pop
