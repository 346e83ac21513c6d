/* critical-path.c - what determines how long a program of several processes, or
   of several threads, takes.

   SPDX-License-Identifier: Apache-2.0

   The critical path leads from the end of the process that ends last back to
   where it last waited for another one; from there it follows that other one,
   at the moment that it came; and so on.  Whatever is on this path makes the
   program longer.  To find how much time would be saved if a part of it were
   faster, all calls in which processes meet are visited once more, and each
   process comes to them earlier by what it has saved until then; others may
   then be the late ones.
   Where a thread waits for a lock that another thread of its process holds, it
   is not known what that thread does meanwhile, so the savings there, and
   before that, are not known either.  */

#include "sums/waiting/encounters.h"
#include "base/order.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The time that a rank spends on a path, and a part that is on it.  */
struct on_rank { double time; const struct phase_part *part; uint32_t thread; };

/* For each path: how much of it is on the critical path, in all and by rank;
   and the time that all processes spend there.  */
#define LEAST_LOCKED_PERCENT 1
#define MOST_LOCKED_PERCENT 10	/* of a path, whose gain is known then */
struct sums
{
  struct report *report;
  struct histories histories;
  double *critical, *all, *locked; /* LOCKED: where threads wait for locks */
  struct on_rank **by_rank;
  double *to;			/* of these, where time is added */
  bool is_locked, *estimated;	/* the latter by path */
  const bool *locked_regions;	/* of a process by itself; 0: none */
  const struct history *history;
};

/* Returns how many processes the program has.  */
static uint32_t
ranks_of (const struct report *report)
{
  return report->peers.threads ? report->peers.threads : 1;
}

static void
add_part (void *closure, const struct phase_part *part, double time,
	  double ready __attribute__ ((unused)))
{
  struct sums *sums = closure;
  uint32_t path = part->path;
  if (path == NO_NODE || !(time > 0))
    return;
  sums->to[path] += time;
  if (sums->to != sums->critical)
    return;
  if (sums->is_locked
      || (sums->locked_regions && sums->locked_regions[part->region]))
    sums->locked[path] += time;
  if (!sums->by_rank[path])
    sums->by_rank[path]
      = allocate (ranks_of (sums->report), sizeof **sums->by_rank);
  const struct history *h = sums->history;
  struct on_rank *row = &sums->by_rank[path][h->process->peers.rank];
  row->time += time;
  row->part = part;
  row->thread = h->thread;
}

/* Returns whether threads wait for locks at PLACE, or for tasks, threads or
   what comes from outside, of which it is not known what happens meanwhile:
   they are not IN_REGION.  */
static bool
is_lock (const struct report *report, const struct place *place, bool in_region)
{
  enum role role = role_of_place (place);
  return (role == ROLE_LOCK || role == ROLE_ACQUIRE || role == ROLE_TURN
	  || (!in_region && (role == ROLE_TASK_WAIT || awaits_others (place))))
	 && !is_communication (report, place);
}

/* Returns whether it is known which threads, or calls, had PART's time.  */
static bool
is_divided (const struct report *report, const struct phase_part *part)
{
  return (part->region
	  && report->peers.regions.rows[part->region - 1].worker_count);
}

struct locked_time { double time, all; };
/* By the number of the region, if BY_REGION; or all.  */
struct locks { const struct report *report; bool by_region;
	       struct locked_time *times; };

static void
add_lock (void *closure, const struct phase_part *part, double time,
	  double ready __attribute__ ((unused)))
{
  const struct locks *of = closure;
  struct locked_time *locks = &of->times[of->by_region ? part->region : 0];
  locks->all += time;
  if (part->node != NO_NODE
      && is_lock (of->report, place_in_phase (of->report, part),
		  is_divided (of->report, part)))
    locks->time += time;
}

static bool
is_much (const struct locked_time *locks)
{
  return locks->time > locks->all * LEAST_LOCKED_PERCENT / 100;
}

/* Returns whether H's thread waited long enough for these, between FROM and TO,
   to matter.  */
static bool
is_locked (const struct sums *sums, const struct history *h, double from,
	   double to)
{
  struct locked_time time = { 0, 0 };
  struct locks locks = { sums->report, false, &time };
  visit_parts (h, from, to, add_lock, &locks);
  return is_much (&time);
}

/* Returns, by number, in which regions of H's process threads waited so, and
   whether it did so outside of them; allocated.  */
static bool *
find_locked_regions (const struct report *report, const struct history *h)
{
  size_t count = report->peers.regions.count + 1;
  bool *result = allocate (count, sizeof *result);
  struct locked_time *times = allocate (count, sizeof *times);
  struct locks locks = { report, true, times };
  visit_parts (h, -INFINITY, INFINITY, add_lock, &locks);
  for (size_t i = 0; i < count; i++)
    result[i] = is_much (&times[i]);
  free (times);
  return result;
}

static double
end_of (const struct history *h)
{
  return h->span_count ? h->spans[h->span_count - 1].to : 0;
}

/* Returns when the call E could go on.  */
static double
end_of_wait (const struct encounter *e)
{
  return fmax (e->began, fmin (e->late ? e->late_came : e->came, e->left));
}

/* Returns the last call in which H's process had waited before TIME; null if
   there was none.  */
static const struct encounter *
last_wait (const struct history *h, double time)
{
  for (size_t i = calls_before (h, time); i-- > 0;)
    if (h->calls[i]->late && h->calls[i]->waited > 0
	&& h->calls[i]->began + h->calls[i]->waited < time)
      return h->calls[i];
  return NULL;
}

/* Goes along the critical path.  Returns how long it is.  */
static double
follow (struct sums *sums)
{
  const struct history *h = sums->histories.rows;
  for (size_t i = 1; i < sums->histories.count; i++)
    if (end_of (&sums->histories.rows[i]) > end_of (h))
      h = &sums->histories.rows[i];
  const struct encounter *e = NULL;
  double time = end_of (h), end = time, from = time;
  for (; h && h->span_count;
       h = history_of (&sums->histories, e->late, e->late_thread))
    {
      e = last_wait (h, time);
      from = e ? e->began + e->waited : h->spans->from;
      sums->to = sums->critical;
      sums->history = h;
      sums->is_locked
	= !sums->locked_regions && is_locked (sums, h, from, time);
      visit_parts (h, from, time, add_part, sums);
      if (!e)
	break;
      time = fmin (e->late_came, from);
    }
  return end - from;
}

/* ---- What if  */

enum { MOST_CALLS = 400000, MOST_ASKED = 8, LEAST_ASKED_PERCENT = 1 };
#define FASTER 0.1

/* In this order, if they are at the same time.  */
enum point_kind { CAME, BEGAN, LATE_CAME, WAITED };
struct point { double time; uint32_t call; enum point_kind kind; };

/* Another course of the program.  A thread is AT some time of the real one,
   SHIFT earlier or later.  */
struct course
{
  struct sums *sums;
  const struct encounter *calls;
  struct point *points;
  size_t point_count;
  uint32_t path;		/* what is faster */
  double *gains;		/* by region: the part of its time that this
				   saves */
  double *at, *shift;		/* by history */
  double *late_came;		/* by call */
  double *all_came;		/* by meeting */
  double time;
};

ORDER (by_time, struct point, RISING (time) RISING (kind))

static void
list_points (struct course *c, const struct encounters *all)
{
  c->points = allocate (4 * all->count, sizeof *c->points);
  for (uint32_t i = 0; i < all->count; i++)
    {
      const struct encounter *e = &all->rows[i];
      c->points[c->point_count++] = (struct point) { e->came, i, CAME };
      c->points[c->point_count++] = (struct point) { e->began, i, BEGAN };
      c->points[c->point_count++]
	= (struct point) { end_of_wait (e), i, WAITED };
      if (e->late)
	c->points[c->point_count++]
	  = (struct point) { e->late_came, i, LATE_CAME };
    }
  SORT (c->points, c->point_count, by_time);
}

static void
add_faster (void *closure, const struct phase_part *part, double time,
	    double ready __attribute__ ((unused)))
{
  struct course *c = closure;
  if (is_divided (c->sums->report, part))
    c->time += time * c->gains[part->region - 1];
  else if (part->path == c->path && part->path != NO_NODE)
    c->time += time * FASTER;
}

/* Returns the number of H.  */
static size_t
number_of (const struct course *c, const struct history *h)
{
  return h - c->sums->histories.rows;
}

/* Returns the history of THREAD of PROCESS; null if nothing is known of it.  */
static const struct history *
find (const struct course *c, const struct process *process, uint32_t thread)
{
  return history_of (&c->sums->histories, process, thread);
}

/* Moves H's thread on to TIME of the real course.  Returns its time here; TIME
   if H is null.  */
static double
advance (struct course *c, const struct history *h, double time)
{
  if (!h)
    return time;
  size_t i = number_of (c, h);
  if (time > c->at[i])
    {
      c->time = 0;
      visit_parts (h, c->at[i], time, add_faster, c);
      c->shift[i] -= c->time;
      c->at[i] = time;
    }
  return c->at[i] + c->shift[i];
}

/* Lets the thread of E, which in the real course waits until TIME, continue
   when those that it waits for have come.  */
static void
wait (struct course *c, const struct encounter *e, double time)
{
  size_t i = number_of (c, find (c, e->process, e->thread));
  double now = c->at[i] + c->shift[i];
  if (e->meeting && e->waits_for_all)
    now = fmax (now, c->all_came[e->meeting]);
  else if (e->late)
    now = fmax (now, c->late_came[e - c->calls]);
  if (time > c->at[i])
    c->at[i] = time;
  c->shift[i] = now - c->at[i];
}

/* Returns how long the program takes if PATH is faster.  */
static double
time_if_faster (struct course *c, uint32_t path)
{
  const struct histories *histories = &c->sums->histories;
  double end = 0;
  const struct regions *regions = &c->sums->report->peers.regions;
  c->path = path;
  for (size_t i = 0; i < regions->count; i++)
    c->gains[i] = gain_in (&regions->rows[i], path, FASTER);
  for (size_t i = 0; i < histories->count; i++)
    {
      const struct history *h = &histories->rows[i];
      c->at[i] = h->span_count ? h->spans->from : 0;
      c->shift[i] = 0;
    }
  for (uint32_t i = 0; i <= c->sums->report->peers.encounters.meetings; i++)
    c->all_came[i] = -INFINITY;
  for (size_t i = 0; i < c->point_count; i++)
    {
      const struct point *p = &c->points[i];
      const struct encounter *e = &c->calls[p->call];
      if (p->kind == WAITED)
	wait (c, e, p->time);
      else if (p->kind == LATE_CAME)
	c->late_came[p->call]
	  = advance (c, find (c, e->late, e->late_thread), p->time);
      else if (p->kind == BEGAN)
	advance (c, find (c, e->process, e->thread), p->time);
      else
	c->all_came[e->meeting]
	  = fmax (c->all_came[e->meeting],
		  advance (c, find (c, e->process, e->thread), p->time));
    }
  for (size_t i = 0; i < histories->count; i++)
    if (histories->rows[i].span_count)
      end = fmax (end, advance (c, &histories->rows[i],
				end_of (&histories->rows[i])));
  return end;
}

/* Returns whether it can be known what would be gained on the path of ROW.  */
static bool
may_ask (const struct report *report, const struct sums *sums,
	 const struct critical *row)
{
  const struct place *place = &report->profile.places[row->place];
  return place->kind != PLACE_THREAD && !is_lock (report, place, false)
	 && sums->locked[row->path] * 100 <= row->time * MOST_LOCKED_PERCENT;
}

static void
ask (struct report *report, struct sums *sums)
{
  struct criticals *rows = &report->peers.criticals;
  const struct encounters *all = &report->peers.encounters;
  struct course c = { .sums = sums, .calls = all->rows, .path = NO_NODE };
  if (all->count > MOST_CALLS)
    return;
  list_points (&c, all);
  c.gains = allocate (report->peers.regions.count, sizeof *c.gains);
  c.at = allocate (sums->histories.count, sizeof *c.at);
  c.shift = allocate (sums->histories.count, sizeof *c.shift);
  c.late_came = allocate (all->count, sizeof *c.late_came);
  c.all_came = allocate (all->meetings + 1, sizeof *c.all_came);
  double now = time_if_faster (&c, NO_NODE);
  for (size_t i = 0; i < rows->count && i < MOST_ASKED; i++)
    {
      struct critical *row = &rows->rows[i];
      if (row->time * 100 < rows->length * LEAST_ASKED_PERCENT)
	break;
      if (!may_ask (report, sums, row))
	continue;
      row->gain_known = true;
      row->gain = fmax (0, now - time_if_faster (&c, row->path));
    }
  free (c.points);
  free (c.gains);
  free (c.at);
  free (c.shift);
  free (c.late_came);
  free (c.all_came);
}

/* ---- All  */

ORDER (by_falling_time, struct critical, FALLING (time) RISING (path))

/* Notes in ROW which thread of its rank is on the path, according to ON: one
   that does not itself meet other ranks, or one that the rank's first thread
   waits for there.  Of a process by itself, the first one is noted, too.  */
static void
set_worker (struct report *report, const struct on_rank *on,
	    struct critical *row)
{
  const struct place *place = &report->profile.places[row->place];
  enum role role = role_of_place (place);
  bool waits = role == ROLE_AWAIT || role == ROLE_TEAM_WAIT
	       || is_lock (report, place, false);
  uint32_t number
    = waits || report->peers.encounters.count ? on->thread : NO_NODE;
  row->worker = find_worker (report, on->part, number, &row->worker_place);
}

static void
add_row (struct report *report, const struct sums *sums, uint32_t path,
	 bool estimated)
{
  struct criticals *rows = &report->peers.criticals;
  const struct path *paths = report->peers.paths.rows;
  const struct on_rank *by_rank = sums->by_rank[path];
  uint32_t caller = paths[path].caller;
  struct critical row = {
    .path = path, .place = paths[path].place,
    .caller = caller == NO_NODE ? NO_NODE : paths[caller].place,
    .time = sums->critical[path], .estimated = estimated,
    .worker_place = NO_NODE,
    .mean = sums->all[path] / ranks_of (report)
  };
  for (uint32_t i = 0; i < ranks_of (report); i++)
    if (by_rank[i].time > by_rank[row.rank].time)
      row.rank = i;
  row.on_rank = by_rank[row.rank].time;
  set_worker (report, &by_rank[row.rank], &row);
  ONE_MORE (rows->rows, rows->count, rows->room) = row;
}

static bool
is_any_left_out (const struct encounters *all)
{
  for (size_t i = 0; i < all->count; i++)
    if (all->rows[i].is_sample)
      return true;
  return false;
}

/* Follows the path through the histories of SUMS, and adds up what all did.  */
static void
follow_all (struct report *report, struct sums *sums)
{
  bool is_alone = !report->peers.encounters.count;
  const struct histories *all = &sums->histories;
  bool *locked = is_alone ? find_locked_regions (report, all->rows) : NULL;
  sums->locked_regions = locked;
  report->peers.criticals.length = follow (sums);
  sums->to = sums->all;
  if (is_alone)
    add_means (report, all->rows->process, sums->all, sums->estimated);
  else
    for (size_t i = 0; i < all->count; i++)
      visit_parts (&all->rows[i], -INFINITY, INFINITY, add_part, sums);
  free (locked);
}

void
add_up_critical_path (struct report *report)
{
  struct criticals *rows = &report->peers.criticals;
  struct sums sums = { .report = report };
  sums.histories = report->peers.encounters.count ? read_histories (report)
		   : read_whole_run (report);
  if (!sums.histories.count)
    return;
  size_t paths = report->peers.paths.count;
  sums.critical = allocate (paths, sizeof *sums.critical);
  sums.all = allocate (paths, sizeof *sums.all);
  sums.locked = allocate (paths, sizeof *sums.locked);
  sums.by_rank = allocate (paths, sizeof *sums.by_rank);
  sums.estimated = allocate (paths, sizeof *sums.estimated);
  follow_all (report, &sums);
  bool estimated = is_any_left_out (&report->peers.encounters)
		   || !has_all_teams (report);
  bool gains_known = note_open_waits (report);
  for (uint32_t i = 0; i < paths; i++)
    if (sums.by_rank[i])
      {
	add_row (report, &sums, i, estimated || sums.estimated[i]);
	free (sums.by_rank[i]);
      }
  SORT (rows->rows, rows->count, by_falling_time);
  if (!estimated && gains_known)
    ask (report, &sums);
  free (sums.critical);
  free (sums.all);
  free (sums.locked);
  free (sums.by_rank);
  free (sums.estimated);
  free_histories (&sums.histories);
}
