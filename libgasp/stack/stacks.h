/* stacks.h - which of its stacks a thread is on.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* ---- stacks.c  */

/* Notes the calling thread: it may be the first one.  */
extern void gasp_see_thread (void);
/* Finds the own stack of THREAD, the calling one, which is new, and at
   POSITION.  */
extern void gasp_own_stack (struct gasp_thread *thread,
			    unsigned long position);
/* Suspends and resumes open calls of THREAD, which is at POSITION, outside the
   known part of the stack that it was on.  */
extern void gasp_find_stack (struct gasp_thread *thread,
			     unsigned long position);
/* Returns whether THREAD is on another stack within this one, and settles it
   there, if frames above LIVE, which is above POSITION, seem to be dead.  */
extern bool gasp_leave_part (struct gasp_thread *thread,
			     unsigned long position,
			     const struct gasp_gcc_frame *live);
/* Notes that THREAD's frame FLOOR is being removed.  */
extern void gasp_leave_floor (struct gasp_thread *thread);

/* ---- stack-table.c: the stacks that coroutines have  */

/* Calls on a stack that no thread is on.  */
struct gasp_stack
{
  unsigned long low, high;	/* of where they were seen */
  struct gasp_stack *left, *right; /* by address */
  struct gasp_stack *older, *newer; /* by when they were suspended */
  size_t count;			/* of frames */
  unsigned int weight;
  struct gasp_gcc_frame frames[];
};

/* Keeps COUNT of FRAMES, outermost first, of the stack LOW to HIGH.  */
extern bool gasp_stack_keep (unsigned long low, unsigned long high,
			     const struct gasp_gcc_frame *frames,
			     size_t count);
/* Forgets the stacks that have a part in LOW to HIGH.  */
extern void gasp_stack_forget (unsigned long low, unsigned long high);
/* Takes the stack out that POSITION is in, to be freed; null if there is
   none.  */
extern struct gasp_stack *gasp_stack_take (unsigned long position);
extern void gasp_stack_free (struct gasp_stack *stack);
/* Finds the lowest stack above POSITION: where it begins, and its innermost
   frame.  False if there is none.  */
extern bool gasp_stack_above (unsigned long position, unsigned long *low,
			      unsigned long *top);
/* COPY: in the child, if it was created without fork, so no handler ran.  */
enum gasp_fork
{
  GASP_FORK_BEFORE, GASP_FORK_PARENT, GASP_FORK_CHILD, GASP_FORK_COPY
};
extern void gasp_stacks_fork (enum gasp_fork when);

/* ---- The chain of calls (x86-64-unwind.c; where there is none, stacks.c)  */

/* Whether the function that has POSITION in its frame, or that is at its entry
   there, has called this one, through others: yes; no, the outermost call of
   the stack was reached before; or not understood.  Safe on stacks that end
   anyhow.  */
enum gasp_chain { GASP_CHAIN_REACHED, GASP_CHAIN_ENDED, GASP_CHAIN_UNKNOWN };
extern enum gasp_chain gasp_call_chain (unsigned long position);
/* What the chain of calls begins with: the outermost call of the stack, or a
   signal handler.  */
enum gasp_origin { GASP_ORIGIN_CALL, GASP_ORIGIN_HANDLER, GASP_ORIGIN_UNKNOWN };
extern enum gasp_origin gasp_chain_origin (void);
/* Returns where the frame of that outermost call ends; 0 if that is not
   understood.  */
extern unsigned long gasp_chain_end (void);
/* As gasp_gcc_callers.  */
struct gasp_gcc_caller;
extern unsigned int gasp_chain_callers (struct gasp_gcc_caller *callers,
					unsigned int most);
/* As gasp_gcc_interrupted_callers.  */
extern unsigned int gasp_chain_interrupted (struct gasp_gcc_caller *callers,
					    unsigned int most,
					    int is_innermost, int *is_over);
/* As gasp_gcc_are_open.  */
extern bool gasp_chain_is_open (const struct gasp_gcc_caller *callers,
				unsigned int count);
/* Forgets what is known of code: objects were loaded or unloaded.  */
extern void gasp_chain_forget (void);

/* ---- handler.c  */

/* Returns whether the thread is in a signal handler at POSITION, as far as
   its stack shows; for use, SIZE bytes at WORDS, a power of two.  */
extern bool gasp_in_handler (unsigned long position, unsigned long *words,
			     size_t size);

#pragma GCC visibility pop
