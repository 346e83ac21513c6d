/* targets.c - processes whose accesses to the memory of another one wait until
   that comes to the library, as nothing is moved there before.

   SPDX-License-Identifier: Apache-2.0

   Records have when a process came to the library after it was elsewhere, and
   which calls may have waited for that.  Such a call ended when the last one
   that came before its end had come.  Not every library waits so, nor for every
   access: where most of those calls ended while the other process was elsewhere
   all the time, it was coincidence if one came meanwhile.  */

#include "base/order.h"
#include "search.h"
#include "listed.h"
#include "model/loading/load.h"
#include "sums/waiting/late.h"
#include "sums/waiting/waits.h"

#include <math.h>
#include <stdlib.h>

/* PROCESS came AT a time, after it had LEFT.  */
struct coming
{
  const struct process *process;
  const struct peer_message *message;
  double left, at;
};
/* By program, rank and time.  */
struct comings { struct coming *rows; size_t count, room; };

/* The call may have waited for its peer, which WAS_ELSEWHERE when it began; and
   STAYED there.  */
struct held { struct call call; uint32_t target; bool was_elsewhere, stayed; };
struct helds { struct held *rows; size_t count, room; };

static int
compare_ranks (const struct coming *c, uint64_t job, int64_t rank)
{
  if (c->process->job != job)
    return c->process->job < job ? -1 : 1;
  return c->process->rank < rank ? -1 : c->process->rank > rank;
}

ORDER (by_rank_and_time, struct coming,
       THEN (compare_ranks (x, y->process->job, y->process->rank)) RISING (at))

ORDER (by_place_and_target, struct held, RISING (call.process)
       RISING (call.place) RISING (target))

static void
list_comings (const struct profile *profile, struct comings *comings)
{
  for (size_t i = 0; i < profile->process_count; i++)
    {
      const struct process *process = &profile->processes[i];
      const struct peers *p = &process->peers;
      for (size_t j = 0; p->comparable && j < p->message_count; j++)
	{
	  const struct peer_message *m = &p->messages[j];
	  if (!m->comes || m->received)
	    continue;
	  ONE_MORE (comings->rows, comings->count, comings->room)
	    = (struct coming) {
	    process, m, time_in_program (profile, process, m->posted),
	    time_in_program (profile, process, m->began)
	  };
	}
    }
  SORT (comings->rows, comings->count, by_rank_and_time);
}

/* Returns the first of FROM to END that is of JOB and RANK, or of a later one;
   or END.  */
static const struct coming *
first_of_rank (const struct coming *from, const struct coming *end,
	       uint64_t job, int64_t rank)
{
  return from + FIRST_FROM (end - from, i,
			    compare_ranks (&from[i], job, rank) < 0);
}

/* Returns the first of FROM to END that came after TIME, or END.  */
static const struct coming *
first_after (const struct coming *from, const struct coming *end, double time)
{
  return from + FIRST_FROM (end - from, i, from[i].at <= time);
}

static bool
is_of_slice (const struct coming *c, const struct held *h,
	     const struct peer_message *m)
{
  uint64_t step = c->process->peers.message_step;
  return (step == 1 && h->call.process->peers.message_step == 1)
	 || c->message->number == m->number;
}

/* Notes that H, the call of M, waited until the last of FIRST to LAST came,
   unless another process came later still.  It waited for as long as that
   process was elsewhere.  */
static void
wait_for (struct held *h, const struct coming *first, const struct coming *last,
	  const struct peer_message *m)
{
  struct call *call = &h->call;
  const struct coming *c = last;
  if (c->at <= call->since || !is_of_slice (c, h, m))
    return;
  call->waited = 0;
  for (; first <= last; first++)
    call->waited += first->at - fmax (call->began, first->left);
  call->since = c->at;
  call->peer = (uint32_t) c->process->rank;
  call->other = c->process;
  call->other_thread = c->message->thread;
  if (call->step < c->process->peers.message_step)
    call->step = c->process->peers.message_step;
  call->clock_error = fmin (clocks_apart (call->process, c->process),
			    call->time);
}

/* Compares H, which has M, with the comings FROM to END of a process.  */
static void
compare (struct held *h, const struct coming *from, const struct coming *end,
	 const struct peer_message *m)
{
  double over = h->call.began + h->call.time;
  const struct coming *next = first_after (from, end, over);
  const struct coming *first = first_after (from, next, h->call.began);
  if (next > first)
    wait_for (h, first, next - 1, m);
  if (first < end && first->left <= h->call.began && is_of_slice (first, h, m))
    {
      h->was_elsewhere = true;
      h->stayed |= first->at > over;
    }
}

/* Returns what M of PROCESS has waited for those of COMINGS that it is
   about.  */
static struct held
held_of (const struct profile *profile, const struct process *process,
	 const struct peer_message *m, const struct comings *comings)
{
  double began = time_in_program (profile, process, m->began);
  double ended = time_in_program (profile, process, m->ended);
  struct held h = { .target = (uint32_t) m->tag, .call = {
    .process = process, .place = m->place, .peer = NO_PEER,
    .hash = gasp_message_hash (0, 0, 0, m->number),
    .step = process->peers.message_step, .of = m->of, .began = began,
    .time = ended - began, .polled = m->polled, .thread = m->thread
  } };
  const struct coming *end = comings->rows + comings->count, *next;
  const struct coming *c
    = first_of_rank (comings->rows, end, process->job, m->tag < 0 ? 0 : m->tag);
  for (; c < end && c->process->job == process->job; c = next)
    {
      next = first_of_rank (c, end, process->job, c->process->rank + 1);
      if (m->tag >= 0 && c->process->rank != m->tag)
	break;
      if (c->process != process)
	compare (&h, c, next, m);
    }
  if (!h.call.other)
    h.call.since = ended;
  return h;
}

static void
list_held (const struct profile *profile, const struct comings *comings,
	   struct helds *helds)
{
  for (size_t i = 0; i < profile->process_count; i++)
    {
      const struct process *process = &profile->processes[i];
      const struct peers *p = &process->peers;
      for (size_t j = 0; p->comparable && j < p->message_count; j++)
	{
	  const struct peer_message *m = &p->messages[j];
	  if (!m->comes || !m->received)
	    continue;
	  ONE_MORE (helds->rows, helds->count, helds->room)
	    = held_of (profile, process, m, comings);
	}
    }
  SORT (helds->rows, helds->count, by_place_and_target);
}

/* Adds to CALLS those from FROM to END, which are of one place and target.  If
   their processes stayed in most of them, none has waited.  */
static void
add_helds (struct calls *calls, struct held *from, const struct held *end)
{
  size_t elsewhere = 0, stayed = 0;
  for (const struct held *h = from; h < end; h++)
    {
      elsewhere += h->was_elsewhere;
      stayed += h->stayed;
    }
  for (struct held *h = from; h < end; h++)
    {
      if (2 * stayed > elsewhere)
	h->call.waited = 0;
      add_call (calls, &h->call);
    }
}

void
add_targets (const struct report *report, struct calls *calls)
{
  struct comings comings = { NULL, 0, 0 };
  struct helds helds = { NULL, 0, 0 };
  list_comings (&report->profile, &comings);
  list_held (&report->profile, &comings, &helds);
  for (size_t i = 0, next; i < helds.count; i = next)
    {
      next = END_OF_RUN (helds.count, i, j,
			 !by_place_and_target (&helds.rows[i], &helds.rows[j]));
      add_helds (calls, helds.rows + i, helds.rows + next);
    }
  free (comings.rows);
  free (helds.rows);
}
