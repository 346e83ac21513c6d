/* raise.h - how events are raised.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "outlined.h"
#include "state.h"

#pragma GCC visibility push (hidden)

/* More than there are callbacks.  */
#define CALLBACKS 40
extern ompt_callback_t gasp_omp_callbacks[CALLBACKS][CONSUMERS];

/* Types whose names do not follow from the callback's.  */
typedef ompt_callback_sync_region_t ompt_callback_sync_region_wait_t;
typedef ompt_callback_sync_region_t ompt_callback_reduction_t;
typedef ompt_callback_mutex_t ompt_callback_mutex_acquired_t;
typedef ompt_callback_mutex_t ompt_callback_mutex_released_t;
typedef ompt_callback_mutex_acquire_t ompt_callback_lock_init_t;
typedef ompt_callback_mutex_t ompt_callback_lock_destroy_t;

/* Call each consumer's callback for EVENT.  DATA (RECORD) within the arguments
   is the consumer's own word of it.  */
#define RAISE(event, ...)						\
  do									\
    {									\
      RAISE_TO (0, event, __VA_ARGS__);					\
      RAISE_TO (1, event, __VA_ARGS__);					\
    }									\
  while (0)
#define RAISE_TO(consumer, event, ...)					\
  do									\
    {									\
      enum { c_ = consumer };						\
      event##_t f_ = (event##_t) gasp_omp_callbacks[event][c_];		\
      if (f_)								\
	{								\
	  int *error_ = gasp_omp_thread->error, kept_ = *error_;	\
	  f_ (__VA_ARGS__);						\
	  *error_ = kept_;						\
	}								\
    }									\
  while (0)
_Static_assert (CONSUMERS == 2, "RAISE calls two");
/* Calls consumers that have not registered EVENT's _emi form, which
   stands for it.  */
#define RAISE_OLDER(event, ...)                                               \
  do                                                                          \
    {                                                                         \
      if (!gasp_omp_callbacks[event##_emi][0])                                \
	RAISE_TO (0, event, __VA_ARGS__);                                     \
      if (!gasp_omp_callbacks[event##_emi][1])                                \
	RAISE_TO (1, event, __VA_ARGS__);                                     \
    }                                                                         \
  while (0)
#define DATA(record) (&(record)->data[c_])
#define DATA_OR_NULL(record) ((record) ? DATA (record) : NULL)

static inline bool
is_wanted (ompt_callbacks_t event)
{
  return gasp_omp_callbacks[event][0] || gasp_omp_callbacks[event][1];
}

#define INLINE static inline __attribute__ ((always_inline))

/* Where a wrapper was called from, and its own frame, which is where the
   program entered the runtime.  For functions that are compiled with a frame
   pointer and without tail calls, or inlined into such.  */
#define RETURN_ADDRESS \
  __builtin_extract_return_addr (__builtin_return_address (0))
#define PLACE gasp_omp_place_of_call (RETURN_ADDRESS)
#define FRAME __builtin_frame_address (0)
#define FRAME_FLAGS ((int) ompt_frame_runtime | (int) ompt_frame_framepointer)

/* Notes that the current task enters the runtime at FRAME.  Returns what was
   noted before.  */
INLINE ompt_data_t
enter (struct task *task, void *frame)
{
  ompt_data_t outer = task->frame.enter_frame;
  task->frame.enter_frame.ptr = frame;
  task->frame.enter_frame_flags = FRAME_FLAGS;
  return outer;
}

INLINE void
leave (struct task *task, ompt_data_t outer)
{
  task->frame.enter_frame = outer;
}

/* Notes that the task's own code begins, called from FRAME.  */
INLINE void
enter_task (struct task *task, void *frame)
{
  task->frame.exit_frame.ptr = frame;
  task->frame.exit_frame_flags = FRAME_FLAGS;
}

INLINE void
leave_task (struct task *task)
{
  task->frame.exit_frame.ptr = NULL;
}

#pragma GCC visibility pop
