/* state.h - records of threads, parallel regions and tasks.

   SPDX-License-Identifier: Apache-2.0

   libgomp runs a task to its end on the stack of the thread that began it, and
   other tasks nested within: so the current task of a thread follows from where
   functions are called and return, and nothing of libgomp's own need be known.

   Records are their thread's: others read a task's PARENT, DATA and what is
   changed atomically.  */

#pragma once

#include <omp-tools.h>
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* The user's tool and the built-in one (consumer.h).  */
#define CONSUMERS 2

struct parallel {
  ompt_data_t data[CONSUMERS];	/* first: see tr.c */
  unsigned int size;		/* of its team, once that is known */
  bool tasks;			/* there may be some that wait to be executed */
  const void *place;		/* that the construct returns to */
  void (*fn) (void *);		/* that the team runs; else null */
  /* Atomic, for the thread sanitizer: pieces of work that have been taken, and
     tasks that have not.  */
  unsigned int turns, waiting;
};

/* A target construct; STRUCTURED if it is target data.  */
struct target {
  ompt_data_t data[CONSUMERS];	/* first */
  ompt_data_t task[CONSUMERS];	/* of the target task */
  bool structured;
  int device;
  const void *place;
  unsigned int outer_maps;	/* see gasp_omp_maps_begin */
  struct target *outer;		/* that the thread was in before */
  ompt_id_t id;
  ompt_id_t ops[CONSUMERS];	/* of what is being done */
};

#define DATA_MOST 8

/* A region of target data.  */
struct data_region {
  int device;
  const void *place;
  unsigned int outer;		/* see gasp_omp_maps_begin */
};

/* An open worksharing or scope region.  */
struct work {
  int kind;
  uint64_t count;
  const void *place;
  uint64_t step;		/* of a loop of long, upwards; else 0 */
};

/* scope may be around another.  */
#define WORKS 4

/* A taskgroup, or a parallel region's tasks, where they can be cancelled.  */
struct group {
  struct group *outer;
  struct task *members;		/* by NEXT_MEMBER */
};

struct task {
  ompt_data_t data[CONSUMERS];	/* first */
  ompt_frame_t frame;
  struct task *parent;		/* which created it or met the region */
  struct task *below;		/* explicit: on whose stack it runs */
  struct parallel *parallel;	/* null where an implicit task has ended */
  int flags;
  unsigned int num, size;	/* number of the thread; size of the team */
  unsigned int open;		/* that many of WORKS */
  bool shared;			/* a region of its own end has been: the next
				   barrier is that of a worksharing region */
  bool cancelled;
  unsigned int doacross;	/* counters in the doacross loop */
  struct group *group;
  struct dependent *dependents;	/* children with dependences */

  /* Explicit.  */
  void (*fn) (void *);
  const void *event;		/* which ends it, if it has detach */
  struct task *next_member;

  /* Atomic.  */
  int references;		/* its own, of lists, and of children, if it is
				   explicit: the others end after theirs */
  bool begun, done, fulfilled;

  bool counted;			/* its parent has a reference for it */

  struct task *next_free;

  struct work works[WORKS];	/* last: what a new task need not clear */
};

#define MUTEXES 16

struct thread {
  ompt_data_t data[CONSUMERS];
  ompt_thread_t type;
  int state;
  ompt_wait_id_t wait;
  int *error;			/* its errno, which callbacks must not change */
  struct task *current;		/* null between regions */
  struct started *started;	/* by GOMP_parallel_start */
  struct league *league;	/* that GOMP_teams4 goes through */
  const void *here;		/* the construct that is about to begin */
  unsigned int seat;		/* see chunks.h */
  struct target *target;	/* the construct that it is in */
  ompt_data_t no_target[CONSUMERS]; /* callbacks' data where it is in none */
  const void *call;		/* that it has made of a function for devices */
  const void *copied_for;	/* the deferred construct that it copies for */
  unsigned int copied_maps;	/* see gasp_omp_maps_begin */
  unsigned int deferred;	/* copies of constructs of its that it does not
				   wait for (deferred.h) */
  unsigned int operations;	/* that it has asked devices for */
  unsigned int later;		/* kernels of them that it did not wait for */
  int kernel_device;		/* that its kernel, or its last one, runs on */
  unsigned int data_depth;	/* regions of target data that it is in */
  struct data_region data_regions[DATA_MOST];
  /* For the thread sanitizer: TURNS when it took its last one, in which region,
     whether it has created tasks since it waited, and steps waited in vain.  */
  unsigned int turn, in_vain;
  const struct parallel *taken_in;
  bool offers;
  struct task *free;
  unsigned int free_count;
  /* The mutexes that it waits for or has, of which there were events: if they
     are more than MUTEXES, only how many.  */
  ompt_wait_id_t mutexes[MUTEXES];
  unsigned int mutex_count;
  unsigned int acquired;	/* mutexes so far */
  struct thread *next_free;
  struct parallel initial_parallel;
  struct task initial;
};

/* How much wrappers have to do: nothing with DORMANT.  PENDING is before the
   tool has been asked.  */
enum { DORMANT, PENDING, ACTIVE };
extern int gasp_omp_activity;
extern void gasp_omp_set_activity (int activity);
#define IS_DORMANT likely (gasp_omp_activity == DORMANT)

extern __thread struct thread *gasp_omp_thread
  __attribute__ ((tls_model ("initial-exec")));

/* Begins the part that the calling thread takes.  */
extern struct thread *gasp_omp_thread_begin (ompt_thread_t type);
extern void gasp_omp_thread_end (struct thread *thread);
extern bool gasp_omp_threads_prepare (void);

extern struct task *gasp_omp_task_new (struct thread *thread,
				       struct task *parent, int flags);
extern void gasp_omp_task_release (struct thread *thread, struct task *task);

static inline void
task_keep (struct task *task)
{
  __atomic_add_fetch (&task->references, 1, __ATOMIC_RELAXED);
}

/* Returns the task around TASK: the one on whose stack it runs, or whose
   region it is.  */
static inline struct task *
task_around (const struct task *task)
{
  return task->below ? task->below : task->parent;
}

static inline struct task *
current_task (void)
{
  struct thread *thread = gasp_omp_thread;
  return thread ? thread->current : NULL;
}

/* Returns the task LEVEL tasks out from the calling thread's current one, or
   null.  */
static inline struct task *
task_at (int level)
{
  struct task *task = level >= 0 ? current_task () : NULL;
  while (task && level--)
    task = task_around (task);
  return task;
}

/* Notes that tasks of TASK's region may wait to be executed, from now on.  */
static inline void
gasp_omp_tasks_wait (struct task *task)
{
  struct parallel *parallel = task->parallel;
  if (parallel && !__atomic_load_n (&parallel->tasks, __ATOMIC_RELAXED))
    __atomic_store_n (&parallel->tasks, true, __ATOMIC_RELAXED);
}

static inline struct thread *
self (void)
{
  struct thread *thread = gasp_omp_thread;
  return likely (thread) ? thread : gasp_omp_thread_begin (ompt_thread_initial);
}

#pragma GCC visibility pop
