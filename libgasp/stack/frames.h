/* frames.h - a thread's open calls.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* HOLD must be set when these are called.  */

/* Sets the limits anew.  */
extern void gasp_set_limits (struct gasp_thread *thread);
/* Makes sure that a frame can be added.  */
extern bool gasp_room (struct gasp_thread *thread);
/* Closes the frames above FRAME, innermost first.  */
extern void gasp_close_above (struct gasp_thread *thread,
			      const struct gasp_gcc_frame *frame);
/* Returns the innermost frame that is not below LIVE, among those from which
   no other stack separates it.  */
extern struct gasp_gcc_frame *
gasp_innermost_live (struct gasp_thread *thread, unsigned long live);
/* Closes those that are below LIVE, but for those of another stack than that
   of POSITION.  */
extern void gasp_close_dead (struct gasp_thread *thread,
			     unsigned long position, unsigned long live);
/* Finds the stack that POSITION is on: its frames are the innermost.  */
extern void gasp_settle (struct gasp_thread *thread, unsigned long position);
/* Forgets about the alternate stack if POSITION is not on it.  */
extern void gasp_leave_alternate (struct gasp_thread *thread,
				  unsigned long position);
/* Adds a frame as it was when its stack was left.  */
extern void gasp_resume_frame (struct gasp_thread *thread,
			       const struct gasp_gcc_frame *suspended);
extern bool gasp_begin_frames (struct gasp_thread *thread);
extern void gasp_unmap_frames (struct gasp_thread *thread);

/* Returns whether A and B are on the same stack, as far as one can know.  */
extern bool gasp_same_stack (unsigned long a, unsigned long b);

#pragma GCC visibility pop
