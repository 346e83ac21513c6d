/* groups.h - the groups of explicit tasks.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "state.h"

#pragma GCC visibility push(hidden)

/* Begin and end a taskgroup of THREAD's task at PLACE; the end waits.  */
extern void gasp_omp_taskgroup_begin (struct thread *thread, const void *place);
extern void gasp_omp_taskgroup_end (struct thread *thread, const void *place);

/* Ends the group of THREAD's task where libgomp has waited already.  */
extern void gasp_omp_leave_group (struct thread *thread);

#pragma GCC visibility pop
