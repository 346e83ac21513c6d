/* ranges.c - what functions did in each part of the run.  See html.h.

   SPDX-License-Identifier: Apache-2.0

     "ranges": {"span": ns, "bins": N, "threads": how many,
		"functions": [{"name": "leaf", "function": "int leaf(int)",
			       "where": "a.c:12",
			       "bins": [bin, self, total, calls, ...]}, ...]}

   From the traces, if there are any.  The time is divided into bins, and each call
   counts where it began; times are divided among the bins that they are in, and
   those of all threads are added up.  TOTAL is of outermost calls, as in tables.
   Bins in which a function did nothing are left out.  */

#include "base/json.h"
#include "formats/html.h"
#include "model/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 300 };

struct part { float self, total; uint32_t calls; };

/* A function, or an event at a point of the source, in all processes that have
   it.  */
struct activity {
  const struct trace_place *place;
  struct part parts[BINS];
};

struct ranges {
  const struct report *report;
  double width;			/* of a bin, ns */
  struct activity **activities;
  size_t count, room, threads;
};

/* A thread that is followed: its open calls, and how often each place of its process
   is among them, and since when.  */
struct follower {
  struct ranges *ranges;
  struct activity **of_place;
  uint32_t *open, *stack;
  double *since;
  size_t depth, room;
};

/* ---- Activities  */

static bool
is_same_text (const char *a, const char *b)
{
  return a == b || (a && b && !strcmp (a, b));
}

static struct activity *
find_activity (struct ranges *r, const struct trace_place *place)
{
  for (size_t i = 0; i < r->count; i++)
    {
      const struct trace_place *p = r->activities[i]->place;
      if (p->line == place->line && p->tag == place->tag
	  && is_same_text (p->label, place->label)
	  && is_same_text (p->file, place->file))
	return r->activities[i];
    }
  struct activity *made = allocate (1, sizeof *made);
  made->place = place;
  r->activities = room_for_one (r->activities, r->count, &r->room,
				sizeof *r->activities);
  return r->activities[r->count++] = made;
}

static size_t
bin_of (const struct ranges *r, double time)
{
  size_t bin = time > 0 ? (size_t) (time / r->width) : 0;
  return bin < BINS ? bin : BINS - 1;
}

/* Add the time from BEGIN to END to PARTS: as self time, or in total.  */
static void
add_time (const struct ranges *r, struct part *parts, double begin, double end,
	  bool is_self)
{
  size_t last = bin_of (r, end);
  for (size_t i = bin_of (r, begin); i <= last; i++)
    {
      double from = (double) i * r->width, to = from + r->width;
      float time = (float) ((end < to || i == BINS - 1 ? end : to)
			    - (begin > from ? begin : from));
      if (is_self)
	parts[i].self += time;
      else
	parts[i].total += time;
    }
}

/* ---- A thread  */

static struct activity *
activity_of (struct follower *f, const struct trace_process *process,
	     uint32_t place)
{
  if (!f->of_place[place])
    f->of_place[place] = find_activity (f->ranges, &process->places[place]);
  return f->of_place[place];
}

static void
enter (struct follower *f, const struct trace_process *process,
       const struct trace_moment *m)
{
  struct activity *a = activity_of (f, process, m->place);
  double time = (double) m->time;
  f->stack = room_for_one (f->stack, f->depth, &f->room, sizeof *f->stack);
  f->stack[f->depth++] = m->place;
  if (!m->is_cut)
    a->parts[bin_of (f->ranges, time)].calls++;
  if (f->open[m->place]++ == 0)
    f->since[m->place] = time;
}

static void
leave (struct follower *f, const struct trace_moment *m)
{
  if (f->depth == 0)
    return;
  uint32_t place = f->stack[--f->depth];
  if (--f->open[place] == 0)
    add_time (f->ranges, f->of_place[place]->parts, f->since[place],
	      (double) m->time, false);
}

/* The innermost call took the time from SINCE to M by itself.  */
static void
go_on (struct follower *f, double since, const struct trace_moment *m)
{
  if (since >= 0 && f->depth)
    add_time (f->ranges, f->of_place[f->stack[f->depth - 1]]->parts, since,
	      (double) m->time, true);
}

static void
follow (struct follower *f, const struct trace_thread *thread)
{
  const struct trace_process *process = thread->process;
  struct trace_cursor cursor;
  struct trace_moment m;
  double since = -1;
  memset (f->open, 0, process->place_count * sizeof *f->open);
  f->depth = 0;
  trace_follow (&cursor, thread);
  while (trace_next (&cursor, &m))
    {
      go_on (f, since, &m);
      since = (double) m.time;
      if (m.what == TRACE_ENTER)
	enter (f, process, &m);
      else if (m.what == TRACE_LEAVE)
	leave (f, &m);
      else if (m.what == TRACE_ATOMIC)
	activity_of (f, process, m.place)
	  ->parts[bin_of (f->ranges, since)].calls++;
    }
  trace_done (&cursor);
}

static void
follow_process (struct ranges *r, const struct trace_process *process)
{
  size_t count = process->place_count + 1;
  struct follower f = { .ranges = r,
			.of_place = allocate (count, sizeof *f.of_place),
			.open = allocate (count, sizeof *f.open),
			.since = allocate (count, sizeof *f.since) };
  for (size_t i = 0; i < process->thread_count; i++)
    follow (&f, &process->threads[i]);
  r->threads += process->thread_count;
  free (f.of_place);
  free (f.open);
  free (f.since);
  free (f.stack);
}

/* ---- Output  */

static void
write_activity (const struct ranges *r, const struct activity *a, FILE *out)
{
  const char *separator = "";
  fputs ("{\"name\":", out);
  write_json_string (out, a->place->label);
  fputs (",\"function\":", out);
  write_json_string (out, a->place->name);
  fputs (",\"where\":", out);
  if (a->place->file)
    {
      char *where = print_string ("%s:%u", shown_file (r->report, a->place->file),
				  a->place->line);
      write_json_string (out, where);
      free (where);
    }
  else
    fputs ("null", out);
  fputs (",\"bins\":[", out);
  for (size_t i = 0; i < BINS; i++)
    {
      const struct part *p = &a->parts[i];
      if (!(p->self > 0) && !(p->total > 0) && !p->calls)
	continue;
      fprintf (out, "%s%zu,%.0f,%.0f,%u", separator, i, (double) p->self,
	       (double) p->total, p->calls);
      separator = ",";
    }
  fputs ("]}", out);
}

void
write_ranges (const struct report *report, const struct trace *trace, double span,
	      FILE *out)
{
  struct ranges r = { .report = report, .width = span / BINS };
  for (size_t i = 0; i < trace->process_count; i++)
    follow_process (&r, &trace->processes[i]);
  fprintf (out, "\"ranges\": {\"span\": %.0f, \"bins\": %d, \"threads\": %zu, "
	   "\"functions\": [", span, BINS, r.threads);
  for (size_t i = 0; i < r.count; i++)
    {
      fputs (i ? ",\n" : "", out);
      write_activity (&r, r.activities[i], out);
      free (r.activities[i]);
    }
  fputs ("]},\n", out);
  free (r.activities);
}
