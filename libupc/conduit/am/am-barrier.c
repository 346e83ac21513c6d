/* am-barrier.c - how all threads meet where not all are near.

   SPDX-License-Identifier: Apache-2.0

   Near threads meet in their control block, and then the nodes, by messages.
   What threads say are numbers of which the greatest counts, so that it does
   not matter how often one has been heard of.

   If nodes have few threads, each thread notifies each far one that it has
   come, and a node's threads go on when all of them have heard from all. 
   Messages between two threads keep their order, so what a thread has put to
   another one arrives before that, and no thread waits for an answer before the
   barrier, which takes one message's time.  For that, nothing from after the
   barrier may be done before it is over here: what a third thread put before it
   may still be on its way.  So each message says how many meetings its sender's
   node knew to be over, and a node that is not as far holds it (am.c).  It need
   not wait for long: all threads have come, and their messages are under way.

   Otherwise all that was put has to arrive first (a fence), and nodes meet by a
   dissemination barrier.  In round R each node sends what it knows to the node
   that is 2^R further on, and goes on to the next round when it has heard from
   the one that is as far behind.  Thus after log2 of all nodes' number each
   knows of each.  The last near thread to arrive begins, and a node's first
   thread, to which the others' messages are sent, goes on, as soon as it looks
   at them: it need not be waiting.  Another node may be in the next phase
   already, but not in the one after that.  */

#include "conduit/mpi/mpi.h"

/* The first thread of each node.  */
static int *first_of;
static int nodes, my_node;
static uint32_t rounds;

/* The most messages of a node for which each thread notifies each.  */
#define FEW 8
bool upc_am_each_tells_each;
bool upc_am_is_settled = true;

void
upc_am_add_node (int first)
{
  if (!first_of)
    first_of = upc_table (sizeof *first_of);
  if (first <= MYTHREAD)
    upc_provider.node = my_node = nodes;
  first_of[nodes++] = first;
  while (UINT64_C (1) << rounds < (uint64_t) nodes)
    rounds++;
}

void
upc_am_choose_barrier (void)
{
  uint64_t count = upc_control->count, messages = count * (THREADS - count);
  upc_am_each_tells_each
    = INT64_MAX - upc_mpi_least (INT64_MAX - messages) <= FEW;
  upc_am_first_counted = upc_am_each_tells_each ? 0 : UPC_MEETS_AT_ONCE;
}

int
upc_am_add_to_nodes (const struct upc_record *record)
{
  for (int i = 0; i < nodes; i++)
    if (i != my_node)
      upc_am_add (first_of[i], record, NULL, 0);
  return nodes - 1;
}

static struct upc_met *
met_in (struct upc_meeting *meeting, uint32_t phase)
{
  return &meeting->met[phase & 1];
}

static void
merge (struct upc_met *met, const uint64_t *said)
{
  for (int i = 0; i < UPC_SAID; i++)
    if (met->said[i] < said[i])
      met->said[i] = said[i];
}

/* A thread that has no near ones needs no other lock than the claim.  */

static void
lock (struct upc_meeting *meeting)
{
  if (upc_control->count > 1)
    upc_mutex_lock (&meeting->lock);
}

static void
unlock (struct upc_meeting *meeting)
{
  if (upc_control->count > 1)
    upc_mutex_unlock (&meeting->lock);
}

static void
end (struct upc_meeting *meeting, uint32_t phase)
{
  meeting->arrived = 0;
  __atomic_store_n (&meeting->phase, phase + 1, __ATOMIC_RELEASE);
}

static struct upc_record
message_of (const struct upc_meeting *meeting, uint32_t phase)
{
  return (struct upc_record) { .kind = UPC_AM_MEET,
			       .tag = meeting - upc_control->meetings,
			       .what = phase,
			       .n = UPC_SAID * sizeof (uint64_t) };
}

/* ---- Few threads  */

static void
tell_each (const struct upc_meeting *meeting, uint32_t phase,
	   const uint64_t *said)
{
  int first = upc_control->first, behind = first + upc_control->count;
  struct upc_record record = message_of (meeting, phase);
  for (int i = behind; i < THREADS + first; i++)
    upc_am_add (i % THREADS, &record, said, record.n);
  upc_am_send_added ();
}

/* Returns whether this thread has heard from all others, now.  */
static bool
hear (struct upc_meeting *meeting)
{
  static int told[UPC_MEETINGS];
  int *n = &told[meeting - upc_control->meetings];
  if (++*n < THREADS - upc_control->count)
    return false;
  *n = 0;
  return true;
}

/* ---- Many threads  */

static void
send_round (const struct upc_meeting *meeting, uint32_t phase, uint32_t round,
	    const uint64_t *said)
{
  int to = (my_node + (INT64_C (1) << round)) % nodes;
  struct upc_record record = message_of (meeting, phase);
  record.type = round;
  upc_am_send_now (first_of[to], &record, said, record.n);
}

/* Sends what can be sent; returns whether all nodes have been heard of.  */
static bool
disseminate (const struct upc_meeting *meeting, struct upc_met *met,
	     uint32_t phase)
{
  uint32_t all = (UINT32_C (1) << rounds) - 1;
  for (; met->sent < rounds; met->sent++)
    {
      uint32_t before = (UINT32_C (1) << met->sent) - 1;
      if ((met->heard & before) != before)
	return false;
      send_round (meeting, phase, met->sent, met->said);
    }
  return met->heard == all;
}

/* ---- Both: all near threads have arrived; let them go on if all have met.  */
static void
go_on (struct upc_meeting *meeting, uint32_t phase)
{
  struct upc_met *met = met_in (meeting, phase);
  if (upc_am_each_tells_each ? met->heard == (uint32_t) upc_control->count
      : disseminate (meeting, met, phase))
    end (meeting, phase);
}

uint32_t
upc_am_arrive (enum upc_meets where, const uint64_t *said)
{
  struct upc_meeting *meeting = &upc_control->meetings[where];
  upc_mutex_lock (&upc_am_claim);
  uint32_t phase = upc_am_phase (where);
  upc_am_is_settled = true;
  if (upc_am_each_tells_each)
    tell_each (meeting, phase, said);
  lock (meeting);
  merge (met_in (meeting, phase), said);
  if (++meeting->arrived == (uint32_t) upc_control->count)
    {
      /* Nobody looks at the phase before this one any more.  */
      *met_in (meeting, phase + 1) = (struct upc_met) { .sent = 0 };
      go_on (meeting, phase);
    }
  unlock (meeting);
  upc_mutex_unlock (&upc_am_claim);
  return phase;
}

const uint64_t *
upc_am_met (enum upc_meets where, uint32_t phase)
{
  struct upc_meeting *meeting = &upc_control->meetings[where];
  if (__atomic_load_n (&meeting->phase, __ATOMIC_ACQUIRE) == phase)
    return NULL;
  return met_in (meeting, phase)->said;
}

/* Replies after a barrier to the threads that asked, which are likely to be
   waiting.  */
void
upc_am_reply_behind_barrier (void)
{
  if (!__atomic_load_n (&upc_am_do_waiting, __ATOMIC_RELAXED))
    return;
  upc_mutex_lock (&upc_am_claim);
  if (upc_am_do_waiting)
    upc_am_do_waiting ();
  upc_mutex_unlock (&upc_am_claim);
}

void
upc_am_serve_meeting (int from __attribute__ ((unused)),
		      const struct upc_record *record, const char *data)
{
  struct upc_meeting *meeting = &upc_control->meetings[record->tag];
  struct upc_met *met = met_in (meeting, record->what);
  uint64_t said[UPC_SAID];
  memcpy (said, data, sizeof said);
  lock (meeting);
  merge (met, said);
  if (upc_am_each_tells_each)
    met->heard += hear (meeting);
  else
    met->heard |= UINT32_C (1) << record->type;
  if (meeting->arrived == (uint32_t) upc_control->count
      && meeting->phase == record->what)
    go_on (meeting, record->what);
  unlock (meeting);
}
