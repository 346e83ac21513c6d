/* direct.h - events of runtimes, as the runtime hands them to us.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/context.h"

#pragma GCC visibility push (hidden)

/* Records EVENT, as the recorder's member.  */
extern int gasp_tool_direct_event (gasp_context_t context,
				   const struct gasp_gcc_short_event *event);
/* Remembers event TAG, which has been looked up, and is at NODE: if it is the
   one that came to gasp_tool_direct_event just before, it will be known
   there.  */
extern void gasp_tool_remember_event (gasp_context_t context, uint32_t tag,
				      const struct gasp_record_node *node);

#pragma GCC visibility pop
