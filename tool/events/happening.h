/* happening.h - an event that came.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/event.h"
#include "gasp_provider.h"

/* An event as it came.  */
struct happening {
  gasp_context_t context;
  uint32_t tag;
  const char *file;
  int line, column;
  const char *signature;	/* of a function, else null */
  const char *label;		/* what it is to be called; null: as its tag */
  bool is_address;		/* LINE and COLUMN are halves of one of code */
  const unsigned long *further;	/* those of its callers, up to a 0; or null */
  gasp_record_ref team;		/* the construct that this thread is called for,
				   by another one; else 0 */
};

#pragma GCC visibility push (hidden)

/* Has H be at the code at ADDRESS; at CODE, whose module may be new; or where
   its ARGUMENTS have an address of code, as their LETTERS say.  */
extern void gasp_tool_set_code (struct happening *h, uint64_t address);
extern void gasp_tool_be_at (struct happening *h, const void *code);
extern void gasp_tool_set_address (struct happening *h, const char *letters,
				   const union argument *arguments);

/* Makes of LINE and COLUMN of H, which are the halves of an address at
   gasp_gcc_at_address, what a place has.  */
static inline void
take_position (struct happening *h)
{
  if (h->file == gasp_gcc_at_address)
    gasp_tool_set_code (h, (uint32_t) h->line
			   | (uint64_t) (uint32_t) h->column << 32);
}

/* Returns the place, through the context's memory of recent ones.  */
extern gasp_record_ref gasp_tool_place_of (const struct happening *h);
/* Returns H's node under the current one, or null if the record is full.  */
extern struct gasp_record_node *gasp_tool_node_of (const struct happening *h);
/* Begins H at NODE, or at none if that is null.  Returns null without
   memory.  */
extern struct open_event *gasp_tool_begin_at (const struct happening *h,
					      struct gasp_record_node *node);

/* Counts H, which is about a lock that was had as SAMPLE says.  */
extern void gasp_tool_sample_lock (const struct happening *h,
				   struct gasp_gcc_lock_sample *sample);
/* Records the WAIT of H, which is over, as the event that it would have
   been.  */
extern void gasp_tool_waited (const struct happening *h,
			      struct gasp_gcc_wait *wait);

#pragma GCC visibility pop
