/* raise.h - events of library calls, raised from ordinary functions.

   SPDX-License-Identifier: Apache-2.0

   The variants that the compiler calls instead of a library's function
   (gasp-calls.def) look alike:

     void *
     __gasp_malloc (size_t size, POSITION)
     {
       struct gasp_thread *thread = gasp_call_at (CALLER_POSITION);
       RAISE (thread, GASP_C_MALLOC, GASP_START, size);
       void *result = malloc (size);
       RAISE (thread, GASP_C_MALLOC, GASP_END, size, result);
       return result;
     }

   With no tool there is one test of a flag.  A START that is dropped has its
   END dropped: THREAD is null for both.  Each file has the variants of one
   function, since linking a static program with a reference to, say, valloc
   would bring in the C library's malloc beside the program's own.  */

#pragma once

#include <signal.h>
#include "base/tool.h"
#include "entry/threads.h"
#include "filter.h"
#include "stack/tool-call.h"

/* The place that POSITION's arguments name.  */
#define PLACE ((struct gasp_place) { file, line, column })

/* The thread that raises the events of a call made at POSITION, with the dead
   frames closed, or null.  */
#pragma GCC visibility push (hidden)
extern struct gasp_thread *gasp_active_call_at (unsigned long position);
extern struct gasp_thread *
gasp_start_unsettled (unsigned long position,
		      struct gasp_gcc_allocation *allocation);
#pragma GCC visibility pop

/* Returns whether THREAD, which is at POSITION, is on the stack that it was
   last seen on, and no frame there is dead.  */
static inline bool
gasp_has_no_dead (const struct gasp_thread *thread, unsigned long position)
{
  return (!thread->frames.marker
	  && position - thread->low <= thread->top->position - thread->low);
}

/* Returns whether THREAD, whose HOLD is set, can report a call at POSITION as
   it is: it has no dead frames, and the process is not a copy made by fork.  */
static inline bool
gasp_is_settled (const struct gasp_thread *thread, unsigned long position)
{
  return !gasp_is_copy () && gasp_has_no_dead (thread, position);
}

/* Returns what gasp_active_call_at does, faster where usually nothing needs
   closing.  */
static inline struct gasp_thread *
gasp_running_call_at (unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  if (likely (gasp_hold (thread)))
    {
      bool is_settled = gasp_is_settled (thread, position);
      gasp_release (thread);
      if (likely (is_settled))
	return thread;
    }
  return gasp_active_call_at (position);
}

static inline struct gasp_thread *
gasp_call_at (unsigned long position)
{
  return unlikely (gasp_active) ? gasp_running_call_at (position) : NULL;
}

/* Report to the tool.  */
#define RAISE_AT(thread, place, ...)					\
  RAISE_BY (gasp_tool.notify, thread, place, __VA_ARGS__)
#define RAISE(thread, ...) RAISE_AT (thread, PLACE, __VA_ARGS__)
#define RAISE_BY(notify, thread, place, tag, type, ...)			\
  do									\
    {									\
      struct gasp_place place_ = (place);				\
      struct gasp_kept kept_;						\
      if (thread && gasp_begin_tool_call (thread, &kept_))		\
	{								\
	  notify ((thread)->context, tag, type, place_.file,		\
		  place_.line, place_.column, __VA_ARGS__);		\
	  gasp_end_tool_call (thread, kept_);				\
	}								\
    }									\
  while (0)

/* Raises an allocation event, which may go to the recorder.  HOLD is set once
   for the look and the event.  */
static inline void
gasp_raise_allocation (struct gasp_thread *thread, gasp_evttype_t type,
		       struct gasp_gcc_allocation *allocation)
{
  if (gasp_is_copy () || unlikely (!gasp_hold (thread)))
    return;
  gasp_recorder.allocation (thread->context, type, allocation);
  gasp_release (thread);
}

/* The way of a call that allocates or frees.  */
enum gasp_way {
  GASP_UNTOLD,			/* just call */
  GASP_PASSED_OVER,		/* likewise, and what that calls belongs to
				   it */
  GASP_TOLD			/* report to the tool */
};

/* Returns whether a call of THREAD is not to be sampled: it allocates nothing,
   or SIZE bytes, which are counted then, of those before the next sample.  */
static inline bool
gasp_is_between_samples (struct gasp_thread *thread, bool allocates,
			 size_t size)
{
  if (!allocates)
    return true;
  if (unlikely (size >= thread->until_sample))
    return false;
  thread->until_sample -= size;
  return true;
}

/* Returns the way of the calling thread's call that releases FORMER, if not
   null, and allocates SIZE bytes if ALLOCATES.  What is passed over is
   counted.  */
static inline enum gasp_way
gasp_way_of (const void *former, bool allocates, size_t size)
{
  struct gasp_thread *thread = &gasp_thread;
  if (likely (!gasp_allocations_wanted))
    return GASP_UNTOLD;
  const gasp_gcc_word *filter = gasp_known_blocks;
  if (likely (!filter))
    return GASP_TOLD;
  if (unlikely (thread->allocates))
    return GASP_UNTOLD;
  if (former && unlikely (gasp_filter_has (filter, former))
      && gasp_knows_block (former))
    return GASP_TOLD;
  return gasp_is_between_samples (thread, allocates, size) ? GASP_PASSED_OVER
							   : GASP_TOLD;
}

/* Enclose a call that is passed over.  The flag is for what the call itself
   allocates; without the barriers GCC, which knows what malloc reads, would
   move it past the call.  */

static inline void
gasp_begin_passing (void)
{
  gasp_thread.allocates = true;
  barrier ();
}

static inline void
gasp_end_passing (void)
{
  barrier ();
  gasp_thread.allocates = false;
}

/* Returns the thread whose tool gets the END, or null.  */
static inline struct gasp_thread *
gasp_start_allocation (unsigned long position,
		       struct gasp_gcc_allocation *allocation)
{
  struct gasp_thread *thread = &gasp_thread;
  if (likely (!gasp_allocations_wanted))
    return NULL;
  if (unlikely (!gasp_hold (thread)))
    return gasp_start_unsettled (position, allocation);
  if (unlikely (!gasp_is_settled (thread, position)))
    {
      gasp_release (thread);
      return gasp_start_unsettled (position, allocation);
    }
  thread->allocates = true;
  gasp_recorder.allocation (thread->context, GASP_START, allocation);
  gasp_release_at (thread, allocation->path
			   ? (gasp_gcc_word) allocation->path
			   : gasp_innermost (thread));
  return thread;
}

static inline void
gasp_end_allocation (struct gasp_thread *thread,
		     struct gasp_gcc_allocation *allocation, void *result)
{
  allocation->result = result;
  if (!thread)
    return;
  thread->allocates = false;
  if (allocation->data != GASP_GCC_NO_END)
    gasp_raise_allocation (thread, GASP_END, allocation);
  else if (allocation->path)
    gasp_end_work (thread, gasp_innermost (thread));
}

/* The event TAG at PLACE.  */
#define ALLOCATION(tag, place, former, size)				\
  { tag, (place).line, (place).column, (place).file, former, size, NULL,	\
    NULL, NULL, 0 }

/* Returns from a variant with the RESULT, of TYPE, of the call, if that is not
   told of; FORMER, ALLOCATES and SIZE say what it does.  */
#define RETURN_IF_UNTOLD(former, allocates, size, type, result)		\
  enum gasp_way way_ = gasp_way_of (former, allocates, size);		\
  if (likely (way_ == GASP_UNTOLD))					\
    return result;							\
  if (way_ == GASP_PASSED_OVER)						\
    {									\
      gasp_begin_passing ();						\
      type untold_ = result;						\
      gasp_end_passing ();						\
      return untold_;							\
    }

/* The body of a variant that calls ALLOCATION, which asks for SIZE bytes.  */
#define ALLOCATE(size, allocation)					\
  do									\
    {									\
      RETURN_IF_UNTOLD (NULL, true, size, void *, allocation)		\
      struct gasp_gcc_allocation event_					\
	= ALLOCATION (GASP_C_MALLOC, PLACE, NULL, size);		\
      struct gasp_thread *thread_					\
	= gasp_start_allocation (CALLER_POSITION, &event_);		\
      void *result_ = (allocation);					\
      gasp_end_allocation (thread_, &event_, result_);			\
      return result_;							\
    }									\
  while (0)

/* Returns the address of BLOCK, to be used after it has been freed.  */
static inline void *
gasp_former (void *block)
{
  __asm__ ("" : "+r" (block));
  return block;
}

/* The body of a function that calls REALLOCATION of BLOCK, for SIZE bytes.  */
#define REALLOCATE(block, size, reallocation)				\
  do									\
    {									\
      void *former_ = gasp_former (block);				\
      RETURN_IF_UNTOLD (former_, true, size, void *, reallocation)	\
      struct gasp_gcc_allocation event_					\
	= ALLOCATION (GASP_C_REALLOC, PLACE, former_, size);		\
      struct gasp_thread *thread_					\
	= gasp_start_allocation (CALLER_POSITION, &event_);		\
      void *result_ = (reallocation);					\
      gasp_end_allocation (thread_, &event_, result_);			\
      return result_;							\
    }									\
  while (0)

/* The body of one that calls RELEASING of BLOCK.  */
#define RELEASE(block, releasing)					\
  do									\
    {									\
      void *former_ = gasp_former (block);				\
      enum gasp_way way_ = gasp_way_of (former_, false, 0);		\
      if (likely (way_ == GASP_UNTOLD))					\
	{								\
	  releasing;							\
	  return;							\
	}								\
      if (way_ == GASP_PASSED_OVER)					\
	{								\
	  gasp_begin_passing ();					\
	  releasing;							\
	  gasp_end_passing ();						\
	  return;							\
	}								\
      struct gasp_gcc_allocation event_					\
	= ALLOCATION (GASP_C_FREE, PLACE, former_, 0);			\
      struct gasp_thread *thread_					\
	= gasp_start_allocation (CALLER_POSITION, &event_);		\
      releasing;							\
      gasp_end_allocation (thread_, &event_, NULL);			\
    }									\
  while (0)

/* The function to call in place of NAME: MEMBER of what is after those of the
   tool, or else what the program would find.  */
#define ALLOCATOR(member, name) \
  (gasp_allocator.member ? gasp_allocator.member : name)

/* Returns whether a call, as for gasp_way_of, is passed over, where allocations
   are wanted, if IS_KNOWN: what is then called raises no events.  If not,
   nothing is counted, and gasp_way_of says what is to be done.  */
static inline bool
gasp_passes (bool is_known, const void *former, bool allocates, size_t size)
{
  struct gasp_thread *thread = &gasp_thread;
  const gasp_gcc_word *filter = gasp_known_blocks;
  if (!is_known || !filter || thread->allocates
      || (former && unlikely (gasp_filter_has (filter, former))))
    return false;
  return gasp_is_between_samples (thread, allocates, size);
}

/* Attributes of the slow path of a variant.  It aligns the stack, which the
   variant does not.  */
#ifdef __x86_64__
#define SLOW static __attribute__ ((noinline, force_align_arg_pointer))
#else
#define SLOW static __attribute__ ((noinline))
#endif

/* The variants, but for those with variable arguments and C++'s.  */
extern void *__gasp_malloc (size_t, POSITION);
extern void *__gasp_calloc (size_t, size_t, POSITION);
extern void *__gasp_aligned_alloc (size_t, size_t, POSITION);
extern void *__gasp_memalign (size_t, size_t, POSITION);
extern int __gasp_posix_memalign (void **, size_t, size_t, POSITION);
extern void *__gasp_valloc (size_t, POSITION);
extern void *__gasp_pvalloc (size_t, POSITION);
extern char *__gasp_strdup (const char *, POSITION);
extern char *__gasp_strndup (const char *, size_t, POSITION);
extern void *__gasp_realloc (void *, size_t, POSITION);
extern void *__gasp_reallocarray (void *, size_t, size_t, POSITION);
extern void __gasp_free (void *, POSITION);
extern void __gasp_exit (int, POSITION) __attribute__ ((noreturn));
extern void __gasp__exit (int, POSITION) __attribute__ ((noreturn));
extern void __gasp__Exit (int, POSITION) __attribute__ ((noreturn));
extern void __gasp_quick_exit (int, POSITION) __attribute__ ((noreturn));
extern void __gasp_abort (POSITION) __attribute__ ((noreturn));
extern void __gasp_pthread_exit (void *) __attribute__ ((noreturn));
extern void __gasp_longjmp (void *, int)
  __attribute__ ((noreturn));
extern void __gasp__longjmp (void *, int)
  __attribute__ ((noreturn));
extern void __gasp_siglongjmp (void *, int)
  __attribute__ ((noreturn));
extern void __gasp_longjmp_chk (void *, int)
  __attribute__ ((noreturn));
extern int __gasp_clone (int (*) (void *), void *, int, void *, ...);
extern pid_t __gasp__Fork (void);

/* Returns the product of two sizes, or the largest of all if there is
   none.  */
static inline size_t
gasp_product (size_t a, size_t b)
{
  size_t product;
  return __builtin_mul_overflow (a, b, &product) ? (size_t) -1 : product;
}
