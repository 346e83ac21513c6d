/* sync.h - worksharing regions and waits: pieces of wrappers.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_SYNC_H
#define GASP_OMP_SYNC_H

#include "raise.h"

#pragma GCC visibility push (hidden)

#define WORK(of_kind, n) ((struct work) { .kind = (of_kind), .count = (n) })
extern void gasp_omp_work_begin (struct thread *thread, struct work work,
				 const void *place);
/* The place of a construct that begins by a call that returns to PLACE.  */
extern const void *gasp_omp_begun_at (struct thread *thread, const void *place);
/* The innermost open region ends, if there is one and it is no scope.  */
extern void gasp_omp_work_end (struct thread *thread, const void *place);
/* So does an open scope.  */
extern void gasp_omp_scope_end (struct thread *thread, const void *place);
/* All open ones.  */
extern void gasp_omp_works_end (struct thread *thread);

/* Set the kind of the next barrier, for a worksharing region that the program
   is leaving, and end that region.  */
extern ompt_sync_region_t gasp_omp_barrier_kind (struct thread *thread);

extern void gasp_omp_sync (struct thread *thread, ompt_sync_region_t kind,
			   ompt_scope_endpoint_t endpoint, const void *place);
/* Begin to wait; returns the state to pass to wait_end.  */
extern int gasp_omp_wait_begin (struct thread *thread, ompt_sync_region_t kind,
				const void *place);
extern void gasp_omp_wait_end (struct thread *thread, ompt_sync_region_t kind,
			       int state, const void *place);

/* CALL, which waits, with all the events of a region of KIND.  */
#define SYNCHRONIZE(thread, kind, place, call)				\
  do									\
    {									\
      struct task *task_ = (thread)->current;				\
      ompt_data_t outer_ = enter (task_, FRAME);			\
      gasp_omp_sync (thread, kind, ompt_scope_begin, place);		\
      int state_ = gasp_omp_wait_begin (thread, kind, place);		\
      call;								\
      gasp_omp_wait_end (thread, kind, state_, place);			\
      gasp_omp_sync (thread, kind, ompt_scope_end, place);		\
      leave (task_, outer_);						\
    }									\
  while (0)

/* Members of GROUP that have never begun have been discarded; the rest is let
   go.  */
extern void gasp_omp_group_end (struct thread *thread, struct group *group);

/* The number of iterations of libgomp's loops.  */
INLINE uint64_t
iterations (long start, long end, long step)
{
  if (step > 0)
    return start < end ? ((uint64_t) end - start + step - 1) / step : 0;
  return start > end
	 ? ((uint64_t) start - end - step - 1) / -(uint64_t) step : 0;
}

/* A loop of KIND over long.  */
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

/* What schedule(runtime) currently means.  */
extern int gasp_omp_runtime_kind (void);

#pragma GCC visibility pop

#endif /* GASP_OMP_SYNC_H */
