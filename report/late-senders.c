/* late-senders.c - receivers that wait for messages which have not been sent yet.

   SPDX-License-Identifier: Apache-2.0

   Records have when a process began to send a message, and when one began to wait for
   it (tool/messages.c).  The N-th with a tag from the one is the N-th that the other has
   received.  If the numbers do not agree with the bytes, or a message would have come
   before it was sent, the two sides have not counted the same (messages of several
   communicators with one tag, or a part of the program that is not instrumented), and
   all with this tag between these two are left out.  */

#include "waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One side of a message.  */
struct side
{
  const struct process *process;
  const struct peer_message *message;
  uint32_t from, to;
};
struct sides { struct side *rows; size_t count, room; };

/* A call that waited for a message from PEER; and what it stands for.  */
struct call
{
  const struct process *process;
  const struct peer_message *message;
  uint32_t peer;
  double waited, error, weight;
};
struct calls { struct call *rows; size_t count, room; };

/* How long a process waited for PEER at a place.  */
struct debt { uint32_t place, peer; double waited; };
struct debts { struct debt *rows; size_t count, room; };

static int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

static int
by_stream (const void *a, const void *b)
{
  const struct side *x = a, *y = b;
  int order = compare_numbers (x->process->job, y->process->job);
  if (!order)
    order = compare_numbers (x->from, y->from);
  if (!order)
    order = compare_numbers (x->to, y->to);
  return order ? order : compare_numbers ((uint32_t) x->message->tag,
					  (uint32_t) y->message->tag);
}

static int
by_stream_and_number (const void *a, const void *b)
{
  const struct side *x = a, *y = b;
  int order = by_stream (a, b);
  return order ? order : compare_numbers (x->message->number, y->message->number);
}

/* Of all processes.  */
static void
collect (const struct report *report, struct sides *sent, struct sides *received)
{
  for (size_t i = 0; i < report->profile.process_count; i++)
    {
      const struct process *process = &report->profile.processes[i];
      const struct peers *peers = &process->peers;
      for (size_t j = 0; peers->comparable && j < peers->message_count; j++)
	{
	  const struct peer_message *m = &peers->messages[j];
	  struct sides *sides = m->received ? received : sent;
	  uint32_t rank = (uint32_t) process->rank;
	  sides->rows = room_for_one (sides->rows, sides->count, &sides->room,
				      sizeof *sides->rows);
	  sides->rows[sides->count++]
	    = (struct side) { process, m, m->received ? m->peer : rank,
			      m->received ? rank : m->peer };
	}
    }
  if (sent->count)
    qsort (sent->rows, sent->count, sizeof *sent->rows, by_stream_and_number);
  if (received->count)
    qsort (received->rows, received->count, sizeof *received->rows, by_stream_and_number);
}

/* How long R waited for S to begin.  */
static struct call
compare (const struct side *s, const struct side *r)
{
  double scale = r->process->peers.ns_per_tick;
  uint64_t until = s->message->began;
  if (until > r->message->ended)
    until = r->message->ended;
  struct call call = { r->process, r->message, r->from, 0, 0, 1 };
  if (until > r->message->began)
    call.waited = (double) (until - r->message->began) * scale;
  call.error = fmin (clocks_apart (s->process, r->process),
		     (double) (r->message->ended - r->message->began) * scale);
  call.weight = (double) (s->process->peers.message_step > r->process->peers.message_step
			  ? s->process->peers.message_step
			  : r->process->peers.message_step);
  return call;
}

static bool
is_possible (const struct side *s, const struct side *r)
{
  double early = (double) (int64_t) (s->message->began - r->message->ended)
		 * r->process->peers.ns_per_tick;
  return (s->message->bytes == r->message->bytes
	  && early <= clocks_apart (s->process, r->process));
}

/* Compare COUNT received messages of a stream, of which the sender's are from *S on.  */
static void
compare_stream (struct calls *calls, const struct side *s, const struct side *s_end,
		const struct side *r, size_t count)
{
  size_t before = calls->count;
  for (size_t i = 0; i < count; i++)
    {
      while (s < s_end && by_stream_and_number (s, &r[i]) < 0)
	s++;
      if (s == s_end || by_stream_and_number (s, &r[i]))
	continue;
      if (!is_possible (s, &r[i]))
	{
	  calls->count = before;
	  return;
	}
      calls->rows = room_for_one (calls->rows, calls->count, &calls->room,
				  sizeof *calls->rows);
      calls->rows[calls->count++] = compare (s, &r[i]);
    }
}

static struct calls
compare_all (const struct sides *sent, const struct sides *received)
{
  struct calls calls = { NULL, 0, 0 };
  const struct side *s = sent->rows, *s_end = s + sent->count;
  size_t next;
  for (size_t i = 0; i < received->count; i = next)
    {
      const struct side *r = &received->rows[i];
      for (next = i + 1; next < received->count; next++)
	if (by_stream (r, &received->rows[next]))
	  break;
      while (s < s_end && by_stream (s, r) < 0)
	s++;
      compare_stream (&calls, s, s_end, r, next - i);
    }
  return calls;
}

/* ---- What processes waited.  */

static int
by_call (const void *a, const void *b)
{
  const struct call *x = a, *y = b;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  int order = compare_numbers (x->message->began, y->message->began);
  if (!order)
    order = compare_numbers (x->message->place, y->message->place);
  return order ? order : x->waited > y->waited ? -1 : x->waited < y->waited;
}

static bool
is_same_call (const struct call *a, const struct call *b)
{
  return (a->process == b->process && a->message->began == b->message->began
	  && a->message->place == b->message->place);
}

static void
put_debt (struct debts *debts, uint32_t place, uint32_t peer, double waited)
{
  size_t i = 0;
  while (i < debts->count
	 && (debts->rows[i].place != place || debts->rows[i].peer != peer))
    i++;
  if (i == debts->count)
    {
      debts->rows = room_for_one (debts->rows, debts->count, &debts->room,
				   sizeof *debts->rows);
      debts->rows[debts->count++] = (struct debt) { place, peer, 0 };
    }
  debts->rows[i].waited += waited;
}

/* A call that waits for several messages waits for the last of them.  */
static void
add_up_calls (struct calls *calls, struct knowns *knowns, struct debts *debts)
{
  if (calls->count)
    qsort (calls->rows, calls->count, sizeof *calls->rows, by_call);
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call *c = &calls->rows[i];
      double time = (double) (c->message->ended - c->message->began)
		    * c->process->peers.ns_per_tick;
      if (i && is_same_call (c - 1, c))
	continue;
      struct known *known = add_known (&knowns[c->process->rank], c->message->place);
      known->time += time * c->weight;
      known->waited += c->waited * c->weight;
      known->error += (c->weight > 1 ? time : c->error) * c->weight;
      if (c->waited > 0)
	put_debt (&debts[c->process->rank], c->message->place, c->peer,
		   c->waited * c->weight);
    }
}

static bool
are_known (const struct place *place, const struct known *known)
{
  return place->kind == PLACE_EVENT && known;
}

static void
fill_in (struct waiting *row, const struct known *known, const struct debts *debts)
{
  uint32_t worst = 0;
  double most = 0;
  row->waited_known = true;
  /* Calls that the tree has only counted were timed here.  */
  if (known->waited > row->time)
    {
      row->time = known->time;
      row->time_estimated = true;
    }
  row->waited = known->waited;
  row->waited_estimated |= known->error > 0.05 * known->waited;
  for (size_t i = 0; i < debts->count; i++)
    if (debts->rows[i].place == row->place && debts->rows[i].waited > most)
      {
	most = debts->rows[i].waited;
	worst = debts->rows[i].peer;
      }
  if (most > 0)
    row->worst = print_string ("%u", worst);
}

void
add_up_late_senders (struct report *report)
{
  struct waitings *late = &report->peers.late;
  uint32_t ranks = report->peers.threads;
  struct knowns *knowns = allocate (ranks, sizeof *knowns);
  struct debts *debts = allocate (ranks, sizeof *debts);
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  collect (report, &sent, &received);
  struct calls calls = compare_all (&sent, &received);
  add_up_calls (&calls, knowns, debts);
  list_waits (report, late, are_known, knowns);
  for (size_t i = 0; i < late->count; i++)
    fill_in (&late->rows[i],
	     find_known (&knowns[late->rows[i].thread], late->rows[i].place),
	     &debts[late->rows[i].thread]);
  for (uint32_t i = 0; i < ranks; i++)
    {
      free (knowns[i].rows);
      free (debts[i].rows);
    }
  free (knowns);
  free (debts);
  free (calls.rows);
  free (sent.rows);
  free (received.rows);
}
