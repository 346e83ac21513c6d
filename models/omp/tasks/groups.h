/* groups.h - the groups of explicit tasks, and whether they can be
   cancelled.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "state.h"

#pragma GCC visibility push(hidden)

/* 1 if cancellation is enabled, which does not change while the process runs;
   else 0; -1: not known yet.  */
extern signed char gasp_omp_cancellation;
extern bool gasp_omp_ask_cancellation (void);

static inline bool
gasp_omp_cancellable (void)
{
  signed char cancellation = gasp_omp_cancellation;
  return likely (cancellation >= 0) ? cancellation
				    : gasp_omp_ask_cancellation ();
}

/* Begin and end a taskgroup of THREAD's task at PLACE; the end waits.  */
extern void gasp_omp_taskgroup_begin (struct thread *thread, const void *place);
extern void gasp_omp_taskgroup_end (struct thread *thread, const void *place);

/* Ends the group of THREAD's task where libgomp has waited already.  */
extern void gasp_omp_leave_group (struct thread *thread);

#pragma GCC visibility pop
