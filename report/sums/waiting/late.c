/* late.c - receivers that wait for messages which have not been sent yet, and
   senders that are held until the receiver comes; waits for changes of objects
   (changes.c) and for targets of accesses (targets.c) are among the former.

   SPDX-License-Identifier: Apache-2.0

   Records have when each side of a message called a function to send or receive
   it, and when it waited for that (tool/models/messages.c).  A call that waits
   for both waits for senders first: what it waited for receivers is what comes
   on top of that.  */

#include "base/order.h"
#include "search.h"
#include "listed.h"
#include "model/pairs.h"
#include "model/roles.h"
#include "sums/waiting/encounters.h"
#include "sums/waiting/late.h"
#include "sums/waiting/waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Calls that receive, and calls that send.  Messages are added to the matrix of
   REPORT, except those of unusual kinds.  */
struct both { struct calls receive, send; struct report *report;
	      enum which_messages which; };

/* Collects the sides of those messages in all processes.  */
static void
collect (const struct report *report, enum which_messages which,
	 struct sides *sent, struct sides *received)
{
  for (size_t i = 0; i < report->profile.process_count; i++)
    if (report->profile.processes[i].peers.comparable)
      add_sides (&report->profile, &report->profile.processes[i], 0, which,
		 sent, received);
}

static double
apart (const struct side *sent, const struct side *received)
{
  return clocks_apart (sent->owner, received->owner);
}

/* Returns whether RECEIVED may be the other side of SENT: no message comes
   before it is sent.  */
static bool
possible (const struct side *sent, const struct side *received)
{
  return received->early
	 || sent->posted - received->ended <= apart (sent, received);
}

/* Adds the call of WAITER to CALLS: it waited until OTHER, the other side,
   came at SINCE.  */
static void
add_side_of_call (struct calls *calls, const struct side *waiter,
		  const struct side *other, double since)
{
  const struct process *process = waiter->owner, *theirs = other->owner;
  const struct peer_message *message = waiter->message;
  uint64_t step = process->peers.message_step;
  if (step < theirs->peers.message_step)
    step = theirs->peers.message_step;
  struct call call = {
    .process = process, .place = message->place,
    .peer = (uint32_t) theirs->rank,
    .hash = gasp_message_hash (waiter->from, waiter->to,
			       message->tag ^ (int32_t) message->within,
			       message->number),
    .step = step, .of = message->of,
    .began = waiter->began, .time = waiter->ended - waiter->began,
    .polled = message->polled,
    .since = since, .other = theirs,
    .thread = message->thread,
    .other_thread = ((const struct peer_message *) other->message)->thread
  };
  call.waited = fmax (0, fmin (since, waiter->ended) - waiter->began);
  call.clock_error = fmin (apart (waiter, other), call.time);
  add_call (calls, &call);
}

/* Returns when the receiver was ready for the message.  If it had posted the
   receive before the message was sent, that is when it begins to wait: until
   then it does something else, and usually nobody moves the message.  */
static double
came (const struct side *sent, const struct side *received)
{
  return received->posted >= sent->posted || received->posted > received->began
	 ? received->posted : received->began;
}

/* Adds to the row of the matrix that a message belongs to how long it took
   the receiver, which was waiting, once it had been sent.  What has no bytes
   may be a signal.  */
static void
add_moving (struct peers_report *peers, const struct side *sent,
	    const struct side *received)
{
  const struct peer_message *message = received->message;
  const struct process *receiver = received->owner, *sender = sent->owner;
  uint32_t to = receiver->peers.rank, from = sender->peers.rank;
  double since = fmax (received->began, sent->posted);
  if (!message->bytes || message->change || since >= received->ended)
    return;
  struct traffic *rows = peers->matrix.rows + peers->matrix_rows[to];
  size_t count = peers->matrix_rows[to + 1] - peers->matrix_rows[to];
  size_t at = FIRST_FROM (count, i, rows[i].peer < from);
  if (at == count || rows[at].peer != from)
    return;
  rows[at].moving += received->ended - since;
  rows[at].bytes_moving += (double) message->bytes;
}

/* Lets the last of CALLS, of a long message, stand for itself if it was for
   nothing else, or spent most of its time waiting for that message: it may also
   have waited for others that are not known.  Removes it otherwise.  */
static void
keep_if_whole (const struct report *report, struct calls *calls)
{
  struct call *c = &calls->rows[calls->count - 1];
  enum role role = role_of_tag (report->profile.places[c->place].tag);
  c->is_long = true;
  c->step = 1;
  if (role != ROLE_RECEIVE && role != ROLE_SEND && c->waited < c->time / 2)
    calls->count--;
}

/* Adds a pair.  A sender whose call returned before the receiver came was not
   held.  */
static void
add_pair (void *closure, const struct side *sent, const struct side *received)
{
  struct both *calls = closure;
  const struct peer_message *message = sent->message;
  double until = came (sent, received);
  if (calls->which != HELD_MESSAGES)
    add_side_of_call (&calls->receive, received, sent, sent->posted);
  if (calls->which == LONG_MESSAGES)
    keep_if_whole (calls->report, &calls->receive);
  if (calls->which == USUAL_MESSAGES)
    add_moving (&calls->report->peers, sent, received);
  if (message->ended && calls->which != LONG_MESSAGES)
    add_side_of_call (&calls->send, sent, received,
		      until <= sent->ended ? until : sent->began);
  if (calls->which == HELD_MESSAGES)
    keep_if_whole (calls->report, &calls->send);
}

/* ---- What processes waited.  */

static int
by_thread (const struct call *x, const struct call *y)
{
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static int
by_thread_and_time (const struct call *x, const struct call *y)
{
  int order = by_thread (x, y);
  if (order)
    return order;
  return x->began < y->began ? -1 : x->began > y->began;
}

ORDER (by_call, struct call, THEN (by_thread_and_time (x, y)) RISING (place)
       FALLING (waited))

static bool
is_same_call (const struct call *a, const struct call *b)
{
  return !by_thread_and_time (a, b) && a->place == b->place;
}

/* Keeps those calls of each process that are listed at its largest step, so
   that all stand for as many.  */
static void
leave_common (struct calls *calls, uint32_t ranks)
{
  size_t left = 0;
  OWNED uint64_t *steps = allocate (ranks, sizeof *steps);
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call *c = &calls->rows[i];
      if (steps[c->process->peers.rank] < c->step)
	steps[c->process->peers.rank] = c->step;
    }
  for (size_t i = 0; i < calls->count; i++)
    {
      struct call c = calls->rows[i];
      c.step = c.is_long ? 1 : steps[c.process->peers.rank];
      if (gasp_is_listed (c.hash, c.step))
	calls->rows[left++] = c;
    }
  calls->count = left;
}

/* Returns whether C could have come later, after another call that waits: it
   is for messages of MPI, and not within a collective function.  */
static bool
has_choice (const struct report *report, const struct call *c)
{
  uint32_t tag = report->profile.places[c->place].tag;
  enum role role = role_of_tag (tag);
  return (role == ROLE_RECEIVE || role == ROLE_COMPLETE || role == ROLE_PROBE)
	 && !strcmp (model_of_tag (tag), "MPI");
}

/* Returns, for each of CALLS, which are sorted, when the first of the
   messages was sent that the thread receives in it or later.  Allocated.  */
static double *
first_sent (const struct report *report, const struct calls *calls)
{
  double *first = allocate (calls->count + 1, sizeof *first);
  for (size_t i = calls->count; i-- > 0;)
    {
      const struct call *c = &calls->rows[i];
      bool is_last = i + 1 == calls->count || by_thread (c, c + 1);
      first[i] = has_choice (report, c) ? c->since : INFINITY;
      if (!is_last)
	first[i] = fmin (first[i], first[i + 1]);
    }
  return first;
}

/* Sets in WAIT how long call I waited while a message was there that the thread
   receives in a later call; and, if that is the next one, how much of that it
   might have spent on what it does between: that may be to do for each.  */
static void
set_misordered (const struct report *report, const struct calls *calls,
		const double *first, size_t i, struct wait *wait)
{
  const struct call *c = &calls->rows[i];
  size_t next = i + 1;
  if (!has_choice (report, c))
    return;
  while (next < calls->count && !by_thread (&calls->rows[next], c)
	 && calls->rows[next].began < c->began + c->time)
    next++;
  if (next == calls->count || by_thread (&calls->rows[next], c))
    return;
  const struct call *then = &calls->rows[next];
  double end = c->began + c->waited;
  wait->misordered = fmax (0, fmin (c->waited, end - first[next]));
  if (has_choice (report, then) && then->since < end)
    wait->avoidable = fmin (fmin (wait->misordered, end - then->since),
			    then->began - c->began - c->time);
}

/* Adds up what is known of a call, COUNT messages from C on.  A call that
   waits for several messages waits for the last of them, unless it has parts.
   Where some are not known, as not all are listed, the call may be known by
   any of them: it stands for less.  How many it was for is at the last, which
   may not be listed any more: then it is as of the others at its place.  WAIT
   has what is misordered.  */
static void
add_up_call (const struct call *c, size_t count, struct wait wait,
	     struct known *known)
{
  uint32_t of = 0;
  wait.hash = c->hash;
  wait.step = c->step;
  wait.weight = (double) c->step;
  wait.peer = c->peer;
  wait.time = c->time;
  wait.waited = c->waited;
  wait.clock_error = c->clock_error;
  for (size_t i = 0; i < count; i++)
    {
      known->polled |= c[i].polled;
      if (of < c[i].of)
	of = c[i].of;
    }
  if (!of && known->of_known > 0)
    of = (uint32_t) lround (known->of / known->of_known);
  if (c->step > 1 && of > count)
    wait.weight *= (double) count / of;
  if (c->has_parts)
    wait.waited = c->part;
  add_wait (known, &wait);
  for (size_t i = 1; i < count && c->has_parts; i++)
    {
      wait.peer = c[i].peer;
      wait.waited = c[i].part;
      wait.time = wait.clock_error = 0;
      add_wait (known, &wait);
    }
}

static void
sort_calls (struct calls *calls)
{
  SORT (calls->rows, calls->count, by_call);
}

static void
add_up_calls (const struct report *report, struct calls *calls,
	      struct knowns *knowns)
{
  sort_calls (calls);
  OWNED double *first = first_sent (report, calls);
  for (const struct call *c = calls->rows; c < calls->rows + calls->count; c++)
    if (c->of)
      {
	struct known *known
	  = add_known (&knowns[c->process->peers.rank], c->place);
	known->of += c->of;
	known->of_known++;
      }
  for (size_t i = 0, next; i < calls->count; i = next)
    {
      const struct call *c = &calls->rows[i];
      next = END_OF_RUN (calls->count, i, j,
			 is_same_call (c, &calls->rows[j]));
      struct wait wait = { .misordered = 0 };
      set_misordered (report, calls, first, i, &wait);
      add_up_call (c, next - i, wait,
		   add_known (&knowns[c->process->peers.rank], c->place));
    }
}

/* Subtracts from what each of CALLS waited what the same call waited as one of
   EARLIER: for receivers what it waited for senders, too, and for messages
   what it waited for collective functions.  */
static void
take_away (struct calls *calls, struct calls *earlier)
{
  sort_calls (calls);
  sort_calls (earlier);
  const struct call *r = earlier->rows, *end = r + earlier->count;
  for (struct call *s = calls->rows; s < calls->rows + calls->count; s++)
    {
      while (r < end && by_thread_and_time (r, s) < 0)
	r++;
      /* The first of a call is the one that it waited for most.  */
      const struct call *same = r;
      while (same < end && !by_thread_and_time (same, s)
	     && !is_same_call (same, s))
	same++;
      if (same < end && is_same_call (same, s))
	s->waited = fmax (0, s->waited - same->waited);
    }
}

static bool
are_known (const struct place *place, const struct known *known)
{
  return place->kind == PLACE_EVENT && known;
}

/* Returns whether calls at PLACE were held at all, and not by coincidence.  */
static bool
were_held (const struct place *place, const struct known *known)
{
  return are_known (place, known) && known->waited > known->time / 100;
}

static void
fill_in (struct waiting *row, const struct known *known)
{
  row->waited_known = true;
  row->waited = known->waited;
  row->misordered = fmin (known->misordered, known->waited);
  row->avoidable = fmin (known->avoidable, known->waited);
  row->waited_error = wait_error (known, 0);
  /* Calls that the tree has only counted were timed here.  */
  if (known->polled || (known->waited > row->time
			&& (row->time_estimated || known->step == 1)))
    {
      row->time = known->time;
      row->time_estimated = true;
      row->polled = known->polled;
    }
  if (row->waited > row->time)
    row->waited = row->time;
  set_worst (row, known);
}

/* Adds the encounters of CALLS, which ARE_HELD by receivers: each meets all
   those whose messages it has, and waits for one of them.  */
static void
add_encounters (struct encounters *encounters, const struct calls *calls,
		bool are_held)
{
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call *c = &calls->rows[i];
      bool is_next = i > 0 && is_same_call (&c[-1], c);
      struct encounter encounter = {
	.process = c->process, .late = c->other, .thread = c->thread,
	.late_thread = c->other_thread, .place = c->place,
	.hash = c->hash, .is_sample = c->step > 1, .is_held = are_held,
	.came = c->began, .began = c->began,
	.left = c->began + c->time, .late_came = c->since,
	.waited = is_next ? 0 : c->waited
      };
      add_encounter (encounters, &encounter);
    }
}

/* Sets, for each place where locks are taken, for whom most of the ranks waited
   there.  */
static void
set_holders (struct report *report, const struct knowns *knowns)
{
  struct contention *lock = report->peers.locks;
  for (; lock < report->peers.locks + report->peers.lock_count; lock++)
    {
      struct known sum = { .place = lock->place };
      for (uint32_t i = 0; i < report->peers.threads; i++)
	{
	  const struct known *known = find_known (&knowns[i], lock->place);
	  if (known)
	    add_debts (&sum, known);
	}
      lock->holder = debtor_name (worst_debt (&sum));
      free (sum.debts.rows);
    }
}

/* Lists in LATE what those of CALLS waited whose places ARE_MEANT; frees
   CALLS.  */
static void
list_calls (struct report *report, struct calls *calls, struct waitings *late,
	    bool (*are_meant) (const struct place *place,
			       const struct known *known))
{
  uint32_t ranks = report->peers.threads;
  struct knowns *knowns = allocate (ranks, sizeof *knowns);
  leave_common (calls, ranks);
  add_up_calls (report, calls, knowns);
  add_encounters (&report->peers.encounters, calls,
		  late == &report->peers.late_receivers);
  list_waits (report, late, are_meant, knowns);
  for (size_t i = 0; i < late->count; i++)
    fill_in (&late->rows[i],
	     find_known (&knowns[late->rows[i].thread], late->rows[i].place));
  if (late == &report->peers.late)
    set_holders (report, knowns);
  free_knowns (knowns, ranks);
  free (calls->rows);
}

/* Adds to CALLS those that are known by both sides of those messages.  */
static void
add_pairs (const struct report *report, enum which_messages which,
	   struct both *calls)
{
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  calls->which = which;
  collect (report, which, &sent, &received);
  pair_sides (&sent, &received, possible, add_pair, calls);
  free (sent.rows);
  free (received.rows);
}

/* Leaves out of CALLS those that stand for others and are long, too: these
   stand for themselves.  */
static void
leave_long_once (struct calls *calls)
{
  size_t left = 0, next;
  sort_calls (calls);
  for (size_t i = 0; i < calls->count; i = next)
    {
      bool has_long = false;
      for (next = i; next < calls->count
		     && is_same_call (&calls->rows[i], &calls->rows[next]);
	   next++)
	has_long |= calls->rows[next].is_long;
      for (size_t j = i; j < next; j++)
	if (calls->rows[j].is_long == has_long)
	  calls->rows[left++] = calls->rows[j];
    }
  calls->count = left;
}

void
add_up_completing (struct report *report, struct calls *calls,
		   struct knowns *knowns)
{
  sort_calls (calls);
  for (size_t i = 1; i < calls->count; i++)
    if (is_same_call (&calls->rows[i - 1], &calls->rows[i]))
      report->peers.encounters.rows[calls->rows[i].encounter].waited = 0;
  leave_long_once (calls);
  add_up_calls (report, calls, knowns);
}

void
add_up_late (struct report *report, struct calls *completing)
{
  struct both calls = { .report = report };
  add_pairs (report, USUAL_MESSAGES, &calls);
  add_pairs (report, LONG_MESSAGES, &calls);
  add_pairs (report, HELD_MESSAGES, &calls);
  leave_long_once (&calls.receive);
  leave_long_once (&calls.send);
  take_away (&calls.receive, completing);
  take_away (&calls.send, completing);
  take_away (&calls.send, &calls.receive);
  add_changes (report, &calls.receive);
  add_targets (report, &calls.receive);
  list_calls (report, &calls.receive, &report->peers.late, are_known);
  list_calls (report, &calls.send, &report->peers.late_receivers, were_held);
}
