/* barriers.c - time in barriers: waiting for the slowest thread, and the rest.  What is
   called a barrier here is also any other call in which each waits for all.

   SPDX-License-Identifier: Apache-2.0

   Each thread's record says when it arrived at a barrier; its wait for the
   slowest ends when the last of all threads arrives.  If there are very many
   barriers, the records hold only some of them, which then stand for the
   rest.  */

#include "listed.h"
#include "roles.h"
#include "waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A barrier of a thread, on its way to be compared with the others'.  */
struct arrival {
  const struct process *process;
  const struct barrier *barrier;
};

static int
by_job_and_number (const void *a, const void *b)
{
  const struct arrival *x = a, *y = b;
  if (x->process->job != y->process->job)
    return x->process->job < y->process->job ? -1 : 1;
  if (x->barrier->number != y->barrier->number)
    return x->barrier->number < y->barrier->number ? -1 : 1;
  return x->process->rank < y->process->rank ? -1
	 : x->process->rank > y->process->rank;
}

static bool
is_same_barrier (const struct arrival *a, const struct arrival *b)
{
  return a->process->job == b->process->job
	 && a->barrier->number == b->barrier->number;
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
	{
	  arrivals = room_for_one (arrivals, *count, &room, sizeof *arrivals);
	  arrivals[(*count)++]
	    = (struct arrival) { process, &peers->barriers[j] };
	}
    }
  if (*count)
    qsort (arrivals, *count, sizeof *arrivals, by_job_and_number);
  return arrivals;
}

/* Add what thread A did when LAST was the last one to come; one barrier in STEP is
   known.  */
static void
note (struct knowns *knowns, const struct arrival *a, const struct arrival *last,
      uint64_t step)
{
  const struct barrier *b = a->barrier;
  double scale = a->process->peers.ns_per_tick;
  uint64_t until = last->barrier->arrived;
  if (until > b->left)
    until = b->left;
  struct wait wait = {
    .hash = gasp_barrier_hash (b->number), .step = step, .weight = (double) step,
    .time = (double) (b->left - b->began) * scale
  };
  wait.clock_error = fmin (wait.time, clocks_apart (a->process, last->process));
  if (until > b->began)
    wait.waited = (double) (until - b->began) * scale;
  add_wait (add_known (&knowns[a->process->rank], b->place), &wait);
}

/* Compare those COUNT, all the same barrier; each thread may be there more than
   once.  */
static void
compare_arrivals (struct knowns *knowns, const struct arrival *arrivals,
		  size_t count, uint64_t step)
{
  const struct arrival *last = arrivals;
  uint32_t different = 0;
  for (size_t i = 0; i < count; i++)
    {
      if (arrivals[i].barrier->arrived > last->barrier->arrived)
	last = &arrivals[i];
      different += !i || arrivals[i].process != arrivals[i - 1].process;
    }
  if (different < arrivals->process->peers.threads)
    return;
  for (size_t i = 0; i < count; i++)
    if (arrivals[i].barrier->left
	&& (!i || arrivals[i].process != arrivals[i - 1].process))
      note (knowns, &arrivals[i], last, step);
}

/* The most of which one barrier was listed.  */
static uint64_t
most_step (const struct report *report)
{
  uint64_t most = 1;
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->peers.barrier_step > most)
      most = report->processes[i]->peers.barrier_step;
  return most;
}

/* The same by thread; allocated.  */
static struct knowns *
compare_threads (const struct report *report)
{
  size_t count, next;
  struct knowns *knowns = allocate (report->peers.threads, sizeof *knowns);
  struct arrival *arrivals = collect_arrivals (report, &count);
  uint64_t step = most_step (report);
  for (size_t i = 0; i < count; i = next)
    {
      for (next = i + 1; next < count; next++)
	if (!is_same_barrier (&arrivals[i], &arrivals[next]))
	  break;
      if (arrivals[i].process->peers.threads <= report->peers.threads)
	compare_arrivals (knowns, &arrivals[i], next - i, step);
    }
  free (arrivals);
  return knowns;
}

/* ---- The table.  */

static bool
are_barriers (const struct place *place, const struct known *known)
{
  enum role role = role_of_tag (place->tag);
  (void) known;
  return place->kind == PLACE_EVENT
	 && (role == ROLE_BARRIER || role == ROLE_WAIT || role == ROLE_MEETING);
}

/* The share of waiting in the time of those barriers that are recorded.  */
static void
split (struct waiting *row, const struct known *known)
{
  if (!known)
    return;
  row->waited_known = true;
  if (known->time <= 0)
    return;
  double share = known->waited / known->time;
  row->waited = row->time * share;
  row->waited_error = row->time / known->time * wait_error (known, share);
}

void
add_up_barriers (struct report *report)
{
  struct waitings *rows = &report->peers.waiting;
  struct knowns *knowns = compare_threads (report);
  list_waits (report, rows, are_barriers, knowns);
  for (size_t i = 0; i < rows->count; i++)
    split (&rows->rows[i],
	   find_known (&knowns[rows->rows[i].thread], rows->rows[i].place));
  for (uint32_t i = 0; i < report->peers.threads; i++)
    free (knowns[i].rows);
  free (knowns);
}
