/* teams-cells.c - the cells of what teams of threads did.

   SPDX-License-Identifier: Apache-2.0

   teams.c -> here -> the writers.  */

#include "tables/tables.def"

#include "base/arena.h"
#include "base/util.h"

static const struct place *
place_of (const struct report *report, const struct team *team)
{
  return &report->profile.places[team->place];
}

/* Returns NUMBER as a text: 0 is a number, too.  */
static const char *
number_text (uint32_t number)
{
  return arena_print ("%u", number);
}

static const char *
thread_name (const struct report *report, uint32_t thread)
{
  return thread == NO_NODE ? NULL
			   : number_text (report->threads[thread]->number);
}

/* Returns THREAD's number in its team if it has been in one, else null; its
   creator's is 0.  */
static const char *
number_in_team (const struct report *report, const struct thread *thread)
{
  return thread && report->teams.count && thread_has_team (thread)
	 ? number_text (thread_in_team (thread)) : NULL;
}

static const struct thread *
selected (const struct report *report, uint32_t thread)
{
  return thread == NO_NODE ? NULL : report->threads[thread];
}

/* Returns the thread NUMBER of PROCESS, selected or not.  */
static const struct thread *
numbered (const struct report *report, const struct process *process,
	  uint32_t number)
{
  struct thread *const *threads
    = report->profile.threads + process->first_thread;
  for (size_t i = 0; i < process->thread_count; i++)
    if (threads[i]->number == number)
      return threads[i];
  return NULL;
}

static const char *
location_of (const struct report *report, uint32_t place)
{
  return place == NO_NODE ? NULL : report->profile.places[place].location;
}

FILL (region, REGION_COLUMNS,
      const struct team *t = &report->teams.rows[row];
      const struct place *p = place_of (report, t))

FILL (work, WORK_COLUMNS,
      const struct team *t = &report->work.rows[row];
      const struct place *p = place_of (report, t))

FILL (team_wait, TEAM_WAIT_COLUMNS,
      const struct team *t = &report->waits.rows[row];
      const struct place *p = place_of (report, t))

void
serial_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct serial *s = &report->serial;
  (void) row;
  SERIAL_COLUMNS (PUT)
}

FILL (worker, WORKER_COLUMNS,
      const struct teammate *w = &report->workers.rows[row];
      const struct team *t = &report->work.rows[w->team];
      const struct thread *thread = report->threads[w->thread];
      const struct place *p = place_of (report, t))

FILL (member, MEMBER_COLUMNS,
      const struct teammate *m = &report->members.rows[row];
      const struct thread *thread = report->threads[m->thread])

FILL (mutex, MUTEX_COLUMNS,
      const struct mutex *m = &report->team_details.mutexes[row];
      const struct place *p = &report->profile.places[m->place])

FILL (blame, BLAME_COLUMNS,
      const struct blame *b = &report->team_details.blames[row];
      const struct place *p = &report->profile.places[b->place];
      static const struct place nowhere = { .kind = PLACE_OTHER };
      const struct place *q = b->holder == NO_NODE ? &nowhere
			      : &report->profile.places[b->holder])

FILL (task, TASK_COLUMNS,
      const struct task_line *t = &report->team_details.tasks[row];
      const struct place *p = &report->profile.places[t->place])
