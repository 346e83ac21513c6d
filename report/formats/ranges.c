/* ranges.c - what functions did in each part of the run.  See html.h.

   SPDX-License-Identifier: Apache-2.0

     "ranges": {"span": ns, "bins": N, "threads": how many,
		"functions": [{"name": "leaf", "function": "int leaf(int)",
			       "where": "a.c:12",
			       "bins": [bin, self, total, calls, ...]}, ...]}

   From the traces, if there are any.  The time is divided into bins, and each
   call counts where it began; times are divided among the bins that they are
   in, and those of all threads are added up.  TOTAL is of outermost calls, as
   in tables.  Bins in which a function did nothing are left out.

   A trace has what recording took, too.  Each function has as much less in all
   parts as the profile says that it has on the whole (load-times.c): that is
   known once the traces have been followed, which therefore happens twice.  */

#include "base/json.h"
#include "formats/html.h"
#include "model/addresses.h"
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
  const char *file;		/* as the profile has it, or null */
  double self, cost;		/* what the profile has of it */
  double kept;			/* the part of its time that is its own */
  struct part parts[BINS];
};

struct ranges {
  const struct report *report;
  double width;			/* of a bin, ns */
  struct activity **activities;
  size_t count, room, threads;
  double *self, *cost;		/* by the profile's places */
};

/* A point of a thread's time, and how much of the time before it is not
   recording's.  */
struct point { double time, kept; };

/* A thread that is followed: its open calls, and how often each place of its
   process is among them, and since when.  It is at NOW; KEPT has how much was
   kept before each bin.  */
struct follower {
  struct ranges *ranges;
  struct activity **of_place;
  uint32_t *open, *stack;
  struct point *since, now;
  double kept[BINS + 1];
  size_t depth, room;
};

/* ---- Activities  */

/* Returns whether FILE, of the profile, is PATH, which may have its directory
   in front.  */
static bool
is_file (const char *file, const char *path)
{
  return same_text (file, path) || (file && path && same_file (file, path));
}

/* Finds what the profile has of A.  */
static void
look_up (const struct ranges *r, struct activity *a)
{
  const struct trace_place *place = a->place;
  for (size_t i = 0; i < r->report->profile.place_count; i++)
    {
      const struct place *p = &r->report->profile.places[i];
      if (p->line == place->line && p->tag == place->tag
	  && same_text (p->name, place->name) && is_file (p->file, place->file))
	{
	  a->file = p->file;
	  a->self += r->self[i];
	  a->cost += r->cost[i];
	}
    }
}

static struct activity *
find_activity (struct ranges *r, const struct trace_place *place)
{
  for (size_t i = 0; i < r->count; i++)
    {
      const struct trace_place *p = r->activities[i]->place;
      if (p->line == place->line && p->tag == place->tag
	  && same_text (p->label, place->label)
	  && same_text (p->file, place->file))
	return r->activities[i];
    }
  struct activity *made = allocate (1, sizeof *made);
  made->place = place;
  made->file = place->file;
  made->kept = 1;
  look_up (r, made);
  return ONE_MORE (r->activities, r->count, r->room) = made;
}

static size_t
bin_of (const struct ranges *r, double time)
{
  size_t bin = time > 0 ? (size_t) (time / r->width) : 0;
  return bin < BINS ? bin : BINS - 1;
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
  ONE_MORE (f->stack, f->depth, f->room) = m->place;
  if (!m->is_cut)
    a->parts[bin_of (f->ranges, f->now.time)].calls++;
  if (f->open[m->place]++ == 0)
    f->since[m->place] = f->now;
}

/* Ends the outermost call of the innermost call's place.  Each bin has what
   was kept while the call was open in it.  */
static void
leave (struct follower *f)
{
  if (f->depth == 0)
    return;
  uint32_t place = f->stack[--f->depth];
  if (--f->open[place])
    return;
  struct part *parts = f->of_place[place]->parts;
  size_t first = bin_of (f->ranges, f->since[place].time);
  size_t last = bin_of (f->ranges, f->now.time);
  for (size_t i = first; i <= last; i++)
    parts[i].total += (float) ((i < last ? f->kept[i + 1] : f->now.kept)
			       - (i > first ? f->kept[i] : f->since[place].kept));
}

/* Moves the thread to TIME.  The innermost call took that by itself; outside
   of calls nothing is recorded.  */
static void
go_on (struct follower *f, double time)
{
  const struct ranges *r = f->ranges;
  struct activity *a = f->depth ? f->of_place[f->stack[f->depth - 1]] : NULL;
  size_t last = bin_of (r, time);
  for (size_t i = bin_of (r, f->now.time); i <= last; i++)
    {
      double end = i < last ? (double) (i + 1) * r->width : time;
      double kept = end > f->now.time ? (end - f->now.time) * (a ? a->kept : 1) : 0;
      if (a)
	a->parts[i].self += (float) kept;
      f->now = (struct point) { fmax (end, f->now.time), f->now.kept + kept };
      f->kept[i + 1] = f->now.kept;
    }
}

static void
follow (struct follower *f, const struct trace_thread *thread)
{
  const struct trace_process *process = thread->process;
  struct trace_cursor cursor;
  struct trace_moment m;
  memset (f->open, 0, process->place_count * sizeof *f->open);
  memset (f->kept, 0, sizeof f->kept);
  f->depth = 0;
  f->now = (struct point) { 0, 0 };
  trace_follow (&cursor, thread);
  while (trace_next (&cursor, &m))
    {
      go_on (f, (double) m.time);
      if (m.what == TRACE_ENTER)
	enter (f, process, &m);
      else if (m.what == TRACE_LEAVE)
	leave (f);
      else if (m.what == TRACE_ATOMIC)
	activity_of (f, process, m.place)
	  ->parts[bin_of (f->ranges, f->now.time)].calls++;
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
write_activity (const struct ranges *r, const struct activity *a,
		struct json *json)
{
  char *where = !a->file ? NULL
		: print_string ("%s:%u", shown_file (r->report, a->file),
				a->place->line);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "name", a->place->label);
  json_string (json, "function", a->place->name);
  json_string (json, "where", where);
  free (where);
  json_array (json, "bins");
  for (size_t i = 0; i < BINS; i++)
    {
      const struct part *p = &a->parts[i];
      if (!(p->self > 0) && !(p->total > 0) && !p->calls)
	continue;
      json_count (json, NULL, i);
      json_real (json, NULL, (double) p->self, 0);
      json_real (json, NULL, (double) p->total, 0);
      json_count (json, NULL, p->calls);
    }
  json_close (json);
  json_close (json);
}

/* Adds up what the profile has of each place.  */
static void
add_up_places (struct ranges *r)
{
  const struct profile *profile = &r->report->profile;
  r->self = allocate (profile->place_count + 1, sizeof *r->self);
  r->cost = allocate (profile->place_count + 1, sizeof *r->cost);
  for (size_t i = 0; i < r->report->process_count; i++)
    {
      const struct process *p = r->report->processes[i];
      for (size_t t = 0; t < p->thread_count; t++)
	{
	  const struct tree *tree = &profile->threads[p->first_thread + t]->tree;
	  for (uint32_t j = 0; j < tree->count; j++)
	    {
	      r->self[tree->nodes[j].place] += tree->nodes[j].self;
	      r->cost[tree->nodes[j].place] += tree->nodes[j].cost;
	    }
	}
    }
}

/* Returns whether TRACE has all that the profile has.  */
static bool
is_whole (const struct report *report, const struct trace *trace)
{
  bool result = trace->process_count == report->process_count;
  for (size_t i = 0; i < trace->process_count; i++)
    result &= !trace->processes[i].header.stopped && !trace->processes[i].header.dropped;
  return result;
}

/* Chooses, after the traces were followed, what is kept of each activity's
   time, and forgets the rest: as much as the profile has of it, or, of a part
   of it, the share that it has beside what recording took.  */
static void
choose_kept (struct ranges *r, bool whole)
{
  for (size_t i = 0; i < r->count; i++)
    {
      struct activity *a = r->activities[i];
      double traced = 0, known = a->self + a->cost;
      for (size_t bin = 0; bin < BINS; bin++)
	traced += (double) a->parts[bin].self;
      memset (a->parts, 0, sizeof a->parts);
      if (whole && traced > 0)
	a->kept = fmin (1, a->self / traced);
      else if (known > 0)
	a->kept = a->self / known;
    }
}

static void
follow_all (struct ranges *r, const struct trace *trace)
{
  r->threads = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    follow_process (r, &trace->processes[i]);
}

void
write_ranges (const struct report *report, const struct trace *trace,
	      double span, struct json *json)
{
  struct ranges r = { .report = report, .width = span / BINS };
  add_up_places (&r);
  follow_all (&r, trace);
  choose_kept (&r, is_whole (report, trace));
  follow_all (&r, trace);
  json_line (json);
  json_object (json, "ranges");
  json_real (json, "span", span, 0);
  json_count (json, "bins", BINS);
  json_count (json, "threads", r.threads);
  json_array (json, "functions");
  for (size_t i = 0; i < r.count; i++)
    {
      write_activity (&r, r.activities[i], json);
      free (r.activities[i]);
    }
  json_close (json);
  json_close (json);
  free (r.activities);
  free (r.self);
  free (r.cost);
}
