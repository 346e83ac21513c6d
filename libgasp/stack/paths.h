/* paths.h - count and time a call, at its site.

   SPDX-License-Identifier: Apache-2.0

   What gasp_gcc.h says of paths, for hooks.c, which see.  A call that is only
   counted touches its path and two frames, and reads no clock; its end is one
   store.  HOLD is to be set.  */

#pragma once

#include "base/state.h"
#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* Calls the members of the recorder of these names, if it has them, for
   gasp_call_slowly.  */
extern void gasp_decide (void *path, void *context);
extern void gasp_visit (void *path, void *context);
/* Calls its member DUE for the path that the thread has been at.  */
extern void gasp_is_due (void *path, void *context);
/* Calls its member LOG, for a path's call.  */
extern void gasp_log_started (void *path, void *context);
extern void gasp_log_ended (void *path, void *context);
/* Pops the innermost call, which is over.  */
extern void gasp_pop (struct gasp_thread *thread);

#pragma GCC visibility pop

/* Returns where a path that is reached from PARENT by FUNCTION is
   remembered.  */
AT_SITE_INLINE struct gasp_known_path *
known_path (const struct gasp_thread *thread,
	    const struct gasp_gcc_path *parent,
	    const struct gasp_gcc_function *function)
{
  unsigned long at = (unsigned long) parent
		     + (unsigned long) function * GASP_PATHS_FACTOR;
  at &= (GASP_KNOWN_PATHS - 1) * sizeof (struct gasp_known_path);
  return (struct gasp_known_path *) ((char *) thread->known_paths + at);
}

/* Returns the path of FUNCTION, called from THREAD's innermost call; null if
   there is none yet.  */
AT_SITE_INLINE struct gasp_gcc_path *
path_of (struct gasp_thread *thread, const struct gasp_gcc_function *function)
{
  struct gasp_gcc_path *parent = thread->top->data;
  struct gasp_known_path *known = known_path (thread, parent, function);
  /* A signal handler may fork at any instruction, and the child finds nothing
     here any more: so the parent is looked at last.  */
  struct gasp_gcc_path *path = known->path;
  barrier ();
  if (likely (known->parent == parent && path->function == function))
    return path;
  if (gasp_is_copy ())
    return NULL;
  path = gasp_find_path (thread->context, parent, function);
  if (path)
    *known = (struct gasp_known_path) { parent, path };
  return path;
}

/* Returns whether the call of FRAME is timed by the runtime.  */
AT_SITE_INLINE bool
is_timed (const struct gasp_gcc_frame *frame)
{
  return frame->time > GASP_GCC_RECORDED;
}

/* ---- The log.  */

/* Writes an entry of KIND and SIZE at NOW, with REST after the time, if it
   fits.  */
AT_SITE_INLINE __attribute__ ((no_sanitize ("alignment"))) bool
log_entry (struct gasp_gcc_log *log, unsigned int kind, gasp_gcc_word now,
	   gasp_gcc_word rest, unsigned int size)
{
  typedef gasp_gcc_word __attribute__ ((aligned (1), may_alias)) entry;
  gasp_gcc_word time = now & -(1ul << GASP_GCC_LOG_SHIFT);
  gasp_gcc_word passed = (time - log->time) >> GASP_GCC_LOG_SHIFT;
  if (unlikely (passed >> GASP_GCC_LOG_TIME_BITS || log->at >= log->limit))
    return false;
  *(volatile entry *) log->at
    = kind | passed << 2 | rest << (2 + GASP_GCC_LOG_TIME_BITS);
  log->at += size;
  log->time = time;
  return true;
}

/* Logs that FRAME's call began at NOW.  */
AT_SITE_INLINE void
log_start (struct gasp_thread *thread, const struct gasp_gcc_frame *frame,
	   gasp_gcc_word now)
{
  long distance = ((char *) frame->data - (char *) frame[-1].data)
		  >> GASP_GCC_LOG_DISTANCE_SHIFT;
  bool is_near = distance == (unsigned char) distance;
  gasp_gcc_word in_three_bytes = (gasp_gcc_word) distance & 0xffffff;
  if (((distance + 0x800000) >> 24)
      || !log_entry (thread->log,
		     is_near ? GASP_GCC_LOG_NEAR : GASP_GCC_LOG_START, now,
		     in_three_bytes, is_near ? 3 : 5))
    gasp_call_tool_slowly (gasp_log_started, frame->data, thread->context);
}

/* Logs that the innermost call was over at NOW.  */
AT_SITE_INLINE void
log_end (struct gasp_thread *thread, gasp_gcc_word now)
{
  if (!log_entry (thread->log, GASP_GCC_LOG_END, now, 0, 2))
    gasp_call_tool_slowly (gasp_log_ended, thread->top->data, thread->context);
}

/* Returns the clock, and stores it where the recorder wants it, as a call of
   THREAD's begins or ends; the thread has been at PATH until now.  The recorder
   may have it be later, after it has looked.  */
AT_SITE_INLINE gasp_gcc_word
clock_after (struct gasp_thread *thread, struct gasp_gcc_path *path)
{
  gasp_gcc_word now = gasp_read_clock ();
  *thread->latest = now;
  if (unlikely (now >= thread->due))
    {
      gasp_call_tool_slowly (gasp_is_due, path, thread->context);
      now = *thread->latest;
    }
  return now;
}

/* Times FRAME's call of PATH; or lets the recorder look after PATH, if that is
   observed.  It is apart, as its end is, so that a call that is only counted
   saves few registers.  */
AT_SITE static void __attribute__ ((noinline))
begin_timed (struct gasp_thread *thread, struct gasp_gcc_frame *frame,
	     struct gasp_gcc_path *path)
{
  if (unlikely (path->period))
    {
      path->skip = path->period;
      gasp_call_tool_slowly (gasp_visit, path, thread->context);
      return;
    }
  path->skip = 1;
  gasp_gcc_word now = clock_after (thread, frame[-1].data);
  frame->time = now;
  path->ticks -= now;
  if (unlikely (thread->log))
    log_start (thread, frame, now);
}

/* Makes the frame above THREAD's top, for a call of PATH; THREAD has been at
   WAS.  */
AT_SITE_INLINE void
push_path (struct gasp_thread *thread,
	   const struct gasp_gcc_function *function, unsigned long position,
	   struct gasp_gcc_path *path, gasp_gcc_word was)
{
  struct gasp_gcc_frame *frame = thread->top + 1;
  frame->function = function;
  frame->position = position;
  frame->data = path;
  frame->time = GASP_GCC_UNTIMED;
  frame->was = was;
  thread->top = frame;
  path->calls++;
  if (unlikely (path->skip-- <= 1))
    begin_timed (thread, frame, path);
}

/* Calls before the recorder is asked for the first time.  */
#define FIRST_DECISION 16

/* Pops the innermost call, which was timed.  */
AT_SITE static void __attribute__ ((noinline))
pop_timed (struct gasp_thread *thread)
{
  struct gasp_gcc_frame *top = thread->top;
  struct gasp_gcc_path *path = top->data;
  gasp_gcc_word now = clock_after (thread, path);
  gasp_gcc_word calls = path->calls;
  if (likely (!path->period && gasp_is_open (path)))
    {
      path->ticks += now;
      if (unlikely (!(calls & (calls - 1))) && calls >= FIRST_DECISION)
	gasp_call_tool_slowly (gasp_decide, path, thread->context);
    }
  if (unlikely (thread->log))
    log_end (thread, now);
  thread->top = top - 1;
}

/* Returns whether FRAME's call was timed and nothing else is to be done.  */
AT_SITE_INLINE bool
is_timed_only (const struct gasp_thread *thread,
	       const struct gasp_gcc_frame *frame)
{
  const struct gasp_gcc_path *path = frame->data;
  return (is_timed (frame) && path->function == frame->function
	  && !thread->slow_path);
}

AT_SITE_INLINE void
pop (struct gasp_thread *thread)
{
  if (unlikely (!is_timed_only (thread, thread->top)))
    {
      gasp_record_leave (thread->top, thread->context);
      if (!is_timed (thread->top))
	{
	  thread->top--;
	  return;
	}
    }
  pop_timed (thread);
}

AT_SITE_INLINE void
pop_any (struct gasp_thread *thread)
{
  if (likely (thread->top->time == GASP_GCC_UNTIMED))
    thread->top--;
  else
    pop (thread);
}
