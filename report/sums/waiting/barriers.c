/* barriers.c - time in barriers: waiting for the slowest thread, and the rest.
   What is called a barrier here is also any other call in which processes wait
   for each other.

   SPDX-License-Identifier: Apache-2.0

   Each thread's record says when it arrived at a barrier; its wait for the
   slowest ends when the last of all threads arrives.  If there are very many
   barriers, the records hold only some of them, which then stand for the
   rest; and long ones, which stand for themselves.  */

#include "listed.h"
#include "base/order.h"
#include "record.h"
#include "model/roles.h"
#include "sums/waiting/encounters.h"
#include "sums/waiting/late.h"
#include "sums/waiting/meetings.h"

#include <math.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

ORDER (by_set, struct arrival, RISING (process->job) RISING (barrier->members))

static int
compare_roots (const struct barrier *x, const struct barrier *y)
{
  return x->waits == GASP_RECORD_FOR_LOWER && x->waits == y->waits
	 ? compare_numbers (x->root, y->root) : 0;
}

ORDER (by_set_and_number, struct arrival, THEN (by_set (a, b))
       RISING (barrier->number) FALLING (barrier->is_long)
       THEN (compare_roots (x->barrier, y->barrier)) RISING (process->rank))

static bool
is_same_barrier (const struct arrival *a, const struct arrival *b)
{
  return !by_set (a, b) && a->barrier->number == b->barrier->number;
}

static struct arrival *
collect_arrivals (const struct report *report, size_t *count)
{
  struct arrival *arrivals = NULL;
  size_t room = 0;
  *count = 0;
  for (size_t i = 0; i < report->profile.process_count; i++)
    {
      const struct process *process = &report->profile.processes[i];
      const struct peers *peers = &process->peers;
      for (size_t j = 0; peers->comparable && j < peers->barrier_count; j++)
	ONE_MORE (arrivals, *count, room)
	  = (struct arrival) { process, &peers->barriers[j] };
    }
  SORT (arrivals, *count, by_set_and_number);
  return arrivals;
}

/* KNOWNS of waiting, by rank; and CALLS that complete what was begun earlier,
   perhaps several such (late.c).  ENCOUNTER is the number of the next.  */
struct waits { struct knowns *knowns; struct calls *calls; size_t encounter; };

/* Returns A's call, whose wait is WAIT and which is that ENCOUNTER.  */
static struct call
call_of (const struct report *report, const struct arrival *a,
	 const struct wait *wait, size_t encounter)
{
  const struct barrier *b = a->barrier;
  return (struct call) {
    .process = a->process, .place = b->place, .peer = wait->peer,
    .hash = wait->hash, .step = b->is_long ? 1 : wait->step,
    .is_long = b->is_long, .of = b->of, .thread = b->thread,
    .began = time_in_program (&report->profile, a->process, b->began),
    .time = wait->time, .waited = wait->waited,
    .clock_error = wait->clock_error, .since = INFINITY,
    .encounter = encounter
  };
}

/* Adds A's time in a barrier to WAITS.  A waited for OTHER, which is null if
   A waits for nobody.  One barrier in STEP is recorded.  */
static void
note (const struct report *report, struct waits *waits, const struct arrival *a,
      const struct arrival *other, uint64_t step)
{
  const struct barrier *b = a->barrier;
  size_t encounter = waits->encounter++;
  double scale = a->process->peers.ns_per_tick;
  uint64_t until = other ? other->barrier->arrived : 0;
  if (until > b->left)
    until = b->left;
  struct wait wait = {
    .hash = gasp_barrier_hash (b->members, b->number), .step = step,
    .weight = (double) step, .time = (double) (b->left - b->began) * scale
  };
  if (other)
    {
      wait.peer = (uint32_t) other->process->rank;
      wait.clock_error = fmin (wait.time,
			       clocks_apart (a->process, other->process));
    }
  if (until > b->began)
    wait.waited = (double) (until - b->began) * scale;
  if (role_of_tag (report->profile.places[b->place].tag) == ROLE_COMPLETE)
    {
      const struct call call = call_of (report, a, &wait, encounter);
      add_call (waits->calls, &call);
      return;
    }
  struct known *known
    = add_known (&waits->knowns[a->process->peers.rank], b->place);
  if (b->is_long)
    add_long_wait (known, &wait);
  else
    add_wait (known, &wait);
}

/* Lists what all did at MEETING, one in STEP of which is known.  */
static void
add_encounters (struct report *report, struct meeting meeting, uint64_t step)
{
  uint32_t number = ++report->peers.encounters.meetings;
  for (size_t i = 0; i < meeting.count; i++)
    {
      const struct arrival *a = &meeting.arrivals[i];
      const struct barrier *b = a->barrier;
      const struct arrival *other = awaited_arrival (&meeting, a);
      pass_arrival (&meeting, a);
      if (!b->left || !is_first_arrival (&meeting, a))
	continue;
      other = other ? other : a;
#define TIME(member) time_in_program (&report->profile, a->process, member)
      struct encounter encounter = {
	.process = a->process, .late = other != a ? other->process : NULL,
	.thread = b->thread, .late_thread = other->barrier->thread,
	.place = b->place, .meeting = number,
	.waits_for_all = other == meeting.last,
	.hash = gasp_barrier_hash (b->members, b->number),
	.is_sample = step > 1,
	.came = TIME (b->arrived), .began = TIME (b->began),
	.left = TIME (b->left), .late_came = TIME (other->barrier->arrived)
      };
      encounter.waited = fmax (0, fmin (encounter.late_came, encounter.left)
				  - encounter.began);
#undef TIME
      add_encounter (&report->peers.encounters, &encounter);
    }
}

/* Returns the next barrier after AT, which is before END.  */
static const struct arrival *
next_barrier (const struct arrival *at, const struct arrival *end)
{
  const struct arrival *next = at;
  while (next < end && is_same_barrier (at, next))
    next++;
  return next;
}

/* Returns the first from AT to NEXT that is not of those that are long.  */
static const struct arrival *
behind_long (const struct arrival *at, const struct arrival *next)
{
  while (at < next && at->barrier->is_long)
    at++;
  return at;
}

/* Adds what is known of MEETING.  */
static void
add_meeting (struct report *report, struct waits *waits,
	     struct meeting *meeting, uint64_t step)
{
  waits->encounter = report->peers.encounters.count;
  add_encounters (report, *meeting, step);
  for (size_t i = 0; i < meeting->count; i++)
    {
      const struct arrival *a = &meeting->arrivals[i];
      if (a->barrier->left && is_first_arrival (meeting, a))
	note (report, waits, a, awaited_arrival (meeting, a), step);
      pass_arrival (meeting, a);
    }
}

/* Looks at the COUNT arrivals at a barrier, which are long.  Returns false if
   it is not known from these who waited for whom.  Who is waited for by others
   was as long away as these, so where not all wait for all it does not matter
   who else takes part.  */
static bool
look_at_long (struct meeting *meeting, const struct arrival *arrivals,
	      size_t count)
{
  if (!look_at_meeting (meeting, arrivals, count)
      && (count < 2 || arrivals->barrier->waits == GASP_RECORD_ALL_FOR_ALL))
    return false;
  bool is_right = is_possible_meeting (meeting);
  look_at_meeting (meeting, arrivals, count);
  return is_right;
}

/* Compares those from A to END, all of the same processes.  */
static void
compare_set (struct report *report, struct waits *waits,
	     const struct arrival *a, const struct arrival *end, uint64_t step)
{
  OWNED const struct arrival **in_order
    = allocate ((size_t) (end - a), sizeof *in_order);
  struct meeting meeting = { .in_order = in_order };
  const struct arrival *at, *next, *usual;
  for (at = behind_long (a, end); at < end; at = behind_long (next, end))
    {
      next = next_barrier (at, end);
      if (look_at_meeting (&meeting, at, (size_t) (next - at))
	  && !is_possible_meeting (&meeting))
	return;
    }
  for (at = a; at < end; at = next)
    {
      next = next_barrier (at, end);
      usual = behind_long (at, next);
      if (look_at_long (&meeting, at, (size_t) (usual - at)))
	add_meeting (report, waits, &meeting, 1);
      else if (look_at_meeting (&meeting, usual, (size_t) (next - usual)))
	add_meeting (report, waits, &meeting, step);
    }
}

/* Returns the most of which one barrier was listed.  */
static uint64_t
most_step (const struct report *report)
{
  uint64_t most = 1;
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->peers.barrier_step > most)
      most = report->processes[i]->peers.barrier_step;
  return most;
}

/* Returns what is known of waiting at barriers by thread; allocated.  CALLS are
   as in struct waits.  */
static struct knowns *
compare_threads (struct report *report, struct calls *calls)
{
  size_t count;
  struct waits waits
    = { allocate (report->peers.threads, sizeof *waits.knowns), calls, 0 };
  OWNED struct arrival *arrivals = collect_arrivals (report, &count);
  uint64_t step = most_step (report);
  const struct arrival *at = arrivals, *end = arrivals + count, *next;
  for (; at < end; at = next)
    {
      for (next = at + 1; next < end; next++)
	if (by_set (at, next))
	  break;
      if (at->process->peers.threads <= report->peers.threads)
	compare_set (report, &waits, at, next, step);
    }
  return waits.knowns;
}

/* ---- The table.  */

/* Returns whether calls of ROLE may return without waiting for others.  */
static bool
need_not_wait (enum role role)
{
  return role == ROLE_COMPLETE || role == ROLE_ONE_TO_ALL
	 || role == ROLE_ALL_TO_ONE || role == ROLE_ALL_TO_ALL
	 || role == ROLE_COLLECTIVE;
}

static bool
are_barriers (const struct place *place, const struct known *known)
{
  enum role role = role_of_place (place);
  return ((need_not_wait (role) && known)
	     || role == ROLE_BARRIER || role == ROLE_WAIT
	     || role == ROLE_BARRIER_WITHIN
	     || role == ROLE_MEETING || role == ROLE_ROOT_GIVES
	     || role == ROLE_ROOT_GETS || role == ROLE_MEETING_IN_ORDER
	     || role == ROLE_MEETING_IF_HELD
	     || role == ROLE_GATHERING);
}

/* Waits for what has begun earlier may be for messages, too: then the time is
   that for which barriers were waited.  */
static void
take_known (struct waiting *row, const struct known *known)
{
  row->waited_known = true;
  row->time = known->time + known->long_time;
  row->time_estimated = known->step > 1;
  row->waited = known->waited + known->long_waited;
  row->waited_error = wait_error (known, 0);
  set_worst (row, known);
}

/* Splits the time of a ROW of barriers, but for long ones, by the share of
   waiting in those that are recorded.  */
static void
split (const struct report *report, struct waiting *row,
       const struct known *known)
{
  if (!known)
    return;
  if (role_of_tag (report->profile.places[row->place].tag) == ROLE_COMPLETE)
    {
      take_known (row, known);
      return;
    }
  row->waited_known = true;
  if (known->time + known->long_time <= 0)
    return;
  double share = known->time > 0 ? known->waited / known->time : 0;
  double rest = fmax (0, row->time - known->long_time);
  row->waited = known->long_waited + rest * share;
  row->waited_error = known->time > 0
		      ? rest / known->time * wait_error (known, share)
		      : known->clock_error;
  set_worst (row, known);
}

/* A row, and what all threads have WAITED at its place.  */
struct ordered { struct waiting row; double waited; };

/* Compares rows, of which those of one place have waited the same.  */
ORDER (by_waiting, struct ordered, FALLING (waited) RISING (row.place)
       RISING (row.thread))

/* Orders ROWS by place, those with most waiting first.  */
static void
order_by_waiting (struct waitings *rows)
{
  OWNED struct ordered *ordered = allocate (rows->count, sizeof *ordered);
  size_t next;
  for (size_t i = 0; i < rows->count; i = next)
    {
      double waited = 0;
      for (next = i;
	   next < rows->count && rows->rows[next].place == rows->rows[i].place;
	   next++)
	waited += rows->rows[next].waited;
      for (size_t j = i; j < next; j++)
	ordered[j] = (struct ordered) { rows->rows[j], waited };
    }
  SORT (ordered, rows->count, by_waiting);
  for (size_t i = 0; i < rows->count; i++)
    rows->rows[i] = ordered[i].row;
}

/* Frees the lists of barriers, as nobody looks at them again; they may be the
   most that there is in memory.  */
static void
free_barriers (struct profile *profile)
{
  for (size_t i = 0; i < profile->process_count; i++)
    {
      struct peers *peers = &profile->processes[i].peers;
      free (peers->barriers);
      peers->barriers = NULL;
      peers->barrier_count = peers->barrier_room = 0;
    }
  malloc_trim (0);
}

void
add_up_barriers (struct report *report, struct calls *calls)
{
  struct waitings *rows = &report->peers.waiting;
  struct knowns *knowns = compare_threads (report, calls);
  add_up_completing (report, calls, knowns);
  free_barriers (&report->profile);
  list_waits (report, rows, are_barriers, knowns);
  for (size_t i = 0; i < rows->count; i++)
    split (report, &rows->rows[i],
	   find_known (&knowns[rows->rows[i].thread], rows->rows[i].place));
  order_by_waiting (rows);
  free_knowns (knowns, report->peers.threads);
}
