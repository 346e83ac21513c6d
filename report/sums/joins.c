/* joins.c - what a thread waited for that joined others.

   SPDX-License-Identifier: Apache-2.0

   Records have when threads began and ended.  While a thread joins others in a
   phase, those that end in it are what it waits for: the last one to end, since
   when that began; before that, the last one to end before that; and so on.
   What it did itself meanwhile made nothing longer.  */

#include "model/roles.h"
#include "sums/waiting/encounters.h"
#include "sums/waiting/waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
is_join (const struct report *report, const struct phase_part *part)
{
  const struct place *place = place_in_phase (report, part);
  return role_of_place (place) == ROLE_AWAIT
	 && !strcmp (place->name, "pthread_join");
}

/* Returns the longest part of PHASE in which threads are joined, null if there
   is none; and sets *WAITED to how long all such are.  */
static struct phase_part *
find_join (const struct report *report, const struct history *h,
	   const struct phase *phase, double *waited)
{
  struct phase_part *part = parts_of (h, phase), *join = NULL;
  *waited = 0;
  for (uint32_t i = 0; i < phase->count; i++)
    if (part[i].node != NO_NODE && is_join (report, &part[i]))
      {
	*waited += part[i].ticks * h->process->peers.phase_scale;
	if (!join || part[i].ticks > join->ticks)
	  join = &part[i];
      }
  return join;
}

/* Returns how long the thread of PHASE waits for what others do, other than for
   their end.  */
static double
time_till_told (const struct report *report, const struct history *h,
		const struct phase *phase)
{
  const struct phase_part *part = parts_of (h, phase);
  double waited = 0;
  for (uint32_t i = 0; i < phase->count; i++)
    {
      if (part[i].node == NO_NODE || is_join (report, &part[i]))
	continue;
      const struct place *place = place_in_phase (report, &part[i]);
      if (role_of_place (place) == ROLE_AWAIT || awaits_signal (place))
	waited += part[i].ticks * h->process->peers.phase_scale;
    }
  return waited;
}

/* A thread is a helper if it waits for others for more than this percentage of
   its life.  */
#define HELPER_PERCENT 90

static bool
is_helper (const struct report *report, const struct thread *thread)
{
  double waited = 0;
  for (uint32_t i = 0; i < thread->tree.count; i++)
    {
      const struct node *node = &thread->tree.nodes[i];
      const struct place *place = &report->profile.places[node->place];
      if (awaits_others (place)
	  && strcmp (place->name, "pthread_join") != 0)
	waited += node->self;
    }
  return waited > thread->duration * HELPER_PERCENT / 100;
}

/* Returns for each thread of PROCESS whether it is one; allocated.  */
static bool *
find_helpers (const struct report *report, const struct process *process)
{
  bool *helpers = allocate (process->thread_count, sizeof *helpers);
  for (size_t i = 0; i < process->thread_count; i++)
    helpers[i] = is_helper (report,
			    report->profile.threads[process->first_thread + i]);
  return helpers;
}

/* A thread of the profile, or NO_NODE, and when it began and ended.  */
struct lifetime { uint32_t thread; double began, ended; };

/* Returns the thread of PROCESS, other than OWN and those LEFT_OUT, that ended
   last between FROM and TO.  */
static struct lifetime
last_to_end (const struct report *report, const struct process *process,
	     uint32_t own, const bool *left_out, double from, double to)
{
  struct lifetime last = { NO_NODE, from, from };
  double zero = time_in_program (&report->profile, process,
				 process->peers.start_ticks);
  for (size_t i = 0; i < process->thread_count; i++)
    {
      uint32_t number = (uint32_t) (process->first_thread + i);
      const struct thread *t = report->profile.threads[number];
      double began = zero + t->start, ended = began + t->duration;
      /* In damaged records, a thread may take no time: it would be found for
	 ever.  */
      if (number != own && !left_out[i] && !t->running && began < ended
	  && ended > last.ended
	  && ended <= to)
	last = (struct lifetime) { number, fmax (from, began), ended };
    }
  return last;
}

/* Finds which threads of PROCESS OWN waited for between FROM and TO, of those
   not LEFT_OUT.  */
static struct joined
find_joined (const struct report *report, const struct process *process,
	     uint32_t own, const bool *left_out, double from, double to)
{
  struct joined joined = { 0 };
  for (;;)
    {
      struct lifetime last = last_to_end (report, process, own, left_out, from,
					  to);
      if (last.thread == NO_NODE)
	return joined;
      ONE_MORE (joined.threads, joined.count, joined.room) = last.thread;
      joined.took += last.ended - last.began;
      to = last.began;
    }
}

/* Puts what the JOINED threads did into PHASE, at JOIN: in place of all its
   joins, and of as much of what else H did meanwhile.  */
static void
put_in_place (const struct report *report, const struct history *h,
	      struct phase *phase, struct phase_part *join,
	      const struct joined *joined)
{
  struct phase_part *part = parts_of (h, phase);
  double scale = h->process->peers.phase_scale, others = phase->rest;
  double whole = fmax (joined->took, joined->waited);
  double meanwhile = whole - joined->waited;
  for (uint32_t i = 0; i < phase->count; i++)
    if (part[i].node != NO_NODE && is_join (report, &part[i]))
      part[i].ticks = 0;
    else if (!part[i].is_event)
      others += part[i].ticks * scale;
  double left = others > meanwhile ? (others - meanwhile) / others : 0;
  for (uint32_t i = 0; i < phase->count; i++)
    if (!part[i].is_event)
      part[i].ticks *= (float) left;
  phase->rest *= left;
  join->ticks = (float) (whole / scale);
}

void
put_joined (struct report *report, const struct history *h, struct phase *phase,
	    double from, double to)
{
  double waited;
  struct phase_part *join = find_join (report, h, phase, &waited);
  if (!join)
    return;
  OWNED bool *left_out = find_helpers (report, h->process);
  struct joined joined
    = find_joined (report, h->process, join->thread, left_out, from, to);
  if (!joined.count)
    {
      memset (left_out, 0, h->process->thread_count * sizeof *left_out);
      joined = find_joined (report, h->process, join->thread, left_out, from,
			    to);
    }
  joined.waited = waited;
  joined.told = time_till_told (report, h, phase);
  if (joined.count && (join->region = add_joined (report, join, &joined)))
    put_in_place (report, h, phase, join, &joined);
  free (joined.threads);
}
