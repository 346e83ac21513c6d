/* groups.c - taskgroup, and cancellation.

   SPDX-License-Identifier: Apache-2.0  */

#include "calls.h"
#include "tasks/groups.h"
#include "sanitizer.h"
#include "sync.h"

#include <stdlib.h>

static void
group_begin (struct thread *thread)
{
  struct task *task = thread->current;
  struct group *group = gasp_omp_cancellable () ? calloc (1, sizeof *group)
						: NULL;
  if (!group)
    return;
  group->outer = task->group;
  task->group = group;
}

void
gasp_omp_leave_group (struct thread *thread)
{
  struct task *task = thread->current;
  struct group *group = task->group;
  /* That of a parallel region does not belong to a taskgroup.  */
  if (!group || !gasp_omp_cancellable ())
    return;
  task->group = group->outer;
  gasp_omp_group_end (thread, group);
  free (group);
}

void
gasp_omp_taskgroup_end (struct thread *thread, const void *place)
{
  int state = gasp_omp_wait_begin (thread, ompt_sync_region_taskgroup, place);
  SANITIZED (gasp_omp_offer_tasks (thread));
  real_GOMP_taskgroup_end ();
  gasp_omp_wait_end (thread, ompt_sync_region_taskgroup, state, place);
  gasp_omp_leave_group (thread);
  gasp_omp_sync (thread, ompt_sync_region_taskgroup, ompt_scope_end, place);
}

void
gasp_omp_taskgroup_begin (struct thread *thread, const void *place)
{
  gasp_omp_sync (thread, ompt_sync_region_taskgroup, ompt_scope_begin, place);
  group_begin (thread);
}

void
wrap_GOMP_taskgroup_start (void)
{
  real_GOMP_taskgroup_start ();
  if (!IS_DORMANT)
    gasp_omp_taskgroup_begin (self (), PLACE);
}

void
wrap_GOMP_taskgroup_end (void)
{
  if (IS_DORMANT)
    {
      real_GOMP_taskgroup_end ();
      return;
    }
  struct thread *thread = self ();
  ompt_data_t outer = enter (thread->current, FRAME);
  gasp_omp_taskgroup_end (thread, PLACE);
  leave (thread->current, outer);
}

/* ---- Cancellation  */

static int
cancelled_kind (int which)
{
  return which & 1   ? ompt_cancel_parallel
	 : which & 2 ? ompt_cancel_loop
	 : which & 4 ? ompt_cancel_sections
		     : ompt_cancel_taskgroup;
}

static void
tell_cancelled (struct thread *thread, int which, ompt_cancel_flag_t how,
		const void *place)
{
  struct task *task = thread->current;
  task->cancelled = true;
  RAISE (ompt_callback_cancel, DATA (task), cancelled_kind (which) | (int) how,
	 place);
}

bool
wrap_GOMP_cancel (int which, bool do_cancel)
{
  bool cancelled = real_GOMP_cancel (which, do_cancel);
  if (!IS_DORMANT && cancelled)
    tell_cancelled (self (), which, do_cancel ? ompt_cancel_activated
					      : ompt_cancel_detected, PLACE);
  return cancelled;
}

bool
wrap_GOMP_cancellation_point (int which)
{
  bool cancelled = real_GOMP_cancellation_point (which);
  if (!IS_DORMANT && cancelled)
    tell_cancelled (self (), which, ompt_cancel_detected, PLACE);
  return cancelled;
}
