/* paths.h - count and time a call, at its site.

   SPDX-License-Identifier: Apache-2.0

   What gasp_gcc.h says of paths, for events.c, which see.  A call that is only
   counted touches its path and two frames, and reads no clock; its end is one
   store.  HOLD is to be set.  */

#ifndef GASP_PATHS_H
#define GASP_PATHS_H

#include "runtime.h"

/* Where a path that is reached from PARENT by FUNCTION is remembered.  */
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

/* The path of FUNCTION, called from THREAD's innermost call; null if there is
   none yet.  */
AT_SITE_INLINE struct gasp_gcc_path *
path_of (struct gasp_thread *thread, const struct gasp_gcc_function *function)
{
  struct gasp_gcc_path *parent = thread->top->data;
  struct gasp_known_path *known = known_path (thread, parent, function);
  if (likely (known->parent == parent && known->path->function == function))
    return known->path;
  struct gasp_gcc_path *path
    = gasp_find_path (thread->context, parent, function);
  if (path)
    *known = (struct gasp_known_path) { parent, path };
  return path;
}

/* Whether the call of FRAME is timed by the runtime.  */
AT_SITE_INLINE bool
is_timed (const struct gasp_gcc_frame *frame)
{
  return frame->time > GASP_GCC_RECORDED;
}

/* Whether the times of calls within FRAME's are wanted for it.  */
AT_SITE_INLINE bool
wants_inner (const struct gasp_gcc_frame *frame)
{
  return frame->time > GASP_GCC_RECORDED && frame->weight;
}

/* A call of PATH is a sample.  How many may pass until the next: about the
   square root of those so far, so that there are ever more samples, and
   random, so that they hit no rhythm of the program's.  Returns how many this
   one stands for.  */
AT_SITE_INLINE unsigned int
next_period (struct gasp_thread *thread, struct gasp_gcc_path *path)
{
  unsigned int former = path->period;
  int bits = (64 - __builtin_clzl (path->calls)) / 2;
  unsigned int mean = 1u << (bits < 3 ? 3 : bits > 12 ? 12 : bits);
  thread->random = thread->random * 1664525u + 1013904223u;
  path->period = mean / 2 + (thread->random >> 16 & (mean - 1)) + 1;
  path->skip = path->period;
  return former;
}

/* Time FRAME's call of PATH, for itself if the turn is ITS_OWN.  Apart, as its
   end is, so that a call that is only counted saves few registers.  */
AT_SITE static void __attribute__ ((noinline))
begin_timed (struct gasp_thread *thread, struct gasp_gcc_frame *frame,
	     struct gasp_gcc_path *path, bool its_own)
{
  frame->weight = 0;
  frame->inner = 0;
  if (unlikely (path->period) && its_own)
    frame->weight = next_period (thread, path);
  else if (its_own)
    path->skip = 1;
  gasp_gcc_word now = gasp_read_clock ();
  *thread->latest = now;
  frame->time = now;
  if (likely (!path->period))
    path->ticks -= now;
}

/* Make the frame above THREAD's top, for a call of PATH.  */
AT_SITE_INLINE void
push_path (struct gasp_thread *thread,
	   const struct gasp_gcc_function *function, unsigned long position,
	   struct gasp_gcc_path *path)
{
  struct gasp_gcc_frame *top = thread->top;
  top[1].function = function;
  top[1].position = position;
  top[1].data = path;
  thread->top = top + 1;
  path->calls++;
  bool its_turn = --path->skip == 0;
  if (its_turn || unlikely (wants_inner (top)))
    begin_timed (thread, top + 1, path, its_turn);
  else
    top[1].time = GASP_GCC_UNTIMED;
}

/* Calls before the recorder is asked for the first time.  */
#define FIRST_DECISION 16

extern void gasp_decide (void *path, void *context);
extern void gasp_timed (void *path, void *context);

/* The innermost call, which was timed, is over.  */
AT_SITE static void __attribute__ ((noinline))
pop_timed (struct gasp_thread *thread)
{
  gasp_gcc_word now = gasp_read_clock ();
  struct gasp_gcc_frame *top = thread->top;
  struct gasp_gcc_path *path = top->data;
  gasp_gcc_word calls = path->calls;
  *thread->latest = now;
  if (likely (!path->period))
    {
      path->ticks += now;
      if (unlikely (!(calls & (calls - 1))) && calls >= FIRST_DECISION)
	gasp_call_slowly (gasp_decide, path, thread->context);
    }
  else
    {
      gasp_gcc_word own = now - top->time - top->inner;
      if (top->weight)
	{
	  path->ticks += own < GASP_GCC_LONG ? own * top->weight : own;
	  if (unlikely (gasp_recorder.timed != NULL))
	    gasp_call_slowly (gasp_timed, path, thread->context);
	}
    }
  if (unlikely (wants_inner (top - 1)))
    top[-1].inner += now - top->time;
  thread->top = top - 1;
}

#endif /* GASP_PATHS_H */
