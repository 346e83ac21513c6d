/* defer.c - exit, longjmp and fork in a handler that interrupted the tool.

   SPDX-License-Identifier: Apache-2.0

   The tool wants to hear of the exit, but cannot be called in the middle of
   itself: it may hold a lock, or have half changed something.  For the same
   reason it cannot be left in the middle by longjmp.  Since neither returns,
   the handler has not to, either: go back to what it interrupted, as if it had
   returned, and exit or jump when the tool has done its work.

     tool           the tool, called at some event
       handler      a signal comes
         exit       is noted here
     tool           is gone on with, to its end
     exit           by gasp_release, with all events

   Handlers are left by the system call that ends them, with the stack pointer
   where the kernel put the frame of the interrupted.  Before a jump, the
   signals that are blocked are the handler's, as they would be without this.

   fork does return: its child is the tool's business when the tool is done.

   What faults in the tool, as when the stack is full, is not gone back to.  */

#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
#include <unwind.h>
#include "base/state.h"
#include "entry/threads.h"
#include "process/defer.h"
#include "stack/frames.h"
#include "syscall.h"

struct search
{
  unsigned long hold;
  unsigned long found;		/* stack pointer there, or 0 */
};

/* Returns the outermost handler that runs inside what set HOLD.  */
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

/* Returns the signals blocked now.  */
static unsigned long
blocked (void)
{
  unsigned long mask = 0;
  ASK_KERNEL (SYS_rt_sigprocmask, SIG_BLOCK, 0, (long) &mask, sizeof mask);
  return mask;
}

/* Returns the flags of the handler of the signal NUMBER; 0 if it has none.  */
static unsigned long
handler_flags (int number)
{
  struct { unsigned long handler, flags, rest[2]; } action = { 0 };
  if (ASK_KERNEL (SYS_rt_sigaction, number, 0, (long) &action,
		  sizeof action.rest[0])
      || action.handler <= 1)
    return 0;
  return action.flags;
}

/* Returns whether FRAME may be that of a handler for the signal NUMBER, given
   the signals that are NEWLY blocked since.  A handler may have unblocked it
   again, but if it was passed information about the signal, that can be read
   there.  */
static bool
may_be_handled (int number, unsigned long newly,
		const struct gasp_signal_frame *frame)
{
  unsigned long flags = handler_flags (number);
  return (newly & 1ul << (number - 1) || flags & SA_NODEFER
	  || ((GASP_SIGNAL_INFO_ALWAYS || flags & SA_SIGINFO)
	      && frame->info.si_signo == number
	      && frame->info.si_code > 0));
}

/* Returns whether the handler that is left with SP was called for something
   that would happen again.  Not all handlers are passed the information; but
   usually the signal is blocked during them.  */
static bool
is_fault (unsigned long sp)
{
  const struct gasp_signal_frame *frame = (struct gasp_signal_frame *) sp;
  static const int faults[]
    = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS };
  unsigned long newly = blocked () & ~frame->mask;
  if (!gasp_has_trapped (frame))
    return false;
  if (gasp_has_overflowed (frame))
    return true;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (may_be_handled (faults[i], newly, frame))
      return true;
  return false;
}

/* A call of the tool may be continued so many times: if it was a fault after
   all, it makes no progress.  */
#define MOST_TIMES 5

/* Returns the stack pointer with which to leave the handler that interrupted
   the tool; 0 if there is none, or if the tool cannot be returned to: a
   child of vfork would overwrite where the handler called vfork.  */
static unsigned long
interrupted_tool (const struct gasp_thread *thread)
{
  struct search search = { thread->hold, 0 };
  if (gasp_is_vforked ()
      || (thread->deferred.go_on && thread->deferred.times > MOST_TIMES))
    return 0;
  _Unwind_Backtrace (look_at_frame, &search);
  return search.found && !is_fault (search.found) ? search.found : 0;
}

static void
put_off (struct gasp_thread *thread, unsigned long sp,
	 struct gasp_deferred call)
{
  if (thread->deferred.go_on)
    call.times = thread->deferred.times + 1;
  thread->deferred = call;
  gasp_return_from_handler (sp, SYS_rt_sigreturn);
}

static void
exit_now (const struct gasp_deferred *call)
{
  call->exit (call->status, call->place.file, call->place.line,
	      call->place.column);
}

void
gasp_defer_exit (void (*function) (int, POSITION), int status,
		 struct gasp_place place)
{
  struct gasp_thread *thread = &gasp_thread;
  unsigned long sp;
  if (!gasp_active || thread->hold == GASP_HOLD_ALWAYS
      || gasp_started_thread_at (CALLER_POSITION)
      || !(sp = interrupted_tool (thread)))
    return;
  put_off (thread, sp, (struct gasp_deferred) {
    .go_on = exit_now, .exit = function, .status = status, .place = place
  });
}

static void
jump_now (const struct gasp_deferred *call)
{
  call->jump (call->environment, call->status);
}

void
gasp_defer_jump (void (*jump) (void *, int), void *environment, int value,
		 unsigned long target)
{
  struct gasp_thread *thread = &gasp_thread;
  unsigned long here = (unsigned long) __builtin_frame_address (0), sp;
  if (likely (!thread->hold) || thread->hold == GASP_HOLD_ALWAYS
      || gasp_started_thread_at (CALLER_POSITION)
      || target - here < thread->hold - here
      || !(sp = interrupted_tool (thread)))
    return;
  /* Blocked signals stay blocked.  */
  ((struct gasp_signal_frame *) sp)->mask = blocked ();
  put_off (thread, sp, (struct gasp_deferred) {
    .go_on = jump_now, .jump = jump, .environment = environment,
    .status = value
  });
}

static void
nothing_more (const struct gasp_deferred *call)
{
  (void) call;
}

void
gasp_defer_fork (struct gasp_thread *thread)
{
  bool is_running = thread->life.state == GASP_THREAD_RUNNING;
  if ((!is_running && thread->life.state != GASP_THREAD_STARTING)
      || !gasp_recorder.fork_child)
    return;
  thread->life.forked = true;
  if (is_running && !thread->hold)
    {
      gasp_tell_of_fork (thread);
      return;
    }
  if (gasp_recorder.forked)
    gasp_recorder.forked (is_running ? thread->context : NULL);
  if (!thread->deferred.go_on)
    thread->deferred = (struct gasp_deferred) { .go_on = nothing_more };
}
