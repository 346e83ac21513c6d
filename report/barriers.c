/* barriers.c - time in barriers: waiting for the slowest thread, and the rest.  What is
   called a barrier here is also any other call in which each waits for all.

   SPDX-License-Identifier: Apache-2.0

   Each thread's record says when it arrived at a barrier; its wait for the
   slowest ends when the last of all threads arrives.  If there are very many
   barriers, the records hold only some of them, which then stand for the
   rest.  */

#include "figures.h"
#include "roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A barrier of a thread, on its way to be compared with the others'.  */
struct arrival {
  const struct process *process;
  const struct barrier *barrier;
};

/* The times of a thread at a place; by how much that for which it waited may be wrong, as
   the clocks of machines may.  */
struct known { uint32_t place; double time, waited, error; };
struct knowns { struct known *rows; size_t count, room; };

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

/* Nanoseconds by which the times of A and B may be apart, seen from the other.  */
static double
apart (const struct process *a, const struct process *b)
{
  return strcmp (a->host, b->host) ? a->peers.clock_error + b->peers.clock_error : 0;
}

/* Add what thread A did when LAST was the last one to come.  */
static void
note (struct knowns *knowns, const struct arrival *a, const struct arrival *last)
{
  const struct barrier *b = a->barrier;
  double scale = a->process->peers.ns_per_tick;
  uint64_t until = last->barrier->arrived;
  if (until > b->left)
    until = b->left;
  struct knowns *mine = &knowns[a->process->rank];
  size_t i = 0;
  while (i < mine->count && mine->rows[i].place != b->place)
    i++;
  if (i == mine->count)
    {
      mine->rows = room_for_one (mine->rows, mine->count, &mine->room,
				 sizeof *mine->rows);
      mine->rows[mine->count++] = (struct known) { .place = b->place };
    }
  double time = (double) (b->left - b->began) * scale;
  mine->rows[i].time += time;
  mine->rows[i].error += fmin (time, apart (a->process, last->process));
  if (until > b->began)
    mine->rows[i].waited += (double) (until - b->began) * scale;
}

/* Compare those COUNT, all the same barrier; each thread may be there more than
   once.  */
static void
compare_arrivals (struct knowns *knowns, const struct arrival *arrivals,
		  size_t count)
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
      note (knowns, &arrivals[i], last);
}

/* The same by thread; allocated.  */
static struct knowns *
compare_threads (const struct report *report)
{
  size_t count, next;
  struct knowns *knowns = allocate (report->peers.threads, sizeof *knowns);
  struct arrival *arrivals = collect_arrivals (report, &count);
  for (size_t i = 0; i < count; i = next)
    {
      for (next = i + 1; next < count; next++)
	if (!is_same_barrier (&arrivals[i], &arrivals[next]))
	  break;
      if (arrivals[i].process->peers.threads <= report->peers.threads)
	compare_arrivals (knowns, &arrivals[i], next - i);
    }
  free (arrivals);
  return knowns;
}

/* ---- The table.  */

static bool
is_barrier (const struct place *place)
{
  enum role role = role_of_tag (place->tag);
  return place->kind == PLACE_EVENT
	 && (role == ROLE_BARRIER || role == ROLE_WAIT || role == ROLE_MEETING);
}

static int
by_thread_and_place (const void *a, const void *b)
{
  const struct waiting *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* Barriers in the tree of THREAD.  */
static void
list_barriers (struct report *report, const struct thread *thread,
	       const struct tree *tree)
{
  struct peers_report *peers = &report->peers;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      if (!is_barrier (&report->profile.places[node->place]))
	continue;
      peers->waiting = room_for_one (peers->waiting, peers->waiting_count,
				   &peers->waiting_room, sizeof *peers->waiting);
      peers->waiting[peers->waiting_count++] = (struct waiting) {
	.thread = (uint32_t) thread->process->rank, .place = node->place,
	.calls = node->calls, .time = node->total,
	.time_estimated = is_estimate (node->total, node->total_variance),
	.waited_estimated = is_estimate (node->total, node->total_variance)
			    || thread->process->peers.barrier_step > 1
      };
    }
}

static void
join_waiting (struct peers_report *peers)
{
  size_t kept = 0;
  if (peers->waiting_count)
    qsort (peers->waiting, peers->waiting_count, sizeof *peers->waiting,
	   by_thread_and_place);
  for (size_t i = 0; i < peers->waiting_count; i++)
    {
      const struct waiting *row = &peers->waiting[i];
      struct waiting *last = kept ? &peers->waiting[kept - 1] : NULL;
      if (!last || by_thread_and_place (last, row))
	{
	  peers->waiting[kept++] = *row;
	  continue;
	}
      last->calls += row->calls;
      last->time += row->time;
      last->time_estimated |= row->time_estimated;
      last->waited_estimated |= row->waited_estimated;
    }
  peers->waiting_count = kept;
}

/* The share of waiting in the time of those barriers that are recorded.  */
static void
split (struct waiting *row, const struct knowns *knowns)
{
  for (size_t i = 0; i < knowns->count; i++)
    {
      const struct known *known = &knowns->rows[i];
      if (known->place != row->place)
	continue;
      row->waited_known = true;
      row->waited_estimated |= known->error > 0.05 * known->waited;
      if (known->time > 0)
	row->waited = row->time * known->waited / known->time;
    }
}

void
add_up_barriers (struct report *report)
{
  struct peers_report *peers = &report->peers;
  struct knowns *knowns = compare_threads (report);
  for (size_t i = 0; i < report->thread_count; i++)
    if (report->threads[i]->process->peers.threads)
      list_barriers (report, report->threads[i], &report->thread_trees[i]);
  join_waiting (peers);
  for (size_t i = 0; i < peers->waiting_count; i++)
    split (&peers->waiting[i], &knowns[peers->waiting[i].thread]);
  for (uint32_t i = 0; i < peers->threads; i++)
    free (knowns[i].rows);
  free (knowns);
}
