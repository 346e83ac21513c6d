/* taskloop.c - GOMP_taskloop and its like for unsigned long long.

   SPDX-License-Identifier: Apache-2.0

   The taskgroup of a loop is begun and ended here, which separates the time of
   creating tasks from that of waiting for them.  */

#include "sync.h"
#include "tasks/groups.h"
#include "tasks/task.h"

static void
tell_taskloop (struct thread *thread, ompt_scope_endpoint_t endpoint,
	       uint64_t count, const void *place)
{
  struct task *task = thread->current;
  RAISE (ompt_callback_work, ompt_work_taskloop, endpoint,
	 DATA_OR_NULL (task->parallel), DATA (task), count, place);
}

/* Returns whether libgomp, for there are so many tasks, runs each where it
   stands: it passes DATA itself then, instead of making room for all copies
   on the stack, if it has no function to copy with.  */
static bool
runs_in_place (const struct creation *c, unsigned int flags,
	       unsigned long tasks, uint64_t count)
{
  if (c->copy)
    return false;
  if (flags & FLAG_GRAINSIZE)
    tasks = tasks ? count / tasks : count;
  if (tasks > count)
    tasks = count;
  return tasks > 64ul * real_omp_get_num_threads ();
}

/* A call of GOMP_taskloop, or of its like for unsigned long long, which is the
   type of START, END and STEP then.  */
struct taskloop_call {
  void (*fn) (void *);
  void *data;
  void (*copy) (void *, void *);
  long size, align;
  unsigned int flags;
  unsigned long tasks;
  int priority;
  union { long of_long; unsigned long long of_ull; } start, end, step;
  uint64_t count;		/* iterations */
  const void *place;
  void *frame;
  /* Calls libgomp's as the call is now.  */
  void (*real) (const struct taskloop_call *call);
};

struct taskloop {
  struct thread *thread;
  struct creation creation;
  uint64_t count;
  bool group, own_group;
};

static void
taskloop_begin (struct taskloop *loop, unsigned int flags)
{
  const void *place = loop->creation.place;
  loop->group = !(flags & FLAG_NOGROUP);
  loop->own_group = loop->group && !(flags & FLAG_REDUCTION);
  if (loop->own_group)
    real_GOMP_taskgroup_start ();
  if (loop->group)
    gasp_omp_taskgroup_begin (loop->thread, place);
  tell_taskloop (loop->thread, ompt_scope_begin, loop->count, place);
}

static void
taskloop_end (struct taskloop *loop)
{
  const void *place = loop->creation.place;
  tell_taskloop (loop->thread, ompt_scope_end, loop->count, place);
  if (loop->own_group)
    gasp_omp_taskgroup_end (loop->thread, place);
  else if (loop->group)
    {
      gasp_omp_leave_group (loop->thread);
      gasp_omp_sync (loop->thread, ompt_sync_region_taskgroup, ompt_scope_end,
		     place);
    }
}

/* Makes CALL with events, its tasks run by gasp_omp_run_task, which finds the
   program's function in a head in front of the data.  */
static void
taskloop (struct taskloop_call *call)
{
  struct thread *thread = self ();
  struct task *parent = thread->current;
  ompt_data_t outer = enter (parent, call->frame);
  struct taskloop loop
    = { thread, { parent, call->fn, call->copy, call->data, call->size,
		  flags_of (call->flags, call->flags & FLAG_IF, parent),
		  call->place, NULL, 0 },
	call->count, false, false };
  call->align = whole_alignment (call->align);
  long block = head_size (call->align);
  /* Whole words, as copies stand one after another.  */
  call->size = block + ((call->size + 7) & -8);
  _Alignas (16) char room[call->size + call->align];
  struct head *head
    = gasp_omp_assemble (room, call->align, &(struct head) {
			   .fn = call->fn, .creation = &loop.creation,
			   .block = block, .loop = true });
  if (call->flags & FLAG_REDUCTION)
    head->reductions = ((void **) call->data)[2];
  bool in_place = runs_in_place (&loop.creation, call->flags, call->tasks,
				 loop.count);
  taskloop_begin (&loop, call->flags);
  if (loop.group && gasp_omp_must_be_one_piece (&loop.creation))
    in_place = true;
  call->fn = gasp_omp_run_task;
  call->data = head;
  call->copy = in_place ? NULL : gasp_omp_copy_block;
  if (loop.own_group)
    call->flags |= FLAG_NOGROUP;
  call->real (call);
  taskloop_end (&loop);
  leave (parent, outer);
}

#define COUNT_long iterations (start, end, step)
#define COUNT_ull iterations_ull (flags & FLAG_UP, start, end, step)

#define TASKLOOP(name, since, T)					\
static void								\
call_##name (const struct taskloop_call *c)				\
{									\
  real_##name (c->fn, c->data, c->copy, c->size, c->align, c->flags,	\
	       c->tasks, c->priority, c->start.of_##T, c->end.of_##T,	\
	       c->step.of_##T);						\
}									\
									\
void									\
wrap_##name (void (*fn) (void *), void *data,				\
	     void (*copy) (void *, void *), long size, long align,	\
	     unsigned flags, unsigned long tasks, int priority,		\
	     T start, T end, T step)					\
{									\
  struct taskloop_call call						\
    = { fn, data, copy, size, align, flags, tasks, priority,		\
	{ .of_##T = start }, { .of_##T = end }, { .of_##T = step },	\
	0, PLACE, FRAME, call_##name };					\
  if (IS_DORMANT)							\
    {									\
      call_##name (&call);						\
      return;								\
    }									\
  call.count = COUNT_##T;						\
  taskloop (&call);							\
}

#include "gomp-calls.def"
