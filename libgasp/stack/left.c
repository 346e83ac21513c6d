/* left.c - calls that are being left by an exception or longjmp.

   SPDX-License-Identifier: Apache-2.0

   Where an instrumented function continues, there is a site.  Where another
   does, whoever makes the thread continue there can tell: longjmp, which knows
   the stack pointer (calls/longjmp.c), and what the tool stands in front of.
   So the time after that is not the dead calls'.  What is not noticed here is
   found at the next event.  */

#include <errno.h>
#include <setjmp.h>
#include "base/state.h"
#include "stack/frames.h"
#include "stack/stacks.h"

#ifdef GASP_JUMP_WORD
/* Returns the stack pointer that ENVIRONMENT has.  The C library may have
   encrypted the word, by a value that is the same for all environments.  */
unsigned long
gasp_jump_target (const void *environment)
{
  jmp_buf here;
  unsigned long sp = gasp_stack_pointer ();
  if (_setjmp (here))
    __builtin_unreachable ();
  return sp ^ ((const unsigned long *) here)[GASP_JUMP_WORD]
	 ^ ((const unsigned long *) environment)[GASP_JUMP_WORD];
}
#endif

/* Returns whether the calls of THREAD from its innermost to FRAME, which is
   live, are those of the stack that it is on.  That may be part of another's,
   in the frame of a function there: then the innermost call that is known is
   below it, and the chain of calls does not reach FRAME.  */
static bool
are_of_this_stack (const struct gasp_thread *thread,
		   const struct gasp_gcc_frame *frame)
{
  return (thread->top->position >= gasp_stack_pointer ()
	  || frame <= thread->frames.base + thread->frames.floor
	  || gasp_call_chain (frame->position) != GASP_CHAIN_ENDED);
}

/* Closes the calls below LIVE, if that is on the stack that THREAD was last
   seen on.  */
static void
close_below (struct gasp_thread *thread, unsigned long live)
{
  gasp_leave_alternate (thread, live);
  bool marked = thread->frames.marker != 0;
  if (!marked && live - thread->low > thread->high - thread->low)
    return;
  struct gasp_gcc_frame *frame = gasp_innermost_live (thread, live);
  if (thread->top > frame && (marked || are_of_this_stack (thread, frame)))
    gasp_close_above (thread, frame);
}

void
gasp_gcc_leave_below (unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  struct gasp_floating floating;
  int saved = errno;
  if (thread->life.state != GASP_THREAD_RUNNING || !gasp_hold (thread))
    return;
  if (thread->top->position < position && !gasp_is_copy ())
    {
      gasp_floating_begin (&floating);
      close_below (thread, position);
      gasp_floating_end (&floating);
      errno = saved;
    }
  gasp_release (thread);
}

void
gasp_gcc_leave_by_jump (const void *environment)
{
  /* What allocates is jumped out of as well.  */
  gasp_thread.allocates = false;
  gasp_gcc_leave_below (gasp_jump_target (environment));
}
