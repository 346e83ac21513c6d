/* phases.h - what a process did between two points where it meets others.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/event.h"

#pragma GCC visibility push (hidden)

/* Ends a phase: at NOW, CONTEXT's thread comes to a point where it may wait
   for others, or they for it, which has HASH; the next one of that kind has
   NEXT.  */
extern void gasp_tool_phase_ends (gasp_context_t context, uint64_t hash,
				  uint64_t next, uint64_t now);
/* Ends phases with the process; with the thread; or goes on in a child.  */
extern void gasp_tool_last_phase (gasp_context_t context);
extern void gasp_tool_phases_thread_end (gasp_context_t context);
extern void gasp_tool_phases_go_on (gasp_context_t context);

#pragma GCC visibility pop
