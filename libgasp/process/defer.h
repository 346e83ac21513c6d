/* defer.h - exit, longjmp and fork in a handler that interrupted the tool.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_DEFER_H
#define GASP_DEFER_H

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* If this is a signal handler that interrupted a call of the tool, do not
   return: let it end, then call FUNCTION with STATUS and PLACE.  (defer.c)  */
extern void gasp_defer_exit (void (*function) (int, POSITION), int status,
			     struct gasp_place place);
/* The same for JUMP (ENVIRONMENT, VALUE), after which the stack pointer is
   TARGET; unless that is still in the handler.  */
extern void gasp_defer_jump (void (*jump) (void *, int), void *environment,
			     int value, unsigned long target);
/* THREAD is the only one of a process just forked: tell the recorder, as soon
   as the tool is not at work.  */
extern void gasp_defer_fork (struct gasp_thread *thread);

#pragma GCC visibility pop

#endif /* GASP_DEFER_H */
