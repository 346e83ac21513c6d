/* defer.c - exit in a signal handler that interrupted the tool.

   SPDX-License-Identifier: Apache-2.0

   The tool wants to hear of the exit, but cannot be called in the middle of
   itself: it may hold a lock, or have half changed something.  Since exit does
   not return, neither has the handler to: go back to what it interrupted, as
   if it had returned, and exit when the tool has done its work.

     tool           the tool, called at some event
       handler      a signal comes
         exit       is noted here
     tool           is gone on with, to its end
     exit           by gasp_release, with all events

   Handlers are left by the system call that ends them, with the stack pointer
   where the kernel put the frame of the interrupted.  */

#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>
#include "raise.h"

struct search
{
  unsigned long hold;
  unsigned long found;		/* stack pointer there, or 0 */
};

/* The outermost handler that runs inside what set HOLD.  */
static _Unwind_Reason_Code
look_at_frame (struct _Unwind_Context *context, void *pointer)
{
  struct search *search = pointer;
  unsigned long sp = _Unwind_GetCFA (context);
  if (sp >= search->hold && gasp_same_stack (sp, search->hold))
    return _URC_END_OF_STACK;
  if (gasp_is_end_of_handler (_Unwind_GetIP (context)))
    search->found = sp;
  return _URC_NO_REASON;
}

void
gasp_defer_exit (void (*function) (int, POSITION), int status,
		 struct gasp_place place)
{
  struct gasp_thread *thread = &gasp_thread;
  if (!gasp_active || thread->hold == GASP_HOLD_ALWAYS
      || gasp_started_thread_at (CALLER_POSITION))
    return;
  struct search search = { thread->hold, 0 };
  _Unwind_Backtrace (look_at_frame, &search);
  if (!search.found)
    return;
  thread->deferred = (struct gasp_exit_call) { function, status, place };
  gasp_return_from_handler (search.found, SYS_rt_sigreturn);
}

void
gasp_deferred_exit (void *pointer, void *unused)
{
  struct gasp_thread *thread = pointer;
  struct gasp_exit_call call = thread->deferred;
  (void) unused;
  thread->deferred.function = NULL;
  call.function (call.status, call.place.file, call.place.line,
		 call.place.column);
}
