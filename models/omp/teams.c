/* teams.c - teams constructs.

   SPDX-License-Identifier: Apache-2.0

   On the host, libgomp runs one team after another on the same thread.  */

#include "calls.h"
#include "sync.h"
#include "ompt/tool.h"

#include <stdlib.h>

struct league {
  struct parallel parallel;
  struct league *before;
  struct task *encountering;
  ompt_data_t outer;
  void *data;
  unsigned int number, done;
};

#define LEAGUE_FLAGS ((int) ompt_parallel_invoker_program		\
		      | (int) ompt_parallel_league)
/* libgomp's, where the program says nothing.  */
#define DEFAULT_TEAMS 3

static void
league_begin (struct thread *thread, struct league *league, void *frame)
{
  struct task *task = thread->current;
  league->encountering = task;
  league->parallel.size = league->number;
  league->outer = enter (task, frame);
  RAISE (ompt_callback_parallel_begin, DATA (task), &task->frame,
	 DATA (&league->parallel), league->number, LEAGUE_FLAGS,
	 league->parallel.place);
}

static void
league_end (struct league *league)
{
  struct task *task = league->encountering;
  RAISE (ompt_callback_parallel_end, DATA (&league->parallel), DATA (task),
	 LEAGUE_FLAGS, league->parallel.place);
  leave (task, league->outer);
}

static struct task *
team_begin (struct thread *thread, struct league *league)
{
  struct task *task = gasp_omp_task_new (thread, league->encountering,
					 ompt_task_initial);
  task->parallel = &league->parallel;
  task->num = league->done++;
  task->size = league->number;
  thread->current = task;
  RAISE (ompt_callback_implicit_task, ompt_scope_begin,
	 DATA (&league->parallel), DATA (task), league->number, task->num,
	 ompt_task_initial);
  return task;
}

static void
team_end (struct thread *thread, struct league *league)
{
  struct task *task = thread->current;
  gasp_omp_works_end (thread);
  RAISE (ompt_callback_implicit_task, ompt_scope_end, NULL, DATA (task), 0,
	 task->num, ompt_task_initial);
  thread->current = league->encountering;
  gasp_omp_task_release (thread, task);
}

static CALLS_OUTLINED void
run_team (void *arg)
{
  struct league *league = arg;
  struct thread *thread = self ();
  struct task *task = team_begin (thread, league);
  enter_task (task, FRAME);
  league->parallel.fn (league->data);
  leave_task (task);
  team_end (thread, league);
}

void
wrap_GOMP_teams_reg (void (*fn) (void *), void *data, unsigned teams,
		     unsigned limit, unsigned flags)
{
  if (IS_DORMANT)
    {
      real_GOMP_teams_reg (fn, data, teams, limit, flags);
      return;
    }
  struct thread *thread = self ();
  struct league league = { .parallel = { .place = PLACE, .fn = fn },
			   .data = data,
			   .number = teams ? teams : DEFAULT_TEAMS };
  league_begin (thread, &league, FRAME);
  real_GOMP_teams_reg (run_team, &league, teams, limit, flags);
  league_end (&league);
}

/* Begins the next team.  In a target region the program itself goes through
   the teams: for (first = true; GOMP_teams4 (..., first); first = false)
   BODY.  */
static struct league *
next_team (struct thread *thread, unsigned int number, bool first,
	   const void *place, void *frame)
{
  struct league *league = thread->league;
  if (!first)
    {
      if (league)
	team_end (thread, league);
      return league;
    }
  league = calloc (1, sizeof *league);
  if (!league)
    return NULL;
  league->before = thread->league;
  league->parallel.place = place;
  league->number = number ? number : 1;
  thread->league = league;
  league_begin (thread, league, frame);
  return league;
}

bool
wrap_GOMP_teams4 (unsigned low, unsigned high, unsigned limit, bool first)
{
  bool more = real_GOMP_teams4 (low, high, limit, first);
  if (IS_DORMANT)
    return more;
  struct thread *thread = self ();
  struct league *league = next_team (thread, high, first, PLACE, FRAME);
  if (!league)
    return more;
  if (more)
    team_begin (thread, league);
  else
    {
      league_end (league);
      thread->league = league->before;
      free (league);
    }
  return more;
}
