/* hold.c - who may work on the frames of a thread.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <sys/syscall.h>
#include "stack/tool-call.h"

__thread struct gasp_thread gasp_thread = { .hold = GASP_HOLD_ALWAYS };

/* On its own stack the owner is not asked, as it may be forbidden to answer.  */
bool
gasp_is_not_owner (const struct gasp_thread *thread)
{
  if (gasp_stack_pointer () - thread->frames.own_low
      <= thread->frames.own_high - thread->frames.own_low)
    return false;
  return (gasp_sandboxed || thread->life.left
	  || gasp_system_call (SYS_gettid, 0, 0) != thread->life.owner);
}

/* How far below the stack known the holder may be.  */
#define HOLDER_DEPTH 16384

bool
gasp_holder_is_elsewhere (const struct gasp_thread *thread, unsigned long hold)
{
  unsigned long low = thread->low - HOLDER_DEPTH;
  return hold - low > thread->high - low;
}

/* Who has borrowed THREAD sets HOLD, too, but changes nothing then.  What is no
   stack pointer is nobody's to take: the thread has been stopped, or reset.  */
bool
gasp_take_back (struct gasp_thread *thread)
{
  unsigned long hold;
  do
    {
      hold = __atomic_load_n (&thread->hold, __ATOMIC_RELAXED);
      if (hold == GASP_HOLD_ALWAYS
	  || (hold && !gasp_holder_is_elsewhere (thread, hold)))
	return false;
    }
  while (!gasp_replace (&thread->hold, hold, gasp_stack_pointer ()));
  return true;
}

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

/* What gasp_call_slowly calls.  */
void
gasp_call_keeping_errno (void (*function) (void *, void *), void *arg1,
			 void *arg2)
{
  if (function == gasp_go_on)
    gasp_go_on (arg1, arg2);	/* which may jump */
  /* errno and cancellation are the owner's, too.  */
  else if (!gasp_is_borrowed (&gasp_thread))
    {
      struct gasp_kept kept = gasp_keep ();
      function (arg1, arg2);
      gasp_give_back (kept);
    }
}
