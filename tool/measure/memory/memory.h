/* memory.h - blocks.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>
#include "events/context.h"
#include "events/event.h"
#include "record.h"

#pragma GCC visibility push (hidden)

extern event_end gasp_tool_allocated;
extern event_start gasp_tool_reallocating;
extern event_end gasp_tool_reallocated;
extern event_start gasp_tool_freeing;
extern event_end gasp_tool_freed;
/* Notes that the block at POINTER is freed.  */
extern void gasp_tool_free_block (gasp_context_t context,
				  struct open_event *event,
				  const void *pointer);
/* Notes that EVENT, which was suspect, has come to its end.  */
extern void gasp_tool_freed_again (gasp_context_t context,
				   const struct open_event *event,
				   const void *pointer);
/* Notes that the block at POINTER is freed, or that there is a new one there,
   without an event.  */
extern void gasp_tool_freed_unseen (const void *pointer);
extern void gasp_tool_allocated_unseen (const void *pointer);
/* Set if all calls that allocate or free are seen, libraries' too.  */
extern bool gasp_tool_sees_all;
/* Set if calls of an allocator of the program's own are not.  */
extern bool gasp_tool_misses_some;
/* Notes that SIZE bytes at POINTER have been allocated by EVENT, or by what
   could not be recorded.  Returns the bytes to count.  */
extern uint64_t gasp_tool_new_block (gasp_context_t context,
				     const struct open_event *event,
				     const void *pointer, uint64_t size);
/* Returns where the block was allocated that ADDRESS is in, not far after its
   begin; or 0.  *OFFSET is how far.  */
extern gasp_record_ref gasp_tool_block_around (uint64_t address,
					       uint64_t *offset);
/* Notes that SIZE bytes at POINTER have been allocated at NODE.  */
extern void gasp_tool_learn (gasp_context_t context, const void *pointer,
			     uint64_t size, gasp_record_ref node);
/* Gives up the block at POINTER, if it is known, by samples; returns what it
   is, or 0.  Then it is gone, which counts for NODE, if not null; or it is
   still there.  */
extern gasp_record_ref gasp_tool_take_sampled (const void *pointer);
extern void gasp_tool_drop_sampled (gasp_context_t context, const void *pointer,
				    gasp_record_ref known,
				    struct gasp_record_node *node);
extern void gasp_tool_restore_sampled (gasp_context_t context,
				       const void *pointer,
				       gasp_record_ref known);
/* Notes that SIZE bytes at POINTER, sampled as SHIFT says (chance.h), have
   been allocated at NODE.  */
extern void gasp_tool_learn_sampled (gasp_context_t context,
				     const void *pointer, uint64_t size,
				     unsigned int shift,
				     struct gasp_record_node *node);
/* Adds what THREAD knows to be live to the header's.  */
extern void gasp_tool_join_share (gasp_context_t context);
/* Looks whether more is live than ever, of which what other threads have not
   added yet may be negative.  Up to what this sets as usual, CONTEXT has no
   need to look again.  */
extern void gasp_tool_look_for_peak (gasp_context_t context);
/* Adds BYTES, just allocated, to the peak's turnover, if as much is live as at
   the peak.  Much more than that is another peak.  */
extern void gasp_tool_count_turnover (gasp_context_t context, uint64_t bytes);
/* Returns a block of the record, or ELSEWHERE if that is full.  */
extern gasp_record_ref gasp_tool_unused_block (gasp_context_t context);
/* Makes the block REF of the record unused.  */
extern void gasp_tool_free_record (gasp_context_t context, gasp_record_ref ref);
/* Gives up the unused blocks of CONTEXT beyond MOST.  */
extern void gasp_tool_give_blocks (gasp_context_t context, unsigned int most);
/* Forgets the spare blocks in a forked child, whose record is another.  */
extern void gasp_tool_unused_fork (void);
extern void gasp_tool_memory_thread_end (gasp_context_t context);
extern void gasp_tool_memory_fork (void);

#pragma GCC visibility pop
