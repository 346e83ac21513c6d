/* detach.c - events that end tasks with detach.

   SPDX-License-Identifier: Apache-2.0

   Such tasks are rare, so a lock will do.  */

#include "tasks/task.h"

#include <pthread.h>
#include <stdlib.h>

struct detached {
  struct detached *next;
  struct task *task;
};
static struct detached *detached;
static pthread_mutex_t detached_lock = PTHREAD_MUTEX_INITIALIZER;

void
gasp_omp_remember_event (struct task *task, const void *event)
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
