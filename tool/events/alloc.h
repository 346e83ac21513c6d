/* alloc.h - allocation events, as the runtime hands them to us.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

extern void gasp_tool_allocation (gasp_context_t context, gasp_evttype_t type,
				  struct gasp_gcc_allocation *a);

/* Records an allocation for those that are sampled: alloc-sampled.c.  */
extern void gasp_tool_sampled_allocation (gasp_context_t context,
					  gasp_evttype_t type,
					  struct gasp_gcc_allocation *a);

#pragma GCC visibility pop
