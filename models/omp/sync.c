/* sync.c - worksharing regions, barriers, and other waiting.

   SPDX-License-Identifier: Apache-2.0

   Only the begin of a worksharing region is known for sure: a barrier may not
   be nested in it, so the next barrier of the task is its own, and ends it.  */

#include "sync.h"
#include "calls.h"
#include "mark.h"

static void
tell_work (struct task *task, const struct work *work,
	   ompt_scope_endpoint_t endpoint, const void *place)
{
  RAISE (ompt_callback_work, (ompt_work_t) work->kind, endpoint,
	 DATA_OR_NULL (task->parallel), DATA (task), work->count, place);
}

void
gasp_omp_end_innermost (struct task *task, const void *place)
{
  const struct work *work = &task->works[--task->open];
  tell_work (task, work, ompt_scope_end, place ? place : work->place);
}

void
gasp_omp_scope_end (struct thread *thread, const void *place)
{
  gasp_omp_work_end (thread, NULL);
  if (!IS_DORMANT && thread->current->open)
    gasp_omp_end_innermost (thread->current, place);
}

void
gasp_omp_end_works (struct thread *thread)
{
  while (!IS_DORMANT && thread->current->open)
    gasp_omp_end_innermost (thread->current, NULL);
}

void
gasp_omp_work_begin (struct thread *thread, struct work what,
		     const void *place)
{
  struct task *task = thread->current;
  if (IS_DORMANT)
    return;
  gasp_omp_work_end (thread, NULL);
  task->shared = false;
  task->doacross = 0;
  if (task->open == WORKS)
    gasp_omp_end_innermost (task, NULL);
  struct work *work = &task->works[task->open++];
  *work = what;
  work->place = place;
  tell_work (task, work, ompt_scope_begin, place);
}

const void *
gasp_omp_begun_at (struct thread *thread, const void *place)
{
  const void *here = thread->here;
  thread->here = NULL;
  return here ? here : place;
}

void
gasp_omp_group_end (struct thread *thread, struct group *group)
{
  struct task *task = __atomic_exchange_n (&group->members, NULL,
					   __ATOMIC_ACQUIRE);
  while (task)
    {
      struct task *next = task->next_member;
      if (!__atomic_exchange_n (&task->begun, true, __ATOMIC_ACQ_REL))
	{
	  RAISE (ompt_callback_cancel, DATA (task),
		 (int) ompt_cancel_taskgroup | ompt_cancel_discarded_task,
		 NULL);
	  gasp_omp_task_release (thread, task);
	}
      gasp_omp_task_release (thread, task);
      task = next;
    }
}

/* ---- Barriers  */

void
wrap_GOMP_barrier (void)
{
  if (IS_DORMANT)
    {
      real_GOMP_barrier ();
      return;
    }
  struct thread *thread = self ();
  ompt_sync_region_t kind = gasp_omp_barrier_kind (thread);
  SYNCHRONIZE (thread, kind, PLACE, real_GOMP_barrier ());
}

bool
wrap_GOMP_barrier_cancel (void)
{
  if (IS_DORMANT)
    return real_GOMP_barrier_cancel ();
  struct thread *thread = self ();
  ompt_sync_region_t kind = gasp_omp_barrier_kind (thread);
  bool cancelled;
  SYNCHRONIZE (thread, kind, PLACE, cancelled = real_GOMP_barrier_cancel ());
  return cancelled;
}

/* Marks the next barrier as one of the program's, whatever came before.  */
void
__gasp_omp_barrier (void)
{
  if (IS_DORMANT)
    return;
  struct thread *thread = self ();
  gasp_omp_work_end (thread, NULL);
  thread->current->shared = false;
}

/* ---- taskwait, taskgroup: the tasks are in task.c.  */

void
wrap_GOMP_taskwait (void)
{
  if (IS_DORMANT)
    {
      real_GOMP_taskwait ();
      return;
    }
  struct thread *thread = self ();
  SYNCHRONIZE (thread, ompt_sync_region_taskwait, PLACE,
	       real_GOMP_taskwait ());
}
