/* changes.c - processes that wait for a lock that another one has, or for what
   another one does to an object in shared memory.

   SPDX-License-Identifier: Apache-2.0

   Nothing says whom a wait was for.  So this is found by time: the last change
   of that object before the wait was over is the one that ended it, as is the
   last release of a lock.  A lock has passed through the hands of several, if
   there was a queue: each has been waited for as long as it held it.  Where not
   all changes are listed, those of some slices of time are: a wait is known,
   then, if its change is of the same slice.  */

#include "base/order.h"
#include "listed.h"
#include "model/loading/load.h"
#include "sums/waiting/late.h"
#include "sums/waiting/waits.h"

#include <math.h>
#include <stdlib.h>

/* A change of an object or a lock: AT is when it was made, or when what
   waited for it went on (RECEIVED), as struct gasp_record_message has them.  */
struct change
{
  const struct process *process;
  const struct peer_message *message;
  double at, began;
  bool received;
};
struct changes { struct change *rows; size_t count, room; };

/* In one wait, so many have held the lock at most.  */
enum { MOST_HOLDERS = 256 };

ORDER (by_object, struct change, RISING (process->job) RISING (message->bytes))

/* Puts what was given at a time before what was received.  */
ORDER (by_object_and_time, struct change, THEN (by_object (a, b)) RISING (at)
       RISING (received))

/* Returns the process of rank PEER in the job of PROCESS, or null.  */
static const struct process *
process_of_peer (const struct profile *profile, const struct process *process,
		 uint32_t peer)
{
  for (size_t i = 0; i < profile->process_count; i++)
    if (profile->processes[i].job == process->job
	&& (uint32_t) profile->processes[i].rank == peer)
      return &profile->processes[i];
  return NULL;
}

/* Returns the process that released the lock which row I of CHANGES
   acquired: the last one to acquire it during the wait; if there was none,
   the one that held it as the wait began, which the row names.  */
static const struct process *
giver (const struct report *report, const struct changes *changes, size_t i)
{
  const struct change *got = &changes->rows[i], *s = got;
  while (s-- > changes->rows && !by_object (s, got) && s->at > got->began)
    if (s->received && s->process != got->process)
      return s->process;
  return process_of_peer (&report->profile, got->process, got->message->peer);
}

/* Adds to CHANGES, which are sorted, that locks were released when they were
   acquired, where those that waited say who held them.  */
static void
list_givers (const struct report *report, struct changes *changes)
{
  size_t count = changes->count;
  for (size_t i = 0; i < count; i++)
    {
      const struct change got = changes->rows[i];
      if (!got.received || !got.message->lock
	  || got.message->peer == (uint32_t) got.process->rank)
	continue;
      const struct process *by = giver (report, changes, i);
      if (by)
	ONE_MORE (changes->rows, changes->count, changes->room)
	  = (struct change) { by, got.message, got.at, got.at, false };
    }
}

static void
sort_changes (struct changes *changes)
{
  SORT (changes->rows, changes->count, by_object_and_time);
}

static void
list_changes (const struct report *report, struct changes *changes)
{
  const struct profile *profile = &report->profile;
  for (size_t i = 0; i < profile->process_count; i++)
    {
      const struct process *process = &profile->processes[i];
      const struct peers *p = &process->peers;
      for (size_t j = 0; p->comparable && j < p->message_count; j++)
	{
	  const struct peer_message *m = &p->messages[j];
	  if (!m->change || m->comes)
	    continue;
	  double began = time_in_program (profile, process, m->began);
	  double ended = time_in_program (profile, process, m->ended);
	  ONE_MORE (changes->rows, changes->count, changes->room)
	    = (struct change) {
	    process, m, m->received ? ended : began, began, m->received
	  };
	}
    }
  sort_changes (changes);
  list_givers (report, changes);
  sort_changes (changes);
}

/* Returns the last change of the same object that was given before S; null if
   there is none from FIRST on.  */
static const struct change *
given_before (const struct change *first, const struct change *s)
{
  while (s-- > first)
    if (!s->received)
      return s;
  return NULL;
}

/* Returns what is known of the wait W by itself.  */
static struct call
call_of (const struct change *w)
{
  return (struct call) {
    .process = w->process, .place = w->message->place, .peer = NO_PEER,
    .hash = gasp_message_hash (0, 0, 0, w->message->number),
    .step = w->process->peers.message_step, .of = w->message->of,
    .began = w->began, .time = w->at - w->began, .since = w->at,
    .polled = w->message->polled, .has_parts = w->message->lock,
    .thread = w->message->thread
  };
}

/* Makes CALL, which waited, one that waited for GIVEN.  */
static void
set_other (struct call *call, const struct change *given)
{
  uint64_t step = given->process->peers.message_step;
  if (given->process == call->process)
    return;
  if (call->step < step)
    call->step = step;
  call->peer = (uint32_t) given->process->rank;
  call->other = given->process;
  call->other_thread = given->message->thread;
  call->since = given->at;
  call->clock_error = fmin (clocks_apart (call->process, given->process),
			    call->time);
}

/* Adds to CALLS, beside the one that waited for the lock until it had been
   released by LAST, those for which it waited before; from FIRST on, and the
   latest of them is in CALL.  */
static void
add_holders (struct calls *calls, struct call call, const struct change *first,
	     const struct change *last)
{
  double until = call.since, began = call.began;
  size_t at = calls->count;
  add_call (calls, &call);
  for (int i = 0; i < MOST_HOLDERS && until > began; i++)
    {
      const struct change *before = given_before (first, last);
      double from = before ? fmax (began, before->at) : began;
      if (i == 0)
	calls->rows[at].part = until - from;
      else if (last->process != call.process)
	{
	  struct call part = call;
	  set_other (&part, last);
	  part.waited = 0;
	  part.part = until - from;
	  add_call (calls, &part);
	}
      if (!before)
	return;
      until = from;
      last = before;
    }
}

/* Adds to CALLS what W waited for the changes from FIRST on.  */
static void
add_wait_of (struct calls *calls, const struct change *first,
	     const struct change *w)
{
  const struct change *given = given_before (first, w);
  struct call call = call_of (w);
  bool is_sample = call.step > 1
		   || (given && given->process->peers.message_step > 1);
  if (is_sample && (!given || given->message->number != w->message->number))
    return;
  if (given)
    set_other (&call, given);
  if (given && call.other)
    call.waited = fmax (0, fmin (given->at, w->at) - w->began);
  /* A process that is not instrumented may have given it.  */
  else if (!given && !call.has_parts)
    call.waited = call.part = call.time;
  if (call.has_parts && call.waited > 0)
    add_holders (calls, call, first, given);
  else
    add_call (calls, &call);
}

void
add_changes (const struct report *report, struct calls *calls)
{
  struct changes changes = { NULL, 0, 0 };
  list_changes (report, &changes);
  const struct change *s = changes.rows, *end = s + changes.count, *first = s;
  for (; s < end; s++)
    {
      if (by_object (first, s))
	first = s;
      if (s->received)
	add_wait_of (calls, first, s);
    }
  free (changes.rows);
}
