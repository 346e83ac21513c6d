/* sanitizer.h - what the thread sanitizer needs beyond archer.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "raise.h"

#pragma GCC visibility push (hidden)

/* True if the program has the thread sanitizer, and a tool that informs it of
   OpenMP.  */
extern bool gasp_omp_sanitized;
/* CALL one of the functions below, if so.  */
#define SANITIZED(call)							\
  do									\
    if (unlikely (gasp_omp_sanitized))					\
      call;								\
  while (0)

/* Returns whether the sanitizer is in the process.  */
extern bool gasp_omp_has_sanitizer (void);
extern void gasp_omp_sanitizer_begin (void);

/* Orders all that threads did before a flush before all that follows later
   ones.  */
extern void gasp_omp_order_flush (void);
/* Orders all that a thread did before it posted the iteration of VALUES,
   NUMBER of them, before all that follows a wait for it.  */
extern void gasp_omp_order_post (const struct parallel *parallel,
				 const uint64_t *values, unsigned int number);
extern void gasp_omp_order_wait (const struct parallel *parallel,
				 const uint64_t *values, unsigned int number);

/* Orders a piece of work that THREAD takes, and any thread of its team might
   have got.  */
extern void gasp_omp_take_turn (struct thread *thread,
				struct parallel *parallel);
/* Orders what THREAD did before it asks for another piece: other threads may
   take that.  */
extern void gasp_omp_yield_turn (struct thread *thread,
				 struct parallel *parallel);
/* Orders what is done before a task of THREAD's waits to be executed before
   what TASK does.  */
extern void gasp_omp_task_waits (struct thread *thread, struct task *task);
extern void gasp_omp_task_taken (struct thread *thread, struct task *task);
/* Orders what THREAD, which has executed a task of PARALLEL, did before it may
   be given another.  */
extern void gasp_omp_yield_task (struct thread *thread,
				 struct parallel *parallel);
/* Orders what THREAD did before it waits, and executes tasks that it has
   created.  */
extern void gasp_omp_offer_tasks (struct thread *thread);

#pragma GCC visibility pop
