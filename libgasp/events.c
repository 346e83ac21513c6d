/* events.c - function events: what happens at a site.

   SPDX-License-Identifier: Apache-2.0

   The hooks of x86-64.S come here, and from here it goes to the recorder.  All
   is compiled for general registers only and preserves all of them, since a
   site may be anywhere.  What is rare is done in ordinary functions, behind
   gasp_gcc_call_slowly.

   While a frame is added, reported or removed, the thread's HOLD is set: a
   signal handler that comes in between is not heard, and finds nothing half
   done.  */

#include <errno.h>
#include "runtime.h"

#pragma GCC visibility push (hidden)
extern void gasp_enter (const struct gasp_gcc_function *, unsigned long)
  AT_SITE;
extern void gasp_leave (const struct gasp_gcc_function *, unsigned long)
  AT_SITE;
extern void gasp_resume (const struct gasp_gcc_function *, unsigned long)
  AT_SITE;
extern void gasp_call_keeping_errno (void (*) (void *, void *),
				     void *, void *);
#pragma GCC visibility pop

/* ---- The recorder of tools that have none  */

static void
notify_start (void *pointer, void *context)
{
  struct gasp_gcc_frame *frame = pointer;
  const struct gasp_gcc_function *f = frame->function;
  frame->data = frame;		/* so that its END is sent */
  gasp_tool.notify (context, GASP_C_FUNC, GASP_START, gasp_gcc_file (f),
		    f->line, f->column, gasp_gcc_signature (f));
}

static void
notify_end (void *pointer, void *context)
{
  struct gasp_gcc_frame *frame = pointer;
  const struct gasp_gcc_function *f = frame->function;
  if (frame->data)
    gasp_tool.notify (context, GASP_C_FUNC, GASP_END, gasp_gcc_file (f),
		      f->end_line, f->end_column, gasp_gcc_signature (f));
}

AT_SITE static void
notifier_enter (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  gasp_call_slowly (notify_start, frame, context);
}

AT_SITE static void
notifier_leave (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  gasp_call_slowly (notify_end, frame, context);
}

struct gasp_gcc_recorder gasp_recorder = {
  .enter = notifier_enter,
  .leave = notifier_leave,
};

/* A tool's recorder may be registered until the first gasp_init is over.  */
int
gasp_gcc_set_recorder (const struct gasp_gcc_recorder *recorder)
{
  if (recorder->version != GASP_GCC_VERSION || gasp_recorder.version
      || gasp_active)
    return -1;
  gasp_recorder = *recorder;
  return 0;
}

AT_SITE static void
ignore (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  (void) frame;
  (void) context;
}

void
gasp_silence (void)
{
  gasp_active = false;
  gasp_recorder.enter = ignore;
  gasp_recorder.leave = ignore;
}

/* ---- The hot path  */

AT_SITE_INLINE void
push (struct gasp_thread *thread, const struct gasp_gcc_function *function,
      unsigned long position)
{
  thread->hold = gasp_stack_pointer ();
  barrier ();
  struct gasp_gcc_frame *frame = thread->top + 1;
  frame->function = function;
  frame->position = position;
  frame->data = NULL;
  frame->time = 0;
  thread->top = frame;
  gasp_record_enter (frame, thread->context);
  barrier ();
  thread->hold = 0;
}

AT_SITE_INLINE void
pop (struct gasp_thread *thread)
{
  thread->hold = gasp_stack_pointer ();
  barrier ();
  gasp_record_leave (thread->top, thread->context);
  thread->top--;
  barrier ();
  thread->hold = 0;
}

AT_SITE void
gasp_pop (struct gasp_thread *thread)
{
  pop (thread);
}

/* The lowest position that a frame may have and still be live when FUNCTION is
   entered at POSITION.  The frames of two emitted functions cannot share one;
   with a function of the source, what it is inlined into may.  */
AT_SITE_INLINE unsigned long
lowest_live (const struct gasp_gcc_function *function, unsigned long position)
{
  return position + !(function->flags & GASP_GCC_SOURCE);
}

static void enter_slowly (void *function, void *position);
static void leave_slowly (void *function, void *position);
static void resume_slowly (void *function, void *position);

AT_SITE_INLINE void
slowly (void (*what) (void *, void *),
	const struct gasp_gcc_function *function, unsigned long position)
{
  gasp_call_slowly (what, (void *) function, (void *) position);
}

AT_SITE void
gasp_enter (const struct gasp_gcc_function *function, unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  if (unlikely (thread->hold || thread->top >= thread->limit
		|| (thread->top->position <= position
		    && thread->top->position < lowest_live (function,
							    position))))
    slowly (enter_slowly, function, position);
  else
    push (thread, function, position);
}

AT_SITE void
gasp_leave (const struct gasp_gcc_function *function, unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  if (unlikely (thread->hold || thread->top->function != function
		|| (thread->top->position != position
		    && !(function->flags & GASP_GCC_SOURCE))))
    slowly (leave_slowly, function, position);
  else
    pop (thread);
}

/* Where FUNCTION goes on at POSITION, its own frame is the innermost.  */
AT_SITE void
gasp_resume (const struct gasp_gcc_function *function, unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  if (unlikely (thread->hold || thread->marker
		|| thread->top->function != function
		|| thread->top->position < position))
    slowly (resume_slowly, function, position);
}

/* ---- What is rare  */

static void
enter_slowly (void *function, void *position)
{
  unsigned long p = (unsigned long) position;
  struct gasp_thread *thread
    = gasp_thread_ready (p, lowest_live (function, p));
  if (thread && gasp_room (thread))
    push (thread, function, p);
}

static bool
same_string (const char *a, const char *b)
{
  while (a != b && *a && *a == *b)
    a++, b++;
  return a == b || *a == *b;
}

/* Whether the records A and B, of which A may be gone, are of one function of
   the source: it has one in each function that it is inlined into.  */
static bool
same_function (const struct gasp_gcc_function *a,
	       const struct gasp_gcc_function *b)
{
  return a == b
	 || (a && b->flags & GASP_GCC_SOURCE && gasp_function_known (a)
	     && a->line == b->line && a->column == b->column
	     && same_string (gasp_gcc_signature (a), gasp_gcc_signature (b))
	     && same_string (gasp_gcc_file (a), gasp_gcc_file (b)));
}

/* The frame of FUNCTION that is left at POSITION; null if its START was not
   reported.  */
static struct gasp_gcc_frame *
find_frame (struct gasp_thread *thread,
	    const struct gasp_gcc_function *function, unsigned long position)
{
  bool source = function->flags & GASP_GCC_SOURCE;
  for (struct gasp_gcc_frame *frame = thread->top; frame > thread->base;
       frame--)
    if (source ? same_function (frame->function, function)
	: frame->function == function && frame->position == position)
      return frame;
    else if (!source && frame->position > position)
      break;
  return NULL;
}

static void
leave_slowly (void *function, void *position)
{
  unsigned long p = (unsigned long) position;
  struct gasp_thread *thread = gasp_started_thread_at (p);
  if (!thread)
    return;
  gasp_leave_alternate (thread, p);
  struct gasp_gcc_frame *frame = find_frame (thread, function, p);
  if (!frame)
    return;
  gasp_close_above (thread, frame);
  pop (thread);
}

static void
resume_slowly (void *function, void *position)
{
  unsigned long p = (unsigned long) position;
  struct gasp_thread *thread = gasp_started_thread_at (p);
  if (!thread)
    return;
  gasp_close_dead (thread, p, p);
  struct gasp_gcc_frame *frame = thread->top;
  while (frame > thread->base && !same_function (frame->function, function))
    frame--;
  if (frame > thread->base)
    gasp_close_above (thread, frame);
}

void
gasp_call_keeping_errno (void (*function) (void *, void *), void *arg1,
			 void *arg2)
{
  int saved_errno = errno;
  function (arg1, arg2);
  errno = saved_errno;
}
