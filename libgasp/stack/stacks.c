/* stacks.c - which of its stacks a thread is on.

   SPDX-License-Identifier: Apache-2.0

   A thread has its own stack, and may run on others: coroutines, which
   swapcontext or code of the program's own switches to.  Nobody tells; but each
   event comes with its stack pointer.  Of a stack the part is known that
   events came from, LOW to HIGH, and what comes from outside goes through here.

   The frames of a thread are those of its own stack and, after a frame that
   stands for the change (FLOOR), those of the other that it is on:

     base, main, scheduler, resume, FLOOR, coroutine, step
				   '- may be gone for another stack

   So to the tool a coroutine is called by what resumes it.  When the thread is
   seen elsewhere, the coroutine's calls are suspended: the tool learns that
   they end, the innermost first, and they go to stack-table.c.  When a thread
   is seen on that stack again, they are resumed: begun again, the outermost
   first.  Events nest whatever is done with stacks, and paths are right.  A
   recorder that wants to know that these are not new calls has a resume.

   What is neither within nor just above a known stack is either deeper than
   this has been before, or a stack not seen yet.  The chain of calls tells
   (gasp_call_chain); where that is not understood, the distance.  */

#define _GNU_SOURCE
#include <sys/auxv.h>
#include "stack/frames.h"
#include "stack/stacks.h"

/* No frames of one stack are that far from each other.  */
#define FAR (1ul << 32)
/* If there is no telling: stacks nearer to each other than this are one.  */
#define NEAR 4096
#define NEAR_OWN (256ul << 10)

/* The kernel keeps a gap of a megabyte below a process's stack; below a
   thread's there is one page.  */
#define GAP_MAIN (1ul << 20)
#define GAP_THREAD (16ul << 10)
/* A thread's TLS is at the upper end of its stack.  How far below it the
   stack may reach, if that is not known; how far nothing else can be; and
   the most that the TLS of other objects takes between the outermost frame
   and libgasp's.  */
#define LARGEST_THREAD (256ul << 20)
#define SMALLEST_THREAD (8ul << 10)
#define LARGEST_TLS (64ul << 10)

__attribute__ ((weak)) enum gasp_chain
gasp_call_chain (unsigned long position)
{
  (void) position;
  return GASP_CHAIN_UNKNOWN;
}

__attribute__ ((weak)) unsigned long
gasp_chain_end (void)
{
  return 0;
}

__attribute__ ((weak)) unsigned int
gasp_chain_callers (struct gasp_gcc_caller *callers, unsigned int most)
{
  (void) callers, (void) most;
  return 1;
}

__attribute__ ((weak)) unsigned int
gasp_chain_interrupted (struct gasp_gcc_caller *callers, unsigned int most,
			int is_innermost, int *is_over)
{
  (void) callers, (void) most, (void) is_innermost;
  *is_over = 0;
  return 1;
}

__attribute__ ((weak)) bool
gasp_chain_is_open (const struct gasp_gcc_caller *callers, unsigned int count)
{
  (void) callers, (void) count;
  return false;
}

__attribute__ ((weak)) void
gasp_chain_forget (void)
{
}

__attribute__ ((weak)) enum gasp_origin
gasp_chain_origin (void)
{
  return GASP_ORIGIN_UNKNOWN;
}

static bool
is_within (unsigned long position, unsigned long low, unsigned long high)
{
  return position - low <= high - low;
}

static void
set_bounds (struct gasp_thread *thread, unsigned long low, unsigned long high)
{
  thread->low = low;
  thread->high = high;
  if (!thread->frames.floor)
    {
      thread->frames.own_low = low;
      thread->frames.own_high = high;
    }
}

static unsigned long
minus (unsigned long a, unsigned long b)
{
  return a > b ? a - b : 0;
}

/* ---- The own stack

   A thread may be on another one when its first event comes: there is nothing
   instrumented in what switches stacks, or the program was attached to.  */

/* Returns what the kernel has put at the upper end of the first thread's stack,
   above all frames.  Higher addresses are not included: an emulator may load
   the program there.  */
static unsigned long
upper_end (void)
{
  return getauxval (AT_RANDOM);
}

/* Returns the lower end of what is certainly THREAD's own stack below
   POSITION, and no other one.  */
static unsigned long
own_low_at (const struct gasp_thread *thread, unsigned long position)
{
  return minus (position, thread->frames.own_high == upper_end ()
			      ? GAP_MAIN : GAP_THREAD);
}

/* The kernel keeps at least this free below that, but for the stack.  */
#define LARGEST_SURE (100ul << 20)

static bool
is_on_first_stack (unsigned long position)
{
  return upper_end () - position <= LARGEST_SURE;
}

/* Null if libgasp was loaded by another, and it has not been seen.  */
static const struct gasp_thread *first_thread;

void
gasp_see_thread (void)
{
  if (is_on_first_stack (gasp_stack_pointer ()))
    first_thread = &gasp_thread;
}

/* Returns whether POSITION is on the stack that the C library has made for
   THREAD, not the first one: its TLS is at the upper end.  */
static bool
is_below_tls (const struct gasp_thread *thread, unsigned long position)
{
  unsigned long tls = (unsigned long) thread, end;
  if (position > tls)
    return false;
  if (tls - position <= SMALLEST_THREAD)
    return true;
  end = gasp_chain_end ();
  return end ? tls - end <= LARGEST_TLS : tls - position <= LARGEST_THREAD;
}

/* Returns POSITION if that seems to be on THREAD's own stack, else the upper
   end of that.  */
static unsigned long
own_position (const struct gasp_thread *thread, unsigned long position)
{
  if (thread == first_thread)
    return is_on_first_stack (position) ? position : upper_end ();
  return is_below_tls (thread, position) ? position : (unsigned long) thread;
}

void
gasp_own_stack (struct gasp_thread *thread, unsigned long position)
{
  gasp_see_thread ();
  thread->frames.floor = 0;
  thread->frames.own_high
      = thread == first_thread ? upper_end () : (unsigned long)thread;
  set_bounds (thread, own_low_at (thread, own_position (thread, position)),
	      thread->frames.own_high);
}

/* ---- Going from one to the other  */

/* Moves THREAD to another stack, LOW to HIGH, from which nothing is open yet.
   Returns false if there is no room.  */
static bool
enter_stack (struct gasp_thread *thread, unsigned long low, unsigned long high)
{
  if (!gasp_room (thread))
    return false;
  struct gasp_gcc_frame *below = thread->top;
  below[1].function = NULL;
  below[1].position = high + 1;	/* Where no site is.  */
  below[1].data = below->data;
  below[1].time = GASP_GCC_UNTIMED;
  below[1].was = (gasp_gcc_word) below->data;
  thread->top = below + 1;
  thread->frames.floor = thread->top - thread->frames.base;
  set_bounds (thread, low, high);
  return true;
}

void
gasp_leave_floor (struct gasp_thread *thread)
{
  thread->frames.floor = 0;
  set_bounds (thread, thread->frames.own_low, thread->frames.own_high);
}

/* Suspends the calls on the other stack that THREAD is on, if it is.  */
static void
leave_stack (struct gasp_thread *thread)
{
  if (!thread->frames.floor)
    return;
  struct gasp_gcc_frame *floor = thread->frames.base + thread->frames.floor;
  size_t count = thread->top - floor;
  if (count)
    gasp_stack_keep (thread->low, thread->high, floor + 1, count);
  gasp_close_above (thread, floor - 1);
}

/* Resumes the calls on STACK, and frees it.  */
static void
resume_stack (struct gasp_thread *thread, struct gasp_stack *stack)
{
  if (enter_stack (thread, stack->low, stack->high))
    for (size_t i = 0; i < stack->count && gasp_room (thread); i++)
      gasp_resume_frame (thread, &stack->frames[i]);
  gasp_stack_free (stack);
}

static void
enter_new_stack (struct gasp_thread *thread, unsigned long position)
{
  leave_stack (thread);
  gasp_stack_forget (position, position);
  enter_stack (thread, position, position);
}

/* ---- Which it is  */

/* Returns whether the chain of calls from here reaches POSITION, on a stack
   of which the lowest address known is LOW; that is DISTANCE away, and if
   there is no telling, NEAR is near.  */
static bool
is_called_from (unsigned long position, unsigned long distance,
		unsigned long near)
{
  if (distance > FAR)
    return false;
  enum gasp_chain chain = gasp_call_chain (position);
  return (chain == GASP_CHAIN_REACHED
	  || (chain == GASP_CHAIN_UNKNOWN && distance <= near));
}

/* Returns whether THREAD, at POSITION, is deeper on the stack that it was
   on.  */
static bool
is_deeper (const struct gasp_thread *thread, unsigned long position)
{
  return (position < thread->low
	  && is_called_from (
	      thread->top == thread->frames.base ? thread->low
						 : thread->top->position,
	      thread->low - position, thread->frames.floor ? NEAR : NEAR_OWN));
}

static void
grow (struct gasp_thread *thread, unsigned long position)
{
  unsigned long low
      = thread->frames.floor ? position : own_low_at (thread, position);
  gasp_stack_forget (low, thread->low - 1);
  set_bounds (thread, low, thread->high);
}

/* Returns whether THREAD, on another stack, is at POSITION deeper on its own
   one.  */
static bool
is_deeper_on_own (const struct gasp_thread *thread, unsigned long position)
{
  const struct gasp_gcc_frame *top
      = thread->frames.base + thread->frames.floor - 1;
  return (thread->frames.floor && position < thread->frames.own_low
	  && is_called_from (top > thread->frames.base
				 ? top->position
				 : thread->frames.own_low,
			     thread->frames.own_low - position, NEAR_OWN));
}

/* Returns the stack in the table that has POSITION, or on which it is deeper
   than has been seen; null if there is none.  It is taken out.  */
static struct gasp_stack *
take_deeper (unsigned long position)
{
  unsigned long low, top;
  if (!gasp_stack_above (position, &low, &top)
      || !is_called_from (top, low - position, NEAR))
    return NULL;
  struct gasp_stack *stack = gasp_stack_take (low);
  if (stack)
    stack->low = position;
  return stack;
}

/* Returns whether POSITION is deeper in the function whose frame has the stack
   that THREAD was on as a part.  What is called from that function is below
   that frame.  */
static bool
is_deeper_in_part (const struct gasp_thread *thread, unsigned long position)
{
  return (thread->frames.floor
	  && position > thread->frames.base[thread->frames.floor - 1].position
	  && is_deeper (thread, position));
}

/* Goes to a stack from the table, if POSITION is on one.  */
static bool
resume_known (struct gasp_thread *thread, unsigned long position)
{
  struct gasp_stack *stack = gasp_stack_take (position);
  if (!stack)
    return false;
  leave_stack (thread);
  resume_stack (thread, stack);
  return true;
}

static void
change (struct gasp_thread *thread, unsigned long position)
{
  struct gasp_stack *stack;
  bool within_own
      = is_within (position, thread->frames.own_low, thread->frames.own_high);
  if (within_own && is_deeper_in_part (thread, position))
    grow (thread, position);
  else if (resume_known (thread, position))
    ;
  else if (within_own)
    leave_stack (thread);
  else if (is_deeper (thread, position))
    grow (thread, position);
  else if (is_deeper_on_own (thread, position))
    {
      leave_stack (thread);
      grow (thread, position);
    }
  else if ((stack = take_deeper (position)) != NULL)
    {
      leave_stack (thread);
      resume_stack (thread, stack);
    }
  else
    enter_new_stack (thread, position);
}

void
gasp_find_stack (struct gasp_thread *thread, unsigned long position)
{
  if (!is_within (position, thread->low, thread->high))
    change (thread, position);
  else if (!thread->frames.floor)
    resume_known (thread, position);
}

/* Enters a new stack if that of LIVE is part of another: an array in a
   function's frame.  Then the frames below it are not dead just because a
   function above them is entered.  Returns whether it is.  */
bool
gasp_leave_part (struct gasp_thread *thread, unsigned long position,
		 const struct gasp_gcc_frame *live)
{
  if (live <= thread->frames.base + thread->frames.floor
      || gasp_call_chain (live->position) != GASP_CHAIN_ENDED)
    return false;
  enter_new_stack (thread, position);
  return true;
}
