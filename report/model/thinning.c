/* thinning.c - take a part of what records list where there is too much in all.
   See thinning.h.

   SPDX-License-Identifier: Apache-2.0

   A record lists thousands of barriers and messages at most, and phases between
   them (tool/models/); those of ten thousand ranks would be tens of gigabytes.
   So the reporter goes on as the recorder does: it takes one in so many, the
   same of all ranks, which stand for the rest.  */

#include "base/order.h"
#include "base/util.h"
#include "model/thinning.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t most[LISTED_KINDS] = {
  [LISTED_BARRIERS] = 1 << 20, [LISTED_MESSAGES] = 1 << 18,
  [LISTED_PHASES] = 1 << 18
};

uint64_t
hash_of_message (const struct gasp_record_message *m, uint32_t rank)
{
  bool received = m->flags & GASP_RECORD_RECEIVED;
  return gasp_message_hash (received ? m->peer : rank,
			    received ? rank : m->peer,
			    m->tag ^ (int32_t) m->within, m->number);
}

/* ---- How many there are  */

struct counting { struct thinning *thinning; uint32_t rank; };

/* Returns the logarithm of the largest step at which what has HASH is
   listed.  */
static size_t
last_step (uint64_t hash)
{
  return hash ? (size_t) __builtin_ctzll (hash) : 63;
}

static void
count_barrier (void *closure, const void *element,
	       uint64_t number __attribute__ ((unused)))
{
  struct counting *c = closure;
  struct gasp_record_barrier b;
  memcpy (&b, element, sizeof b);
  uint64_t hash = gasp_barrier_hash (b.members, b.number);
  c->thinning->counts[LISTED_BARRIERS][last_step (hash)]
    += b.number != 0 && !b.is_long;
}

static void
count_message (void *closure, const void *element,
	       uint64_t number __attribute__ ((unused)))
{
  struct counting *c = closure;
  struct gasp_record_message m;
  memcpy (&m, element, sizeof m);
  size_t last = last_step (hash_of_message (&m, c->rank));
  c->thinning->counts[LISTED_MESSAGES][last]
    += m.number != 0 && !(m.flags & GASP_RECORD_LONG);
}

static void
count_phase (void *closure, const void *element,
	     uint64_t number __attribute__ ((unused)))
{
  struct counting *c = closure;
  struct gasp_record_phase p;
  memcpy (&p, element, sizeof p);
  size_t last = last_step (p.hash), next = last_step (p.next);
  c->thinning->counts[LISTED_PHASES][last > next ? last : next]
    += p.number != 0;
}

void
count_listed (struct thinning *thinning, const struct record *record)
{
  struct counting c = { thinning, (uint32_t) record->header.rank };
  record_each (record, GASP_RECORD_BARRIERS, count_barrier, &c);
  record_each (record, GASP_RECORD_MESSAGES, count_message, &c);
  record_each (record, GASP_RECORD_PHASES, count_phase, &c);
}

void
write_listed (const struct thinning *thinning, struct message *message)
{
  for (size_t kind = 0; kind < LISTED_KINDS; kind++)
    for (size_t i = 0; i < COUNT_OF (*thinning->counts); i++)
      add_varint (message, thinning->counts[kind][i]);
}

void
add_listed (struct thinning *thinning, struct bytes listed)
{
  for (size_t kind = 0; kind < LISTED_KINDS; kind++)
    for (size_t i = 0; i < COUNT_OF (*thinning->counts); i++)
      thinning->counts[kind][i] += take_varint (&listed);
}

void
choose_steps (struct thinning *thinning)
{
  for (size_t kind = 0; kind < LISTED_KINDS; kind++)
    {
      uint64_t left = 0;
      size_t at = COUNT_OF (*thinning->counts);
      while (at > 0 && left + thinning->counts[kind][at - 1] <= most[kind])
	left += thinning->counts[kind][--at];
      thinning->steps[kind] = (uint64_t) 1 << (at < 63 ? at : 63);
    }
}

/* ---- Phases  */

struct phases { struct gasp_record_phase *rows; size_t count; };

static void
copy_phase (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct phases *phases = closure;
  struct gasp_record_phase *phase = &phases->rows[phases->count];
  memcpy (phase, element, sizeof *phase);
  phases->count += phase->number && phase->until;
}

ORDER (by_number, struct gasp_record_phase, RISING (number))

static bool
are_sorted (const struct phases *phases)
{
  size_t i = 1;
  while (i < phases->count
	 && by_number (&phases->rows[i - 1], &phases->rows[i]) <= 0)
    i++;
  return i >= phases->count;
}

/* Several phases as one: the time in each node, of which some are USED, and
   that in further ones.  */
enum { MOST_USED = 256, NODES = 2 * MOST_USED };
struct joined_phases
{
  bool any;
  struct gasp_record_part nodes[NODES];
  uint16_t used[MOST_USED];
  size_t count;
  uint64_t rest, ready;
};

static uint64_t
whole_ticks (float ticks)
{
  return ticks > 0 && ticks < 1e18f ? (uint64_t) ticks : 0;
}

static void
add_part (struct joined_phases *sum, const struct gasp_record_part *added)
{
  size_t at = (size_t) gasp_mix (added->node) % NODES;
  while (sum->nodes[at].node && sum->nodes[at].node != added->node)
    at = (at + 1) % NODES;
  if (!sum->nodes[at].node && sum->count == MOST_USED)
    {
      sum->rest += whole_ticks (added->ticks);
      return;
    }
  if (!sum->nodes[at].node)
    sum->used[sum->count++] = (uint16_t) at;
  sum->nodes[at].node = added->node;
  if (added->ticks > 0)
    sum->nodes[at].ticks += added->ticks;
}

static void
add_phase (struct joined_phases *sum, const struct gasp_record_phase *phase)
{
  sum->any = true;
  sum->rest += phase->rest;
  sum->ready += phase->ready;
  for (size_t i = 0; i < GASP_RECORD_PHASE_PARTS; i++)
    if (phase->parts[i].node)
      add_part (sum, &phase->parts[i]);
}

ORDER (by_time, struct gasp_record_part, FALLING (ticks) RISING (node))

/* Makes PHASE the SUM, with its longest parts and a rest, and empties SUM.  */
static void
take_sum (struct joined_phases *sum, struct gasp_record_phase *phase)
{
  struct gasp_record_part parts[MOST_USED];
  for (size_t i = 0; i < sum->count; i++)
    {
      parts[i] = sum->nodes[sum->used[i]];
      sum->nodes[sum->used[i]] = (struct gasp_record_part) { 0, 0 };
    }
  if (sum->count > GASP_RECORD_PHASE_PARTS)
    qsort (parts, sum->count, sizeof *parts, by_time);
  memset (phase->parts, 0, sizeof phase->parts);
  phase->rest = sum->rest;
  phase->ready = sum->ready;
  for (size_t i = 0; i < sum->count; i++)
    if (i < GASP_RECORD_PHASE_PARTS)
      phase->parts[i] = parts[i];
    else
      phase->rest += whole_ticks (parts[i].ticks);
  sum->any = false;
  sum->count = 0;
  sum->rest = sum->ready = 0;
}

static void
thin_out (struct phases *phases, uint64_t step)
{
  struct gasp_record_phase *rows = phases->rows;
  struct joined_phases sum = { .any = false };
  size_t kept = 0, count = phases->count;
  for (size_t i = 0; i < count; i++)
    {
      bool is_last = i + 1 == count
		     || (rows[i].number ^ rows[i + 1].number)
			>> GASP_RECORD_PHASE_BITS;
      bool is_taken = is_last || gasp_is_listed (rows[i].hash, step)
		      || gasp_is_listed (rows[i].next, step);
      if (sum.any || !is_taken)
	add_phase (&sum, &rows[i]);
      if (is_taken && sum.any)
	take_sum (&sum, &rows[i]);
      if (is_taken)
	rows[kept++] = rows[i];
    }
  phases->count = kept;
}

struct gasp_record_phase *
read_phases (const struct record *record, uint64_t step, size_t *count)
{
  size_t room = record_count (record, GASP_RECORD_PHASES);
  struct phases phases = { allocate (room + 1, sizeof *phases.rows), 0 };
  record_each (record, GASP_RECORD_PHASES, copy_phase, &phases);
  if (!are_sorted (&phases))
    qsort (phases.rows, phases.count, sizeof *phases.rows, by_number);
  thin_out (&phases, step);
  *count = phases.count;
  return phases.rows;
}
