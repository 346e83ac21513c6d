/* timeline.c - what the threads of teams did when, for a picture.  See html.h.

   SPDX-License-Identifier: Apache-2.0

     "timeline": {"span": ns, "bins": N, "states": ["body", ...],
		  "places": ["omp for a.c:28", ...],
		  "threads": [{"name": "0", "in_team": 0,
			       "runs": [bin, end, state, place, ...]}, ...]}

   From the traces, if there are any.  The time is divided into bins; of each
   bin a thread has the state that took the longest part of it.  IN_TEAM is
   omp_get_thread_num, for threads that were in a team.  STATES are fields of
   the table team-threads.  PLACE is a number of PLACES, or -1.  */

#include "base/json.h"
#include "formats/html.h"
#include "model/roles.h"
#include "model/trace.h"

#include <stdlib.h>
#include <string.h>

/* The number of bins in all, and the most and fewest of one thread.  */
enum { ALL_BINS = 400000, MOST_BINS = 20000, LEAST_BINS = 1000 };
#define NOWHERE UINT32_MAX

/* A place where a thread is at a depth of calls; and in a bin, for so long.  */
struct doing { enum team_state state; uint32_t place; };
struct bin { struct doing doing; double time; };

struct timeline {
  const struct report *report;
  struct json *json;
  const struct trace *trace;
  size_t bins;
  double span;			/* ns */
  const char **places;		/* in words */
  size_t place_count, place_room;
  bool is_idle;			/* between regions, the present thread */
  struct bin *line;		/* of it */
};

static const char *const fields[TEAM_STATES] = {
  [TEAM_BODY] = "body", [TEAM_WORK] = "work", [TEAM_TASK] = "tasks",
  [TEAM_BARRIER] = "barriers", [TEAM_TASKWAIT] = "taskwait",
  [TEAM_LOCK] = "locks", [TEAM_ALONE] = "alone", [TEAM_IDLE] = "idle"
};

/* ---- One thread  */

/* Draws that the thread did DOING from BEGIN to END.  */
static void
draw (struct timeline *t, struct doing doing, double begin, double end)
{
  double width = t->span / (double) t->bins;
  size_t first = begin > 0 ? (size_t) (begin / width) : 0;
  if (t->is_idle && doing.state == TEAM_ALONE)
    doing.state = TEAM_IDLE;
  for (size_t i = first; i < t->bins && (double) i * width < end; i++)
    {
      double from = (double) i * width, to = from + width;
      double time = (end < to ? end : to) - (begin > from ? begin : from);
      if (time > t->line[i].time)
	t->line[i] = (struct bin) { doing, time };
    }
}

/* Returns the activity in the event or function at PLACE, within OUTER.  */
static struct doing
within (const struct trace_process *process, uint32_t place,
	struct doing outer)
{
  const struct trace_place *p = &process->places[place];
  if (p->kind != GASP_RECORD_EVENT)
    return outer;
  enum role role = role_of_tag (p->tag);
  if (role == ROLE_OTHER && !model_of_tag (p->tag))
    return outer;
  return (struct doing) { team_state_in (role, outer.state), place };
}

static void
follow (struct timeline *t, const struct trace_thread *thread)
{
  static const struct doing alone = { TEAM_ALONE, NOWHERE };
  struct trace_cursor cursor;
  struct trace_moment m;
  struct doing *stack = NULL, now = alone;
  size_t room = 0;
  double since = -1;
  memset (t->line, 0, t->bins * sizeof *t->line);
  trace_follow (&cursor, thread);
  while (trace_next (&cursor, &m))
    {
      if (since >= 0)
	draw (t, now, since, (double) m.time);
      since = (double) m.time;
      if (m.what == TRACE_ENTER)
	{
	  stack = room_for_one (stack, m.depth, &room, sizeof *stack);
	  stack[m.depth] = now;
	  now = within (thread->process, m.place, now);
	}
      else if (m.what == TRACE_LEAVE)
	now = m.depth < room ? stack[m.depth] : alone;
    }
  trace_done (&cursor);
  free (stack);
}

/* ---- Output  */

static long
number_of_place (struct timeline *t, const struct trace_process *process,
		 uint32_t place)
{
  if (place == NOWHERE)
    return -1;
  const struct trace_place *p = &process->places[place];
  char *text = p->file
	       ? print_string ("%s  %s:%u", p->name,
			       shown_file (t->report, p->file), p->line)
	       : copy_string (p->name);
  for (size_t i = 0; i < t->place_count; i++)
    if (!strcmp (t->places[i], text))
      {
	free (text);
	return (long) i;
      }
  t->places = room_for_one (t->places, t->place_count, &t->place_room,
			    sizeof *t->places);
  t->places[t->place_count] = text;
  return (long) t->place_count++;
}

static bool
is_same (const struct bin *a, const struct bin *b)
{
  return (a->time > 0 && b->time > 0 && a->doing.state == b->doing.state
	  && a->doing.place == b->doing.place);
}

static void
write_line (struct timeline *t, const struct trace_thread *thread,
	    const struct thread *recorded)
{
  char name[12];
  snprintf (name, sizeof name, "%u", thread->number);
  json_line (t->json);
  json_object (t->json, NULL);
  json_string (t->json, "name", name);
  if (thread_has_team (recorded))
    json_count (t->json, "in_team", thread_in_team (recorded));
  json_array (t->json, "runs");
  for (size_t i = 0; i < t->bins;)
    {
      const struct bin *bin = &t->line[i];
      size_t end = i + 1;
      while (end < t->bins && is_same (bin, &t->line[end]))
	end++;
      if (bin->time > 0)
	{
	  json_count (t->json, NULL, i);
	  json_count (t->json, NULL, end);
	  json_count (t->json, NULL, bin->doing.state);
	  json_integer (t->json, NULL,
			number_of_place (t, thread->process, bin->doing.place));
	}
      i = end;
    }
  json_close (t->json);
  json_close (t->json);
}

/* Returns the thread in the trace that is row ROW of the table team-threads;
   null if there is no trace of it.  */
static const struct trace_thread *
traced (const struct timeline *t, size_t row)
{
  const struct teammate *member = &t->report->members.rows[row];
  const struct thread *thread = t->report->threads[member->thread];
  for (size_t i = 0; i < t->trace->process_count; i++)
    {
      const struct trace_process *process = &t->trace->processes[i];
      if (strcmp (process->record.path, thread->process->path))
	continue;
      for (size_t j = 0; j < process->thread_count; j++)
	if (process->threads[j].number == thread->number)
	  return &process->threads[j];
    }
  return NULL;
}

static void
write_lines (struct timeline *t)
{
  json_array (t->json, "threads");
  for (size_t i = 0; i < t->report->members.count; i++)
    {
      const struct trace_thread *thread = traced (t, i);
      if (!thread)
	continue;
      t->is_idle = !(t->report->members.rows[i].time[TEAM_ALONE] > 0);
      follow (t, thread);
      write_line (t, thread,
		  t->report->threads[t->report->members.rows[i].thread]);
    }
  json_close (t->json);
  json_array (t->json, "places");
  for (size_t i = 0; i < t->place_count; i++)
    json_string (t->json, NULL, t->places[i]);
  json_close (t->json);
}

void
write_timeline (const struct report *report, const struct trace *trace,
		double span, struct json *json)
{
  struct timeline t = { .report = report, .json = json, .trace = trace,
			.span = span };
  if (!report->members.count)
    return;
  t.bins = ALL_BINS / report->members.count;
  t.bins = t.bins > MOST_BINS ? MOST_BINS : t.bins < LEAST_BINS ? LEAST_BINS
	   : t.bins;
  t.line = allocate (t.bins, sizeof *t.line);
  json_line (json);
  json_object (json, "timeline");
  json_real (json, "span", t.span, 0);
  json_count (json, "bins", t.bins);
  json_array (json, "states");
  for (size_t i = 0; i < TEAM_STATES; i++)
    json_string (json, NULL, fields[i]);
  json_close (json);
  write_lines (&t);
  json_close (json);
  free (t.line);
}
