/* trace-messages.c - pair the messages in a trace, and its collective calls.
   See trace.h.

   SPDX-License-Identifier: Apache-2.0

   The halves of a message are in the traces of its sender and its receiver.
   Messages with the same sender, receiver, communicator and tag come in the
   order in which they were sent, so the first half belongs to the first one; or
   the last to the last, where a trace has only the latest.  Likewise the calls
   of a collective function: those of one set of processes are in the same order
   in all of them.  */

#include "search.h"
#include "model/trace.h"
#include "model/roles.h"
#include "base/order.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* One half; or a call of a collective function, of those processes that VALUE
   names.  */
#define ALL_PROCESSES UINT64_MAX
struct half {
  uint64_t value, bytes, time;	/* VALUE: communicator and tag */
  struct trace_call call;
  uint32_t from, to;		/* ranks */
  bool is_receive;
};

struct halves { struct half *list; size_t count, room; };

/* A call that is open.  */
struct open_call {
  struct trace_call call;
  enum role role;
  uint64_t value, bytes, begin;
  uint32_t peer;
};

struct collecting {
  struct halves messages, meetings;
  struct open_call *stack;
  size_t room;
  uint32_t thread, rank;
  bool is_cut;
};

static void
add_half (struct halves *halves, struct half half)
{
  ONE_MORE (halves->list, halves->count, halves->room) = half;
}

/* ---- Halves  */

static bool
is_meeting (enum role role)
{
  return role == ROLE_MEETING || role == ROLE_ROOT_GIVES
	 || role == ROLE_ROOT_GETS || role == ROLE_COLLECTIVE
	 || role == ROLE_BARRIER_WITHIN;
}

static bool
moves_messages (enum role role)
{
  return role == ROLE_SEND || role == ROLE_RECEIVE || role == ROLE_COMPLETE;
}

/* Adds the half of a message with PEER and so many BYTES that was sent or has
   come in CALL at TIME.  */
static void
add_message_half (struct collecting *c, const struct open_call *call,
		  uint32_t peer, uint64_t bytes, bool is_receive,
		  uint64_t time)
{
  if (peer == GASP_TRACE_NOBODY)
    return;
  add_half (&c->messages, (struct half) {
    .value = call->value, .bytes = bytes, .time = time, .call = call->call,
    .from = is_receive ? peer : c->rank, .to = is_receive ? c->rank : peer,
    .is_receive = is_receive });
}

static void
take_remark (struct collecting *c, struct open_call *call,
	     const struct trace_moment *m)
{
  if (m->what == TRACE_VALUE)
    {
      if (is_meeting (call->role) && m->peer > 1)
	add_half (&c->meetings, (struct half) {
	  .value = m->value, .time = call->begin, .call = call->call,
	  .from = c->rank });
      call->value = m->value | (uint64_t) m->peer << GASP_TRACE_VALUE_BITS;
    }
  else if (!moves_messages (call->role)
	   || (m->what != TRACE_READS && m->what != TRACE_WRITES))
    return;
  else if (call->role == ROLE_RECEIVE)
    {
      call->peer = m->peer;
      call->bytes = m->value;
    }
  else
    add_message_half (c, call, m->peer, m->value, m->what == TRACE_READS,
		      m->time);
}

static void
enter_call (struct collecting *c, const struct trace_moment *m,
	    const struct trace_place *place, size_t number)
{
  struct open_call call = {
    .call = { c->thread, number }, .begin = m->time, .role = ROLE_OTHER,
    .peer = GASP_TRACE_NOBODY
  };
  if (place->kind == GASP_RECORD_EVENT)
    call.role = role_of_tag (place->tag);
  if (call.role == ROLE_BARRIER)
    add_half (&c->meetings, (struct half) {
      .value = ALL_PROCESSES, .time = m->time, .call = call.call,
      .from = c->rank });
  c->stack = room_for_one (c->stack, m->depth, &c->room, sizeof *c->stack);
  c->stack[m->depth] = call;
}

static void
follow_thread (struct collecting *c, const struct trace_thread *thread)
{
  struct trace_cursor cursor;
  struct trace_moment m;
  size_t calls = 0;
  trace_follow (&cursor, thread);
  cursor.with_remarks = true;
  while (trace_next (&cursor, &m))
    {
      if (m.what == TRACE_ENTER)
	enter_call (c, &m, &thread->process->places[m.place], calls++);
      else if (m.what == TRACE_LEAVE && m.depth < c->room
	       && c->stack[m.depth].role == ROLE_RECEIVE)
	add_message_half (c, &c->stack[m.depth], c->stack[m.depth].peer,
			  c->stack[m.depth].bytes, true, m.time);
      else if (m.what >= TRACE_READS && m.depth && m.depth <= c->room)
	take_remark (c, &c->stack[m.depth - 1], &m);
    }
  trace_done (&cursor);
}

/* ---- Pairs  */

ORDER (by_stream, struct half, RISING (from) RISING (to) RISING (value)
       RISING (is_receive) RISING (time))

static bool
is_same_stream (const struct half *x, const struct half *y)
{
  return x->from == y->from && x->to == y->to && x->value == y->value;
}

ORDER (by_sending, struct trace_message, RISING (sent))

static void
pair_stream (struct trace_messages *messages, const struct half *halves,
	     size_t count, bool is_cut)
{
  size_t sends = 0;
  while (sends < count && !halves[sends].is_receive)
    sends++;
  size_t receives = count - sends, pairs = sends < receives ? sends : receives;
  for (size_t i = 0; i < pairs; i++)
    {
      size_t from = is_cut ? sends - pairs + i : i;
      size_t to = sends + (is_cut ? receives - pairs + i : i);
      messages->list[messages->count++] = (struct trace_message) {
	halves[from].call, halves[to].call, halves->from, halves->to,
	halves[from].time, halves[to].time, halves[from].bytes,
	(uint32_t) halves[from].value };
    }
}

static void
pair_messages (struct collecting *c, struct trace_messages *messages)
{
  const struct halves *halves = &c->messages;
  messages->list = allocate (halves->count / 2 + 1, sizeof *messages->list);
  SORT (halves->list, halves->count, by_stream);
  for (size_t i = 0, end; i < halves->count; i = end)
    {
      end = END_OF_RUN (halves->count, i, j,
			is_same_stream (&halves->list[i], &halves->list[j]));
      pair_stream (messages, &halves->list[i], end - i, c->is_cut);
    }
  SORT (messages->list, messages->count, by_sending);
}

ORDER (by_meeting, struct half, RISING (value) RISING (from) RISING (time))

ORDER (by_number, struct trace_meeting, RISING (number) RISING (call.thread))

/* Numbers the calls of each set of processes: those of a process in order.  A
   trace that lacks the first ones does not say which they are.  */
static void
number_meetings (struct collecting *c, struct trace_messages *messages)
{
  struct half *list = c->meetings.list;
  size_t count = c->is_cut ? 0 : c->meetings.count, first = 0, most = 0;
  messages->meetings = allocate (count + 1, sizeof *messages->meetings);
  messages->meeting_count = count;
  if (!count)
    return;
  SORT (list, count, by_meeting);
  for (size_t i = 0, order = 0; i < count; i++, order++)
    {
      if (i && list[i].value != list[i - 1].value)
	first += most, most = order = 0;
      else if (i && list[i].from != list[i - 1].from)
	order = 0;
      most = order + 1 > most ? order + 1 : most;
      messages->meetings[i]
	= (struct trace_meeting) { first + order, list[i].call };
    }
  SORT (messages->meetings, count, by_number);
}

struct trace_messages
trace_pair_messages (const struct trace *trace)
{
  struct collecting c = { .thread = 0 };
  struct trace_messages messages = { .list = NULL };
  for (size_t i = 0; i < trace->process_count; i++)
    {
      const struct trace_process *process = &trace->processes[i];
      c.rank = (uint32_t) process->record.header.rank;
      c.is_cut |= process->header.dropped > 0;
      for (size_t j = 0; j < process->thread_count; j++, c.thread++)
	follow_thread (&c, &process->threads[j]);
    }
  pair_messages (&c, &messages);
  number_meetings (&c, &messages);
  free (c.messages.list);
  free (c.meetings.list);
  free (c.stack);
  return messages;
}

void
trace_free_messages (struct trace_messages *messages)
{
  free (messages->list);
  free (messages->meetings);
}
