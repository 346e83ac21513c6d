/* coarsen.h - when there is no room for further nodes.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_COARSEN_H
#define GASP_TOOL_COARSEN_H

#include <stdbool.h>
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

/* Merge the deepest call paths.  Whether there are unused nodes now.  */
extern bool gasp_tool_coarsen (gasp_context_t context);
/* One of those, null but for its VALUES, which are; or null.  */
extern struct gasp_record_node *gasp_tool_unused_node (gasp_context_t context);
/* CONTEXT's thread needs no more of them.  */
extern void gasp_tool_coarsen_thread_end (gasp_context_t context);
extern void gasp_tool_coarsen_fork (void);

#pragma GCC visibility pop

#endif /* GASP_TOOL_COARSEN_H */
