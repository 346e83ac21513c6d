/* windows.c - since when a process is compared with the one that it waits for.

   SPDX-License-Identifier: Apache-2.0  */

#include "sums/waiting/windows.h"
#include "hash.h"

#include <math.h>

const struct history *
waiting_history (const struct windows *w, const struct encounter *e)
{
  return history_of (&w->histories, e->process, e->thread);
}

const struct history *
late_history (const struct windows *w, const struct encounter *e)
{
  return history_of (&w->histories, e->late, e->late_thread);
}

enum { MOST_STEPS = 4096 };

/* Returns when what E waited for had come.  At a split barrier, that may be
   before it waits.  */
static double
end_of_wait (const struct encounter *e)
{
  if (e->meeting && !(e->waited > 0))
    return fmax (e->came, fmin (e->late_came, e->began));
  return fmax (e->came, e->began + e->waited);
}

/* Returns when H's process had waited in the call that it came to at TIME.  */
static double
after_wait (const struct history *h, double time)
{
  size_t count = calls_before (h, time + 2);
  const struct encounter *e = count ? h->calls[count - 1] : NULL;
  if (e && e->began > time - 2)
    return end_of_wait (e);
  e = count < h->call_count ? h->calls[count] : NULL;
  return e && fabs (e->came - time) < 2 ? end_of_wait (e) : time;
}

/* Returns whether the phase of H that ends when it comes to the call with HASH
   at TIME, or when that IS_OVER, begins with the one before; if so, *START is
   when.  */
static bool
phase_start (const struct history *h, double time, bool is_over, uint64_t hash,
	     double *start)
{
  size_t i = span_at (h, time);
  if (i == h->span_count || (!is_over && h->spans[i].to - time > 2)
      || h->spans[i].phase->hash != hash)
    return false;
  for (size_t steps = 0; i > 0 && steps < MOST_STEPS; i--, steps++)
    if (h->spans[i - 1].phase->next == hash)
      {
	*start = after_wait (h, h->spans[i].from);
	return true;
      }
  return false;
}

/* A process at a meeting.  */
struct attendance { uint32_t meeting; const struct process *process; };

static size_t
hash_of_attendance (uint32_t meeting, const struct process *process)
{
  return (size_t) gasp_mix (gasp_mix (meeting) + (uintptr_t) process);
}

static size_t
hash_of_call (const void *all, uint32_t number)
{
  const struct encounter *e = &((const struct encounter *) all)[number];
  return hash_of_attendance (e->meeting, e->process);
}

static bool
is_there (const void *all, uint32_t number, const void *wanted)
{
  const struct encounter *e = &((const struct encounter *) all)[number];
  const struct attendance *a = wanted;
  return e->meeting == a->meeting && e->process == a->process;
}

static uint32_t *
entry_of (const struct windows *w, uint32_t meeting,
	  const struct process *process)
{
  const struct attendance wanted = { meeting, process };
  return index_entry (&w->calls, hash_of_attendance (meeting, process),
		      is_there, w->report->peers.encounters.rows, &wanted);
}

/* Makes an index of the calls of all meetings; of several of a process, of the
   first.  */
static void
index_calls (struct windows *w)
{
  const struct encounters *all = &w->report->peers.encounters;
  index_expect (&w->calls, 0, all->count, hash_of_call, all->rows);
  for (uint32_t i = 0; i < all->count; i++)
    {
      const struct encounter *e = &all->rows[i];
      uint32_t *entry
	= e->meeting ? entry_of (w, e->meeting, e->process) : NULL;
      if (entry && *entry == NO_ENTRY)
	*entry = i;
    }
}

/* Returns the call of OTHER at E's meeting; null if it was not there.  */
static const struct encounter *
call_at (const struct windows *w, const struct encounter *e,
	 const struct history *other)
{
  uint32_t number = *entry_of (w, e->meeting, other->process);
  const struct encounter *there = number == NO_ENTRY ? NULL
				  : &w->report->peers.encounters.rows[number];
  return there && there->thread == other->thread ? there : NULL;
}

/* Finds in the calls of H before TIME the last one in which it met OTHER.  */
static bool
last_meeting (const struct windows *w, const struct history *h, double time,
	      const struct history *other, struct window *window)
{
  size_t i = calls_before (h, time);
  for (size_t steps = 0; i-- > 0 && steps < MOST_STEPS; steps++)
    {
      const struct encounter *e = h->calls[i];
      if (e->left > time)
	continue;
      const struct encounter *there
	= e->meeting ? call_at (w, e, other) : NULL;
      if (there)
	*window = (struct window) { end_of_wait (e), end_of_wait (there) };
      bool is_pair = !e->meeting && e->late == other->process
		     && e->late_thread == other->thread;
      if (is_pair)
	*window = (struct window) { e->left, e->late_came };
      if (there || is_pair)
	return true;
    }
  return false;
}

/* Returns whether H has a phase that begins at TIME, when a call ended or had
   not to wait any more.  */
static bool
begins_phase (const struct history *h, double time)
{
  size_t i = span_at (h, time - 2), count = calls_before (h, time + 2);
  return i < h->span_count
	 && (h->spans[i].to < time + 2
	     || (count && h->spans[i].from > h->calls[count - 1]->came - 2));
}

/* Finds since when E's process is to be compared with the one that it waits
   for: since both came to the previous call of the same kind.  */
static bool
find_same_call (const struct windows *w, const struct encounter *e,
		struct window *window)
{
  double end = e->meeting || e->is_held ? e->came : e->left;
  return phase_start (waiting_history (w, e), end, false, e->hash, &window->own)
	 && phase_start (late_history (w, e), e->late_came, e->is_held, e->hash,
			 &window->theirs);
}

/* Finds since when E's process is to be compared with the one that it waits
   for: since these last met.  Returns false if that is not known.  */
static bool
find_meeting (const struct windows *w, const struct encounter *e,
	      struct window *window)
{
  const struct history *own = waiting_history (w, e);
  const struct history *theirs = late_history (w, e);
  struct window other, same;
  if (!theirs || !own->span_count || !theirs->span_count)
    return false;
  bool is_same = find_same_call (w, e, &same);
  if (e->is_sample)
    {
      *window = same;
      return is_same;
    }
  *window = (struct window) { own->spans->from, theirs->spans->from };
  /* The thread that created this one may have met the other one.  */
  if (e->thread || e->late_thread)
    window->own = window->theirs = fmax (window->own, window->theirs);
  last_meeting (w, own, e->began, theirs, window);
  if (last_meeting (w, theirs, e->late_came, own, &other)
      && other.theirs > window->own)
    *window = (struct window) { other.theirs, other.own };
  /* Where not all phases are listed, those of one kind of call are whole.  */
  if (is_same && (same.own >= window->own || !begins_phase (own, window->own)
		  || !begins_phase (theirs, window->theirs)))
    *window = same;
  return true;
}

bool
find_window (const struct windows *w, const struct encounter *e,
	     struct window *window)
{
  if (!find_meeting (w, e, window))
    return false;
  window->theirs = fmin (window->theirs, window->own);
  return true;
}

struct windows
open_windows (struct report *report)
{
  struct windows w = { report, read_histories (report), { NULL, 0 } };
  index_calls (&w);
  return w;
}

void
close_windows (struct windows *w)
{
  index_free (&w->calls);
  free_histories (&w->histories);
}
