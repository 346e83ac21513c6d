/* sync.h - worksharing regions and waits: pieces of wrappers.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "device/deferred.h"
#include "raise.h"
#include "sanitizer.h"

#pragma GCC visibility push (hidden)

#define WORK(of_kind, n) ((struct work) { .kind = (of_kind), .count = (n) })
extern void gasp_omp_work_begin (struct thread *thread, struct work work,
				 const void *place);
/* Returns the place of a construct that begins by a call that returns to
   PLACE.  */
extern const void *gasp_omp_begun_at (struct thread *thread, const void *place);
extern void gasp_omp_end_innermost (struct task *task, const void *place);
INLINE bool
innermost_is_scope (const struct task *task)
{
  return task->open && task->works[task->open - 1].kind == ompt_work_scope;
}
/* Ends the innermost open region, if there is one and it is not a scope.  */
INLINE void
gasp_omp_work_end (struct thread *thread, const void *place)
{
  struct task *task = thread->current;
  if (!IS_DORMANT && unlikely (task->open) && !innermost_is_scope (task))
    gasp_omp_end_innermost (task, place);
}
/* Ends an open scope.  */
extern void gasp_omp_scope_end (struct thread *thread, const void *place);
/* Ends all open ones.  */
extern void gasp_omp_end_works (struct thread *thread);
INLINE void
gasp_omp_works_end (struct thread *thread)
{
  if (unlikely (thread->current->open))
    gasp_omp_end_works (thread);
}

/* Sets the kind of the next barrier, for a worksharing region that the
   program is leaving, and end that region.  */
INLINE ompt_sync_region_t
gasp_omp_barrier_kind (struct thread *thread)
{
  struct task *task = thread->current;
  bool shared = task->shared;
  task->shared = false;
  if (!shared && !task->open)
    return ompt_sync_region_barrier_explicit;
  if (task->open && !(shared && innermost_is_scope (task)))
    gasp_omp_end_innermost (task, NULL);
  return ompt_sync_region_barrier_implicit_workshare;
}

/* Raise EVENT for the region of KIND that THREAD's current task is in.  */
#define RAISE_SYNC(event, thread, kind, endpoint, place)		\
  do									\
    {									\
      struct task *current_ = (thread)->current;			\
      RAISE (event, kind, endpoint, DATA_OR_NULL (current_->parallel),	\
	     DATA (current_), place);					\
    }									\
  while (0)

/* Raises the event that a region of KIND begins or ends.  */
INLINE void
gasp_omp_sync (const struct thread *thread, ompt_sync_region_t kind,
	       ompt_scope_endpoint_t endpoint, const void *place)
{
  RAISE_SYNC (ompt_callback_sync_region, thread, kind, endpoint, place);
}

/* Returns the state of a thread that waits in a region of KIND.  */
INLINE int
state_in (ompt_sync_region_t kind)
{
  switch (kind)
    {
    case ompt_sync_region_barrier_explicit:
      return ompt_state_wait_barrier_explicit;
    case ompt_sync_region_barrier_implicit_workshare:
      return ompt_state_wait_barrier_implicit_workshare;
    case ompt_sync_region_barrier_implicit_parallel:
      return ompt_state_wait_barrier_implicit_parallel;
    case ompt_sync_region_barrier_teams:
      return ompt_state_wait_barrier_teams;
    case ompt_sync_region_taskwait:
      return ompt_state_wait_taskwait;
    case ompt_sync_region_taskgroup:
      return ompt_state_wait_taskgroup;
    default:
      return ompt_state_wait_barrier_implementation;
    }
}

/* Begins to wait; returns the state to pass to wait_end.  */
INLINE int
gasp_omp_wait_begin (struct thread *thread, ompt_sync_region_t kind,
		     const void *place)
{
  int state = thread->state;
  RAISE_SYNC (ompt_callback_sync_region_wait, thread, kind, ompt_scope_begin,
	      place);
  thread->state = state_in (kind);
  return state;
}

INLINE void
gasp_omp_wait_end (struct thread *thread, ompt_sync_region_t kind, int state,
		   const void *place)
{
  thread->state = state;
  RAISE_SYNC (ompt_callback_sync_region_wait, thread, kind, ompt_scope_end,
	      place);
}

/* CALL, which waits, with all the events of a region of KIND.  */
#define SYNCHRONIZE(thread, kind, place, call)				\
  do									\
    {									\
      struct task *task_ = (thread)->current;				\
      ompt_data_t outer_ = enter (task_, FRAME);			\
      gasp_omp_sync (thread, kind, ompt_scope_begin, place);		\
      int state_ = gasp_omp_wait_begin (thread, kind, place);		\
      SANITIZED (gasp_omp_offer_tasks (thread));			\
      call;								\
      gasp_omp_wait_end (thread, kind, state_, place);			\
      if (unlikely ((thread)->deferred))				\
	gasp_omp_deferred_over (thread, 0);				\
      gasp_omp_sync (thread, kind, ompt_scope_end, place);		\
      leave (task_, outer_);						\
    }									\
  while (0)

/* Ends GROUP: its members that have never begun have been discarded; the rest
   is let go.  */
extern void gasp_omp_group_end (struct thread *thread, struct group *group);

/* Returns the number of iterations of libgomp's loops.  */
INLINE uint64_t
iterations (long start, long end, long step)
{
  if (step > 0)
    return start < end ? ((uint64_t) end - start + step - 1) / step : 0;
  return start > end
	 ? ((uint64_t) start - end - step - 1) / -(uint64_t) step : 0;
}

/* Returns a loop of KIND over long.  */
INLINE struct work
loop_work (int kind, long start, long end, long step)
{
  return (struct work) { kind, iterations (start, end, step), NULL,
			 step < 0 ? -(uint64_t) step : (uint64_t) step };
}

INLINE uint64_t
iterations_ull (bool up, uint64_t start, uint64_t end, uint64_t step)
{
  if (up)
    return start < end ? (end - start + step - 1) / step : 0;
  return start > end ? (start - end - step - 1) / -step : 0;
}

/* Returns the schedule that schedule(runtime) stands for now.  */
extern int gasp_omp_runtime_kind (void);

#pragma GCC visibility pop
