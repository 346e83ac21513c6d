/* state.c - records of threads and tasks, and where they come from.

   SPDX-License-Identifier: Apache-2.0

   A thread has free tasks of its own.  Where one thread makes tasks and others
   end them, these pass what they have too much of on to all, in chains: pushing
   one and taking all of them is done by single atomic instructions.  */

#include "state.h"
#include "mark.h"
#include "raise.h"
#include "samples.h"
#include "ompt/tool.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#define CHUNK (64 * 1024)
#define FREE_MOST 128

static struct task *passed_on;	/* atomic */

/* For all that get no record of their own: there is no tool any more then, and
   nothing is read from these.  */
static struct parallel no_parallel;
static struct task no_task = { .parallel = &no_parallel,
			       .references = 1 << 30 };
static int no_error;
static struct thread no_thread = { .error = &no_error, .current = &no_task };

/* ---- Tasks  */

static struct task *
new_chunk (void)
{
  struct task *tasks = mmap (NULL, CHUNK, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (tasks == MAP_FAILED)
    return NULL;
  unsigned int count = CHUNK / sizeof *tasks;
  for (unsigned int i = 0; i + 1 < count; i++)
    tasks[i].next_free = &tasks[i + 1];
  return tasks;
}

static struct task *
refill (struct thread *thread)
{
  struct task *chain = __atomic_exchange_n (&passed_on, NULL,
					    __ATOMIC_ACQUIRE);
  if (!chain)
    chain = new_chunk ();
  thread->free_count = 0;
  for (struct task *t = chain; t; t = t->next_free)
    thread->free_count++;
  return chain;
}

/* Clears TASK in parts: for more at once GCC takes "rep stos", which begins
   slowly.  */
static void
clear (struct task *task)
{
  enum { ALL = offsetof (struct task, works), PART = ALL / 3 };
  char *at = (char *) task;
  memset (at, 0, PART);
  memset (at + PART, 0, PART);
  memset (at + 2 * PART, 0, ALL - 2 * PART);
}

struct task *
gasp_omp_task_new (struct thread *thread, struct task *parent, int flags)
{
  struct task *task = thread->free ? thread->free : refill (thread);
  if (unlikely (!task))
    {
      gasp_omp_out_of_memory ();
      return &no_task;
    }
  thread->free = task->next_free;
  thread->free_count--;
  clear (task);
  task->flags = flags;
  task->references = 1;
  task->parent = parent;
  if (parent)
    {
      task->parallel = parent->parallel;
      task->group = parent->group;
      if (parent->flags & ompt_task_explicit)
	{
	  task->counted = true;
	  task_keep (parent);
	}
    }
  return task;
}

static void
pass_on (struct thread *thread)
{
  struct task *last = thread->free;
  while (last->next_free)
    last = last->next_free;
  last->next_free = __atomic_load_n (&passed_on, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&passed_on, &last->next_free,
				       thread->free, true, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED))
    ;
  thread->free = NULL;
  thread->free_count = 0;
}

static void
recycle (struct thread *thread, struct task *task)
{
  if (thread->free_count == FREE_MOST)
    pass_on (thread);
  task->next_free = thread->free;
  thread->free = task;
  thread->free_count++;
}

/* Gives up a reference to TASK; returns whether it was the last one.  If it is
   the only one, no other thread can add another, so a plain load will do.  */
static bool
give_up (struct task *task)
{
  return (__atomic_load_n (&task->references, __ATOMIC_ACQUIRE) == 1
	  || !__atomic_sub_fetch (&task->references, 1, __ATOMIC_ACQ_REL));
}

/* Gives up a reference to TASK; with the last one, TASK goes, and its own to
   its parent.  */
void
gasp_omp_task_release (struct thread *thread, struct task *task)
{
  while (task && give_up (task))
    {
      struct task *parent = task->counted ? task->parent : NULL;
      recycle (thread, task);
      task = parent;
    }
}

/* ---- Threads  */

static pthread_key_t key;
static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static struct thread *free_threads;

static struct thread *
new_thread (void)
{
  pthread_mutex_lock (&threads_lock);
  struct thread *thread = free_threads;
  if (thread)
    free_threads = thread->next_free;
  pthread_mutex_unlock (&threads_lock);
  if (thread)
    return memset (thread, 0, sizeof *thread);
  thread = mmap (NULL, sizeof *thread, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return thread == MAP_FAILED ? NULL : thread;
}

static void
begin_initial_task (struct thread *thread)
{
  struct task *task = &thread->initial;
  task->parallel = &thread->initial_parallel;
  task->parallel->size = task->size = 1;
  task->flags = ompt_task_initial;
  task->references = 1;
  thread->current = task;
  RAISE (ompt_callback_implicit_task, ompt_scope_begin, DATA (task->parallel),
	 DATA (task), 1, 1, ompt_task_initial);
}

struct thread *
gasp_omp_thread_begin (ompt_thread_t type)
{
  gasp_omp_find_tool ();
  struct thread *thread = new_thread ();
  if (unlikely (!thread))
    {
      gasp_omp_out_of_memory ();
      return gasp_omp_thread = &no_thread;
    }
  thread->error = &errno;
  thread->type = type;
  thread->state = type == ompt_thread_worker ? ompt_state_idle
					     : ompt_state_work_serial;
  gasp_omp_thread = thread;
  if (gasp_omp_activity == ACTIVE)
    pthread_setspecific (key, thread);
  RAISE (ompt_callback_thread_begin, type, DATA (thread));
  if (type == ompt_thread_initial)
    begin_initial_task (thread);
  return thread;
}

/* Ends the initial task and the thread.  The former's end names its region, as
   libomp does: LLVM's archer counts on it.  */
void
gasp_omp_thread_end (struct thread *thread)
{
  struct task *task = &thread->initial;
  if (thread->current == task)
    RAISE (ompt_callback_implicit_task, ompt_scope_end, DATA (task->parallel),
	   DATA (task), 0, 1, ompt_task_initial);
  RAISE (ompt_callback_thread_end, DATA (thread));
  gasp_omp_thread = NULL;
}

/* Ends DATA, a thread's state, as the thread itself ends.  */
static void
end (void *data)
{
  struct thread *thread = data;
  if (gasp_omp_thread != thread)
    return;
  gasp_omp_thread_end (thread);
  if (thread->free)
    pass_on (thread);
  pthread_mutex_lock (&threads_lock);
  thread->next_free = free_threads;
  free_threads = thread;
  pthread_mutex_unlock (&threads_lock);
}

bool
gasp_omp_threads_prepare (void)
{
  return !pthread_key_create (&key, end);
}
