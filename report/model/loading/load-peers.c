/* load-peers.c - what the record of a UPC thread has beyond that of any
   process.

   SPDX-License-Identifier: Apache-2.0

   After load.c; peers.c puts the threads together.  */

#include "model/loading/load.h"

#include <stdlib.h>
#include <string.h>

#define PEERS(loading) (&(loading)->process->peers)

static uint32_t
array_of (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_ARRAYS, ref);
  return number < PEERS (loading)->array_count ? (uint32_t) number : NO_NODE;
}

/* Returns whether NUMBER is a rank of the process's world, or may be one of
   another.  */
static bool
is_peer (const struct loading *loading, uint32_t number)
{
  return number < INT32_MAX
	 && rank_in_world (number)
	      < (world_of (number) == world_of (loading->process->rank)
		   ? PEERS (loading)->threads
		   : MOST_RANKS);
}

/* Returns whether the object with this HASH is to be listed.  */
static bool
is_taken (const struct loading *loading, enum listed_kind kind, uint64_t hash)
{
  return gasp_is_listed (hash, loading->thinning->steps[kind]);
}

/* Returns the step at which records list one of KIND, which is OWN for this
   one.  */
static uint64_t
step_of (const struct loading *loading, enum listed_kind kind, uint64_t own)
{
  uint64_t step = loading->thinning->steps[kind];
  return own < step ? step : own;
}

/* Returns COUNT calls at PLACE, of which TIMED took TICKS.  */
static struct taken
taken (const struct loading *loading, gasp_record_ref place, uint64_t count,
       uint64_t timed, uint64_t ticks)
{
  double time = duration_of (loading, ticks);
  if (timed && timed < count)
    time = plausible (time * (double) count / (double) timed);
  return (struct taken) { known_place_of (loading, place), count, time,
			  timed < count };
}

static void
load_array (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_array raw;
  memcpy (&raw, element, sizeof raw);
  APPEND (PEERS (loading), array,
	  { record_string (&loading->record, raw.name, NULL),
	    record_string (&loading->record, raw.type, NULL),
	    known_place_of (loading, raw.place), raw.count, raw.bytes });
}

static void
load_range (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_range raw;
  memcpy (&raw, element, sizeof raw);
  uint32_t array = array_of (loading, raw.array);
  if (raw.size && array != NO_NODE)
    APPEND (PEERS (loading), range,
	    { array, raw.thread, raw.address, raw.size, raw.born, raw.died });
}

static void
load_transfer (void *closure, const void *element,
	       uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_transfer raw;
  memcpy (&raw, element, sizeof raw);
  uint32_t size = raw.written >> GASP_RECORD_SIZE_SHIFT;
  if (size > gasp_record_size_class (UINT64_MAX))
    size = 0;
  if (raw.count && raw.peer == GASP_RECORD_ALL_PEERS)
    APPEND (PEERS (loading), collective,
	    { taken (loading, raw.place, raw.count, raw.timed, raw.ticks),
	      NO_NODE, 0, size, raw.written & 1, raw.bytes, 0, 0, 0, 0 });
  else if (raw.count && is_peer (loading, raw.peer))
    APPEND (PEERS (loading), transfer,
	    { taken (loading, raw.place, raw.count, raw.timed, raw.ticks),
	      array_of (loading, raw.array), raw.peer, size, raw.written & 1,
	      raw.bytes, raw.first, raw.last, raw.since, raw.until });
}

static void
load_barrier (void *closure, const void *element,
	      uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_barrier raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t hash = raw.is_long ? 1 /* not where they are thinned out */
		  : gasp_barrier_hash (raw.members, raw.number);
  if (raw.number && is_taken (loading, LISTED_BARRIERS, hash)
      && raw.arrived <= raw.began
      && (!raw.left || raw.began <= raw.left))
    APPEND (PEERS (loading), barrier,
	    { raw.number, raw.members, raw.arrived, raw.began, raw.left,
	      known_place_of (loading, raw.place), raw.root, raw.thread,
	      raw.waits, raw.of, raw.is_long });
}

static void
load_lock (void *closure, const void *element,
	   uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_lock raw;
  memcpy (&raw, element, sizeof raw);
  if (!raw.count && !raw.counted)
    return;
  struct taken calls
    = taken (loading, raw.place, raw.count, raw.timed, raw.ticks);
  uint64_t longest = raw.longest > raw.counted_longest ? raw.longest
		     : raw.counted_longest;
  calls.count += raw.counted;
  calls.time += duration_of (loading, raw.counted_ticks);
  APPEND (PEERS (loading), lock,
	  { calls, raw.thread, raw.address, raw.failed,
	    duration_of (loading, longest) });
}

static void
load_message (void *closure, const void *element,
	      uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_message raw;
  memcpy (&raw, element, sizeof raw);
  uint16_t received = raw.flags & GASP_RECORD_RECEIVED;
  bool is_long = raw.flags & GASP_RECORD_LONG;
  uint64_t hash = is_long ? 1 /* not where they are thinned out */
		  : hash_of_message (&raw, (uint32_t) loading->process->rank);
  if (raw.number && is_taken (loading, LISTED_MESSAGES, hash)
      && is_peer (loading, raw.peer) && raw.posted && raw.began
      && (raw.began <= raw.ended || (!received && !raw.ended)))
    APPEND (PEERS (loading), message,
	    { raw.number, raw.posted, raw.began, raw.ended, raw.bytes, raw.peer,
	      known_place_of (loading, raw.place), raw.tag, received, raw.of,
	      (raw.flags & GASP_RECORD_POLLED) != 0,
	      (raw.flags & GASP_RECORD_EARLY) != 0,
	      (raw.flags & GASP_RECORD_CHANGE) != 0,
	      (raw.flags & GASP_RECORD_LOCK) != 0,
	      (raw.flags & GASP_RECORD_COMES) != 0, is_long,
	      (raw.flags & GASP_RECORD_SENDING) != 0, raw.within, raw.thread });
}

/* Adds the part of a phase in RAW.  */
static void
add_phase_part (struct loading *loading, const struct gasp_record_part *raw)
{
  double time = (double) raw->ticks * loading->ns_per_tick;
  struct destination at = destination_of (loading, raw->node);
  bool is_known = at.node != NO_NODE;
  APPEND (PEERS (loading), phase_part, {
    .ticks = time > 0 && time < 1e18 ? raw->ticks : 0, .node = at.node,
    .thread = (uint32_t) loading->process->first_thread
	      + (is_known ? at.thread : 0),
    .path = NO_NODE });
}

static void
load_phase (struct loading *loading, const struct gasp_record_phase *raw)
{
  struct phase phase = { .until = raw->until,
			 .hash = raw->hash, .next = raw->next,
			 .first_part
			   = (uint32_t) PEERS (loading)->phase_part_count,
			 .rest = duration_of (loading, raw->rest),
			 .ready = (double) raw->ready,
			 .thread = raw->number >> GASP_RECORD_PHASE_BITS };
  for (size_t i = 0; i < GASP_RECORD_PHASE_PARTS; i++)
    if (raw->parts[i].node)
      {
	add_phase_part (loading, &raw->parts[i]);
	phase.count++;
      }
  APPEND (PEERS (loading), phase, phase);
}

static void
load_phases (struct loading *loading)
{
  size_t count;
  PEERS (loading)->phase_scale = loading->ns_per_tick;
  OWNED struct gasp_record_phase *raw
    = read_phases (&loading->record, loading->thinning->steps[LISTED_PHASES],
		   &count);
  for (size_t i = 0; i < count; i++)
    load_phase (loading, &raw[i]);
}

struct part { uint32_t kind; record_visitor *visit; };

/* In this order: others refer to arrays.  */
static const struct part parts[] = {
  { GASP_RECORD_ARRAYS, load_array },
  { GASP_RECORD_RANGES, load_range },
  { GASP_RECORD_TRANSFERS, load_transfer },
  { GASP_RECORD_BARRIERS, load_barrier },
  { GASP_RECORD_LOCKS, load_lock },
  { GASP_RECORD_MESSAGES, load_message },
};

static void
complain_of_lost_messages (int64_t rank)
{
  static bool said;
  if (!said)
    complain ("rank %lld has exchanged messages with more peers and tags than "
	      "can be told apart: how long some receivers waited for senders "
	      "is left out",
	      (long long) rank);
  said = true;
}

/* Leaves no room for more in what there is most of.  */
static void
shrink (struct peers *peers)
{
  SHRINK (peers, transfer);
  SHRINK (peers, barrier);
  SHRINK (peers, message);
  SHRINK (peers, phase);
  SHRINK (peers, phase_part);
}

void
load_peers (struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  struct peers *peers = PEERS (loading);
  if (header->ranks > MOST_RANKS)
    complain_of_many (header->ranks);
  if (!header->ranks || header->ranks > MOST_RANKS || header->rank < 0
      || rank_in_world (header->rank) >= header->ranks)
    return;
  peers->threads = (uint32_t) header->ranks;
  peers->rank_name = record_string (&loading->record, header->rank_name, NULL);
  peers->ns_per_tick = loading->ns_per_tick;
  peers->start_ticks = header->start_ticks;
  peers->comparable = !header->clock_per_thread;
  peers->barrier_step
    = step_of (loading, LISTED_BARRIERS, header->barrier_step);
  peers->message_step
    = step_of (loading, LISTED_MESSAGES, header->message_step);
  if (header->messages_lost)
    complain_of_lost_messages (header->rank);
  for (size_t i = 0; i < COUNT_OF (parts); i++)
    record_each (&loading->record, parts[i].kind, parts[i].visit, loading);
  load_phases (loading);
  shrink (peers);
}

/* ---- Estimates.  A timed call that stands for many may have been preempted.
   The call tree has the time of all calls at a place: that time is divided by
   peers, arrays or locks, so that no estimate exceeds what the process
   lived.  */

/* The times at a place, of how many calls, and the time that the tree has of
   it.  */
struct bound { double estimated, exact, count, total, calls; };

/* Returns the factor for the estimates at a place.  Where paths have been
   merged, the tree does not have all of them.  A copy has two ends, hence
   2.  */
static double
factor_of (const struct bound *b, double lived)
{
  bool is_complete = 2 * b->calls >= b->count;
  double room = (is_complete ? b->total : lived) - b->exact;
  if (b->estimated <= 0 || (!is_complete && b->estimated <= room))
    return 1;
  return room > 0 ? room / b->estimated : 0;
}

typedef void taken_visitor (struct taken *calls, struct bound *bound,
			    double lived);

static void
add_to_bound (struct taken *calls, struct bound *b, double lived)
{
  (void) lived;
  b->count += (double) calls->count;
  if (calls->estimated)
    b->estimated += calls->time;
  else
    b->exact += calls->time;
}

static void
keep_to_bound (struct taken *calls, struct bound *b, double lived)
{
  if (calls->estimated)
    calls->time *= factor_of (b, lived);
}

/* Returns how long the threads of LOADING's process lived, in all; what the
   tree has of each place is added to BOUNDS.  */
static double
add_totals (const struct loading *loading, struct bound *bounds)
{
  const struct process *process = loading->process;
  double lived = 0;
  for (size_t t = 0; t < process->thread_count; t++)
    {
      const struct thread *thread
	= loading->profile->threads[process->first_thread + t];
      lived += thread->duration;
      for (uint32_t i = 0; i < thread->tree.count; i++)
	{
	  const struct node *node = &thread->tree.nodes[i];
	  if (node->place >= loading->profile->place_count)
	    continue;
	  bounds[node->place].total += node->total;
	  bounds[node->place].calls += (double) node->calls;
	}
    }
  return lived;
}

/* Calls VISIT for all that is said of places, with the bound of each.  */
static void
visit_taken (struct peers *peers, struct bound *bounds, size_t places,
	     double lived, taken_visitor *visit)
{
  size_t transfers = peers->transfer_count,
	 locks = transfers + peers->lock_count;
  for (size_t i = 0; i < locks + peers->collective_count; i++)
    {
      struct taken *calls
	= i < transfers ? &peers->transfers[i].calls
	  : i < locks ? &peers->locks[i - transfers].calls
	  : peers->collectives[i - locks].written
	  ? &peers->collectives[i - locks].calls
	  : NULL;
      if (calls && calls->place < places)
	visit (calls, &bounds[calls->place], lived);
    }
}

void
bound_peers (struct loading *loading)
{
  struct peers *peers = PEERS (loading);
  size_t places = loading->profile->place_count;
  if (!peers->transfer_count && !peers->lock_count && !peers->collective_count)
    return;
  OWNED struct bound *bounds = allocate (places, sizeof *bounds);
  double lived = add_totals (loading, bounds);
  visit_taken (peers, bounds, places, lived, add_to_bound);
  visit_taken (peers, bounds, places, lived, keep_to_bound);
}
