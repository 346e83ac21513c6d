/* threads.h - threads come to sites, and end.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* Returns the calling thread, ready for an event at POSITION: starts it if
   need be, and forgets a HOLD whose holder is gone.  Null if the event is to
   be dropped.  */
extern struct gasp_thread *gasp_thread_at (unsigned long position);
/* Returns what gasp_thread_at does, but never starts a thread: for the end of
   something.  */
extern struct gasp_thread *gasp_started_thread_at (unsigned long position);
/* Starts THREAD, the calling one, if HOLD is still what it was seen to be.
   Returns whether it did; a signal handler may have started it in between.  */
extern bool gasp_thread_start (struct gasp_thread *thread,
			       unsigned long hold);
extern bool gasp_threads_prepare (void);

/* Sets *CONTEXT to the context of THREAD for LANGUAGE, which has this INDEX;
   the first call makes it.  THREAD is the calling one and at work.  Returns
   false if there is no memory.  */
extern bool gasp_context_of (struct gasp_thread *thread, gasp_lang_t language,
			     unsigned int index, gasp_context_t *context);

/* Begins this process anew if it is a copy.  */
extern void gasp_notice_copy (void);
/* Opens calls of threads will not be closed any more: threads begin anew with
   the next session.  Returns how many are left: those that are in a hook at
   this moment stay as they are.  -1 if that is not known, as a thread is
   beginning or ending.  */
extern int gasp_threads_reset (void);
/* Leaves THREAD as the only one of a new process.  */
extern void gasp_threads_fork_child (struct gasp_thread *thread);

#pragma GCC visibility pop
