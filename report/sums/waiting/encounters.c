/* encounters.c - what processes did between calls in which they meet others.

   SPDX-License-Identifier: Apache-2.0

   barriers.c and late.c list the calls; records have what was done in between,
   by phases (tool/models/phases.c).  A phase begins and ends with such a call,
   or has several in it, where there are very many: of a part of it, the same
   part of its time is taken.  What was waited in it for others is known for
   itself, and left out.  */

#include "base/order.h"
#include "search.h"
#include "model/roles.h"
#include "sums/waiting/encounters.h"
#include "sums/waiting/waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
add_encounter (struct encounters *encounters, const struct encounter *encounter)
{
  ONE_MORE (encounters->rows, encounters->count, encounters->room) = *encounter;
}

const struct place *
place_in_phase (const struct report *report, const struct phase_part *part)
{
  const struct tree *tree = &report->profile.threads[part->thread]->tree;
  return &report->profile.places[tree->nodes[part->node].place];
}

/* ---- Reading  */

static int
by_thread (const struct process *process, uint32_t thread,
	   const struct process *other, uint32_t others)
{
  int64_t rank = process->peers.rank, others_rank = other->peers.rank;
  if (rank != others_rank)
    return rank < others_rank ? -1 : 1;
  /* Processes of several jobs may have the same rank.  */
  if (process != other)
    return (uintptr_t) process < (uintptr_t) other ? -1 : 1;
  return thread < others ? -1 : thread > others;
}

ORDER_POINTERS (by_thread_and_time, struct encounter,
		THEN (by_thread (x->process, x->thread, y->process, y->thread))
		RISING (began) RISING (waited))

ORDER (by_owner, struct history,
       THEN (by_thread (x->process, x->thread, y->process, y->thread)))

struct history *
history_of (const struct histories *histories, const struct process *process,
	    uint32_t thread)
{
  size_t first = process ? histories->first[process - histories->processes]
		 : histories->count;
  struct history *h = histories->rows + first;
  for (; h < histories->rows + histories->count && h->process == process; h++)
    if (h->thread == thread)
      return h;
  return NULL;
}

/* Notes where those of each process begin.  */
static void
index_histories (const struct report *report, struct histories *histories)
{
  const struct profile *profile = &report->profile;
  histories->processes = profile->processes;
  histories->first
    = allocate (profile->process_count, sizeof *histories->first);
  for (size_t i = 0; i < profile->process_count; i++)
    histories->first[i] = histories->count;
  for (size_t i = histories->count; i-- > 0;)
    histories->first[histories->rows[i].process - profile->processes] = i;
}

/* Adds the history of THREAD of PROCESS, unless the last one is that.  */
static void
add_history (struct histories *histories, const struct process *process,
	     uint32_t thread)
{
  const struct history added = { .process = process, .thread = thread };
  size_t count = histories->count;
  if (count && !by_owner (&added, &histories->rows[count - 1]))
    return;
  ONE_MORE (histories->rows, histories->count, histories->room) = added;
}

/* Adds the histories of threads with phases, or with CALLS, which are
   sorted.  */
static void
add_histories (const struct report *report, struct histories *histories,
	       const struct encounter *const *calls)
{
  size_t kept = 0;
  for (size_t i = 0; i < report->peers.encounters.count; i++)
    add_history (histories, calls[i]->process, calls[i]->thread);
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *process = report->processes[i];
      const struct peers *p = &process->peers;
      for (size_t j = 0; p->threads && p->comparable && j < p->phase_count; j++)
	add_history (histories, process, p->phases[j].thread);
    }
  struct history *rows = histories->rows;
  SORT (rows, histories->count, by_owner);
  for (size_t i = 0; i < histories->count; i++)
    if (!kept || by_owner (&rows[i], &rows[kept - 1]))
      rows[kept++] = rows[i];
  histories->count = kept;
  index_histories (report, histories);
}

static void
read_calls (const struct report *report, struct histories *histories)
{
  const struct encounters *all = &report->peers.encounters;
  const struct encounter **calls = allocate (all->count, sizeof *calls);
  double *waited = allocate (all->count, sizeof *waited), sum = 0;
  for (size_t i = 0; i < all->count; i++)
    calls[i] = &all->rows[i];
  SORT (calls, all->count, by_thread_and_time);
  add_histories (report, histories, calls);
  for (size_t i = 0; i < all->count; i++)
    {
      struct history *h
	= history_of (histories, calls[i]->process, calls[i]->thread);
      if (!h->call_count)
	{
	  h->calls = calls + i;
	  h->waited = waited + i;
	}
      sum = h->call_count ? sum + calls[i]->waited : calls[i]->waited;
      h->waited[h->call_count++] = sum;
    }
  histories->calls = calls;
  histories->waited = waited;
}


static double
time_of (const struct history *h, const struct phase_part *part)
{
  return (double) part->ticks * h->process->peers.phase_scale;
}

/* Leaves waiting for others out of SPAN's parts: it is in calls of
   communication, or, where these were only counted, in what called them.  */
static void
leave_waiting_out (const struct history *h, struct span *span)
{
  const struct phase_part *part = parts_of (h, span->phase);
  double events = 0, others = 0, waited = span->waited;
  for (uint32_t i = 0; i < span->phase->count; i++, part++)
    *(part->is_event ? &events : &others) += time_of (h, part);
  others += span->phase->rest;
  span->event_share = events > waited ? (events - waited) / events : 0;
  waited = fmax (0, waited - events);
  span->share = others > waited ? (others - waited) / others : 0;
}

/* Finds by what factor SPAN's thread was ready for longer than usual in the
   run; 1 if few calls stand for many.  */
static void
find_ready (const struct history *h, struct span *span)
{
  const struct phase_part *part = parts_of (h, span->phase);
  double usual = 0;
  span->ready = 1;
  if (h->process->peers.message_step > 1)
    return;
  for (uint32_t i = 0; i < span->phase->count; i++, part++)
    usual += time_of (h, part) * ready_share (h->report, part);
  span->ready = usual > 0 ? span->phase->ready / usual : 0;
}

/* Finds on which path each part of SPAN's PHASE is, unless that is known, and
   whether it is a call in which processes deal with others.  */
static void
find_paths (struct report *report, const struct history *h,
	    const struct history *first, const struct span *span,
	    struct phase *phase)
{
  struct phase_part *part = parts_of (h, phase), *end = part + phase->count;
  bool is_known = !phase->count || part->path != NO_NODE;
  for (; part < end; part++)
    if (part->node != NO_NODE && part->path == NO_NODE)
      {
	const struct thread *thread = report->profile.threads[part->thread];
	part->path = path_of (&report->peers.paths, thread, part->node);
	part->is_event
	  = is_communication (report, place_in_phase (report, part));
	part->region = region_of (report, part);
      }
  if (is_known)
    return;
  put_joined (report, h, phase, span->from, span->to);
  put_idle (report, h, first, phase, span->from, span->to);
}

/* Returns H's thread, unless it is the first of its process: then null.  */
static const struct thread *
further_thread (const struct profile *profile, const struct history *h)
{
  const struct process *process = h->process;
  for (size_t i = 0; h->thread && i < process->thread_count; i++)
    {
      const struct thread *t = profile->threads[process->first_thread + i];
      if (t->number == h->thread)
	return t;
    }
  return NULL;
}

static void
read_spans (struct report *report, struct history *h,
	    const struct history *first)
{
  const struct peers *peers = &h->process->peers;
  const struct profile *profile = &report->profile;
  const struct thread *thread = further_thread (profile, h);
  double from = time_in_program (profile, h->process, peers->start_ticks)
		+ (thread ? thread->start : 0);
  h->is_of_team = thread && is_of_teams (report, thread);
  h->spans = allocate (peers->phase_count + 1, sizeof *h->spans);
  for (size_t i = 0; i < peers->phase_count; i++)
    {
      struct span *span = &h->spans[h->span_count];
      struct phase *phase = &peers->phases[i];
      double to = time_in_program (profile, h->process, phase->until);
      *span = (struct span) { .from = from, .to = to, .phase = phase };
      if (phase->thread != h->thread || to <= from)
	continue;
      find_paths (report, h, first, span, phase);
      span->waited = waited_until (h, to) - waited_until (h, from);
      leave_waiting_out (h, span);
      find_ready (h, span);
      h->span_count++;
      from = to;
    }
}

struct histories
read_histories (struct report *report)
{
  struct histories histories = { 0 };
  read_calls (report, &histories);
  for (size_t i = 0; i < histories.count; i++)
    {
      struct history *h = &histories.rows[i];
      h->report = report;
      read_spans (report, h, history_of (&histories, h->process, 0));
    }
  return histories;
}

void
free_histories (struct histories *histories)
{
  for (size_t i = 0; i < histories->count; i++)
    free (histories->rows[i].spans);
  free (histories->rows);
  free (histories->first);
  free (histories->calls);
  free (histories->waited);
}

/* ---- Asking  */

size_t
calls_before (const struct history *h, double time)
{
  return FIRST_FROM (h->call_count, i, h->calls[i]->began < time);
}

double
waited_until (const struct history *h, double time)
{
  size_t count = calls_before (h, time);
  if (!count)
    return 0;
  const struct encounter *last = h->calls[count - 1];
  return h->waited[count - 1] - last->waited
	 + fmin (last->waited, time - last->began);
}

size_t
span_at (const struct history *h, double time)
{
  return FIRST_FROM (h->span_count, i, h->spans[i].to < time);
}

/* Calls PART with CLOSURE for each part of SPAN, which is one of H.  */
struct visit { visit_part *part; void *closure; const struct history *h;
	       const struct span *span; };

static void
visit_part_for (const struct visit *visit, const struct phase_part *part,
		double time)
{
  double ready = visit->span->ready * ready_share (visit->h->report, part);
  visit->part (visit->closure, part, time, time * fmin (1, ready));
}

/* Visits PART, with TIME.  */
static void
visit_part_of (const struct visit *visit, const struct phase_part *part,
	       double time)
{
  const struct regions *regions = &visit->h->report->peers.regions;
  const struct region *region
    = part->region ? &regions->rows[part->region - 1] : NULL;
  if (!region || !region->share_count)
    visit_part_for (visit, part, time);
  for (size_t i = 0; region && i < region->share_count; i++)
    visit_part_for (visit, &region->shares[i], time * region->shares[i].ticks);
}

void
visit_parts (const struct history *h, double from, double to, visit_part *visit,
	     void *closure)
{
  const struct span *span = h->spans + span_at (h, from);
  const struct span *last = h->spans + h->span_count;
  struct visit visiting = { visit, closure, h, NULL };
  for (; span < last && span->from < to; span++)
    {
      double begin = fmax (from, span->from), end = fmin (to, span->to);
      double whole = span->to - span->from - span->waited;
      double part = end - begin;
      if (part < span->to - span->from)
	part -= waited_until (h, end) - waited_until (h, begin);
      else
	part = whole;
      if (!(whole > 0) || !(part > 0))
	continue;
      visiting.span = span;
      for (uint32_t j = 0; j < span->phase->count; j++)
	{
	  const struct phase_part *p = parts_of (h, span->phase) + j;
	  double share = p->is_event ? span->event_share : span->share;
	  visit_part_of (&visiting, p,
			 time_of (h, p) * share * fmin (1, part / whole));
	}
    }
}
