/* hooks.c - function events: what happens at a site.

   SPDX-License-Identifier: Apache-2.0

   Stubs jump to the hooks here, and from here it goes to the recorder.  All is
   compiled for general registers only and preserves all of them, since a site
   may be anywhere; to an unwinder, a hook is a function called from just
   before the end of the site.  What is rare is done in ordinary functions,
   behind gasp_gcc_call_slowly.

   From before the frames are looked at until they are right again, the
   thread's HOLD is set.  */

#include "base/objects.h"
#include "entry/threads.h"
#include "stack/frames.h"
#include "stack/paths.h"

/* A leaving hook gets this in place of the function that is left if that
   function may have no frame.  */
#define GASP_LEAF ((const struct gasp_gcc_function *) 1)

/* ---- The hot path  */

AT_SITE_INLINE void
push (struct gasp_thread *thread, const struct gasp_gcc_function *function,
      unsigned long position, gasp_gcc_word was)
{
  struct gasp_gcc_frame *frame = thread->top + 1;
  frame->function = function;
  frame->position = position;
  frame->data = NULL;
  frame->time = GASP_GCC_RECORDED;
  frame->was = was;
  thread->top = frame;
  gasp_record_enter (frame, thread->context);
}

/* At its entry, a function has a position of its own: a frame with the
   same one is dead.  Where it is inlined, it may share the position of the
   function around it.  */
#define AT_ENTRY 1
#define INLINED 0

static void enter_slowly (void *function, void *position);
static void enter_inlined_slowly (void *function, void *position);
static void count_slowly (void *function, void *position);
static void count_inlined_slowly (void *function, void *position);
static void leave_slowly (void *function, void *position);
static void resume_slowly (void *function, void *position);

AT_SITE_INLINE void
slowly (void (*what) (void *, void *),
	const struct gasp_gcc_function *function, unsigned long position)
{
  gasp_call_slowly (what, (void *) function, (void *) position);
}

/* Whether THREAD's frames are in their ordinary state as FUNCTION is entered,
   left or continued at POSITION.  */

/* Returns whether POSITION is on the stack that THREAD was last seen on, and
   not above the innermost frame.  */
AT_SITE_INLINE bool
is_inside (const struct gasp_thread *thread, unsigned long position)
{
  return position - thread->low <= thread->top->position - thread->low;
}

AT_SITE_INLINE bool
may_push (const struct gasp_thread *thread,
	  const struct gasp_gcc_frame *limit, unsigned long lowest_live)
{
  return thread->top < limit && is_inside (thread, lowest_live);
}

/* Returns whether an event may go to the recorder at once, not by way of a
   path.  */
AT_SITE_INLINE bool
may_record (const struct gasp_thread *thread, unsigned long lowest_live)
{
  return (may_push (thread, thread->recorder_limit, lowest_live)
	  && !gasp_is_copy ());
}

/* Returns whether POSITION is enough to know the frame: FUNCTION is null, or
   GASP_LEAF.  */
AT_SITE_INLINE bool
is_any (const struct gasp_gcc_function *function)
{
  return (unsigned long) function <= (unsigned long) GASP_LEAF;
}

AT_SITE_INLINE bool
may_pop (const struct gasp_thread *thread,
	 const struct gasp_gcc_function *function, unsigned long position)
{
  const struct gasp_gcc_frame *top = thread->top;
  if (top->time != GASP_GCC_UNTIMED && gasp_is_copy ())
    return false;
  if (is_any (function))
    return top->position == position;
  return (top->function == function
	  && (top->position == position
	      || (function->flags & GASP_GCC_SOURCE
		  && is_inside (thread, position))));
}

/* Returns whether a call that ends at POSITION has neither a frame nor other
   calls inside it, if FUNCTION need not be known for that: it may have just
   been switched off (GASP_GCC_ENDS).  */
AT_SITE_INLINE bool
has_no_frame (const struct gasp_thread *thread,
	      const struct gasp_gcc_function *function, unsigned long position)
{
  return (is_any (function) && !thread->frames.marker
	  && position != thread->top->position
	  && is_inside (thread, position));
}

/* Returns whether FUNCTION is an emitted one: a call of it has a part of the
   stack of its own.  */
AT_SITE_INLINE bool
is_emitted (const struct gasp_gcc_function *function)
{
  return !(function->flags & GASP_GCC_SOURCE);
}

/* Returns the lowest position that a live frame can have where FUNCTION
   continues at POSITION: its own is higher if it is emitted.  */
AT_SITE_INLINE unsigned long
lowest_resumed (const struct gasp_gcc_function *function,
		unsigned long position)
{
  return position + (is_emitted (function) ? AT_ENTRY : INLINED);
}

AT_SITE_INLINE bool
may_resume (const struct gasp_thread *thread,
	    const struct gasp_gcc_function *function, unsigned long position)
{
  return (!thread->frames.marker
	  && (is_emitted (function) || thread->top->function == function)
	  && is_inside (thread, lowest_resumed (function, position)));
}

/* Releases HOLD, with nothing done: THREAD is where it WAS.  */
AT_SITE_INLINE void
give_up_hold (struct gasp_thread *thread, gasp_gcc_word was)
{
  gasp_end_work (thread, was);
  thread->hold = 0;
}

AT_SITE_INLINE void
enter (const struct gasp_gcc_function *function, unsigned long position,
       unsigned long lowest_live, void (*slow_way) (void *, void *))
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_gcc_word was = gasp_where (thread);
  if (likely (gasp_hold (thread)))
    {
      struct gasp_gcc_path *path;
      if (likely (may_push (thread, thread->limit, lowest_live)
		  && (path = path_of (thread, function)) != NULL))
	{
	  push_path (thread, function, position, path, was);
	  gasp_release (thread);
	  return;
	}
      if (!thread->limit && may_record (thread, lowest_live))
	{
	  push (thread, function, position, was);
	  gasp_release (thread);
	  return;
	}
      give_up_hold (thread, was);
    }
  slowly (slow_way, function, position);
}

AT_SITE_INLINE void
leave (const struct gasp_gcc_function *function, unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_gcc_word at = gasp_where (thread);
  if (likely (gasp_hold (thread)))
    {
      if (likely (may_pop (thread, function, position)))
	{
	  gasp_gcc_word was = thread->top->was;
	  pop_any (thread);
	  gasp_release_at (thread, was);
	  return;
	}
      bool is_over = has_no_frame (thread, function, position);
      give_up_hold (thread, at);
      if (is_over)
	return;
    }
  slowly (leave_slowly, function, position);
}

AT_SITE_INLINE void
count (const struct gasp_gcc_function *function, unsigned long position,
       unsigned long lowest_live, void (*slow_way) (void *, void *))
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_gcc_word was = gasp_where (thread);
  if (likely (gasp_hold (thread)))
    {
      if (likely (may_record (thread, lowest_live)))
	{
	  gasp_record_count (thread->top, thread->context, function);
	  gasp_release_at (thread, was);
	  return;
	}
      give_up_hold (thread, was);
    }
  slowly (slow_way, function, position);
}

AT_SITE_INLINE void
resume (const struct gasp_gcc_function *function, unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_gcc_word was = gasp_where (thread);
  if (likely (gasp_hold (thread)))
    {
      if (likely (may_resume (thread, function, position)))
	{
	  gasp_release (thread);
	  return;
	}
      give_up_hold (thread, was);
    }
  slowly (resume_slowly, function, position);
}

/* ---- The hooks: FUNCTION and POSITION come as the processor likes it  */

GASP_HOOK (__gasp_enter)
{
  enter (function, position, position + AT_ENTRY, enter_slowly);
}

GASP_HOOK (__gasp_enter_inlined)
{
  enter (function, position, position + INLINED, enter_inlined_slowly);
}

GASP_HOOK (__gasp_count)
{
  count (function, position, position + AT_ENTRY, count_slowly);
}

GASP_HOOK (__gasp_count_inlined)
{
  count (function, position, position + INLINED, count_inlined_slowly);
}

GASP_HOOK (__gasp_leave)
{
  leave (function, position);
}

GASP_TAIL_HOOK
{
  leave (function, position);
}

#if GASP_HAS_RETURN
GASP_RETURN_HOOK (__gasp_return)
{
  leave (function, position);
}
#endif

GASP_HOOK (__gasp_resume)
{
  resume (function, position);
}

#if GASP_HAS_NEAR
/* Times the call that the hook has just begun, if it is still the innermost
   and the hook could not do that; or visits its path.  */
GASP_HOOK (gasp_begin_call)
{
  struct gasp_thread *thread = &gasp_thread;
  if (unlikely (!gasp_hold (thread)))
    return;
  struct gasp_gcc_frame *top = thread->top;
  if (likely (top->position == position && top->function == function))
    begin_timed (thread, top, top->data);
  gasp_release (thread);
}
#endif

#if GASP_HAS_RECORDED

/* For recorders without paths, each call of which goes to them: less to look
   at, and fewer registers to save.  */

AT_SITE_INLINE void
enter_recorded (const struct gasp_gcc_function *function,
		unsigned long position, unsigned long lowest_live,
		void (*slow_way) (void *, void *))
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_gcc_word was = gasp_where (thread);
  if (likely (gasp_hold (thread)))
    {
      if (likely (may_record (thread, lowest_live)))
	{
	  push (thread, function, position, was);
	  gasp_release (thread);
	  return;
	}
      give_up_hold (thread, was);
    }
  slowly (slow_way, function, position);
}

GASP_HOOK (__gasp_enter_recorded)
{
  enter_recorded (function, position, position + AT_ENTRY, enter_slowly);
}

GASP_HOOK (__gasp_enter_inlined_recorded)
{
  enter_recorded (function, position, position + INLINED,
		  enter_inlined_slowly);
}

AT_SITE_INLINE void
leave_recorded (const struct gasp_gcc_function *function,
		unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_gcc_word was = gasp_where (thread);
  if (likely (gasp_hold (thread)))
    {
      if (likely (may_pop (thread, function, position)
		  && thread->top->time == GASP_GCC_RECORDED))
	{
	  gasp_record_leave (thread->top, thread->context);
	  was = thread->top->was;
	  thread->top--;
	  gasp_release_at (thread, was);
	  return;
	}
      give_up_hold (thread, was);
    }
  slowly (leave_slowly, function, position);
}

GASP_HOOK (__gasp_leave_recorded)
{
  leave_recorded (function, position);
}

#if GASP_HAS_RETURN
GASP_RETURN_HOOK (__gasp_return_recorded)
{
  leave_recorded (function, position);
}
#endif

#endif

/* ---- What is rare: called by gasp_call_slowly  */

static bool
hold_slowly (struct gasp_thread *thread)
{
  if (!gasp_hold (thread))
    return false;
  thread->state_saved = true;
  return true;
}

static void
release_slowly (struct gasp_thread *thread)
{
  thread->state_saved = false;
  gasp_release (thread);
}

/* Returns what path_of does, or a path that the recorder adds.  */
static struct gasp_gcc_path *
path_or_new_one (struct gasp_thread *thread,
		 const struct gasp_gcc_function *function)
{
  if (thread->slow_path || !gasp_recorder.find)
    return NULL;
  struct gasp_gcc_path *path = path_of (thread, function);
  return path ? path : gasp_recorder.add (thread->context, function);
}

static void
push_slowly (const struct gasp_gcc_function *function, unsigned long position,
	     unsigned long lowest_live)
{
  struct gasp_thread *thread = gasp_thread_at (position);
  if (!thread || !hold_slowly (thread))
    return;
  gasp_close_dead (thread, position, lowest_live);
  gasp_gcc_word was = (gasp_gcc_word) thread->top->data;
  if (gasp_room (thread))
    {
      struct gasp_gcc_path *path = path_or_new_one (thread, function);
      if (path)
	push_path (thread, function, position, path, was);
      else
	push (thread, function, position, was);
    }
  release_slowly (thread);
}

static void
enter_slowly (void *function, void *position)
{
  push_slowly (function, (unsigned long) position,
	       (unsigned long) position + AT_ENTRY);
}

static void
enter_inlined_slowly (void *function, void *position)
{
  push_slowly (function, (unsigned long) position,
	       (unsigned long) position + INLINED);
}

static void
count_what_is_live (const struct gasp_gcc_function *function,
		    unsigned long position, unsigned long lowest_live)
{
  struct gasp_thread *thread = gasp_thread_at (position);
  if (!thread || !hold_slowly (thread))
    return;
  gasp_close_dead (thread, position, lowest_live);
  gasp_record_count (thread->top, thread->context, function);
  release_slowly (thread);
}

static void
count_slowly (void *function, void *position)
{
  count_what_is_live (function, (unsigned long) position,
		      (unsigned long) position + AT_ENTRY);
}

static void
count_inlined_slowly (void *function, void *position)
{
  count_what_is_live (function, (unsigned long) position,
		      (unsigned long) position + INLINED);
}

static bool
same_string (const char *a, const char *b)
{
  while (a != b && *a && *a == *b)
    a++, b++;
  return a == b || *a == *b;
}

/* Returns whether the records A and B, of which A may be gone, are of one
   function of the source: it has one in each function that it is inlined
   into.  */
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

/* Returns the frame of FUNCTION, or of any if POSITION is enough, that is
   left there; null if its START was not reported.  */
static struct gasp_gcc_frame *
find_frame (struct gasp_thread *thread,
	    const struct gasp_gcc_function *function, unsigned long position)
{
  bool any = is_any (function);
  bool source = !any && function->flags & GASP_GCC_SOURCE;
  struct gasp_gcc_frame *bottom = thread->frames.base + thread->frames.floor;
  for (struct gasp_gcc_frame *frame = thread->top; frame > bottom; frame--)
    if (source ? same_function (frame->function, function)
	: (any || frame->function == function)
	  && frame->position == position)
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
  if (!thread || !hold_slowly (thread))
    return;
  gasp_settle (thread, p);
  struct gasp_gcc_frame *frame = find_frame (thread, function, p);
  if (frame)
    {
      gasp_close_above (thread, frame);
      gasp_pop (thread);
    }
  /* main's call is closed before it ends, as COLLECTIVE_EXIT begins then.  */
  else if (gasp_verbose && function != GASP_LEAF && !gasp_exiting ())
    __atomic_add_fetch (&gasp_unmatched_ends, 1, __ATOMIC_RELAXED);
  release_slowly (thread);
}

/* Closes the calls inside the innermost one of FUNCTION, if there is one.  */
static void
close_inside (struct gasp_thread *thread,
	      const struct gasp_gcc_function *function)
{
  struct gasp_gcc_frame *frame = thread->top;
  struct gasp_gcc_frame *bottom = thread->frames.base + thread->frames.floor;
  while (frame > bottom && !same_function (frame->function, function))
    frame--;
  if (frame > bottom)
    gasp_close_above (thread, frame);
}

/* Closes what was left before FUNCTION continues: its own frame is the
   innermost.  An emitted one may have none: a part of it may run in another
   thread.  */
static void
resume_slowly (void *function, void *position)
{
  unsigned long p = (unsigned long) position;
  struct gasp_thread *thread = gasp_started_thread_at (p);
  if (!thread || !hold_slowly (thread))
    return;
  gasp_close_dead (thread, p, lowest_resumed (function, p));
  if (!is_emitted (function))
    close_inside (thread, function);
  release_slowly (thread);
}
