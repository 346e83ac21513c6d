/* task.c - explicit tasks.

   SPDX-License-Identifier: Apache-2.0

   libgomp copies a task's block of data, so the block may be longer: in front
   of the program's it gets a head that leads to our record.  run_task is called
   with it instead of the program's function.  libgomp itself looks into the
   first words of the block: GOMP_taskloop puts the bounds there and, before,
   finds the reductions in the third; GOMP_task puts the event of a task with
   detach into the first.  Hence the head's first words.  */

#include "calls.h"
#include "dependences.h"
#include "groups.h"
#include "sanitizer.h"
#include "sync.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* GOMP_task's flags.  */
enum {
  FLAG_UNTIED = 1,
  FLAG_FINAL = 2,
  FLAG_MERGEABLE = 4,
  FLAG_DEPEND = 8,
  FLAG_UP = 256,
  FLAG_GRAINSIZE = 512,
  FLAG_IF = 1024,
  FLAG_NOGROUP = 2048,
  FLAG_REDUCTION = 4096,
  FLAG_DETACH = 8192
};

struct head {
  union {
    struct {
      long start, end;
    };
    const void *event;
  };
  void *reductions;
  void (*fn) (void *);
  struct task *task;		/* null: to be made when the task begins */
  const struct creation *creation; /* valid while the construct runs */
  long block;			/* where the program's block is from here */
  bool loop;
};

/* The data that copies have in common.  */
struct creation {
  struct task *parent;
  void (*fn) (void *);
  void (*copy) (void *, void *);
  void *data;
  long size;
  int flags;
  const void *place;
  struct task *task;		/* null: each copy has its own */
  long block;			/* as in the head */
};

INLINE void
tell_schedule (struct task *prior, ompt_task_status_t status,
	       struct task *next)
{
  RAISE (ompt_callback_task_schedule, DATA (prior), status,
	 DATA_OR_NULL (next));
}

/* Adds TASK to its group, which has to know it where tasks can be
   discarded.  */
INLINE void
join_group (struct task *task)
{
  struct group *group = task->group;
  if (!group)
    return;
  task_keep (task);
  task->next_member = __atomic_load_n (&group->members, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&group->members, &task->next_member,
				       task, true, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED))
    ;
}

INLINE struct task *
create (struct thread *thread, const struct creation *c, bool dependences)
{
  struct task *task = gasp_omp_task_new (thread, c->parent, c->flags);
  task->fn = c->fn;
  join_group (task);
  if (!(c->flags & ompt_task_undeferred))
    gasp_omp_tasks_wait (c->parent);
  SANITIZED (gasp_omp_task_waits (thread, task));
  RAISE (ompt_callback_task_create, DATA (c->parent), &c->parent->frame,
	 DATA (task), c->flags, dependences, c->place);
  return task;
}

/* ---- Events that end tasks with detach.  Rare, so a lock will do.  */

struct detached {
  struct detached *next;
  struct task *task;
};
static struct detached *detached;
static pthread_mutex_t detached_lock = PTHREAD_MUTEX_INITIALIZER;

static void
remember_event (struct task *task, const void *event)
{
  struct detached *d = malloc (sizeof *d);
  task->event = event;
  if (!d)
    return;
  task_keep (task);
  d->task = task;
  pthread_mutex_lock (&detached_lock);
  d->next = detached;
  detached = d;
  pthread_mutex_unlock (&detached_lock);
}

/* Returns the task that EVENT ends, with a reference to it; or null.  */
static struct task *
take_task_of (const void *event)
{
  struct task *task = NULL;
  pthread_mutex_lock (&detached_lock);
  for (struct detached **link = &detached; *link; link = &(*link)->next)
    if ((*link)->task->event == event)
      {
	struct detached *d = *link;
	task = d->task;
	*link = d->next;
	free (d);
	break;
      }
  pthread_mutex_unlock (&detached_lock);
  return task;
}

static void
tell_fulfilled (struct thread *thread, const void *event)
{
  struct task *task = take_task_of (event);
  if (!task)
    return;
  if (!__atomic_exchange_n (&task->fulfilled, true, __ATOMIC_ACQ_REL))
    tell_schedule (task, ompt_task_early_fulfill, NULL);
  else
    {
      tell_schedule (task, ompt_task_late_fulfill, NULL);
      __atomic_store_n (&task->done, true, __ATOMIC_RELEASE);
      gasp_omp_task_release (thread, task);
    }
  gasp_omp_task_release (thread, task);
}

void
wrap_omp_fulfill_event (const void *event)
{
  if (!IS_DORMANT)
    tell_fulfilled (self (), event);
  real_omp_fulfill_event (event);
}

void
wrap_omp_fulfill_event_ (const void *event)
{
  if (!IS_DORMANT)
    tell_fulfilled (self (), event);
  real_omp_fulfill_event_ (event);
}

/* ---- Running  */

static void
end_task (struct thread *thread, struct task *task, struct task *prior)
{
  gasp_omp_works_end (thread);
  gasp_omp_forget_dependents (thread, task);
  thread->current = prior;
  if (task->event
      && !__atomic_exchange_n (&task->fulfilled, true, __ATOMIC_ACQ_REL))
    {
      tell_schedule (task, ompt_task_detach, prior);
      return;
    }
  tell_schedule (task, task->cancelled ? ompt_task_cancel
				       : ompt_task_complete, prior);
  __atomic_store_n (&task->done, true, __ATOMIC_RELEASE);
  gasp_omp_task_release (thread, task);
}

static void
tell_bounds (struct task *task, const struct head *head)
{
  ompt_dispatch_chunk_t chunk = { head->start, head->end - head->start };
  RAISE (ompt_callback_dispatch, DATA_OR_NULL (task->parallel), DATA (task),
	 ompt_dispatch_taskloop_chunk, (ompt_data_t) { .ptr = &chunk });
}

static void
begin_task (struct thread *thread, struct task *task, struct task *prior)
{
  __atomic_store_n (&task->begun, true, __ATOMIC_RELEASE);
  task->num = prior ? prior->num : 0;
  task->size = prior ? prior->size : 1;
  task->below = prior;
  thread->current = task;
  thread->state = ompt_state_work_parallel;
}

static struct task *
create_copy (struct thread *thread, const struct creation *c)
{
  return create (thread, c, false);
}

static CALLS_OUTLINED void
run_task (void *arg)
{
  struct head *head = arg;
  struct thread *thread = self ();
  struct task *prior = thread->current;
  struct task *task = head->task ? head->task
				 : create_copy (thread, head->creation);
  struct parallel *parallel = task->parallel;
  int state = thread->state;
  void *block = (char *) head + head->block;
  SANITIZED (gasp_omp_task_taken (thread, task));
  begin_task (thread, task, prior);
  if (prior)
    tell_schedule (prior, ompt_task_switch, task);
  if (head->loop)
    {
      memcpy (block, &head->start, 2 * sizeof (long));
      tell_bounds (task, head);
    }
  enter_task (task, FRAME);
  head->fn (block);
  leave_task (task);
  end_task (thread, task, prior);
  thread->state = state;
  SANITIZED (gasp_omp_yield_task (thread, parallel));
}

/* ---- Creating  */

static void
copy_data (void *block, const struct creation *c)
{
  if (c->copy)
    c->copy (block, c->data);
  else
    memcpy (block, c->data, c->size);
}

/* Makes the head of a task at TO, for libgomp, which does not look into it.  */
static void
make_block (void *to, void *from)
{
  const struct creation *c = from;
  struct head *head = to;
  head->fn = c->fn;
  head->task = c->task;
  head->block = c->block;
  head->loop = false;
  copy_data ((char *) to + c->block, c);
}

static void
copy_block (void *to, void *from)
{
  struct head *head = from;
  const struct creation *c = head->creation;
  memcpy (to, head, sizeof *head);
  if (head->loop)
    ((struct head *) to)->task = create_copy (gasp_omp_thread, c);
  copy_data ((char *) to + head->block, c);
}

/* Copies a task's data when libgomp has put the event where the program's
   block is to have it.  */
static void
copy_detached (void *to, void *from)
{
  struct head *head = from;
  remember_event (head->task, head->event);
  memcpy (head->creation->data, &head->event, sizeof head->event);
  copy_block (to, from);
}

/* Returns the alignment of the whole block, and the length of its head
   then.  */
static long
whole_alignment (long align)
{
  return align < (long) _Alignof (struct head) ? (long) _Alignof (struct head)
					       : align;
}

static long
head_size (long align)
{
  return (sizeof (struct head) + align - 1) & -align;
}

/* Returns whether head and data have to be passed in one piece.  libgomp
   discards the tasks of a cancelled group that have not begun, but none that
   it has called a function to copy the data of.  So where the program has none
   there must not be one of ours.  (A task with detach is not discarded.)  */
static bool
must_be_one_piece (const struct creation *c)
{
  return !c->copy && gasp_omp_cancellable ();
}

INLINE int
flags_of (unsigned int flags, bool if_clause, const struct task *parent)
{
  unsigned int result = ompt_task_explicit;
  if (!if_clause || parent->flags & (ompt_task_final | ompt_task_initial))
    result |= ompt_task_undeferred;
  if (flags & FLAG_UNTIED)
    result |= ompt_task_untied;
  if (flags & FLAG_FINAL || parent->flags & ompt_task_final)
    result |= ompt_task_final;
  if (flags & FLAG_MERGEABLE)
    result |= ompt_task_mergeable;
  return result;
}

/* Returns HEAD with a copy of the data after it, in ROOM, which is longer
   than both by ALIGN.  */
static struct head *
assemble (char *room, long align, const struct head *head)
{
  struct head *whole = (struct head *) (((uintptr_t) room + align - 1)
					& -(uintptr_t) align);
  *whole = *head;
  memcpy ((char *) whole + head->block, head->creation->data,
	  head->creation->size);
  return whole;
}

/* Makes a task as wrap_GOMP_task does, with a head before there is a copy.  */
static __attribute__ ((noinline)) void
task_with_head (const struct creation *c, bool if_clause, unsigned int flags,
		void **depend, long align, int priority, void *detach)
{
  struct head head = { .fn = c->fn, .task = c->task, .creation = c,
		       .block = c->block };
  long whole = c->block + c->size;
  bool one_piece = !(flags & FLAG_DETACH);
  char room[one_piece ? whole + align : 1];
  real_GOMP_task (run_task, one_piece ? assemble (room, align, &head) : &head,
		  one_piece ? NULL : copy_detached, whole, align, if_clause,
		  flags, depend, priority, detach);
}

void
wrap_GOMP_task (void (*fn) (void *), void *data,
		void (*copy) (void *, void *), long size, long align,
		bool if_clause, unsigned flags, void **depend, int priority,
		void *detach)
{
  if (IS_DORMANT)
    {
      real_GOMP_task (fn, data, copy, size, align, if_clause, flags, depend,
		      priority, detach);
      return;
    }
  struct thread *thread = self ();
  struct task *parent = thread->current;
  ompt_data_t outer = enter (parent, FRAME);
  align = whole_alignment (align);
  struct creation c = { parent, fn, copy, data, size,
			flags_of (flags, if_clause, parent), PLACE,
			.block = head_size (align) };
  c.task = create (thread, &c, flags & FLAG_DEPEND);
  if (flags & FLAG_DEPEND)
    gasp_omp_tell_dependences (thread, c.task, depend);
  if (flags & FLAG_DEPEND && c.flags & ompt_task_undeferred)
    SANITIZED (gasp_omp_offer_tasks (thread));
  if (unlikely (flags & FLAG_DETACH || must_be_one_piece (&c)))
    task_with_head (&c, if_clause, flags, depend, align, priority, detach);
  else
    real_GOMP_task (run_task, &c, make_block, c.block + size, align, if_clause,
		    flags, depend, priority, detach);
  leave (parent, outer);
}

/* ---- taskloop.  Its taskgroup is begun and ended here, which separates the
   time of creating tasks from that of waiting for them.  */

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

/* Makes CALL with events, its tasks run by run_task, which finds the program's
   function in a head in front of the data.  */
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
    = assemble (room, call->align, &(struct head) {
		  .fn = call->fn, .creation = &loop.creation, .block = block,
		  .loop = true });
  if (call->flags & FLAG_REDUCTION)
    head->reductions = ((void **) call->data)[2];
  bool in_place = runs_in_place (&loop.creation, call->flags, call->tasks,
				 loop.count);
  taskloop_begin (&loop, call->flags);
  if (loop.group && must_be_one_piece (&loop.creation))
    in_place = true;
  call->fn = run_task;
  call->data = head;
  call->copy = in_place ? NULL : copy_block;
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

/* ---- taskwait with dependences: an empty task that has them.  */

static void
taskwait_depend (void (*real) (void **), void **depend, const void *place,
		 void *frame)
{
  struct thread *thread = self ();
  struct task *parent = thread->current;
  ompt_data_t outer = enter (parent, frame);
  struct creation c = { .parent = parent, .place = place,
			.flags = (int) ompt_task_taskwait
				 | ompt_task_undeferred
				 | ompt_task_mergeable };
  struct task *task = create (thread, &c, true);
  task->begun = true;
  gasp_omp_tell_dependences (thread, task, depend);
  int state = gasp_omp_wait_begin (thread, ompt_sync_region_taskwait, place);
  SANITIZED (gasp_omp_offer_tasks (thread));
  real (depend);
  gasp_omp_wait_end (thread, ompt_sync_region_taskwait, state, place);
  tell_schedule (task, ompt_taskwait_complete, NULL);
  __atomic_store_n (&task->done, true, __ATOMIC_RELEASE);
  gasp_omp_task_release (thread, task);
  leave (parent, outer);
}

void
wrap_GOMP_taskwait_depend (void **depend)
{
  if (IS_DORMANT)
    real_GOMP_taskwait_depend (depend);
  else
    taskwait_depend (real_GOMP_taskwait_depend, depend, PLACE, FRAME);
}

void
wrap_GOMP_taskwait_depend_nowait (void **depend)
{
  if (IS_DORMANT)
    real_GOMP_taskwait_depend_nowait (depend);
  else
    taskwait_depend (real_GOMP_taskwait_depend_nowait, depend, PLACE, FRAME);
}
