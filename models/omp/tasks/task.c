/* task.c - explicit tasks.

   SPDX-License-Identifier: Apache-2.0

   libgomp copies a task's block of data, so the block may be longer: in front
   of the program's it gets a head that leads to our record.  gasp_omp_run_task
   is called with it instead of the program's function.  libgomp itself looks
   into the first words of the block: GOMP_taskloop puts the bounds there and,
   before, finds the reductions in the third; GOMP_task puts the event of a task
   with detach into the first.  Hence the head's first words.  */

#include "sanitizer.h"
#include "sync.h"
#include "tasks/dependences.h"
#include "tasks/groups.h"
#include "tasks/task.h"

#include <string.h>

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

CALLS_OUTLINED void
gasp_omp_run_task (void *arg)
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

void
gasp_omp_copy_block (void *to, void *from)
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
  gasp_omp_remember_event (head->task, head->event);
  memcpy (head->creation->data, &head->event, sizeof head->event);
  gasp_omp_copy_block (to, from);
}


bool
gasp_omp_must_be_one_piece (const struct creation *c)
{
  return !c->copy && gasp_omp_cancellable ();
}


struct head *
gasp_omp_assemble (char *room, long align, const struct head *head)
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
  real_GOMP_task (gasp_omp_run_task,
		  one_piece ? gasp_omp_assemble (room, align, &head) : &head,
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
  if (unlikely (flags & FLAG_DETACH || gasp_omp_must_be_one_piece (&c)))
    task_with_head (&c, if_clause, flags, depend, align, priority, detach);
  else
    real_GOMP_task (gasp_omp_run_task, &c, make_block, c.block + size, align,
		    if_clause, flags, depend, priority, detach);
  leave (parent, outer);
}

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
