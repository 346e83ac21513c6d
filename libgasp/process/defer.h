/* defer.h - exit, longjmp and fork in a handler that interrupted the tool.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* Lets an interrupted call of the tool end, if this is a signal handler in
   one, then calls FUNCTION with STATUS and PLACE; does not return.
   (defer.c)  */
extern void gasp_defer_exit (void (*function) (int, POSITION), int status,
			     struct gasp_place place);
/* Defers JUMP (ENVIRONMENT, VALUE) in the same way, after which the stack
   pointer is TARGET; unless that is still in the handler.  */
extern void gasp_defer_jump (void (*jump) (void *, int), void *environment,
			     int value, unsigned long target);
/* Notifies the recorder, as soon as the tool is not at work, that THREAD is
   the only one of a process just forked.  */
extern void gasp_defer_fork (struct gasp_thread *thread);

#pragma GCC visibility pop
