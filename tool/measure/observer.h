/* observer.h - a thread that observes the others, if no other process does.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_OBSERVER_H
#define GASP_TOOL_OBSERVER_H

#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

extern void gasp_tool_observer_begin (void);
/* Ends the observer soon; safe in signal handlers.  Or ends it: the process
   then has no thread of ours.  */
extern void gasp_tool_observer_stop (void);
extern void gasp_tool_observer_end (void);
extern void gasp_tool_observer_fork (gasp_context_t context);

#pragma GCC visibility pop

#endif /* GASP_TOOL_OBSERVER_H */
