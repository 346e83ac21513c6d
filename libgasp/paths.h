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
  /* A signal handler may fork at any instruction, and the child finds nothing here
     any more: so the parent is looked at last.  */
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

/* The clock when a near hook NOTICED the call at hand, or now.  What a hook
   does until it reads the clock would count for the call that is sampled, and
   there are branches that the processor does not foresee.  But if THREAD has
   read it since, a signal handler has come in between, and its calls are part of
   this one.  */
AT_SITE_INLINE gasp_gcc_word
time_of (const struct gasp_thread *thread, gasp_gcc_word noticed)
{
  return noticed > *thread->latest ? noticed : gasp_read_clock ();
}

AT_SITE_INLINE gasp_gcc_word
take_noticed (struct gasp_thread *thread)
{
#if GASP_HAS_NEAR
  gasp_gcc_word noticed = thread->noticed;
  thread->noticed = 0;
  return noticed;
#else
  (void) thread;
  return 0;
#endif
}

/* ---- Estimates.  When it is a path's turn, some calls in a row are timed.  The
   first take much longer than a call does otherwise: what times it is in no
   cache, and has made the processor forget how the program's branches go.  So
   these only warm up, and the others stand for all since the turn before.  */

#define WARM_UPS 2
#define SAMPLES 2

/* While one path has its turn, others wait, but not for ever: it may not be
   called any more.  They wait for more calls than one of a counted path makes,
   which takes long if it makes many; a turn that is taken away begins anew, and
   everything within would be timed again.  */
#define PATIENCE 16
#define WAIT 64

/* How many calls may pass until the next turn: about sixteen times the square
   root of those so far, so that there are ever more turns, and random, so that
   they hit no rhythm of the program's.  */
AT_SITE_INLINE unsigned int
random_period (struct gasp_thread *thread, const struct gasp_gcc_path *path)
{
  int bits = (64 - __builtin_clzl (path->calls)) / 2 + 4;
  unsigned int mean = 1u << (bits < 5 ? 5 : bits > 14 ? 14 : bits);
  thread->random = thread->random * 1664525u + 1013904223u;
  return mean / 2 + (thread->random >> 16 & (mean - 1)) + 1;
}

/* Let the next turn of PATH, when DUE calls are not accounted for, be COUNT calls
   from now.  */
AT_SITE_INLINE void
next_turn (struct gasp_gcc_path *path, unsigned int due, unsigned int count)
{
  path->period = due + count;
  path->skip = count;
}

/* It is PATH's turn, or goes on to be.  How many calls the present one stands
   for; 0 if it warms up.  */
AT_SITE_INLINE unsigned int
next_weight (struct gasp_thread *thread, struct gasp_gcc_path *path)
{
  unsigned int due = path->period;
  if (thread->turn != path)
    {
      if (thread->turn && thread->patience-- > 0)
	{
	  next_turn (path, due, WAIT);
	  return 0;
	}
      thread->turn = path;
      thread->patience = PATIENCE;
      thread->timed = 0;
    }
  unsigned int left = WARM_UPS + SAMPLES - thread->timed++;
  unsigned int weight = left > SAMPLES ? 0 : due / left;
  if (left > 1)
    next_turn (path, due - weight, 1);
  else
    {
      thread->turn = NULL;
      next_turn (path, 0, random_period (thread, path));
    }
  return weight;
}

/* See gasp_gcc_add_sample.  */
AT_SITE_INLINE void
add_sample (struct gasp_gcc_path *path, gasp_gcc_word own,
	    gasp_gcc_word weight)
{
  if (own < GASP_GCC_LONG)
    {
      gasp_gcc_word most = path->ticks / 4 + weight * GASP_GCC_SHORT;
      own *= weight;
      if (own > most)
	own = most;
    }
  path->ticks += own;
}

/* ---- The log.  */

/* Write an entry of KIND and SIZE at NOW, with REST behind the time, if it fits.  */
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

/* FRAME's call began at NOW.  */
AT_SITE_INLINE void
log_start (struct gasp_thread *thread, const struct gasp_gcc_frame *frame,
	   gasp_gcc_word now)
{
  gasp_gcc_word distance = ((gasp_gcc_word) frame->data
			    - (gasp_gcc_word) frame[-1].data)
			   / sizeof (struct gasp_gcc_path);
  if (distance >= GASP_GCC_LOG_DISTANCE
      || !log_entry (thread->log, GASP_GCC_LOG_START, now, distance, 3))
    gasp_call_tool_slowly (gasp_log_started, frame->data, thread->context);
}

/* The innermost call was over at NOW.  */
AT_SITE_INLINE void
log_end (struct gasp_thread *thread, gasp_gcc_word now)
{
  if (!log_entry (thread->log, GASP_GCC_LOG_END, now, 0, 2))
    gasp_call_tool_slowly (gasp_log_ended, thread->top->data, thread->context);
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
    {
      unsigned int weight = next_weight (thread, path);
      frame->weight = weight ? weight : GASP_GCC_WARM_UP;
    }
  else if (its_own)
    path->skip = 1;
  gasp_gcc_word now = gasp_read_clock ();
  *thread->latest = now;
  frame->time = now;
  if (likely (!path->period))
    path->ticks -= now;
  if (unlikely (thread->log))
    log_start (thread, frame, now);
}

/* The same within a call that is sampled, the time of which stands still since
   NOTICED.  */
AT_SITE static void __attribute__ ((noinline))
begin_inner (struct gasp_thread *thread, struct gasp_gcc_frame *frame,
	     struct gasp_gcc_path *path, bool its_own, gasp_gcc_word noticed)
{
  noticed = time_of (thread, noticed);
  begin_timed (thread, frame, path, its_own);
  frame[-1].inner += frame->time - noticed;
}

/* Make the frame above THREAD's top, for a call of PATH.  */
AT_SITE_INLINE void
push_path (struct gasp_thread *thread,
	   const struct gasp_gcc_function *function, unsigned long position,
	   struct gasp_gcc_path *path, gasp_gcc_word noticed)
{
  struct gasp_gcc_frame *top = thread->top;
  top[1].function = function;
  top[1].position = position;
  top[1].data = path;
  thread->top = top + 1;
  path->calls++;
  bool its_turn = path->skip-- <= 1;
  if (unlikely (wants_inner (top)))
    begin_inner (thread, top + 1, path, its_turn, noticed);
  else if (its_turn)
    begin_timed (thread, top + 1, path, true);
  else
    {
      top[1].time = GASP_GCC_UNTIMED;
      top[1].weight = 0;	/* near/x86-64-hooks.h looks at that alone */
    }
}

/* Calls before the recorder is asked for the first time.  */
#define FIRST_DECISION 16

/* The innermost call, which was timed, is over, since NOTICED.  */
AT_SITE static void __attribute__ ((noinline))
pop_timed (struct gasp_thread *thread, gasp_gcc_word noticed)
{
  struct gasp_gcc_frame *top = thread->top;
  gasp_gcc_word now = time_of (thread, noticed);
  struct gasp_gcc_path *path = top->data;
  gasp_gcc_word calls = path->calls;
  *thread->latest = now;
  if (likely (!path->period))
    {
      if (likely (gasp_is_open (path)))
	path->ticks += now;
      if (unlikely (!(calls & (calls - 1))) && calls >= FIRST_DECISION)
	gasp_call_tool_slowly (gasp_decide, path, thread->context);
    }
  else
    {
      gasp_gcc_word own = now - top->time - top->inner;
      if (top->weight && top->weight != GASP_GCC_WARM_UP)
	add_sample (path, own, top->weight);
      if (top->weight && unlikely (gasp_recorder.timed != NULL))
	gasp_call_tool_slowly (gasp_timed, path, thread->context);
    }
  if (unlikely (wants_inner (top - 1)))
    top[-1].inner += gasp_read_clock () - top->time;
  if (unlikely (thread->log))
    log_end (thread, now);
  thread->top = top - 1;
}

#endif /* GASP_PATHS_H */
