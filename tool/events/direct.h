/* direct.h - events of runtimes, as the runtime hands them to us.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/context.h"

#pragma GCC visibility push (hidden)

/* Records EVENT, as the recorder's member.  */
extern int gasp_tool_direct_event (gasp_context_t context,
				   const struct gasp_gcc_short_event *event);
#pragma GCC visibility pop

/* Returns the two of those remembered that an event of TAG below PARENT may be
   in, at ADDRESS or LINE.  */
static inline struct known_call *
known_events (gasp_context_t context, const struct gasp_record_node *parent,
	      const void *address, int line, uint32_t tag)
{
  /* Nodes have 96 bytes.  */
  unsigned long hash = ((unsigned long) parent >> 5) + (unsigned long) address
		       + (unsigned int) line + tag;
  return &context->calls[2 * (hash % (KNOWN_CALLS / 2))];
}
