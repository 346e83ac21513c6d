/* hold.c - who may work on the frames of a thread.

   SPDX-License-Identifier: Apache-2.0  */

#include "stack/tool-call.h"

__thread struct gasp_thread gasp_thread = { .hold = GASP_HOLD_ALWAYS };

/* ---- What waits for HOLD to be cleared  */

void
gasp_tell_of_fork (struct gasp_thread *thread)
{
  if (likely (!thread->life.forked)
      || thread->life.state != GASP_THREAD_RUNNING)
    return;
  struct gasp_kept kept;
  if (!gasp_begin_tool_call (thread, &kept))
    return;
  thread->life.forked = false;
  gasp_recorder.fork_child (thread->context, thread->frames.base, thread->top);
  barrier ();
  gasp_end_work (thread, gasp_innermost (thread));
  thread->hold = 0;
  gasp_give_back (kept);
}

void
gasp_go_on (void *pointer, void *unused)
{
  struct gasp_thread *thread = pointer;
  struct gasp_deferred call = thread->deferred;
  (void) unused;
  thread->deferred.go_on = NULL;
  gasp_tell_of_fork (thread);
  call.go_on (&call);
}

/* Calls FUNCTION for gasp_call_slowly, keeping errno and other state.  */
void
gasp_call_keeping_errno (void (*function) (void *, void *), void *arg1,
			 void *arg2)
{
  if (function == gasp_go_on)
    gasp_go_on (arg1, arg2);	/* which may jump */
  /* Another thread may share the errno of one that has been left (clone.c).  */
  else if (!gasp_thread.life.left)
    {
      struct gasp_kept kept = gasp_keep ();
      function (arg1, arg2);
      /* FUNCTION has ended the work of the hook that called this, as for the
	 first event of a thread.  The hook's mark must not come back.  */
      if (!gasp_thread.hold)
	kept.work = 0;
      gasp_give_back (kept);
    }
}
