/* interrupted.h - what a thread was doing when a signal interrupted it.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "measure/sampling/callers.h"

#pragma GCC visibility push (hidden)

/* Returns what a thread was doing when a signal came: MACHINE, which its
   handler got; or, if a handler of the program's was about to begin, whose
   signal came at the same moment, what that has interrupted.  */
extern const void *gasp_tool_before_handlers (const void *machine);
/* Returns the node that WORD names, a thread's; null if it names none.  */
extern struct gasp_record_node *gasp_tool_node_of_word (gasp_gcc_word word);
/* Sets the place of CONTEXT's sampler to where its thread, the calling one, was
   interrupted; MACHINE is what its signal handler got, and WORD what its word
   was.  Returns the node of the innermost call that is not over, for the word;
   null if recording was at work, or the word names none.  */
extern struct gasp_record_node *
gasp_tool_find_interrupted (gasp_context_t context, const void *machine,
			    gasp_gcc_word word);

#pragma GCC visibility pop
