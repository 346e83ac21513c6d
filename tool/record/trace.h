/* trace.h - each call in time order.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>
#include "gasp_gcc.h"
#include "record.h"
#include "trace-format.h"

#pragma GCC visibility push (hidden)

/* Begins the trace, if there is to be one, after file.c has made a record.  */
extern void gasp_tool_trace_init (void);
/* Begins anew in the child of a fork.  */
extern void gasp_tool_trace_fork (void);
/* Does what gasp_tool_file_grow, _spare, _shrink and _part do, for the
   trace.  */
extern void gasp_tool_trace_grow (void);
extern void gasp_tool_trace_spare (void);
extern void gasp_tool_trace_shrink (size_t limit);
extern void gasp_tool_trace_part (void);
/* Begins, or ends, the trace of CONTEXT's thread, in its current node.  */
extern void gasp_tool_trace_begin (gasp_context_t context);
extern void gasp_tool_trace_end (gasp_context_t context);
/* Writes the entry of that name, of NODE if it needs one, at the time NOW.
   For contexts with ATTENTION_TRACE.  */
extern void gasp_tool_trace_enter (gasp_context_t context,
				   struct gasp_record_node *node, uint64_t now);
extern void gasp_tool_trace_leave (gasp_context_t context,
				   struct gasp_record_node *node, uint64_t now);
extern void gasp_tool_trace_rare (gasp_context_t context, int what,
				  gasp_record_ref node, uint64_t now);
/* Writes WHAT of the call that CONTEXT is in: PEER and VALUE (trace.h).  */
extern void gasp_tool_trace_remark (gasp_context_t context, int what,
				    uint32_t peer, uint64_t value);
/* Writes such a remark with GASP_TRACE_WIDE_BITS of VALUE, and no peer.  */
extern void gasp_tool_trace_wide (gasp_context_t context, int what,
				  uint64_t value);
/* Writes what DEVICE did for an event of PLACE, at TIMES of the host's clock
   (BY_HOST), or else of its own.  */
extern void gasp_tool_trace_device (gasp_context_t context,
				    gasp_record_ref place, int device,
				    struct gasp_trace_times times,
				    bool by_host);
/* Logs a call, as the recorder's LOG (gasp_gcc.h).  */
extern void gasp_tool_log (gasp_context_t context, struct gasp_gcc_path *path,
			   gasp_evttype_t type);

#pragma GCC visibility pop
