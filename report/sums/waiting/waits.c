/* waits.c - calls in which processes wait for each other: the rows of tables.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/order.h"
#include "search.h"
#include "base/texts.h"
#include "listed.h"
#include "sums/waiting/waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct known *
find_known (const struct knowns *knowns, uint32_t place)
{
  for (size_t i = 0; i < knowns->count; i++)
    if (knowns->rows[i].place == place)
      return &knowns->rows[i];
  return NULL;
}

struct known *
add_known (struct knowns *knowns, uint32_t place)
{
  struct known *known = find_known (knowns, place);
  if (known)
    return known;
  known = &ONE_MORE (knowns->rows, knowns->count, knowns->room);
  *known = (struct known) { .place = place };
  return known;
}

/* Adds to DEBTS, which are sorted by their peers, as these may be many.  */
static void
put_debt (struct debts *debts, uint32_t peer, double waited)
{
  size_t at = FIRST_FROM (debts->count, i, debts->rows[i].peer < peer);
  if (at == debts->count || debts->rows[at].peer != peer)
    {
      debts->rows = room_for_one (debts->rows, debts->count, &debts->room,
				  sizeof *debts->rows);
      memmove (debts->rows + at + 1, debts->rows + at,
	       (debts->count++ - at) * sizeof *debts->rows);
      debts->rows[at] = (struct debt) { peer, 0 };
    }
  debts->rows[at].waited += waited;
}

/* Adds to one of KNOWN's groups WAIT, which took so much of its TIME.  */
static void
add_to_group (struct known *known, const struct wait *wait, double time,
	      double waited)
{
  size_t group = wait->hash / (UINT64_MAX / WAIT_GROUPS + 1);
  if (!known->groups)
    known->groups = allocate (WAIT_GROUPS, sizeof *known->groups);
  known->groups[group].time += time;
  known->groups[group].waited += waited;
}

void
add_wait (struct known *known, const struct wait *wait)
{
  double time = wait->time * wait->weight, waited = wait->waited * wait->weight;
  known->time += time;
  known->waited += waited;
  known->misordered += wait->misordered * wait->weight;
  known->avoidable += wait->avoidable * wait->weight;
  known->clock_error += wait->clock_error * wait->weight;
  if (wait->step > 1)
    add_to_group (known, wait, time, waited);
  if (known->step < wait->step)
    known->step = wait->step;
  if (waited > 0)
    put_debt (&known->debts, wait->peer, waited);
}

void
add_long_wait (struct known *known, const struct wait *wait)
{
  known->long_time += wait->time;
  known->long_waited += wait->waited;
  known->clock_error += wait->clock_error;
  if (wait->waited > 0)
    put_debt (&known->debts, wait->peer, wait->waited);
}

void
add_debts (struct known *sum, const struct known *known)
{
  for (size_t i = 0; i < known->debts.count; i++)
    put_debt (&sum->debts, known->debts.rows[i].peer,
	      known->debts.rows[i].waited);
}

const struct debt *
worst_debt (const struct known *known)
{
  const struct debts *debts = &known->debts;
  size_t worst = 0;
  for (size_t i = 1; i < debts->count; i++)
    if (debts->rows[i].waited > debts->rows[worst].waited)
      worst = i;
  return debts->count ? &debts->rows[worst] : NULL;
}

const char *
debtor_name (const struct debt *debt)
{
  return !debt ? NULL : debt->peer == NO_PEER ? "(not known)"
	 : shared_text (rank_text (debt->peer));
}

void
set_worst (struct waiting *row, const struct known *known)
{
  const struct debt *worst = worst_debt (known);
  double all = 0;
  for (size_t i = 0; i < known->debts.count; i++)
    all += known->debts.rows[i].waited;
  row->worst_part = all > 0 ? worst->waited / all : 0;
  row->worst = debtor_name (worst);
  row->worst_peer = worst ? worst->peer : NO_PEER;
}

void
free_knowns (struct knowns *knowns, uint32_t ranks)
{
  for (uint32_t i = 0; i < ranks; i++)
    {
      for (size_t j = 0; j < knowns[i].count; j++)
	{
	  free (knowns[i].rows[j].debts.rows);
	  free (knowns[i].rows[j].groups);
	}
      free (knowns[i].rows);
    }
  free (knowns);
}

double
wait_error (const struct known *known, double share)
{
  double sum = 0, squares = 0;
  for (size_t i = 0; known->groups && i < WAIT_GROUPS; i++)
    {
      double value = known->groups[i].waited - share * known->groups[i].time;
      sum += value;
      squares += value * value;
    }
  double variance = (squares - sum * sum / WAIT_GROUPS) * WAIT_GROUPS
		    / (WAIT_GROUPS - 1) * (1 - 1 / (double) known->step);
  return error_of (fmax (0, variance)) + known->clock_error;
}

double
clocks_apart (const struct process *a, const struct process *b)
{
  return strcmp (a->host, b->host) ? a->peers.clock_error + b->peers.clock_error
				   : 0;
}

ORDER (by_thread_and_place, struct waiting, RISING (place) RISING (thread))

/* Lists the places in the tree of THREAD.  */
static void
list_of_thread (struct report *report, struct waitings *rows,
		bool (*are_meant) (const struct place *place,
				   const struct known *known),
		const struct knowns *knowns, const struct thread *thread,
		const struct tree *tree)
{
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      bool estimated = is_estimate (node->total, node->total_variance);
      if (!are_meant (&report->profile.places[node->place],
		      find_known (knowns, node->place)))
	continue;
      ONE_MORE (rows->rows, rows->count, rows->room) = (struct waiting) {
	.thread = thread->process->peers.rank, .place = node->place,
	.calls = node->calls, .time = node->total,
	.time_estimated = estimated
      };
    }
}

ADDER (add_waiting, struct waiting, ADD (calls) ADD (time)
       EITHER (time_estimated))

void
list_waits (struct report *report, struct waitings *rows,
	    bool (*are_meant) (const struct place *place,
			       const struct known *known),
	    const struct knowns *knowns)
{
  for (size_t i = 0; i < report->thread_count; i++)
    {
      const struct thread *thread = report->threads[i];
      if (thread->process->peers.threads)
	list_of_thread (report, rows, are_meant,
			&knowns[thread->process->peers.rank], thread,
			&report->thread_trees[i]);
    }
  rows->count = JOIN (rows->rows, rows->count, by_thread_and_place,
		      add_waiting);
}
