/* sanitizer.c - what the thread sanitizer needs beyond archer.

   SPDX-License-Identifier: Apache-2.0

   Flushes and doacross loops put accesses in order, which archer
   does not report.

   Races are seen between threads only.  Of short tasks, sections and chunks
   one thread often executes all, before the others are awake.  So a thread
   that has taken one waits a moment for another thread to take the next.  It
   is the schedule that changes: nothing is reported that cannot happen.  */

#include "hash.h"
#include "sanitizer.h"
#include "linked.h"

#include <time.h>

bool gasp_omp_sanitized;

/* ---- Order */

static void (*acquire) (void *), (*release) (void *);

bool
gasp_omp_has_sanitizer (void)
{
  return gasp_omp_symbol (NULL, "__tsan_write1") != NULL;
}

void
gasp_omp_sanitizer_begin (void)
{
  acquire = (void (*) (void *)) gasp_omp_symbol (NULL, "__tsan_acquire");
  release = (void (*) (void *)) gasp_omp_symbol (NULL, "__tsan_release");
  gasp_omp_sanitized = acquire && release;
}

/* The sanitizer has one clock for each word.  */
static uint64_t flushes;

void
gasp_omp_order_flush (void)
{
  acquire (&flushes);
  release (&flushes);
}

/* Iterations that fall on the same word are taken to be in order: that hides
   races, and makes up none.  */
#define POINTS 8192
static uint64_t points[POINTS];

static uint64_t *
point_of (const struct parallel *parallel, const uint64_t *values,
	  unsigned int number)
{
  uint64_t hash = (uintptr_t) parallel;
  for (unsigned int i = 0; i < number; i++)
    hash = gasp_spread ((hash ^ hash >> 29) + values[i]);
  return &points[(hash >> 32) % POINTS];
}

void
gasp_omp_order_post (const struct parallel *parallel, const uint64_t *values,
		     unsigned int number)
{
  release (point_of (parallel, values, number));
}

void
gasp_omp_order_wait (const struct parallel *parallel, const uint64_t *values,
		     unsigned int number)
{
  acquire (point_of (parallel, values, number));
}

/* ---- Turns.  Steps take about 0.1 ms: who offers tasks begins to execute
   them sooner than who waits for others to do so.  */

#define STEP 50000		/* ns */
enum { OFFER = 20, YIELD = 50 };
/* That many steps in vain for each thread, so that no program takes seconds
   longer.  */
#define STEPS_IN_VAIN 4000

static bool
may_wait (const struct thread *thread, const struct parallel *parallel)
{
  return (parallel && parallel->size > 1
	  && thread->in_vain < STEPS_IN_VAIN);
}

static void
step (const struct thread *thread)
{
  int error = *thread->error;
  nanosleep (&(struct timespec) { .tv_nsec = STEP }, NULL);
  *thread->error = error;
}

static bool
is_waiting (const unsigned int *tasks)
{
  return (int) __atomic_load_n (tasks, __ATOMIC_RELAXED) > 0;
}

/* Waits for another thread of PARALLEL to take a turn, if TASKS is null or as
   long as there are such.  */
static void
wait_for_others (struct thread *thread, const struct parallel *parallel,
		 const unsigned int *tasks)
{
  for (int i = 0; i < YIELD; i++)
    {
      if (__atomic_load_n (&parallel->turns, __ATOMIC_RELAXED) != thread->turn
	  || (tasks && !is_waiting (tasks)))
	return;
      step (thread);
    }
  thread->in_vain += YIELD;
}

void
gasp_omp_take_turn (struct thread *thread, struct parallel *parallel)
{
  if (!parallel)
    return;
  thread->turn = __atomic_add_fetch (&parallel->turns, 1, __ATOMIC_RELAXED);
  thread->taken_in = parallel;
}

void
gasp_omp_yield_turn (struct thread *thread, struct parallel *parallel)
{
  if (may_wait (thread, parallel) && thread->taken_in == parallel)
    wait_for_others (thread, parallel, NULL);
}

void
gasp_omp_task_waits (struct thread *thread, struct task *task)
{
  struct parallel *parallel = task->parallel;
  if (!parallel || task->flags & ompt_task_undeferred)
    return;
  thread->offers = true;
  __atomic_add_fetch (&parallel->waiting, 1, __ATOMIC_RELAXED);
}

void
gasp_omp_task_taken (struct thread *thread, struct task *task)
{
  struct parallel *parallel = task->parallel;
  if (!parallel || task->flags & ompt_task_undeferred)
    return;
  __atomic_sub_fetch (&parallel->waiting, 1, __ATOMIC_RELAXED);
  gasp_omp_take_turn (thread, parallel);
}

void
gasp_omp_yield_task (struct thread *thread, struct parallel *parallel)
{
  if (may_wait (thread, parallel) && thread->taken_in == parallel)
    wait_for_others (thread, parallel, &parallel->waiting);
}

void
gasp_omp_offer_tasks (struct thread *thread)
{
  const struct parallel *parallel = thread->current->parallel;
  if (!thread->offers || !may_wait (thread, parallel))
    return;
  thread->offers = false;
  for (int i = 0; i < OFFER; i++)
    {
      if (!is_waiting (&parallel->waiting))
	return;
      step (thread);
    }
  thread->in_vain += OFFER;
}
