/* ranges.c - what functions did in each part of the run.  See html.h.

   SPDX-License-Identifier: Apache-2.0

     "ranges": {"span": ns, "bins": N, "threads": how many, "joined": how many,
		"functions": [{"name": "leaf", "function": "int leaf(int)",
			       "where": "a.c:12", "place": number}, ...],
		"paths": [parent, function, ...],
		"parts": [[bin, self, calls, ...], ...]}

   From the traces, if there are any.  The time is divided into bins.  Each
   call path, of which PARENT is a smaller number, has the time that it took by
   itself in each bin, of all threads, and the calls that began there; bins
   without are left out.  PLACE is one of the page's, or missing.  JOINED calls
   are with a shorter path that ends alike: there was no room for theirs.

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

enum { BINS = 300, MOST_PATHS = 60000 };

/* A path's figures in a bin; and in all bins, in order.  */
struct part { uint32_t bin, calls; double self; };
struct parts { struct part *parts; size_t count, room, last; };

/* A function, or an event at a point of the source, in all processes that have
   it.  */
struct activity {
  const struct trace_place *place;
  const char *file;		/* as the profile has it, or null */
  double self, cost;		/* what the profile has of it */
  double traced;		/* what the traces have */
  double kept;			/* the part of its time that is its own */
  uint32_t number;		/* among all */
  size_t page_place;		/* in the page, or SIZE_MAX */
};

struct ranges {
  const struct report *report;
  double width;			/* of a bin, ns */
  struct activity **activities;
  size_t count, room, threads, joined;
  double *self, *cost;		/* by the profile's places */
  struct tree paths;		/* places are numbers of activities */
  struct parts *parts;		/* by path */
  size_t parts_count, parts_room;
  bool chosen;			/* what is kept of each activity's time */
};

/* A thread that is followed: its open calls, as places of its process, and as
   paths; the first one is the root.  */
struct follower {
  struct ranges *ranges;
  struct activity **of_place;
  uint32_t *stack;
  size_t depth, room;
  double now;
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
	  a->page_place = i;
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
  made->number = (uint32_t) r->count;
  made->page_place = SIZE_MAX;
  look_up (r, made);
  return ONE_MORE (r->activities, r->count, r->room) = made;
}

static uint32_t
bin_of (const struct ranges *r, double time)
{
  uint32_t bin = time > 0 ? (uint32_t) fmin (time / r->width, BINS) : 0;
  return bin < BINS ? bin : BINS - 1;
}

/* ---- Paths  */

/* Returns what PATH has in BIN.  */
static struct part *
part_of (struct ranges *r, uint32_t path, uint32_t bin)
{
  while (r->parts_count <= path)
    ONE_MORE (r->parts, r->parts_count, r->parts_room) = (struct parts) { 0 };
  struct parts *all = &r->parts[path];
  size_t at = all->last;
  if (at < all->count && all->parts[at].bin == bin)
    return &all->parts[at];
  for (at = all->count; at > 0 && all->parts[at - 1].bin >= bin;)
    at--;
  all->last = at;
  if (at < all->count && all->parts[at].bin == bin)
    return &all->parts[at];
  all->parts = room_for_one (all->parts, all->count, &all->room,
			     sizeof *all->parts);
  memmove (&all->parts[at + 1], &all->parts[at],
	   (all->count++ - at) * sizeof *all->parts);
  all->parts[at] = (struct part) { .bin = bin };
  return &all->parts[at];
}

/* Returns the path of ACTIVITY called in OUTER; without room for one more, the
   nearest around it that ends alike, or else that of ACTIVITY alone.  */
static uint32_t
path_within (struct ranges *r, uint32_t outer, const struct activity *activity)
{
  struct tree *paths = &r->paths;
  uint32_t path = tree_find (paths, outer, activity->number);
  if (path != NO_NODE)
    return path;
  if (paths->count < MOST_PATHS)
    return tree_node (paths, outer, activity->number, 0);
  r->joined++;
  while (outer && paths->nodes[outer].place != activity->number)
    outer = paths->nodes[outer].parent;
  return outer ? outer : tree_node (paths, 0, activity->number, 0);
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

/* Returns the path of PLACE, called where the thread is.  */
static uint32_t
path_of (struct follower *f, const struct trace_process *process,
	 uint32_t place)
{
  return path_within (f->ranges, f->stack[f->depth - 1],
		      activity_of (f, process, place));
}

static void
count_call (struct follower *f, uint32_t path)
{
  if (f->ranges->chosen)
    part_of (f->ranges, path, bin_of (f->ranges, f->now))->calls++;
}

/* Moves the thread to TIME.  The innermost call took that by itself; outside
   of calls nothing is recorded.  */
static void
go_on (struct follower *f, double time)
{
  struct ranges *r = f->ranges;
  uint32_t path = f->stack[f->depth - 1], last = bin_of (r, time);
  if (f->depth > 1 && time > f->now)
    {
      struct activity *a = r->activities[r->paths.nodes[path].place];
      if (!r->chosen)
	a->traced += time - f->now;
      else
	for (uint32_t i = bin_of (r, f->now); i <= last; i++)
	  {
	    double end = i < last ? (double) (i + 1) * r->width : time;
	    part_of (r, path, i)->self += fmax (0, end - f->now) * a->kept;
	    f->now = fmax (end, f->now);
	  }
    }
  f->now = fmax (time, f->now);
}

static void
follow (struct follower *f, const struct trace_thread *thread)
{
  const struct trace_process *process = thread->process;
  struct trace_cursor cursor;
  struct trace_moment m;
  f->depth = 0;
  f->now = 0;
  ONE_MORE (f->stack, f->depth, f->room) = 0;
  trace_follow (&cursor, thread);
  while (trace_next (&cursor, &m))
    {
      go_on (f, (double) m.time);
      if (m.what == TRACE_ENTER)
	{
	  uint32_t path = path_of (f, process, m.place);
	  ONE_MORE (f->stack, f->depth, f->room) = path;
	  if (!m.is_cut)
	    count_call (f, path);
	}
      else if (m.what == TRACE_LEAVE && f->depth > 1)
	f->depth--;
      else if (m.what == TRACE_ATOMIC)
	count_call (f, path_of (f, process, m.place));
    }
  trace_done (&cursor);
}

static void
follow_process (struct ranges *r, const struct trace_process *process)
{
  size_t count = process->place_count + 1;
  struct follower f = { .ranges = r,
			.of_place = allocate (count, sizeof *f.of_place) };
  for (size_t i = 0; i < process->thread_count; i++)
    follow (&f, &process->threads[i]);
  r->threads += process->thread_count;
  free (f.of_place);
  free (f.stack);
}

/* ---- Output  */

static void
write_activity (const struct ranges *r, const struct activity *a,
		struct json *json)
{
  OWNED char *where = !a->file ? NULL
		      : print_string ("%s:%u", shown_file (r->report, a->file),
				      a->place->line);
  json_line (json);
  json_object (json, NULL);
  json_string (json, "name", a->place->label);
  json_string (json, "function", a->place->name);
  json_string (json, "where", where);
  if (a->page_place != SIZE_MAX)
    json_count (json, "place", a->page_place);
  json_close (json);
}

static void
write_paths (const struct ranges *r, struct json *json)
{
  json_line (json);
  json_array (json, "paths");
  for (uint32_t i = 1; i < r->paths.count; i++)
    {
      json_count (json, NULL, r->paths.nodes[i].parent);
      json_count (json, NULL, r->paths.nodes[i].place);
    }
  json_close (json);
  json_array (json, "parts");
  for (uint32_t i = 1; i < r->paths.count; i++)
    {
      json_array (json, NULL);
      for (size_t j = 0; i < r->parts_count && j < r->parts[i].count; j++)
	{
	  json_count (json, NULL, r->parts[i].parts[j].bin);
	  json_real (json, NULL, r->parts[i].parts[j].self, 0);
	  json_count (json, NULL, r->parts[i].parts[j].calls);
	}
      json_close (json);
    }
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
	  const struct tree *tree
	    = &profile->threads[p->first_thread + t]->tree;
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
    result &= !trace->processes[i].header.stopped
	      && !trace->processes[i].header.dropped;
  return result;
}

/* Chooses, after the traces were followed, what is kept of each activity's
   time: as much as the profile has of it, or, of a part of it, the share that
   it has beside what recording took.  */
static void
choose_kept (struct ranges *r, bool whole)
{
  for (size_t i = 0; i < r->count; i++)
    {
      struct activity *a = r->activities[i];
      double known = a->self + a->cost;
      if (whole && a->traced > 0)
	a->kept = fmin (1, a->self / a->traced);
      else if (known > 0)
	a->kept = a->self / known;
    }
  r->chosen = true;
}

static void
follow_all (struct ranges *r, const struct trace *trace)
{
  r->threads = r->joined = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    follow_process (r, &trace->processes[i]);
}

static void
free_ranges (struct ranges *r)
{
  for (size_t i = 0; i < r->count; i++)
    free (r->activities[i]);
  for (size_t i = 0; i < r->parts_count; i++)
    free (r->parts[i].parts);
  free (r->activities);
  free (r->parts);
  free (r->paths.nodes);
  index_free (&r->paths.index);
  free (r->self);
  free (r->cost);
}

void
write_ranges (const struct report *report, const struct trace *trace,
	      double span, struct json *json)
{
  struct ranges r = { .report = report, .width = span / BINS };
  add_up_places (&r);
  tree_node (&r.paths, NO_NODE, 0, 0);
  follow_all (&r, trace);
  choose_kept (&r, is_whole (report, trace));
  follow_all (&r, trace);
  json_line (json);
  json_object (json, "ranges");
  json_real (json, "span", span, 0);
  json_count (json, "bins", BINS);
  json_count (json, "threads", r.threads);
  json_count (json, "joined", r.joined);
  json_array (json, "functions");
  for (size_t i = 0; i < r.count; i++)
    write_activity (&r, r.activities[i], json);
  json_close (json);
  write_paths (&r, json);
  json_close (json);
  free_ranges (&r);
}
