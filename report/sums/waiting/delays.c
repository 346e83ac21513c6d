/* delays.c - why processes waited: what those did longer that came late.

   SPDX-License-Identifier: Apache-2.0

   When two processes last met, neither was late.  Since then the late one has
   spent more time in some functions than the one that waits for it: these
   caused the delay, each by the difference.  If the late one has itself waited
   longer, that part of the delay is not its own: it is passed on to what it
   waited for.
   So calls are visited from the last to the first, and each is charged with the
   waiting in it and with what has been passed on to it.

   Time in which the late one was ready, but had no processor, is kept apart.

   These are the delay costs of D. Boehme, M. Geimer, L. Arnold, F. Voigtlaender
   and F. Wolf, "Identifying the root causes of wait states in large-scale
   parallel applications", 2016.  */

#include "base/arena.h"
#include "base/index.h"
#include "base/order.h"
#include "hash.h"
#include "model/roles.h"
#include "sums/waiting/windows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A process did something on a path, or was ready there for a processor.  */
enum way { DID, WAS_READY, WAYS };

/* The time that one of them spent on each path, and a part of each path.  */
struct profile_of { double *times[WAYS]; const struct phase_part **parts;
		    uint32_t *paths, count; double waited; };

struct delaying
{
  struct report *report;
  struct windows windows;
  double *passed_on;		/* to each call, as the report lists them */
  struct profile_of own, theirs;
  uint32_t *waiters;		/* of each meeting */
  double *weights;		/* of what is listed of each place */
  char *has_known;		/* of each place: a listed wait that is known */
  struct index rows;		/* of the report's delays */
};

/* ---- What they did  */

static void
add_part (void *closure, const struct phase_part *part, double time,
	  double ready)
{
  struct profile_of *profile = closure;
  uint32_t path = part->path;
  if (path == NO_NODE || !(time > 0))
    return;
  if (!profile->parts[path])
    profile->paths[profile->count++] = path;
  profile->times[DID][path] += time - ready;
  profile->times[WAS_READY][path] += ready;
  profile->parts[path] = part;
}

static void
take_profile (struct profile_of *profile, const struct history *h, double from,
	      double to)
{
  while (profile->count)
    {
      uint32_t path = profile->paths[--profile->count];
      profile->times[DID][path] = profile->times[WAS_READY][path] = 0;
      profile->parts[path] = NULL;
    }
  profile->waited = waited_until (h, to) - waited_until (h, from);
  visit_parts (h, from, to, add_part, profile);
}

/* ---- What caused the delay  */

/* Returns the kind of delay that PART causes: a function that was mostly off
   the processor waited for the system.  */
static enum delay_kind
kind_of (const struct report *report, const struct phase_part *part)
{
  const struct place *p = place_in_phase (report, part);
  const struct tree *tree = &report->profile.threads[part->thread]->tree;
  const struct node *node = &tree->nodes[part->node];
  if (is_communication (report, p))
    return strncmp (p->name, "MPI_File_", 9) ? DELAY_COMMUNICATION : DELAY_IO;
  if (p->kind == PLACE_EVENT && model_has_teams (p->tag))
    return DELAY_THREADS;
  return node->waiting > node->self / 2 ? DELAY_BLOCKED : DELAY_COMPUTING;
}

ELEMENTS (row, struct delay,
	  gasp_mix (gasp_mix ((uint64_t) x->path << 32 | x->late)
		    + x->was_ready),
	  x->path == y->path && x->late == y->late
	  && x->was_ready == y->was_ready)

static struct delay *
row_of (struct delaying *d, struct report *report, uint32_t path, enum way way,
	uint32_t late)
{
  struct delays *delays = &report->peers.delays;
  const struct path *paths = report->peers.paths.rows;
  const struct delay wanted = { .path = path, .late = late,
				.was_ready = way == WAS_READY };
  uint32_t number
    = index_number (&d->rows, delays->count, hash_of_row (&wanted, 0),
		    hash_of_row, is_row, delays->rows, &wanted);
  if (number < delays->count)
    return &delays->rows[number];
  struct delay *added = &ONE_MORE (delays->rows, delays->count, delays->room);
  *added = (struct delay) {
    .path = path, .place = path == NO_NODE ? NO_NODE : paths[path].place,
    .caller = NO_NODE, .late = late, .was_ready = way == WAS_READY,
    .kind = way == WAS_READY ? DELAY_READY : DELAY_UNKNOWN,
    .wait_place = NO_NODE, .worker_place = NO_NODE
  };
  if (path != NO_NODE && paths[path].caller != NO_NODE)
    added->caller = paths[paths[path].caller].place;
  return added;
}

/* Notes in ROW the thread that was late for the one of E, if that is another
   one than PART's, or waits there for one.  */
static void
set_worker (struct report *report, const struct encounter *e,
	    const struct phase_part *part, struct delay *row)
{
  row->worker = find_worker (report, part, e->late_thread, &row->worker_place);
}

/* Returns for how many calls E stands.  */
static double
weight_of (const struct delaying *d, const struct encounter *e)
{
  return e->is_sample ? d->weights[e->place] : 1;
}

/* Charges PATH, on which the one that E waited for was EXCESS longer in that
   WAY, with SHARE of what was waited there.  */
static void
charge (struct delaying *d, struct report *report, const struct encounter *e,
	uint32_t path, enum way way, double share, double excess)
{
  struct delay *row = row_of (d, report, path, way, e->late->peers.rank);
  double passed_on = d->passed_on[e - report->peers.encounters.rows] * share;
  double weight = weight_of (d, e), direct = e->waited * share * weight;
  if (path != NO_NODE && row->kind == DELAY_UNKNOWN)
    {
      row->kind = kind_of (report, d->theirs.parts[path]);
      set_worker (report, e, d->theirs.parts[path], row);
    }
  row->direct += direct;
  row->passed_on += passed_on;
  row->estimated |= e->is_sample;
  if (e->waited > 0)
    row->excess += excess * weight / (e->meeting ? d->waiters[e->meeting] : 1);
  if (direct > row->waited_there)
    {
      row->waited_there = direct;
      row->wait_place = e->place;
    }
}

/* Passes on SHARE of what E is charged with to the calls in which its late
   process had waited since FROM.  */
static void
pass_on (struct delaying *d, const struct encounter *e, double from,
	 double share)
{
  const struct encounter *all = d->report->peers.encounters.rows;
  const struct history *h = late_history (&d->windows, e);
  double charged = e->waited * weight_of (d, e) + d->passed_on[e - all];
  double waited = waited_until (h, e->late_came) - waited_until (h, from);
  for (size_t i = calls_before (h, e->late_came); waited > 0 && i-- > 0;)
    {
      const struct encounter *call = h->calls[i];
      if (call->began < from && call->began + call->waited <= from)
	break;
      double ended = fmin (call->began + call->waited, e->late_came);
      double within = fmax (0, ended - fmax (call->began, from));
      if (call->late)
	d->passed_on[call - all] += charged * share * within / waited;
    }
}

/* Returns how much longer the one that is late was on PATH in that WAY, or
   0.  */
static double
excess_on (const struct delaying *d, uint32_t path, enum way way)
{
  return fmax (0, d->theirs.times[way][path] - d->own.times[way][path]);
}

/* Divides WHOLE among the paths on which the one that E waited for was
   longer.  */
static void
charge_paths (struct delaying *d, struct report *report,
	      const struct encounter *e, double whole)
{
  for (uint32_t i = 0; i < d->theirs.count; i++)
    for (enum way way = 0; way < WAYS; way++)
      {
	uint32_t path = d->theirs.paths[i];
	double excess = excess_on (d, path, way);
	if (excess > 0)
	  charge (d, report, e, path, way, excess / whole, excess);
      }
}

/* Divides what E is charged with.  */
static void
divide (struct delaying *d, struct report *report, const struct encounter *e)
{
  struct window window;
  if (!find_window (&d->windows, e, &window))
    {
      /* Where few calls stand for many, those that are known do.  */
      if (!e->is_sample || !d->has_known[e->place])
	charge (d, report, e, NO_NODE, DID, 1, 0);
      return;
    }
  take_profile (&d->theirs, late_history (&d->windows, e), window.theirs,
		e->late_came);
  take_profile (&d->own, waiting_history (&d->windows, e), window.own,
		e->began);
  double waited = fmax (0, d->theirs.waited - d->own.waited), all = waited;
  for (uint32_t i = 0; i < d->theirs.count; i++)
    for (enum way way = 0; way < WAYS; way++)
      all += excess_on (d, d->theirs.paths[i], way);
  /* What is not explained by any of this is nobody's.  */
  double whole = fmax (all, e->waited);
  if (!(whole > 0))
    return;
  charge_paths (d, report, e, whole);
  if (waited > 0)
    pass_on (d, e, window.theirs, waited / whole);
  if (all < whole)
    charge (d, report, e, NO_NODE, DID, 1 - all / whole, 0);
}

/* ---- All that a process did  */

struct bounding { struct delaying *d; uint32_t late; };

static void
add_whole (void *closure, const struct phase_part *part, double time,
	   double ready)
{
  const struct bounding *b = closure;
  struct delay *rows = b->d->report->peers.delays.rows;
  for (enum way way = 0; way < WAYS; way++)
    {
      const struct delay wanted = { .path = part->path, .late = b->late,
				    .was_ready = way == WAS_READY };
      const uint32_t *entry = index_entry (&b->d->rows,
					   hash_of_row (&wanted, 0), is_row,
					   rows, &wanted);
      if (*entry != NO_ENTRY)
	rows[*entry].whole += way == WAS_READY ? ready : time - ready;
    }
}

/* Limits ROW's excess to the whole time of its process there: several others
   may have waited for the same work, one after another.  Where few calls stand
   for many, one that happened to take long may stand for more time than there
   was; the waiting for it is then reduced, too.  Returns by how much.  */
static double
bound_row (struct delay *row)
{
  double was = row->direct, reduced = row->whole / row->excess;
  if (row->excess <= row->whole)
    return 0;
  row->excess = row->whole;
  if (!row->estimated || row->path == NO_NODE)
    return 0;
  row->direct *= reduced;
  row->passed_on *= reduced;
  return was - row->direct;
}

/* Adds the time WAITED for the process LATE, mostly at PLACE, for unknown
   reasons.  */
static void
add_unknown (struct delaying *d, uint32_t late, uint32_t place, double waited)
{
  struct delay *row = row_of (d, d->report, NO_NODE, DID, late);
  row->direct += waited;
  row->estimated = true;
  if (waited > row->waited_there)
    {
      row->waited_there = waited;
      row->wait_place = place;
    }
}

static void
bound_excess (struct delaying *d)
{
  struct delays *delays = &d->report->peers.delays;
  for (size_t i = 0; delays->count && i < d->windows.histories.count; i++)
    {
      const struct history *h = &d->windows.histories.rows[i];
      struct bounding bounding = { d, h->process->peers.rank };
      visit_parts (h, -INFINITY, INFINITY, add_whole, &bounding);
    }
  for (size_t i = 0, count = delays->count; i < count; i++)
    {
      uint32_t late = delays->rows[i].late;
      double unknown = bound_row (&delays->rows[i]);
      if (unknown > 0)
	add_unknown (d, late, delays->rows[i].wait_place, unknown);
    }
}

/* ---- All  */

static int
by_falling_end (const void *a, const void *b)
{
  const struct encounter *x = *(const struct encounter *const *) a;
  const struct encounter *y = *(const struct encounter *const *) b;
  double x_end = x->began + x->waited, y_end = y->began + y->waited;
  return x_end > y_end ? -1 : x_end < y_end;
}

static int
by_falling_cost (const void *a, const void *b)
{
  const struct delay *x = a, *y = b;
  double x_cost = x->direct + x->passed_on, y_cost = y->direct + y->passed_on;
  if (x_cost != y_cost)
    return x_cost > y_cost ? -1 : 1;
  return x->path < y->path ? -1 : x->path > y->path;
}

static void
start_profile (const struct report *report, struct profile_of *profile)
{
  size_t paths = report->peers.paths.count;
  for (enum way way = 0; way < WAYS; way++)
    profile->times[way] = allocate (paths, sizeof **profile->times);
  profile->parts = allocate (paths, sizeof *profile->parts);
  profile->paths = allocate (paths, sizeof *profile->paths);
}

static void
free_profile (struct profile_of *profile)
{
  for (enum way way = 0; way < WAYS; way++)
    free (profile->times[way]);
  free (profile->parts);
  free (profile->paths);
}

/* Returns the encounters in which one waited, the last first, and sets *COUNT;
   allocated.  */
static const struct encounter **
list_waits_backwards (struct delaying *d, size_t *count)
{
  const struct encounters *all = &d->report->peers.encounters;
  const struct encounter **waits = allocate (all->count, sizeof *waits);
  *count = 0;
  for (size_t i = 0; i < all->count; i++)
    if (all->rows[i].late && all->rows[i].waited > 0)
      {
	waits[(*count)++] = &all->rows[i];
	d->waiters[all->rows[i].meeting]++;
      }
  SORT (waits, *count, by_falling_end);
  return waits;
}

/* Adds to SUMS, by place, the waiting that the tables of waits show.  Returns
   its total.  */
static double
add_waiting (const struct report *report, double *sums)
{
  const struct peers_report *peers = &report->peers;
  const struct waitings *kinds[] = { &peers->waiting, &peers->late,
				     &peers->late_receivers };
  double all = 0;
  for (size_t i = 0; i < COUNT_OF (kinds); i++)
    for (size_t j = 0; j < kinds[i]->count; j++)
      {
	const struct waiting *w = &kinds[i]->rows[j];
	sums[w->place] += w->waited;
	all += w->waited;
      }
  return all;
}

/* Finds how much of what was waited at each place the calls stand for whose
   delay can be explained, or all if none can, of those that stand for
   others.  */
static void
weigh (struct delaying *d, const struct encounter *const *waits, size_t count)
{
  size_t places = d->report->profile.place_count;
  double *known = allocate (places, sizeof *known);
  double *all = allocate (places, sizeof *all);
  struct window window;
  for (size_t i = 0; i < count; i++)
    {
      uint32_t place = waits[i]->place;
      if (!waits[i]->is_sample)
	{
	  d->weights[place] -= waits[i]->waited;
	  continue;
	}
      all[place] += waits[i]->waited;
      if (find_window (&d->windows, waits[i], &window))
	known[place] += waits[i]->waited;
    }
  for (size_t i = 0; i < places; i++)
    {
      d->has_known[i] = known[i] > 0;
      d->weights[i] = fmax (0, d->weights[i])
		      / (known[i] > 0 ? known[i] : fmax (1, all[i]));
    }
  free (known);
  free (all);
}

void
add_up_delays (struct report *report)
{
  struct delays *delays = &report->peers.delays;
  size_t count;
  struct delaying d = { .report = report };
  struct encounters *all = &report->peers.encounters;
  all->rows = shrunk (all->rows, all->count * sizeof *all->rows);
  all->room = all->count;
  d.windows = open_windows (report);
  d.passed_on = allocate (report->peers.encounters.count, sizeof *d.passed_on);
  d.waiters = allocate (report->peers.encounters.meetings + 1,
			sizeof *d.waiters);
  d.weights = allocate (report->profile.place_count, sizeof *d.weights);
  d.has_known = allocate (report->profile.place_count, 1);
  delays->waited = add_waiting (report, d.weights);
  start_profile (report, &d.own);
  start_profile (report, &d.theirs);
  OWNED const struct encounter **waits = list_waits_backwards (&d, &count);
  weigh (&d, waits, count);
  for (size_t i = 0; i < count; i++)
    divide (&d, report, waits[i]);
  bound_excess (&d);
  SORT (delays->rows, delays->count, by_falling_cost);
  free (d.waiters);
  free (d.weights);
  free (d.has_known);
  free (d.passed_on);
  free_profile (&d.own);
  free_profile (&d.theirs);
  index_free (&d.rows);
  close_windows (&d.windows);
}

/* ---- What calls them  */

/* Returns the path that calls PATH, or NO_NODE.  */
static uint32_t
caller_of_path (const struct report *report, uint32_t path)
{
  return path == NO_NODE ? NO_NODE : report->peers.paths.rows[path].caller;
}

uint32_t
outer_of_path (const struct report *report, uint32_t path)
{
  const struct path *rows = report->peers.paths.rows;
  const struct place *places = report->profile.places;
  uint32_t caller = caller_of_path (report, path);
  uint32_t outer = caller_of_path (report, caller);
  if (outer == NO_NODE || places[rows[path].place].kind != PLACE_EVENT
      || is_communication (report, &places[rows[path].place])
      || places[rows[caller].place].kind != PLACE_FUNCTION
      || places[rows[outer].place].kind != PLACE_FUNCTION)
    return NO_NODE;
  return rows[outer].place;
}

const char *
callers_text (const struct report *report, uint32_t path)
{
  uint32_t caller = caller_of_path (report, path);
  uint32_t outer = outer_of_path (report, path);
  const struct place *places = report->profile.places;
  const struct place *place
    = caller == NO_NODE ? NULL
      : &places[report->peers.paths.rows[caller].place];
  if (!place || (place->kind != PLACE_FUNCTION && place->kind != PLACE_EVENT))
    return NULL;
  return outer == NO_NODE ? place->label
	 : arena_print ("%s < %s", place->label, places[outer].label);
}
