/* dependences.h - dependences of explicit tasks.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "state.h"

#pragma GCC visibility push (hidden)

/* Reports what TASK, which has just been created, depends on.  DEPEND is what
   the program passes to libgomp, or null.  */
extern void gasp_omp_tell_dependences (struct thread *thread,
				       struct task *task, void **depend);

/* Drops what depends on TASK, which ends, or whose children all have: none of
   them depends on another any more.  */
extern void gasp_omp_drop_dependents (struct thread *thread,
				      struct task *task);
static inline void
gasp_omp_forget_dependents (struct thread *thread, struct task *task)
{
  if (unlikely (task->dependents != NULL))
    gasp_omp_drop_dependents (thread, task);
}

#pragma GCC visibility pop
