/* team-tasks.c - explicit tasks, by the line that they are of.

   SPDX-License-Identifier: Apache-2.0

   After teams.c.  */

#include "sums/figures.h"
#include "base/util.h"
#include "record.h"

/* The flag of a task that runs where it is made (ompt_task_flag_t).  */
#define TASK_UNDEFERRED 0x08000000u

static struct task_line *
line_at (struct report *report, uint32_t place)
{
  struct team_details *d = &report->team_details;
  for (size_t i = 0; i < d->task_count; i++)
    if (same_construct (report, d->tasks[i].place, place))
      return &d->tasks[i];
  ONE_MORE (d->tasks, d->task_count, d->task_room)
    = (struct task_line) { .place = place };
  return &d->tasks[d->task_count - 1];
}

static void
add_tally (struct report *report, const struct process *process,
	   const struct tally *tally, uint32_t thread)
{
  (void) process, (void) thread;
  if (report->wanted[tally->place] == LEAVE_OUT
      || (tally->what != GASP_RECORD_CREATED && tally->what != GASP_RECORD_BEGUN
	  && tally->what != GASP_RECORD_FOUND))
    return;
  struct task_line *line = line_at (report, tally->place);
  if (tally->what == GASP_RECORD_CREATED)
    {
      line->created += tally->count;
      line->undeferred += tally->object & TASK_UNDEFERRED ? tally->count : 0;
      return;
    }
  line->begun += tally->count;
  if (tally->what == GASP_RECORD_FOUND)
    return;
  line->known += tally->count;
  line->delay += tally->amount;
  if (tally->most > line->longest_delay)
    line->longest_delay = tally->most;
  line->moved += tally->other_thread != tally->thread ? tally->count : 0;
}

void
add_up_team_tasks (struct report *report, const double *task_times)
{
  each_tally (report, add_tally);
  for (size_t i = 0; i < report->profile.place_count; i++)
    if (task_times[i] > 0)
      line_at (report, (uint32_t) i)->time += task_times[i];
  for (size_t i = 0; i < report->team_details.task_count; i++)
    for (size_t j = 0; j < report->work.count; j++)
      report->team_details.tasks[i].is_loop
	|= same_construct (report, report->team_details.tasks[i].place,
			   report->work.rows[j].place);
}
