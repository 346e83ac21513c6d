/* target.c - target and teams constructs, and errors.

   SPDX-License-Identifier: Apache-2.0

   What libgomp and its plugins do for a device is not seen.  A target region's
   function cannot be wrapped: libgomp finds the device's by its address.  */

#include "calls.h"
#include "sync.h"
#include "tool.h"

#include <stdlib.h>

/* ---- target  */

/* A consumer that has registered the newer callback does not get the older
   one.  */
static void
tell_target (struct thread *thread, ompt_target_t kind,
	     ompt_scope_endpoint_t endpoint, int device,
	     struct target *target, const void *place)
{
  struct task *task = thread->current;
  RAISE (ompt_callback_target_emi, kind, endpoint, device, DATA (task), NULL,
	 DATA (target), place);
  RAISE (ompt_callback_target, kind, endpoint, device, DATA (task),
	 target->data[c_].value, place);
}

static int
waiting (ompt_target_t kind)
{
  switch (kind)
    {
    case ompt_target_update: case ompt_target_update_nowait:
      return ompt_state_wait_target_update;
    case ompt_target: case ompt_target_nowait:
      return ompt_state_wait_target;
    default:
      return ompt_state_wait_target_map;
    }
}

/* Those that are not waited for have numbers of their own.  */
#define NOWAIT (ompt_target_nowait - ompt_target)
/* In the table: not enter data, but the beginning of target data.  */
#define STRUCTURED 0x100

#define TARGET(name, since, params, args, construct, bits)		\
void									\
wrap_##name params							\
{									\
  if (IS_DORMANT)							\
    {									\
      real_##name args;							\
      return;								\
    }									\
  struct thread *thread = self ();					\
  struct target target = { .structured = (construct) & STRUCTURED };	\
  ompt_target_t kind = ((construct) & ~STRUCTURED)			\
		       + ((bits) & 1 ? NOWAIT : 0);			\
  struct task *task = thread->current;					\
  ompt_data_t outer = enter (task, FRAME);				\
  int state = thread->state;						\
  if ((bits) & 1)							\
    gasp_omp_tasks_wait (task);						\
  tell_target (thread, kind, ompt_scope_begin, device, &target, PLACE);	\
  thread->state = waiting (kind);					\
  real_##name args;							\
  thread->state = state;						\
  tell_target (thread, kind, ompt_scope_end, device, &target, PLACE);	\
  leave (task, outer);							\
}
#include "gomp-calls.def"

/* Of the device of the construct, which is not passed.  */
void
wrap_GOMP_target_end_data (void)
{
  if (IS_DORMANT)
    {
      real_GOMP_target_end_data ();
      return;
    }
  struct thread *thread = self ();
  struct target target = { .structured = true };
  int device = real_omp_get_num_devices ? real_omp_get_num_devices () : 0;
  tell_target (thread, ompt_target_exit_data, ompt_scope_begin, device,
	       &target, PLACE);
  real_GOMP_target_end_data ();
  tell_target (thread, ompt_target_exit_data, ompt_scope_end, device, &target,
	       PLACE);
}

/* ---- teams.  On the host, libgomp runs one team after another on the same
   thread.  */

struct league {
  struct parallel parallel;
  struct league *before;
  struct task *encountering;
  ompt_data_t outer;
  const void *place;
  void (*fn) (void *);
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
	 league->place);
}

static void
league_end (struct league *league)
{
  struct task *task = league->encountering;
  RAISE (ompt_callback_parallel_end, DATA (&league->parallel), DATA (task),
	 LEAGUE_FLAGS, league->place);
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

static void
run_team (void *arg)
{
  struct league *league = arg;
  struct thread *thread = self ();
  struct task *task = team_begin (thread, league);
  enter_task (task, FRAME);
  league->fn (league->data);
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
  struct league league = { .fn = fn, .data = data, .place = PLACE,
			   .number = teams ? teams : DEFAULT_TEAMS };
  league_begin (thread, &league, FRAME);
  real_GOMP_teams_reg (run_team, &league, teams, limit, flags);
  league_end (&league);
}

/* In a target region the program itself goes through the teams:
   for (first = true; GOMP_teams4 (..., first); first = false) BODY.  */
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
  league->place = place;
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

/* ---- error  */

static void
tell_error (ompt_severity_t severity, const char *message, size_t length,
	    const void *place)
{
  self ();
  RAISE (ompt_callback_error, severity, message, length, place);
}

void
wrap_GOMP_error (const char *message, size_t length)
{
  if (!IS_DORMANT)
    tell_error (ompt_fatal, message, length, PLACE);
  real_GOMP_error (message, length);
}

void
wrap_GOMP_warning (const char *message, size_t length)
{
  if (!IS_DORMANT)
    tell_error (ompt_warning, message, length, PLACE);
  real_GOMP_warning (message, length);
}
