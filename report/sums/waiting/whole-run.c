/* whole-run.c - what a process did that deals with no others, as one phase.

   SPDX-License-Identifier: Apache-2.0

   Of a process by itself nothing is recorded by phases: its critical path is
   what its first thread did, over the whole run.  Where that called a team, or
   joined threads, it is what those did that it waited for (awaited.c,
   joins.c).  */

#include "model/clocks.h"
#include "model/roles.h"
#include "sums/waiting/encounters.h"

#include <math.h>
#include <stdlib.h>

/* Adds node I of the first thread, on PATH, to PHASE.  */
static void
add_node (struct report *report, struct process *process, struct phase *phase,
	  uint32_t i, uint32_t path, double time)
{
  struct phase_part part = {
    .ticks = (float) time, .node = i, .path = path,
    .thread = (uint32_t) process->first_thread
  };
  const struct thread *thread = report->profile.threads[part.thread];
  const struct place *place
    = &report->profile.places[thread->tree.nodes[i].place];
  enum role role = role_of_place (place);
  struct peers *p = &process->peers;
  if (role == ROLE_TEAM || role == ROLE_AWAIT)
    part.region = region_of (report, &part);
  ONE_MORE (p->phase_parts, p->phase_part_count, p->phase_part_room) = part;
  phase->count++;
}

/* Makes PHASE all that the first thread of PROCESS did: a region is a part of
   it as a whole, and joins are parts even if the others had ended.  */
static void
add_nodes (struct report *report, struct process *process, struct phase *phase)
{
  const struct thread *thread = report->profile.threads[process->first_thread];
  const struct tree *tree = &thread->tree;
  uint32_t *paths = paths_of_tree (&report->peers.paths, thread);
  bool *is_within = allocate (tree->count, sizeof *is_within);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      const struct place *place = &report->profile.places[node->place];
      enum role role = role_of_place (place);
      bool is_team = role == ROLE_TEAM;
      bool is_inside = node->parent != NO_NODE && is_within[node->parent];
      double time = is_team ? node->total : node->self;
      is_within[i] = is_inside || is_team;
      if (!is_inside && (time > 0 || role == ROLE_AWAIT))
	add_node (report, process, phase, i, paths[i], time);
    }
  free (paths);
  free (is_within);
}

/* Returns the process whose run is looked at: of those with several threads the
   one that lasted longest; null if there is none.  */
static struct process *
find_process (struct report *report)
{
  const struct process *longest = NULL;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (p->thread_count > 1
	  && report->profile.threads[p->first_thread]->number == 0
	  && (!longest || p->duration > longest->duration))
	longest = p;
    }
  return longest
	 ? &report->profile.processes[longest - report->profile.processes]
	 : NULL;
}

struct histories
read_whole_run (struct report *report)
{
  struct histories histories = { 0 };
  struct process *process = find_process (report);
  if (!process)
    return histories;
  const struct thread *first = report->profile.threads[process->first_thread];
  double from = time_in_program (&report->profile, process,
				 process->peers.start_ticks) + first->start;
  double to = from + first->duration;
  struct phase *phase = &ONE_MORE (process->peers.phases,
				   process->peers.phase_count,
				   process->peers.phase_room);
  *phase = (struct phase) {
    .first_part = (uint32_t) process->peers.phase_part_count
  };
  process->peers.phase_scale = 1;
  add_nodes (report, process, phase);
  struct history h = { .process = process, .report = report };
  put_joined (report, &h, phase, from, to);
  if (!report->peers.regions.count)
    return histories;
  h.spans = allocate (1, sizeof *h.spans);
  h.spans[h.span_count++]
    = (struct span) { .from = from, .to = to, .phase = phase, .share = 1 };
  ONE_MORE (histories.rows, histories.count, histories.room) = h;
  return histories;
}

/* ---- What all threads did  */

static bool
is_member (const struct report *report, uint32_t path)
{
  uint32_t place = report->peers.paths.rows[path].place;
  return role_of_place (&report->profile.places[place]) == ROLE_MEMBER;
}

/* Returns for each path that of the outermost members of teams that it is in,
   or itself; callers come before what they call.  */
static uint32_t *
paths_of_teams (const struct report *report)
{
  const struct paths *paths = &report->peers.paths;
  uint32_t *teams = allocate (paths->count, sizeof *teams);
  for (uint32_t i = 0; i < paths->count; i++)
    {
      uint32_t caller = paths->rows[i].caller;
      teams[i] = caller != NO_NODE && is_member (report, teams[caller])
		 ? teams[caller] : i;
    }
  return teams;
}

/* The time of all threads on a path, which LIVED so long; of all that members
   of a team do, on theirs; of the region that they are in, on its path.  */
struct on_path { double all, variance, lived, team, wall; };

/* Adds what THREAD did to ROWS, by path, of which TEAMS has those of teams.  */
static void
add_thread (struct report *report, const struct thread *thread,
	    const uint32_t *teams, struct on_path *rows, size_t count)
{
  const struct tree *tree = &thread->tree;
  uint32_t *paths = paths_of_tree (&report->peers.paths, thread);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      if (paths[i] >= count)
	continue;
      rows[paths[i]].all += node->self;
      rows[paths[i]].variance += node->self_variance;
      rows[paths[i]].lived += thread->duration;
      rows[teams[paths[i]]].team += node->self;
      /* In trees of threads that were called to it, it has no calls.  */
      if (node->calls
	  && role_of_place (&report->profile.places[node->place]) == ROLE_TEAM)
	rows[paths[i]].wall += node->total;
    }
  free (paths);
}

/* Returns how long threads lived that others joined, one after another.  */
static double
time_of_joined (const struct report *report)
{
  const struct regions *regions = &report->peers.regions;
  double time = 0;
  for (size_t i = 0; i < regions->count; i++)
    if (regions->rows[i].path == NO_NODE)
      time += regions->rows[i].whole;
  return time;
}

void
add_means (struct report *report, const struct process *process, double *means,
	   bool *estimated)
{
  size_t count = report->peers.paths.count;
  struct on_path *rows = allocate (count, sizeof *rows);
  double joined = time_of_joined (report);
  uint32_t *teams = paths_of_teams (report);
  struct thread **threads = report->profile.threads + process->first_thread;
  for (size_t t = 0; t < process->thread_count; t++)
    add_thread (report, threads[t], teams, rows, count);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t caller = report->peers.paths.rows[teams[i]].caller;
      double wall = caller == NO_NODE ? 0 : rows[caller].wall;
      double there = wall > 0 ? rows[teams[i]].team / wall
		     : joined > 0 ? rows[i].lived / joined : 1;
      means[i] = rows[i].all / fmax (1, there);
      estimated[i] = is_estimate (rows[i].all, rows[i].variance);
    }
  free (rows);
  free (teams);
}
