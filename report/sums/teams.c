/* teams.c - what teams of threads did: regions, work, who waited for whom.

   SPDX-License-Identifier: Apache-2.0

   By the roles of events, so for any model that has teams (OpenMP).  The self
   time of each node of a thread's tree goes to the innermost construct around
   it that says what the thread did: so a thread's times in a region add up to
   its time there.  */

#include "record.h"
#include "gasp_omp.h"
#include "model/roles.h"
#include "base/util.h"
#include "sums/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row and what the thread does, for each node of a tree; the place of the
   task that is run, and the row of the work that is shared out, or NO_NODE.  */
struct where { uint32_t team, task, work; enum team_state state; };

static bool
same_position (const struct place *a, const struct place *b)
{
  return a->line == b->line && a->column == b->column
	 && same_text (a->file, b->file);
}

/* Returns the row of LIST at the position of PLACE, added if there is
   none.  */
static uint32_t
row_at (struct report *report, struct teams *list, uint32_t place)
{
  const struct place *places = report->profile.places;
  for (size_t i = 0; i < list->count; i++)
    if (same_position (&places[list->rows[i].place], &places[place]))
      return i;
  struct team *team = &ONE_MORE (list->rows, list->count, list->room);
  *team = (struct team) { .place = place, .busiest = NO_NODE,
			  .paid_at = NO_NODE };
  team->busy = allocate (report->thread_count, sizeof *team->busy);
  team->ready = allocate (report->thread_count, sizeof *team->ready);
  team->present = allocate (report->thread_count, sizeof *team->present);
  return list->count - 1;
}

static struct team *
team_at (struct report *report, struct teams *list, uint32_t place)
{
  uint32_t row = row_at (report, list, place);
  return &list->rows[row];
}

enum team_state
team_state_in (enum role role, enum team_state state)
{
  switch (role)
    {
    case ROLE_MEMBER: return TEAM_BODY;
    case ROLE_WORKSHARE: return state == TEAM_BODY ? TEAM_WORK : state;
    case ROLE_TASK: return TEAM_TASK;
    case ROLE_TEAM_WAIT: return TEAM_BARRIER;
    case ROLE_TASK_WAIT:
      return state == TEAM_BODY || state == TEAM_WORK ? TEAM_TASKWAIT : state;
    case ROLE_LOCK: case ROLE_TURN: case ROLE_ACQUIRE: return TEAM_LOCK;
    default: return state;
    }
}

bool
awaits_iterations (const struct report *report, uint32_t place)
{
  const struct place *at = &report->profile.places[place];
  return at->kind == PLACE_EVENT && at->tag == GASP_GCC_OMP_ITERATION;
}

/* Subtracts NODE, in which thread T waits for earlier iterations, from the
   thread's time at work in row number WORK.  */
static void
take_from_work (struct report *report, size_t t, const struct node *node,
		uint32_t work)
{
  if (work == NO_NODE)
    return;
  report->work.rows[work].busy[t] -= node->total;
  report->work.rows[work].for_earlier += node->total;
}

/* Returns where NODE of thread T is, which does what ROLE says, and whose
   parent is at OUTER.  */
static struct where
enter (struct report *report, size_t t, const struct node *node, enum role role,
       struct where outer)
{
  struct teams *teams = &report->teams;
  struct where here = { outer.team, outer.task, outer.work,
			team_state_in (role, outer.state) };
  if (role == ROLE_TASK)
    here.task = node->place;
  /* In trees of threads that were called to it, it has no calls.  */
  if (role == ROLE_TEAM && node->calls)
    {
      struct team *team = team_at (report, teams, node->place);
      team->calls += node->calls;
      team->wall += node->total;
      team->outermost += outer.team == NO_NODE ? node->total : 0;
    }
  else if (role == ROLE_MEMBER)
    {
      here.team = row_at (report, teams, node->place);
      here.work = NO_NODE;
      teams->rows[here.team].present[t] |= node->calls > 0;
    }
  else if (role == ROLE_WORKSHARE)
    {
      here.work = row_at (report, &report->work, node->place);
      struct team *work = &report->work.rows[here.work];
      work->calls += node->calls;
      work->present[t] = true;
      work->busy[t] += node->total;
    }
  else if (awaits_iterations (report, node->place))
    take_from_work (report, t, node, here.work);
  return here;
}

/* Adds the barrier at NODE, in which a thread waited TIME: to the region or
   the work that stands there, or a row of its own.  */
static void
add_barrier (struct report *report, const struct node *node, double time)
{
  struct team *barrier = team_at (report, &report->waits, node->place);
  barrier->calls += node->calls;
  barrier->time[TEAM_BARRIER] += time;
}

/* Adds the time of node NODE of thread T, which is at HERE.  */
static void
add_time (struct report *report, size_t t, const struct node *node,
	  const struct where *here, double *task_times)
{
  if (here->task != NO_NODE)
    task_times[here->task] += node->self;
  if (here->team == NO_NODE)
    return;
  struct team *team = &report->teams.rows[here->team];
  double ready = node->self - node->running - node->waiting;
  team->time[here->state] += node->self;
  if (awaits_iterations (report, node->place))
    team->for_earlier += node->self;
  else if (here->state != TEAM_BARRIER)
    {
      team->busy[t] += node->self;
      team->ready[t] += ready;
      if (here->work != NO_NODE)
	report->work.rows[here->work].ready[t] += ready;
    }
}

/* Adds thread T to the teams' members if it was in one for some of TIME.
   Between regions, one that comes to regions computes, and one that is called
   there is idle.  */
static void
add_member (struct report *report, size_t t, const double *time,
	    double spinning, bool comes, bool is_called)
{
  struct teammates *members = &report->members;
  if (!comes && !is_called)
    return;
  struct teammate *member
    = &ONE_MORE (members->rows, members->count, members->room);
  *member = (struct teammate) {
    .thread = (uint32_t) t, .team = NO_NODE,
    .spinning = is_called ? spinning : 0
  };
  memcpy (member->time, time, sizeof member->time);
  if (comes)
    return;
  member->time[TEAM_IDLE] = member->time[TEAM_ALONE];
  member->time[TEAM_ALONE] = 0;
}

/* Adds thread T; ROLES are those of the places.  */
static void
add_thread (struct report *report, size_t t, const enum role *roles,
	    double *task_times)
{
  const struct tree *tree = &report->thread_trees[t];
  OWNED struct where *where = allocate (tree->count, sizeof *where);
  const struct where nowhere = { NO_NODE, NO_NODE, NO_NODE, TEAM_ALONE };
  double time[TEAM_STATES] = { 0 }, spinning = 0;
  bool comes = false, is_called = false;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      enum role role = roles[node->place];
      where[i] = enter (report, t, node, role,
			node->parent == NO_NODE ? nowhere
			: where[node->parent]);
      comes |= role == ROLE_TEAM && node->calls
	       && where[i].state == TEAM_ALONE;
      is_called |= role == ROLE_MEMBER;
      if (role == ROLE_TEAM || role == ROLE_TEAM_WAIT || role == ROLE_TASK_WAIT)
	spinning += node->running;
      if (role == ROLE_TEAM_WAIT)
	add_barrier (report, node, node->self);
      time[where[i].state] += node->self;
      add_time (report, t, node, &where[i], task_times);
    }
  if (!comes && tree->count)
    spinning += tree->nodes[0].running;
  add_member (report, t, time, spinning, comes, is_called);
}

/* Counts TEAM's threads; finds how long the busiest of them was busy, how
   long all were on average, and by what percentage that is less; and by what
   percentage without the time that they had no processor.  */
static void
compare_threads (struct team *team, size_t threads)
{
  double sum = 0, most = 0, all = 0;
  for (size_t t = 0; t < threads; t++)
    if (team->present[t])
      {
	team->threads++;
	sum += team->busy[t];
	all += team->busy[t] - team->ready[t];
	most = fmax (most, team->busy[t] - team->ready[t]);
	if (team->busy[t] > team->most)
	  {
	    team->most = team->busy[t];
	    team->busiest = (uint32_t) t;
	  }
      }
  team->mean = team->threads ? sum / team->threads : 0;
  if (team->most > 0)
    team->imbalance = 100 * (team->most - team->mean) / team->most;
  if (most > 0)
    team->unequal = 100 * (most - all / team->threads) / most;
}

/* Adds the waiting at the barriers that stand where LIST's rows do.  */
static void
add_waits (struct report *report, struct teams *list)
{
  const struct place *places = report->profile.places;
  for (size_t i = 0; i < list->count; i++)
    for (size_t j = 0; j < report->waits.count; j++)
      if (same_position (&places[list->rows[i].place],
			 &places[report->waits.rows[j].place]))
	list->rows[i].waited += report->waits.rows[j].time[TEAM_BARRIER];
}

/* ---- What tallies say of shared work  */

bool
same_construct (const struct report *report, uint32_t a, uint32_t b)
{
  const struct place *places = report->profile.places;
  return a == b
	 || (a != NO_NODE && b != NO_NODE
	     && same_position (&places[a], &places[b]));
}

/* Returns the row of thread NUMBER of PROCESS, whose threads are in a row from
   FIRST on.  */
static uint32_t
selected_thread (const struct report *report, const struct process *process,
		 size_t first, uint32_t number)
{
  for (size_t t = first; t < report->thread_count; t++)
    if (report->threads[t]->process != process)
      break;
    else if (report->threads[t]->number == number)
      return (uint32_t) t;
  return NO_NODE;
}

void
each_tally (struct report *report, tally_visitor *visit)
{
  size_t first = 0;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *process = report->processes[i];
      while (first < report->thread_count
	     && report->threads[first]->process < process)
	first++;
      for (size_t j = 0; j < process->tally_count; j++)
	{
	  const struct tally *tally = &process->tallys[j];
	  uint32_t thread
	    = selected_thread (report, process, first, tally->thread);
	  if (thread != NO_NODE)
	    visit (report, process, tally, thread);
	}
    }
}

/* Returns the work that is the subject of TALLY, or null.  */
static struct team *
work_of (struct report *report, const struct tally *tally)
{
  if (tally->what != GASP_RECORD_SHARED && tally->what != GASP_RECORD_FOLLOWED)
    return NULL;
  for (size_t i = 0; i < report->work.count; i++)
    if (same_construct (report, report->work.rows[i].place, tally->place))
      return &report->work.rows[i];
  return NULL;
}

static void
add_tally (struct report *report, const struct process *process,
	   const struct tally *tally, uint32_t thread)
{
  struct team *work = work_of (report, tally);
  (void) process;
  if (!work)
    return;
  if (!work->did)
    {
      work->did = allocate (report->thread_count, sizeof *work->did);
      work->behind = allocate (report->thread_count, sizeof *work->behind);
    }
  if (tally->what == GASP_RECORD_SHARED)
    {
      work->did[thread] += (uint64_t) tally->amount;
      work->iterations += (uint64_t) tally->amount;
      return;
    }
  work->behind[thread] += tally->amount;
  if (tally->amount > work->paid)
    {
      work->paid = tally->amount;
      work->paid_at = tally->other;
    }
}

/* Lists a row for each thread that took part in work that several did.  */
static void
list_workers (struct report *report)
{
  struct teammates *workers = &report->workers;
  for (size_t i = 0; i < report->work.count; i++)
    for (size_t t = 0; report->work.rows[i].did && t < report->thread_count;
	 t++)
      if (report->work.rows[i].present[t])
	ONE_MORE (workers->rows, workers->count, workers->room)
	  = (struct teammate) { .thread = (uint32_t) t,
				.team = (uint32_t) i };
}

/* Returns whether row T of the threads is in a team.  */
static bool
is_in_team (const struct report *report, size_t t)
{
  for (size_t i = 0; i < report->teams.count; i++)
    if (report->teams.rows[i].present[t])
      return true;
  return false;
}

bool
has_teams (const struct report *report, const struct process *process)
{
  for (size_t t = 0; t < report->thread_count; t++)
    if (report->threads[t]->process == process && is_in_team (report, t))
      return true;
  return false;
}

/* Returns how long TREE's thread was in calls by which processes deal with
   others, or had devices do something, outside of regions.  */
static double
communicating (const struct report *report, const struct tree *tree)
{
  double time = 0;
  OWNED bool *is_passed = allocate (tree->count, sizeof *is_passed);
  for (uint32_t i = 1; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      const struct place *place = &report->profile.places[node->place];
      bool is_call = is_communication (report, place)
		     || is_of_device (role_of_place (place));
      if (is_call && !is_passed[node->parent])
	time += node->total;
      is_passed[i] = is_passed[node->parent] || is_call
		     || (role_of_place (place) == ROLE_TEAM);
    }
  return time;
}

bool
has_all_teams (const struct report *report)
{
  const struct tree *tree = &report->tree;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct place *place = &report->profile.places[tree->nodes[i].place];
      if (tree->nodes[i].calls_at_least && role_of_place (place) == ROLE_TEAM)
	return false;
    }
  return true;
}

/* Finds what no team did of the program as a whole, and what all threads of
   teams did.  What waits for other processes is neither.  */
static void
find_serial (struct report *report)
{
  struct serial *serial = &report->serial;
  serial->is_known = report->teams.count && has_all_teams (report);
  if (!serial->is_known)
    return;
  for (size_t i = 0; i < report->process_count; i++)
    if (has_teams (report, report->processes[i]))
      serial->whole += report->processes[i]->duration;
  for (size_t t = 0; t < report->thread_count; t++)
    if (report->threads[t]->number == 0
	&& has_teams (report, report->threads[t]->process))
      serial->communicating
	+= communicating (report, &report->thread_trees[t]);
  serial->whole -= serial->communicating;
  for (size_t i = 0; i < report->teams.count; i++)
    {
      const struct team *team = &report->teams.rows[i];
      serial->parallel += team->outermost;
      serial->work += team->mean * team->threads;
      if (team->threads > serial->threads)
	serial->threads = team->threads;
    }
  double alone = serial->whole - serial->parallel;
  if (alone <= 0)
    return;
  serial->percent = 100 * alone / serial->whole;
  serial->speedup = (alone + serial->work) / serial->whole;
  serial->limit = (alone + serial->work) / alone;
}

/* Returns the role of each place; null if none is of teams or their work, as
   of most programs.  */
static enum role *
roles_of_places (const struct profile *profile)
{
  enum role *roles = allocate (profile->place_count, sizeof *roles);
  bool any = false;
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      roles[i] = role_of_place (place);
      any |= roles[i] == ROLE_TEAM || roles[i] == ROLE_MEMBER
	     || roles[i] == ROLE_TEAM_WAIT || roles[i] == ROLE_WORKSHARE;
    }
  if (any)
    return roles;
  free (roles);
  return NULL;
}

static void
add_threads (struct report *report, const enum role *roles)
{
  OWNED double *task_times = allocate (report->profile.place_count,
				       sizeof *task_times);
  for (size_t t = 0; t < report->thread_count; t++)
    add_thread (report, t, roles, task_times);
  add_up_team_tasks (report, task_times);
}

void
add_up_teams (struct report *report)
{
  enum role *roles = roles_of_places (&report->profile);
  if (!roles)
    {
      add_up_team_locks (report);
      return;
    }
  add_threads (report, roles);
  free (roles);
  for (size_t i = 0; i < report->teams.count; i++)
    compare_threads (&report->teams.rows[i], report->thread_count);
  for (size_t i = 0; i < report->work.count; i++)
    compare_threads (&report->work.rows[i], report->thread_count);
  add_waits (report, &report->teams);
  add_waits (report, &report->work);
  each_tally (report, add_tally);
  list_workers (report);
  add_up_team_locks (report);
  find_serial (report);
}
