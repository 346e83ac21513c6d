/* segments.h - what threads of a team did between its barriers.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/context.h"

#pragma GCC visibility push (hidden)

/* Shared by the threads of a team: how often they CAME to barriers; how many
   teams it is within, and itself (LEVEL).  */
struct segment_team { uint64_t came; uint32_t level; };

/* Begins the thread's segments in TEAM, which has so many THREADS; NODE is its
   event of role MEMBER.  */
extern void gasp_tool_segments_begin (gasp_context_t context,
				      gasp_record_ref node,
				      struct segment_team *team,
				      uint32_t threads);
/* Returns in how many of the teams NODE is that CONTEXT's thread has been
   called to; it has left the others.  */
extern unsigned int gasp_tool_segments_level (gasp_context_t context,
					      gasp_record_ref node);
/* Returns in how many teams, one within another, NODE is.  */
extern uint32_t gasp_tool_segments_within (gasp_context_t context,
					   gasp_record_ref node);
/* Notes that the thread comes to a BARRIER, a node; and leaves it, NOW.  */
extern void gasp_tool_segment_comes (gasp_context_t context,
				     gasp_record_ref barrier);
extern void gasp_tool_segment_ends (gasp_context_t context,
				    gasp_record_ref barrier, uint64_t now);
/* Ends segments with the thread, or in a child.  */
extern void gasp_tool_segments_go_on (gasp_context_t context);

#pragma GCC visibility pop
