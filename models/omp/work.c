/* work.c - loops, sections, single and scope.

   SPDX-License-Identifier: Apache-2.0  */

#include "calls.h"
#include "chunks.h"
#include "ompt/consumer.h"
#include "sync.h"

#include <stdarg.h>

int
gasp_omp_runtime_kind (void)
{
  int kind, chunk;
  real_omp_get_schedule (&kind, &chunk);
  /* omp_sched_t; the topmost bit is omp_sched_monotonic.  */
  switch (kind & 0xff)
    {
    case 1: return ompt_work_loop_static;
    case 2: return ompt_work_loop_dynamic;
    case 3: return ompt_work_loop_guided;
    default: return ompt_work_loop_static;	/* auto */
    }
}

/* Returns the schedule as the compiler passes it to GOMP_loop_start: as
   above, and 0 is runtime.  With nothing but reductions there is no schedule,
   and static loops get their iterations in line: then nothing is reported
   here if a marker (mark.h) has done so.  */
static int
passed_kind (long sched)
{
  switch (sched & 0xff)
    {
    case 0: return gasp_omp_runtime_kind ();
    case 2: return ompt_work_loop_dynamic;
    case 3: return ompt_work_loop_guided;
    default: return ompt_work_loop_static;
    }
}

static void
tell_chunk (struct thread *thread, ompt_dispatch_chunk_t chunk)
{
  struct task *task = thread->current;
  RAISE (ompt_callback_dispatch, DATA_OR_NULL (task->parallel), DATA (task),
	 ompt_dispatch_ws_loop_chunk, (ompt_data_t) { .ptr = &chunk });
}

#define TAKE_TURN(thread)						\
  SANITIZED (gasp_omp_take_turn (thread, (thread)->current->parallel))

/* The thread has got iterations from *ISTART to before *IEND, COUNT of them, or
   none.  */
#define GOT(any, count)							\
  do									\
    {									\
      if (any)								\
	TAKE_TURN (thread);						\
      if ((any) && is_wanted (ompt_callback_dispatch))			\
	tell_chunk (thread, (ompt_dispatch_chunk_t) { *istart, count });	\
      if ((any) && thread->current->doacross)				\
	gasp_omp_chunk_got (&thread->seat, thread->current->parallel,	\
			    (uint64_t) *istart, (uint64_t) *iend);	\
    }									\
  while (0)

/* ---- Loops.  A loop's wrapper.  BEGIN reports the region, COUNT is of the
   iterations got.  */

#define LOOP(name, begin, args, count)					\
  if (IS_DORMANT)							\
    return real_##name args;						\
  struct thread *thread = self ();					\
  begin;								\
  bool any = real_##name args;						\
  GOT (any, count);						\
  return any

#define HERE gasp_omp_begun_at (thread, PLACE)
#define BEGIN(what) gasp_omp_work_begin (thread, what, HERE)

#define LOOP_START(name, since, kind)					\
bool									\
wrap_##name (long start, long end, long incr, long chunk, long *istart,	\
	     long *iend)						\
{									\
  LOOP (name, BEGIN (loop_work (kind, start, end, incr)),		\
	(start, end, incr, chunk, istart, iend),			\
	iterations (*istart, *iend, incr));				\
}
#define LOOP_RUNTIME_START(name, since)					\
bool									\
wrap_##name (long start, long end, long incr, long *istart, long *iend)	\
{									\
  LOOP (name, BEGIN (loop_work (gasp_omp_runtime_kind (), start, end,	\
				incr)),					\
	(start, end, incr, istart, iend),				\
	iterations (*istart, *iend, incr));				\
}
#define ULL_START(name, since, kind)					\
bool									\
wrap_##name (bool up, ull start, ull end, ull incr, ull chunk,		\
	     ull *istart, ull *iend)					\
{									\
  LOOP (name, BEGIN (WORK (kind, iterations_ull (up, start, end, incr))), \
	(up, start, end, incr, chunk, istart, iend),			\
	iterations_ull (up, *istart, *iend, incr));			\
}
#define ULL_RUNTIME_START(name, since)					\
bool									\
wrap_##name (bool up, ull start, ull end, ull incr, ull *istart,	\
	     ull *iend)							\
{									\
  LOOP (name, BEGIN (WORK (gasp_omp_runtime_kind (),			\
			   iterations_ull (up, start, end, incr))),	\
	(up, start, end, incr, istart, iend),				\
	iterations_ull (up, *istart, *iend, incr));			\
}

/* ISTART is null where the compiler divides the iterations itself.  */
#define LOOP_ANY(name, begin, args, count)				\
  if (IS_DORMANT)							\
    return real_##name args;						\
  struct thread *thread = self ();					\
  if (istart || !thread->current->open)					\
    begin;								\
  bool any = real_##name args;						\
  if (istart)								\
    GOT (any, count);						\
  return any

#define LOOP_ANY_START(name, since)					\
bool									\
wrap_##name (long start, long end, long incr, long sched, long chunk,	\
	     long *istart, long *iend, uintptr_t *reductions,		\
	     void **mem)						\
{									\
  LOOP_ANY (name, BEGIN (loop_work (passed_kind (sched), start, end,	\
				    incr)),				\
	    (start, end, incr, sched, chunk, istart, iend, reductions,	\
	     mem), iterations (*istart, *iend, incr));			\
}
#define ULL_ANY_START(name, since)					\
bool									\
wrap_##name (bool up, ull start, ull end, ull incr, long sched,		\
	     ull chunk, ull *istart, ull *iend, uintptr_t *reductions,	\
	     void **mem)						\
{									\
  LOOP_ANY (name, BEGIN (WORK (passed_kind (sched),			\
			       iterations_ull (up, start, end, incr))),	\
	    (up, start, end, incr, sched, chunk, istart, iend,		\
	     reductions, mem), iterations_ull (up, *istart, *iend, incr)); \
}

/* Returns how many iterations of the loop that the thread is in DISTANCE is.
   The compiler counts by 1 in loops that are not over long.  */
INLINE uint64_t
iterations_within (struct thread *thread, uint64_t distance)
{
  struct task *task = thread->current;
  uint64_t step = task->open ? task->works[task->open - 1].step : 0;
  return step > 1 ? (distance + step - 1) / step : distance;
}

/* The thread may get another piece of work.  */
#define YIELD_TURN(thread)						\
  SANITIZED (gasp_omp_yield_turn (thread, (thread)->current->parallel))

/* The step is not passed.  */
#define LOOP_NEXT(name, since, T)					\
bool									\
wrap_##name (T *istart, T *iend)					\
{									\
  if (IS_DORMANT)							\
    return real_##name (istart, iend);					\
  struct thread *thread = self ();					\
  YIELD_TURN (thread);							\
  bool any = real_##name (istart, iend);				\
  GOT (any,								\
       iterations_within (thread, *iend > *istart ? *iend - *istart	\
						  : *istart - *iend));	\
  return any;								\
}

/* ---- Doacross loops: ordered(n).  The iterations of the outermost one are
   divided; dependences are reported as such, with the values of the
   counters.  */

#define DOACROSS_BEGIN(kind)						\
  BEGIN (WORK (kind, counts[0]));					\
  thread->current->doacross = number

#define DOACROSS_START(name, since, T, kind)				\
bool									\
wrap_##name (unsigned number, T *counts, T chunk, T *istart, T *iend)	\
{									\
  LOOP (name, DOACROSS_BEGIN (kind),					\
	(number, counts, chunk, istart, iend), *iend - *istart);	\
}
#define DOACROSS_RUNTIME_START(name, since, T)				\
bool									\
wrap_##name (unsigned number, T *counts, T *istart, T *iend)		\
{									\
  LOOP (name, DOACROSS_BEGIN (gasp_omp_runtime_kind ()),		\
	(number, counts, istart, iend), *iend - *istart);		\
}
#define DOACROSS_ANY_START(name, since, T)				\
bool									\
wrap_##name (unsigned number, T *counts, long sched, T chunk, T *istart, \
	     T *iend, uintptr_t *reductions, void **mem)		\
{									\
  LOOP_ANY (name, DOACROSS_BEGIN (passed_kind (sched)),			\
	    (number, counts, sched, chunk, istart, iend, reductions,	\
	     mem), *iend - *istart);					\
}

static void
tell_dependences (struct thread *thread, const uint64_t *values,
		  unsigned int number, ompt_dependence_type_t type)
{
  struct task *task = thread->current;
  ompt_dependence_t dependences[number];
  for (unsigned int i = 0; i < number; i++)
    dependences[i] = (ompt_dependence_t) { { values[i] }, type };
  RAISE (ompt_callback_dependences, DATA (task), dependences, (int) number);
}

static void
post (const struct thread *thread, const uint64_t *values)
{
  const struct task *task = thread ? thread->current : NULL;
  if (task)
    gasp_omp_order_post (task->parallel, values, task->doacross);
}

#define DOACROSS_POST(name, since, T)					\
void									\
wrap_##name (T *counts)							\
{									\
  if (!IS_DORMANT && is_wanted (ompt_callback_dependences))		\
    {									\
      struct thread *thread = self ();					\
      tell_dependences (thread, (uint64_t *) counts,			\
			thread->current->doacross,			\
			ompt_dependence_type_source);			\
    }									\
  SANITIZED (post (gasp_omp_thread, (uint64_t *) counts));		\
  real_##name (counts);							\
}

/* The number of counters that are passed on, however many there are: the
   callee ignores those that it does not need.  */
#define COUNTERS 16
#define PASS_16(v) v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], \
  v[9], v[10], v[11], v[12], v[13], v[14], v[15]

/* Raises for the built-in consumer that a wait for ITERATION, at PLACE, begins
   or is over.  To OMPT a wait is a state of the thread.  */
static void
tell_iteration (struct thread *thread, ompt_scope_endpoint_t endpoint,
		const void *place, uint64_t iteration)
{
  int *error = thread->error, kept = *error;
  if (gasp_omp_callbacks[ompt_callback_work][1])
    gasp_omp_builtin.iteration (endpoint, place,
				thread->current->parallel, iteration);
  *error = kept;
}

#define DOACROSS_WAIT(name, since, T)					\
void									\
wrap_##name (T first, ...)						\
{									\
  struct thread *thread = IS_DORMANT ? gasp_omp_thread : self ();	\
  unsigned int number = COUNTERS;					\
  if (thread && thread->current && thread->current->doacross)		\
    number = thread->current->doacross;					\
  if (number > COUNTERS)						\
    {									\
      __builtin_apply ((void *) real_##name, __builtin_apply_args (),	\
		       number * sizeof (T));				\
      return;								\
    }									\
  T values[COUNTERS] = { first };					\
  va_list rest;								\
  va_start (rest, first);						\
  for (unsigned int i = 1; i < number; i++)				\
    values[i] = va_arg (rest, T);					\
  va_end (rest);							\
  int state = ompt_state_undefined;					\
  if (!IS_DORMANT)							\
    {									\
      state = thread->state;						\
      thread->state = ompt_state_wait_ordered;				\
      tell_iteration (thread, ompt_scope_begin, PLACE, values[0]);	\
    }									\
  real_##name (PASS_16 (values));					\
  if (state == ompt_state_undefined)					\
    return;								\
  tell_iteration (thread, ompt_scope_end, PLACE, values[0]);		\
  thread->state = state;						\
  if (is_wanted (ompt_callback_dependences))				\
    tell_dependences (thread, (uint64_t *) values, number,		\
		      ompt_dependence_type_sink);			\
  SANITIZED (gasp_omp_order_wait (thread->current->parallel,		\
				  (uint64_t *) values, number));	\
}

/* ---- The ends, with the barrier in them or without.  */

#define WORK_END(name, since)						\
void									\
wrap_##name (void)							\
{									\
  if (IS_DORMANT)							\
    {									\
      real_##name ();							\
      return;								\
    }									\
  struct thread *thread = self ();					\
  gasp_omp_work_end (thread, PLACE);					\
  SYNCHRONIZE (thread, ompt_sync_region_barrier_implicit_workshare,	\
	       PLACE, real_##name ());					\
}
#define WORK_END_NOWAIT(name, since)					\
void									\
wrap_##name (void)							\
{									\
  real_##name ();							\
  if (!IS_DORMANT)							\
    gasp_omp_work_end (self (), PLACE);					\
}
#define WORK_END_CANCEL(name, since)					\
bool									\
wrap_##name (void)							\
{									\
  if (IS_DORMANT)							\
    return real_##name ();						\
  struct thread *thread = self ();					\
  bool cancelled;							\
  gasp_omp_work_end (thread, PLACE);					\
  SYNCHRONIZE (thread, ompt_sync_region_barrier_implicit_workshare,	\
	       PLACE, cancelled = real_##name ());			\
  return cancelled;							\
}

#include "gomp-calls.def"

void
wrap_GOMP_workshare_task_reduction_unregister (bool cancelled)
{
  if (IS_DORMANT || cancelled)
    {
      real_GOMP_workshare_task_reduction_unregister (cancelled);
      return;
    }
  struct thread *thread = self ();
  ompt_sync_region_t kind = gasp_omp_barrier_kind (thread);
  SYNCHRONIZE (thread, kind, PLACE,
	       real_GOMP_workshare_task_reduction_unregister (cancelled));
}

/* ---- sections  */

/* Reports a section's begin.  Its code has no place that can be known here:
   that of the construct stands in.  */
static void
tell_section (struct thread *thread, unsigned int number)
{
  struct task *task = thread->current;
  const void *place = task->open ? task->works[task->open - 1].place : NULL;
  if (number)
    TAKE_TURN (thread);
  if (number)
    RAISE (ompt_callback_dispatch, DATA_OR_NULL (task->parallel),
	   DATA (task), ompt_dispatch_section,
	   (ompt_data_t) { .ptr = (void *) place });
}

unsigned
wrap_GOMP_sections_start (unsigned count)
{
  if (IS_DORMANT)
    return real_GOMP_sections_start (count);
  struct thread *thread = self ();
  BEGIN (WORK (ompt_work_sections, count));
  unsigned number = real_GOMP_sections_start (count);
  tell_section (thread, number);
  return number;
}

unsigned
wrap_GOMP_sections2_start (unsigned count, uintptr_t *reductions, void **mem)
{
  if (IS_DORMANT)
    return real_GOMP_sections2_start (count, reductions, mem);
  struct thread *thread = self ();
  BEGIN (WORK (ompt_work_sections, count));
  unsigned number = real_GOMP_sections2_start (count, reductions, mem);
  tell_section (thread, number);
  return number;
}

unsigned
wrap_GOMP_sections_next (void)
{
  if (IS_DORMANT)
    return real_GOMP_sections_next ();
  struct thread *thread = self ();
  YIELD_TURN (thread);
  unsigned number = real_GOMP_sections_next ();
  tell_section (thread, number);
  return number;
}

/* ---- single  */

/* Begins a single construct.  A thread that does not execute it has finished
   with it.  */
static void
begin_single (struct thread *thread, bool executes, const void *place)
{
  gasp_omp_work_begin (thread, WORK (executes ? ompt_work_single_executor
					      : ompt_work_single_other, 1),
		       place);
  if (executes)
    {
      TAKE_TURN (thread);
      return;
    }
  gasp_omp_work_end (thread, place);
  thread->current->shared = true;
}

bool
wrap_GOMP_single_start (void)
{
  if (IS_DORMANT)
    return real_GOMP_single_start ();
  struct thread *thread = self ();
  YIELD_TURN (thread);
  bool executes = real_GOMP_single_start ();
  begin_single (thread, executes, HERE);
  return executes;
}

/* The barrier in which others wait for the data to be copied.  Which thread
   executes the construct is known only after it, so tools are notified then;
   the built-in consumer, which takes times, is not.  */
#define TELL_COPY_BARRIER(event, endpoint)				\
  RAISE_TO (0, ompt_callback_##event,					\
	    ompt_sync_region_barrier_implicit_workshare,		\
	    ompt_scope_##endpoint, DATA_OR_NULL (task->parallel),	\
	    DATA (task), place)
static void
tell_copy_barrier (struct task *task, const void *place)
{
  TELL_COPY_BARRIER (sync_region, begin);
  TELL_COPY_BARRIER (sync_region_wait, begin);
  TELL_COPY_BARRIER (sync_region_wait, end);
  TELL_COPY_BARRIER (sync_region, end);
}

void *
wrap_GOMP_single_copy_start (void)
{
  if (IS_DORMANT)
    return real_GOMP_single_copy_start ();
  struct thread *thread = self ();
  ompt_data_t outer = enter (thread->current, FRAME);
  int state = thread->state;
  thread->state = ompt_state_wait_barrier_implementation;
  void *data = real_GOMP_single_copy_start ();
  thread->state = state;
  begin_single (thread, !data, HERE);
  if (data)
    tell_copy_barrier (thread->current, PLACE);
  leave (thread->current, outer);
  return data;
}

void
wrap_GOMP_single_copy_end (void *data)
{
  if (IS_DORMANT)
    {
      real_GOMP_single_copy_end (data);
      return;
    }
  struct thread *thread = self ();
  gasp_omp_work_end (thread, PLACE);
  SYNCHRONIZE (thread, ompt_sync_region_barrier_implicit_workshare, PLACE,
	       real_GOMP_single_copy_end (data));
  /* All come to one more, when the copies have been made.  */
  thread->current->shared = true;
}

/* ---- scope, where it has reductions of tasks.  A marker may be in front.  */

void
wrap_GOMP_scope_start (uintptr_t *reductions)
{
  if (!IS_DORMANT)
    {
      struct thread *thread = self ();
      if (!thread->current->open)
	BEGIN (WORK (ompt_work_scope, 1));
    }
  real_GOMP_scope_start (reductions);
}
