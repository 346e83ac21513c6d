/* upc.h - UPC.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_UPC_H
#define GASP_TOOL_UPC_H

#include "event.h"
#include "gasp_gcc.h"
#include "gasp_upc.h"

#pragma GCC visibility push (hidden)

/* ---- What others call  */

/* What an event does beside taking time.  */
struct action {
  uint32_t tag;
  event_start *start;
  event_end *end;
};
extern const struct action *gasp_tool_upc_action (uint32_t tag);
/* There is a static shared object; PLACE is the event's.  */
extern void gasp_tool_upc_static (gasp_record_ref place,
				  const union argument *arguments);
/* Say in the header which UPC thread this is, if it is one.  */
extern void gasp_tool_upc_describe (void);
extern void gasp_tool_upc_fork (void);
/* Add to the trace what EVENT, which CONTEXT is in and which begins or ends with
   ARGUMENTS, means for other threads.  */
extern void gasp_tool_upc_trace_start (gasp_context_t context, uint32_t tag,
				       const union argument *arguments);
extern void gasp_tool_upc_trace_end (gasp_context_t context, uint32_t tag,
				     const union argument *arguments);

/* ---- Between upc*.c

   MYTHREAD and THREADS; THREADS is 0 in other programs.  */
extern int gasp_tool_upc_thread, gasp_tool_upc_threads;

/* Whether POINTER leads to an object in shared space, *RESULT.  */
extern bool gasp_tool_upc_find (const void *pointer,
				struct gasp_gcc_shared *result);

/* ---- upc.c: who moves what.  */

/* An event, and what is to be done with each part of what it moves: BYTES from or
   to (WRITTEN) what is AT.  */
struct moving {
  gasp_context_t context;
  gasp_record_ref place;	/* of the event */
  unsigned int parts;		/* that it is divided into */
  void (*tell) (const struct moving *moving, const struct gasp_gcc_shared *at,
		bool written, uint64_t bytes);
};

/* Tell what an event TAG with ARGUMENTS moves.  Returns the bytes of it; 0 if it
   moves nothing.  */
extern uint64_t gasp_tool_upc_move (struct moving *moving, uint32_t tag,
				    const union argument *arguments);
/* The number of the argument that says where in shared space that begins, or -1 if
   it moves nothing: *BYTES for each thread, from there or to there (*WRITTEN).  */
extern int gasp_tool_upc_moved (uint32_t tag, const union argument *arguments,
				uint64_t *bytes, bool *written);

/* ---- upc-objects.c: arrays and where they are.  */

/* The array that ADDRESS in THREAD's part is of, or 0.  */
extern gasp_record_ref gasp_tool_upc_array (uint32_t thread, uint64_t address);
extern event_end gasp_tool_upc_allocated, gasp_tool_upc_allocated_blocks,
  gasp_tool_upc_allocated_lock;
extern event_start gasp_tool_upc_freeing;
extern void gasp_tool_upc_objects_fork (void);

/* ---- upc-barriers.c  */

extern event_start gasp_tool_upc_arrives, gasp_tool_upc_waits;
extern event_end gasp_tool_upc_leaves;
extern void gasp_tool_upc_barriers_fork (void);

#pragma GCC visibility pop

#endif /* GASP_TOOL_UPC_H */
