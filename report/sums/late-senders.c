/* late-senders.c - receivers that wait for messages which have not been sent yet.

   SPDX-License-Identifier: Apache-2.0

   Records have when a process began to send a message, and when one began to wait for
   it (tool/models/messages.c).  */

#include "listed.h"
#include "model/pairs.h"
#include "sums/waits.h"

#include <math.h>
#include <stdlib.h>

/* A call that waited for a message from PEER, which has this HASH, as one in STEP is
   listed; OF so many messages, or 0.  */
struct call
{
  const struct process *process;
  uint32_t place, peer;
  uint64_t hash, step;
  uint32_t of;
  double began, time, waited, clock_error;
};
struct calls { struct call *rows; size_t count, room; };

/* Of all processes.  */
static void
collect (const struct report *report, struct sides *sent, struct sides *received)
{
  for (size_t i = 0; i < report->profile.process_count; i++)
    if (report->profile.processes[i].peers.comparable)
      add_sides (&report->profile, &report->profile.processes[i], 0, sent, received);
}

static double
apart (const struct side *sent, const struct side *received)
{
  return clocks_apart (sent->owner, received->owner);
}

/* No message comes before it is sent.  */
static bool
possible (const struct side *sent, const struct side *received)
{
  return sent->began - received->ended <= apart (sent, received);
}

static void
add_call (void *closure, const struct side *sent, const struct side *received)
{
  struct calls *calls = closure;
  const struct process *sender = sent->owner, *receiver = received->owner;
  const struct peer_message *message = received->message;
  uint64_t step = sender->peers.message_step;
  if (step < receiver->peers.message_step)
    step = receiver->peers.message_step;
  struct call call = {
    .process = receiver, .place = message->place, .peer = received->from,
    .hash = gasp_message_hash (received->from, received->to, message->tag, message->number),
    .step = step, .of = message->of,
    .began = received->began, .time = received->ended - received->began
  };
  call.waited = fmax (0, fmin (sent->began, received->ended) - received->began);
  call.clock_error = fmin (apart (sent, received), call.time);
  calls->rows = room_for_one (calls->rows, calls->count, &calls->room,
			      sizeof *calls->rows);
  calls->rows[calls->count++] = call;
}

/* ---- What processes waited.  */

static int
by_call (const void *a, const void *b)
{
  const struct call *x = a, *y = b;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->began != y->began)
    return x->began < y->began ? -1 : 1;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->waited > y->waited ? -1 : x->waited < y->waited;
}

static bool
is_same_call (const struct call *a, const struct call *b)
{
  return a->process == b->process && a->began == b->began && a->place == b->place;
}

/* Leaves those that are known by both sides for any of a process's peers:
   these are one in as many.  */
static void
leave_common (struct calls *calls, uint32_t ranks)
{
  size_t left = 0;
  uint64_t *steps = allocate (ranks, sizeof *steps);
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call *c = &calls->rows[i];
      if (steps[c->process->rank] < c->step)
	steps[c->process->rank] = c->step;
    }
  for (size_t i = 0; i < calls->count; i++)
    {
      struct call c = calls->rows[i];
      c.step = steps[c.process->rank];
      if (gasp_is_listed (c.hash, c.step))
	calls->rows[left++] = c;
    }
  calls->count = left;
  free (steps);
}

/* A call that waits for several messages waits for the last of them.  Those COUNT are
   what is known of a call's.  Where some are not, as not all are listed, the call may
   be known by any of them: it stands for less.  */
static void
add_up_call (const struct call *c, size_t count, struct known *known)
{
  uint32_t of = 0;
  struct wait wait = {
    .hash = c->hash, .step = c->step, .weight = (double) c->step, .peer = c->peer,
    .time = c->time, .waited = c->waited, .clock_error = c->clock_error
  };
  for (size_t i = 0; i < count; i++)
    if (of < c[i].of)
      of = c[i].of;
  if (c->step > 1 && of > count)
    wait.weight *= (double) count / of;
  add_wait (known, &wait);
}

static void
add_up_calls (struct calls *calls, struct knowns *knowns)
{
  size_t next;
  if (calls->count)
    qsort (calls->rows, calls->count, sizeof *calls->rows, by_call);
  for (size_t i = 0; i < calls->count; i = next)
    {
      const struct call *c = &calls->rows[i];
      for (next = i + 1; next < calls->count; next++)
	if (!is_same_call (c, &calls->rows[next]))
	  break;
      add_up_call (c, next - i, add_known (&knowns[c->process->rank], c->place));
    }
}

static bool
are_known (const struct place *place, const struct known *known)
{
  return place->kind == PLACE_EVENT && known;
}

static void
fill_in (struct waiting *row, const struct known *known)
{
  row->waited_known = true;
  row->waited = known->waited;
  row->waited_error = wait_error (known, 0);
  /* Calls that the tree has only counted were timed here.  */
  if (known->waited > row->time && (row->time_estimated || known->step == 1))
    {
      row->time = known->time;
      row->time_estimated = true;
    }
  if (row->waited > row->time)
    row->waited = row->time;
  row->worst = worst_peer (known);
}

void
add_up_late_senders (struct report *report)
{
  struct waitings *late = &report->peers.late;
  uint32_t ranks = report->peers.threads;
  struct knowns *knowns = allocate (ranks, sizeof *knowns);
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  struct calls calls = { NULL, 0, 0 };
  collect (report, &sent, &received);
  pair_sides (&sent, &received, possible, add_call, &calls);
  leave_common (&calls, ranks);
  add_up_calls (&calls, knowns);
  list_waits (report, late, are_known, knowns);
  for (size_t i = 0; i < late->count; i++)
    fill_in (&late->rows[i],
	     find_known (&knowns[late->rows[i].thread], late->rows[i].place));
  free_knowns (knowns, ranks);
  free (calls.rows);
  free (sent.rows);
  free (received.rows);
}
