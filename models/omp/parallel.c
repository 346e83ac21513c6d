/* parallel.c - parallel regions.

   SPDX-License-Identifier: Apache-2.0

   In place of the program's function each thread of the team runs run_implicit,
   which calls it.  Only libgomp knows when a thread has passed the barrier at
   the end of the region.  So there is one of ours in front of it, and libgomp's
   own barrier has nothing left to wait for.  */

#include "tasks/groups.h"
#include "calls.h"
#include "tasks/dependences.h"
#include "sanitizer.h"
#include "sync.h"
#include "ompt/tool.h"

#include <stdlib.h>

struct region {
  void *reductions;		/* GOMP_parallel_reductions looks here */
  struct parallel parallel;
  void *data;
  struct task *encountering;
  ompt_data_t outer;		/* its frame */
  struct work work;		/* combined with it; KIND is 0 if none is */
  struct group group;
};

#define REGION_FLAGS ((int) ompt_parallel_invoker_program		\
		      | (int) ompt_parallel_team)

signed char gasp_omp_cancellation = -1;

bool
gasp_omp_ask_cancellation (void)
{
  if (!real_omp_get_cancellation)
    return false;
  gasp_omp_cancellation = real_omp_get_cancellation () != 0;
  return gasp_omp_cancellation;
}

/* ---- Implicit tasks  */

static struct task *
implicit_begin (struct thread *thread, struct region *region)
{
  struct task *task = gasp_omp_task_new (thread, region->encountering,
					 ompt_task_implicit);
  task->parallel = &region->parallel;
  task->num = real_omp_get_thread_num ();
  task->size = real_omp_get_num_threads ();
  task->group = gasp_omp_cancellable () ? &region->group : NULL;
  /* The first thread of the team that comes here sets it.  */
  if (__atomic_load_n (&region->parallel.size, __ATOMIC_RELAXED) != task->size)
    __atomic_store_n (&region->parallel.size, task->size, __ATOMIC_RELAXED);
  thread->current = task;
  thread->state = ompt_state_work_parallel;
  RAISE (ompt_callback_implicit_task, ompt_scope_begin,
	 DATA (&region->parallel), DATA (task), task->size, task->num,
	 ompt_task_implicit);
  if (region->work.kind)
    gasp_omp_work_begin (thread, region->work, region->parallel.place);
  return task;
}

/* Waits for the team at a region's end.  A thread that is alone, and has left
   itself no tasks, waits for nothing.  In a team that has been cancelled
   libgomp counts on that not all threads come to a barrier.  */
static void
join (const struct task *task)
{
  if (task->size == 1 && !task->parallel->tasks)
    return;
  if (!gasp_omp_cancellable ())
    real_GOMP_barrier ();
  else if (!real_GOMP_cancellation_point (1))
    real_GOMP_barrier_cancel ();
}

/* Ends TASK; STATE is the thread's afterwards.  */
static void
implicit_end (struct thread *thread, struct region *region, struct task *task,
	      int state)
{
  const ompt_sync_region_t kind = ompt_sync_region_barrier_implicit_parallel;
  /* Only the encountering thread has come from the program.  */
  const void *place = task->num ? NULL : region->parallel.place;
  gasp_omp_works_end (thread);
  gasp_omp_sync (thread, kind, ompt_scope_begin, place);
  gasp_omp_wait_begin (thread, kind, place);
  SANITIZED (gasp_omp_offer_tasks (thread));
  join (task);
  gasp_omp_forget_dependents (thread, task);
  task->parallel = NULL;
  gasp_omp_wait_end (thread, kind, state, place);
  gasp_omp_sync (thread, kind, ompt_scope_end, place);
  RAISE (ompt_callback_implicit_task, ompt_scope_end, NULL, DATA (task),
	 task->size, task->num, ompt_task_implicit);
}

static CALLS_OUTLINED void
run_implicit (void *arg)
{
  struct region *region = arg;
  struct thread *thread = gasp_omp_thread;
  if (unlikely (!thread))
    thread = gasp_omp_thread_begin (ompt_thread_worker);
  struct task *outer = thread->current;
  int state = thread->state;
  struct task *task = implicit_begin (thread, region);
  enter_task (task, FRAME);
  region->parallel.fn (region->data);
  leave_task (task);
  implicit_end (thread, region, task, state);
  thread->current = outer;
  gasp_omp_task_release (thread, task);
}

/* ---- The construct  */

static struct thread *
region_begin (struct region *region, unsigned int threads, void *frame)
{
  struct thread *thread = self ();
  struct task *task = thread->current;
  region->encountering = task;
  region->outer = enter (task, frame);
  if (!threads)
    threads = real_omp_get_max_threads ();
  RAISE (ompt_callback_parallel_begin, DATA (task), &task->frame,
	 DATA (&region->parallel), threads, REGION_FLAGS,
	 region->parallel.place);
  return thread;
}

static void
region_end (struct thread *thread, struct region *region)
{
  struct task *task = region->encountering;
  if (region->group.members)
    gasp_omp_group_end (thread, &region->group);
  RAISE (ompt_callback_parallel_end, DATA (&region->parallel), DATA (task),
	 REGION_FLAGS, region->parallel.place);
  leave (task, region->outer);
}

#define NO_WORK WORK (0, 0)
#define SECTIONS(n) WORK (ompt_work_sections, n)

/* Sets the members of REGION one by one: all at once takes "rep stos", which
   begins slowly.  */
INLINE void
prepare (struct region *region, void (*fn) (void *), void *data,
	 struct work work, const void *place)
{
  region->reductions = NULL;
  region->parallel = (struct parallel) { .place = place, .fn = fn };
  region->data = data;
  region->work = work;
  region->group = (struct group) { NULL, NULL };
}

/* CALL, which has FN and DATA replaced by run_implicit and &region.  */
#define PARALLEL(what, call)						\
  struct region region;							\
  prepare (&region, fn, data, what, PLACE);				\
  struct thread *thread = region_begin (&region, threads, FRAME);	\
  call;									\
  region_end (thread, &region)

void
wrap_GOMP_parallel (void (*fn) (void *), void *data, unsigned threads,
		    unsigned flags)
{
  if (IS_DORMANT || gasp_omp_rest ())
    {
      real_GOMP_parallel (fn, data, threads, flags);
      return;
    }
  PARALLEL (NO_WORK,
	    real_GOMP_parallel (run_implicit, &region, threads, flags));
}

unsigned
wrap_GOMP_parallel_reductions (void (*fn) (void *), void *data,
			       unsigned threads, unsigned flags)
{
  if (IS_DORMANT || gasp_omp_rest ())
    return real_GOMP_parallel_reductions (fn, data, threads, flags);
  unsigned size;
  PARALLEL (NO_WORK, region.reductions = *(void **) data;
	    size = real_GOMP_parallel_reductions (run_implicit, &region,
						  threads, flags));
  return size;
}

void
wrap_GOMP_parallel_sections (void (*fn) (void *), void *data,
			     unsigned threads, unsigned count, unsigned flags)
{
  if (IS_DORMANT || gasp_omp_rest ())
    {
      real_GOMP_parallel_sections (fn, data, threads, count, flags);
      return;
    }
  PARALLEL (SECTIONS (count),
	    real_GOMP_parallel_sections (run_implicit, &region, threads,
					 count, flags));
}

#define PARALLEL_LOOP(name, since, sched)				\
void									\
wrap_##name (void (*fn) (void *), void *data, unsigned threads,		\
	     long start, long end, long incr, long chunk,		\
	     unsigned flags)						\
{									\
  if (IS_DORMANT || gasp_omp_rest ())					\
    {									\
      real_##name (fn, data, threads, start, end, incr, chunk, flags);	\
      return;								\
    }									\
  PARALLEL (loop_work (sched, start, end, incr),			\
	    real_##name (run_implicit, &region, threads, start, end,	\
			 incr, chunk, flags));				\
}
#define PARALLEL_LOOP_RUNTIME(name, since)				\
void									\
wrap_##name (void (*fn) (void *), void *data, unsigned threads,		\
	     long start, long end, long incr, unsigned flags)		\
{									\
  if (IS_DORMANT || gasp_omp_rest ())					\
    {									\
      real_##name (fn, data, threads, start, end, incr, flags);		\
      return;								\
    }									\
  PARALLEL (loop_work (gasp_omp_runtime_kind (), start, end, incr),	\
	    real_##name (run_implicit, &region, threads, start, end,	\
			 incr, flags));					\
}

/* ---- Programs of GCC before 4.9 call FN themselves on the encountering
   thread, between GOMP_parallel_start and GOMP_parallel_end.  */

struct started {
  struct region region;
  /* What the encountering thread is to go back to.  */
  struct started *before;
  struct task *task;
  int state;
};

static struct started *
start_begin (void (*fn) (void *), void *data, unsigned int threads,
	     struct work work, const void *place, void *frame)
{
  struct started *started = calloc (1, sizeof *started);
  if (!started)
    {
      gasp_omp_out_of_memory ();
      return NULL;
    }
  prepare (&started->region, fn, data, work, place);
  region_begin (&started->region, threads, frame);
  return started;
}

static void
start_end (struct started *started, void *frame)
{
  struct thread *thread = gasp_omp_thread;
  started->before = thread->started;
  thread->started = started;
  started->state = thread->state;
  started->task = implicit_begin (thread, &started->region);
  enter_task (started->task, frame);
}

/* Call REAL, with the arguments after the first three.  */
#define PARALLEL_START(what, real, ...)					\
  struct started *started = start_begin (fn, data, threads,		\
					 what, PLACE, FRAME);		\
  real (started ? run_implicit : fn,					\
	started ? &started->region : data, threads, ##__VA_ARGS__);	\
  if (started)								\
    start_end (started, FRAME)

void
wrap_GOMP_parallel_start (void (*fn) (void *), void *data, unsigned threads)
{
  if (IS_DORMANT)
    {
      real_GOMP_parallel_start (fn, data, threads);
      return;
    }
  PARALLEL_START (NO_WORK, real_GOMP_parallel_start);
}

void
wrap_GOMP_parallel_sections_start (void (*fn) (void *), void *data,
				   unsigned threads, unsigned count)
{
  if (IS_DORMANT)
    {
      real_GOMP_parallel_sections_start (fn, data, threads, count);
      return;
    }
  PARALLEL_START (SECTIONS (count), real_GOMP_parallel_sections_start, count);
}

void
wrap_GOMP_parallel_loop_runtime_start (void (*fn) (void *), void *data,
				       unsigned threads, long start, long end,
				       long incr)
{
  if (IS_DORMANT)
    {
      real_GOMP_parallel_loop_runtime_start (fn, data, threads, start, end,
					     incr);
      return;
    }
  PARALLEL_START (loop_work (gasp_omp_runtime_kind (), start, end, incr),
		  real_GOMP_parallel_loop_runtime_start, start, end, incr);
}

#define PARALLEL_LOOP_START(name, since, sched)				\
void									\
wrap_##name (void (*fn) (void *), void *data, unsigned threads,		\
	     long start, long end, long incr, long chunk)		\
{									\
  if (IS_DORMANT)							\
    {									\
      real_##name (fn, data, threads, start, end, incr, chunk);		\
      return;								\
    }									\
  PARALLEL_START (loop_work (sched, start, end, incr), real_##name,	\
		  start, end, incr, chunk);				\
}

void
wrap_GOMP_parallel_end (void)
{
  struct thread *thread = gasp_omp_thread;
  struct started *started = thread ? thread->started : NULL;
  if (!started || thread->current != started->task)
    {
      real_GOMP_parallel_end ();
      return;
    }
  struct region *region = &started->region;
  leave_task (started->task);
  if (!IS_DORMANT)
    implicit_end (thread, region, started->task, started->state);
  thread->current = region->encountering;
  gasp_omp_task_release (thread, started->task);
  real_GOMP_parallel_end ();
  thread->started = started->before;
  region_end (thread, region);
  free (started);
}

#include "gomp-calls.def"
