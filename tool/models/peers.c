/* peers.c - who reads from whom, which arrays, and locks.

   SPDX-License-Identifier: Apache-2.0

   A program may be several processes: UPC's threads, MPI's ranks.  Each has a
   record of its own, in which each thread counts what it moves by place, array
   and peer, and what it takes to get locks.  shared-objects.c knows the arrays,
   barriers.c the barriers; the reporter puts the processes together.  The model
   does not matter: the table of events says which arguments mean what.  Before
   this, event.c.  */

#include "measure/clock.h"
#include "events/context.h"
#include "events/event.h"
#include "record/file.h"
#include "ground/map.h"
#include "launchers.h"
#include "record/place.h"
#include "models/peers.h"
#include "models/team.h"
#include <string.h>

/* More locks of a thread are counted as one at each place.  */
#define MOST_LOCKS 10000

int gasp_tool_rank, gasp_tool_ranks;
uint32_t gasp_tool_first_of_ranks, gasp_tool_last_of_ranks;

static bool is_forked;

void
gasp_tool_peers_describe (void)
{
  int thread = 0;
  if (!gasp_tool_ranks && !is_forked && gasp_gcc_processes)
    {
      struct gasp_gcc_shared nowhere;
      int count = gasp_gcc_processes (&thread);
      /* A number beyond the first, or a runtime that knows shared space.  */
      if (count > 1 || (gasp_gcc_find_shared
			&& gasp_gcc_find_shared (NULL, &nowhere) >= 0))
	gasp_tool_ranks = count;
      gasp_tool_rank = thread;
    }
  if (!gasp_tool_ranks)
    return;
  int language
    = gasp_gcc_processes_language ? gasp_gcc_processes_language () : 0;
  const struct gasp_tool_model *model = gasp_tool_model (language);
  if (model)
    {
      HEADER->rank_name = gasp_tool_string (model->rank);
      gasp_tool_first_of_ranks = model->first;
      gasp_tool_last_of_ranks = model->last;
    }
  HEADER->rank = gasp_tool_rank;
  HEADER->ranks = gasp_tool_ranks;
  if (gasp_gcc_processes_job)
    {
      int node;
      HEADER->job = gasp_gcc_processes_job (&node);
      HEADER->node = node;
    }
  HEADER->barrier_step = HEADER->message_step = 1;
}

/* Forgets the ranks in a forked child, which is not one of the processes.  */
void
gasp_tool_peers_fork (void)
{
  gasp_tool_ranks = 0;
  is_forked = true;
}

/* Describes the ranks when a library that knows them has been loaded since the
   record began.  */
void
gasp_tool_peers_see_library (void)
{
  if (!gasp_tool_ranks)
    gasp_tool_peers_describe ();
}

void
gasp_tool_peers_thread_end (gasp_context_t context)
{
  gasp_tool_map_clear (&context->transfers);
  gasp_tool_map_clear (&context->locks);
  gasp_tool_recycle (&context->transfer_segment);
  gasp_tool_recycle (&context->lock_segment);
}

void
gasp_tool_peers_go_on (gasp_context_t context)
{
  if (!context)
    return;
  context->lock_turn++;
  gasp_tool_map_clear (&context->transfers);
  gasp_tool_map_clear (&context->locks);
  context->transfer_segment = context->lock_segment = NULL;
}

/* Adds WANTED, of SIZE bytes, to SEGMENT, and to MAP under HASH.  Returns it,
   or null.  */
static void *
add (struct gasp_record_segment **segment, enum gasp_record_kind kind,
     struct map *map, uint32_t hash, const void *wanted, unsigned int size)
{
  void *added = gasp_tool_new (segment, kind, size);
  if (!added)
    return NULL;
  memcpy (added, wanted, size);
  gasp_tool_publish (*segment, size);
  gasp_tool_map_add (map, hash, ref_of (added));
  return added;
}

bool
gasp_tool_find_shared (const void *pointer, struct gasp_gcc_shared *result)
{
  return gasp_tool_ranks && gasp_gcc_find_shared
	 && gasp_gcc_find_shared (pointer, result) > 0;
}

/* Returns whether NUMBER is one of the processes: of a world other than the
   first's, how many there are is not known.  */
static bool
is_process (int number)
{
  return gasp_tool_ranks && number >= 0
	 && (number < gasp_tool_ranks
	     || (number | gasp_tool_rank) >> LAUNCHER_RANK_BITS);
}

bool
gasp_tool_find_argument (uint32_t tag, int number,
			 const union argument *arguments,
			 struct gasp_gcc_shared *result)
{
  const struct event_shape *shape = gasp_tool_event_shape (tag);
  switch (shape->start[number])
    {
    case 'P':
    case 'K':
      return gasp_tool_find_shared (arguments[number].p, result);
    case 'r':
      *result = (struct gasp_gcc_shared) { arguments[number].i, 0, NULL };
      return is_process (result->thread);
    case 'l':
      *result = (struct gasp_gcc_shared) {
	0, (gasp_gcc_word) arguments[number].l, NULL
      };
      return gasp_tool_ranks;
    default:
      *result = (struct gasp_gcc_shared) {
	gasp_tool_rank, (gasp_gcc_word) arguments[number].p, arguments[number].p
      };
      return gasp_tool_ranks;
    }
}

bool
gasp_tool_find_lock (uint32_t tag, const union argument *arguments,
		     struct gasp_gcc_shared *result)
{
  const struct event_shape *shape = gasp_tool_event_shape (tag);
  int first = *shape->start == 'n';
  if (strncmp (shape->start + first, "rl", 2))
    return gasp_tool_find_argument (tag, first, arguments, result);
  *result = (struct gasp_gcc_shared) {
    arguments[first].i, (gasp_gcc_word) arguments[first + 1].l, NULL
  };
  return is_process (result->thread);
}

/* ---- Transfers.  */

static struct gasp_record_transfer *
find_transfer (gasp_context_t context,
	       const struct gasp_record_transfer *wanted)
{
  uint32_t hash = map_hash ((uint64_t) wanted->place << 32
			    ^ (uint64_t) wanted->array << 8
			    ^ wanted->peer << 1 ^ wanted->written);
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&context->transfers, hash, &at)) != 0)
    if (!memcmp (AT (char, ref), wanted,
		 offsetof (struct gasp_record_transfer, count)))
      return AT (struct gasp_record_transfer, ref);
  struct gasp_record_transfer *added
    = add (&context->transfer_segment, GASP_RECORD_TRANSFERS,
	   &context->transfers, hash, wanted, sizeof *wanted);
  if (!added)
    __atomic_add_fetch (&HEADER->transfers_lost, 1, __ATOMIC_RELAXED);
  return added;
}

/* Returns what a transfer of so many BYTES has as WRITTEN.  */
static uint32_t
written_with_size (bool written, uint64_t bytes)
{
  return written | gasp_record_size_class (bytes) << GASP_RECORD_SIZE_SHIFT;
}

/* Returns the time.  The clock is read only for what was not timed and is
   looked up by its time.  */
static uint64_t
time_of (const struct moving *ended, gasp_record_ref array)
{
  return array || ended->context->took_timed ? ended->context->thread->last
	 : read_clock ();
}

/* Counts a transfer of BYTES from or to (WRITTEN) the address AT.  */
static void
count_transfer (const struct moving *ended, const struct gasp_gcc_shared *at,
		bool written, uint64_t bytes)
{
  struct gasp_record_transfer wanted = {
    .place = ended->place, .peer = at->thread,
    .written = written_with_size (written, bytes),
    .array = gasp_tool_shared_object (ended->context, at->thread,
				      at->address),
    .first = at->address, .last = at->address
  };
  wanted.since = time_of (ended, wanted.array);
  struct gasp_record_transfer *t = find_transfer (ended->context, &wanted);
  if (t)
    {
      t->count++;
      t->bytes += bytes;
      t->timed += ended->context->took_timed;
      t->ticks += ended->context->took / ended->parts;
      t->until = wanted.since;
      if (at->address < t->first)
	t->first = at->address;
      if (at->address > t->last)
	t->last = at->address;
    }
}

/* ---- Who moves what: as if each thread fetched what it is to have, or put
   what it has to give.  */

/* Returns the size of a reduction's elements.  */
static size_t
element_size (int type)
{
  static const unsigned char sizes[] = {
    [GASP_UPC_REDUCTION_C] = 1, [GASP_UPC_REDUCTION_UC] = 1,
    [GASP_UPC_REDUCTION_S] = sizeof (short),
    [GASP_UPC_REDUCTION_US] = sizeof (short),
    [GASP_UPC_REDUCTION_I] = sizeof (int),
    [GASP_UPC_REDUCTION_UI] = sizeof (int),
    [GASP_UPC_REDUCTION_L] = sizeof (long),
    [GASP_UPC_REDUCTION_UL] = sizeof (long),
    [GASP_UPC_REDUCTION_F] = sizeof (float),
    [GASP_UPC_REDUCTION_D] = sizeof (double),
    [GASP_UPC_REDUCTION_LD] = sizeof (long double)
  };
  return (size_t) type < sizeof sizes ? sizes[type] : 0;
}

/* Returns how many bytes M moves for each thread.  */
static uint64_t
size_of (const struct movement *m, const union argument *arguments)
{
  return m->pattern == PUT_ELEMENT || m->pattern == FETCH_ELEMENT
	 ? element_size (arguments[m->size].i) : arguments[m->size].z;
}

static void
move_copied (struct moving *moving, const struct movement *m,
	     const union argument *arguments)
{
  struct gasp_gcc_shared source, target;
  uint64_t bytes = arguments[m->size].z;
  bool reads
    = m->source != NONE
      && gasp_tool_find_argument (m->tag, m->source, arguments, &source);
  bool writes
    = m->target != NONE
      && gasp_tool_find_argument (m->tag, m->target, arguments, &target);
  moving->parts = reads && writes ? 2 : 1;
  if (reads)
    moving->tell (moving, &source, false, bytes);
  if (writes)
    moving->tell (moving, &target, true, bytes);
}

static void
move_each (struct moving *moving, const struct movement *m,
	   const union argument *arguments)
{
  struct gasp_gcc_shared at;
  if (!gasp_tool_find_argument (m->tag, m->source, arguments, &at))
    return;
  moving->parts = gasp_tool_ranks;
  for (at.thread = 0; at.thread < gasp_tool_ranks; at.thread++)
    moving->tell (moving, &at, false, arguments[m->size].z);
}

static void
move_permuted (struct moving *moving, const struct movement *m,
	       const union argument *arguments)
{
  struct gasp_gcc_shared at, permutation;
  if (!gasp_tool_find_argument (m->tag, m->target, arguments, &at)
      || !gasp_tool_find_argument (m->tag, m->source, arguments, &permutation)
      || permutation.thread != 0)
    return;
  /* Mine is at the same address as that of thread 0.  */
  const int *mine = permutation.local;
  if (*mine < 0 || *mine >= gasp_tool_ranks)
    return;
  at.thread = *mine;
  moving->tell (moving, &at, true, arguments[m->size].z);
}

static void
move_element (struct moving *moving, const struct movement *m,
	      const union argument *arguments)
{
  struct gasp_gcc_shared at;
  bool written = m->target != NONE;
  if (!gasp_tool_find_argument (m->tag, written ? m->target : m->source,
				arguments, &at))
    return;
  if (!written && gasp_tool_rank == at.thread)
    return;			/* the first one */
  if (!written)
    at.thread = (gasp_tool_rank ? gasp_tool_rank
		 : gasp_tool_ranks) - 1;
  moving->tell (moving, &at, written, size_of (m, arguments));
}

uint64_t
gasp_tool_move (struct moving *moving, uint32_t tag,
		    const union argument *arguments)
{
  static void (*const moves[]) (struct moving *, const struct movement *,
				const union argument *) = {
    [COPY] = move_copied, [FETCH_EACH] = move_each,
    [PUT_PERMUTED] = move_permuted, [PUT_ELEMENT] = move_element,
    [FETCH_ELEMENT] = move_element
  };
  const struct movement *m = gasp_tool_movement (tag);
  if (!m)
    return 0;
  if (gasp_tool_ranks)
    moves[m->pattern] (moving, m, arguments);
  uint64_t bytes = size_of (m, arguments);
  return m->pattern == PUT_ELEMENT || m->pattern == FETCH_ELEMENT
	 ? arguments[3].z * bytes : bytes;
}

int
gasp_tool_moves (uint32_t tag, const union argument *arguments,
		     uint64_t *bytes, bool *written)
{
  const struct movement *m = gasp_tool_movement (tag);
  if (!m)
    return NONE;
  *bytes = size_of (m, arguments);
  *written = m->target != NONE;
  return *written ? m->target : m->source;
}

uint64_t
gasp_tool_moved (gasp_context_t context, const struct open_event *event,
       const union argument *arguments)
{
  struct moving ended = { context, 0, 1, count_transfer };
  if (!event)
    return 0;
  ended.place = event->node->place;
  return gasp_tool_move (&ended, event->tag, arguments);
}

/* ---- Collective functions of models whose events say what the process has of
   them and gives: after a name and a root.  Each is counted once, as
   written.  */

static void
count_collective (const struct moving *ended, bool written, uint64_t bytes)
{
  struct gasp_record_transfer wanted = {
    .place = ended->place, .peer = GASP_RECORD_ALL_PEERS,
    .written = written_with_size (written, bytes)
  };
  struct gasp_record_transfer *t = find_transfer (ended->context, &wanted);
  if (t)
    {
      t->count++;
      t->bytes += bytes;
      t->timed += ended->context->took_timed;
      t->ticks += ended->context->took;
    }
}

uint64_t
gasp_tool_collective_ends (gasp_context_t context,
			   const struct open_event *event,
			   const union argument *arguments)
{
  const struct event_shape *shape
    = event ? gasp_tool_event_shape (event->tag) : NULL;
  if (!shape || strncmp (shape->end, "nrzz", 4))
    return shape ? gasp_tool_bytes_of (shape->end, arguments) : 0;
  struct moving ended = { context, event->node->place, 1, NULL };
  uint64_t received = arguments[2].z, sent = arguments[3].z;
  if (gasp_tool_ranks)
    count_collective (&ended, true, sent);
  if (gasp_tool_ranks && received)
    count_collective (&ended, false, received);
  return sent + received;
}

uint64_t
gasp_tool_meeting_ends (gasp_context_t context, const struct open_event *event,
			const union argument *arguments)
{
  gasp_tool_barrier_leaves (context, event, arguments);
  return gasp_tool_collective_ends (context, event, arguments);
}

/* ---- Locks.  */

static struct gasp_record_lock *
find_lock (gasp_context_t context, const struct gasp_record_lock *wanted)
{
  uint32_t hash = map_hash ((uint64_t) wanted->place << 32 ^ wanted->address
			    ^ (uint64_t) wanted->thread << 20);
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&context->locks, hash, &at)) != 0)
    if (!memcmp (AT (char, ref), wanted,
		 offsetof (struct gasp_record_lock, count)))
      return AT (struct gasp_record_lock, ref);
  if (context->locks.count >= MOST_LOCKS && wanted->address)
    {
      struct gasp_record_lock further = { .place = wanted->place };
      return find_lock (context, &further);
    }
  return add (&context->lock_segment, GASP_RECORD_LOCKS, &context->locks, hash,
	      wanted, sizeof *wanted);
}

static void
count_lock (gasp_context_t context, const struct open_event *event,
	    const union argument *arguments, bool failed)
{
  struct gasp_gcc_shared at;
  if (!event || !gasp_tool_find_lock (event->tag, arguments, &at))
    return;
  struct gasp_record_lock wanted = { .place = event->node->place,
				     .thread = at.thread,
				     .address = at.address };
  struct gasp_record_lock *l = find_lock (context, &wanted);
  if (l)
    {
      l->count++;
      l->failed += failed;
      l->timed += context->took_timed;
      l->ticks += context->took;
      if (context->took > l->longest)
	l->longest = context->took;
    }
}

/* Calls that take a lock are counted for each, those that give it back are
   not.  */
void
gasp_tool_lock_counted (gasp_context_t context, gasp_record_ref place,
			uint32_t tag, const union argument *arguments,
			struct gasp_gcc_lock_calls *calls)
{
  struct gasp_gcc_shared at = { 0, 0, NULL };
  gasp_tool_find_lock (tag, arguments, &at);
  struct gasp_record_lock wanted = {
    .place = place, .thread = at.thread, .address = at.address
  };
  calls->turn = &context->lock_turn;
  calls->long_wait = gasp_tool_long_wait ();
  if (gasp_tool_role (tag) == ROLE_UNLOCK)
    return;
  struct gasp_record_lock *l = find_lock (context, &wanted);
  if (l)
    calls->sums = (struct gasp_gcc_lock_sums *) &l->counted;
  else
    calls->calls = NULL;
}

uint64_t
gasp_tool_locked (gasp_context_t context, const struct open_event *event,
	const union argument *arguments)
{
  count_lock (context, event, arguments, false);
  return 0;
}

uint64_t
gasp_tool_lock_tried (gasp_context_t context, const struct open_event *event,
	   const union argument *arguments)
{
  count_lock (context, event, arguments, !arguments[1].i);
  return 0;
}
