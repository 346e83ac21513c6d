/* load-samples.c - where threads were by samples of time.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   load-code.c -> load-samples.c -> divide-samples.c, load-times.c.

   A sample has the node of the innermost call that is recorded, and an address.
   Addresses in the recorder are recording.

   Who called a function is known of some samples (record.h): the tables that
   unwinders read have the word of the stack with the address that it returns
   to.  In a library, which may have called others, it is the innermost address
   in the program.  */

#include "base/order.h"
#include "model/addresses.h"
#include "model/roles.h"
#include "model/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading.  */

/* Returns the time that RAW stands for.  */
static double
time_of_raw (const struct loading *loading,
	     const struct gasp_record_sample *raw)
{
  return (double) gasp_record_units (raw->count)
	 * (double) loading->record.header.sample_period;
}

static void
count_sample (void *closure, const void *element,
	      uint64_t number __attribute__ ((unused)))
{
  const struct loading *loading = closure;
  struct gasp_record_sample raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t node = record_number (&loading->record, GASP_RECORD_NODES, raw.node);
  if (node >= loading->raw_count || !raw.count)
    return;
  struct sampled_node *sampled = &loading->sampling->nodes[node];
  double time = time_of_raw (loading, &raw);
  sampled->time += time;
  sampled->squares += time * time / (double) gasp_record_taken (raw.count);
}

/* Returns how long each timed raw node ran, with what is counted below it, in
   nanoseconds; 0 if its calls are open.  Allocated.  */
static double *
times_running (const struct loading *loading)
{
  double *ran = allocate (loading->raw_count, sizeof *ran);
  for (uint32_t i = 0; i < loading->raw_count; i++)
    {
      const struct gasp_record_node *raw = &loading->raw[i];
      uint32_t caller = loading->raw_parent[i];
      double took = raw->period || raw->ticks < 0 ? 0
		    : (double) raw->ticks * loading->ns_per_tick;
      ran[i] += took;
      if (caller != NO_NODE)
	ran[timed_node (loading, caller)] -= took;
      ran[timed_node (loading, i)] -= (double) (raw->waited + raw->ready);
    }
  return ran;
}

/* Returns how much chance adds to the samples of NODE, or takes away, if it RAN
   for so many nanoseconds; hardly ever more.  */
static double
chance (const struct loading *loading, const struct sampled_node *node,
	double ran)
{
  enum { SOME = 4, ERRORS = 3 };
  double period = (double) loading->record.header.sample_period;
  double look = node->time_in > 0 ? node->squares_in / node->time_in : period;
  return SOME * period + ERRORS * sqrt (ran * look);
}

/* Returns whether the samples in NODE and what is counted below are of more
   time than it ran, and than chance adds to that, as it TOOK so many
   nanoseconds.  */
static bool
has_more_samples (const struct loading *loading,
		  const struct sampled_node *node, double took)
{
  double ran = fmax (0, took - node->away_in);
  return node->time_in > ran + chance (loading, node, ran);
}

/* Finds what was switched off, and ran for a while, but has fewer samples than
   that, as a call seemed to go on when it was over: they are its callers', as
   its time is to be.  These may have been switched off, too.  Of events that
   were, long ones are still known as they end, so that their time is
   theirs.  */
static void
find_elsewhere (struct loading *loading)
{
  const double least = 10e6;
  struct sampled_node *nodes = loading->sampling->nodes;
  double *ran = times_running (loading);
  for (uint32_t i = (uint32_t) loading->raw_count; i-- > 0;)
    {
      uint32_t caller = loading->raw_parent[i];
      nodes[i].is_elsewhere
	= function_is_off (loading, i) && !nodes[i].is_over && ran[i] > least
	  && nodes[i].time_in + chance (loading, &nodes[i], ran[i]) < ran[i];
      if (!nodes[i].is_elsewhere || caller == NO_NODE)
	continue;
      caller = timed_node (loading, caller);
      ran[caller] += ran[i];
      nodes[caller].time_in += nodes[i].time_in;
      nodes[caller].squares_in += nodes[i].squares_in;
    }
  free (ran);
}

/* Finds functions that were switched off, and have more samples than time;
   these may have been their callers', which may be over, too.  Callers come
   first in a record.  Of events, what takes long is known as it ends.  */
static void
find_over (struct loading *loading)
{
  struct sampled_node *nodes = loading->sampling->nodes;
  record_each (&loading->record, GASP_RECORD_SAMPLES, count_sample, loading);
  for (uint32_t i = 0; i < loading->raw_count; i++)
    {
      struct sampled_node *timed = &nodes[timed_node (loading, i)];
      timed->time_in += nodes[i].time;
      timed->squares_in += nodes[i].squares;
      timed->away_in += (double) (loading->raw[i].waited
				  + loading->raw[i].ready);
    }
  for (uint32_t i = (uint32_t) loading->raw_count; i-- > 0;)
    {
      const struct gasp_record_node *raw = &loading->raw[i];
      uint32_t caller = loading->raw_parent[i];
      double took = raw->ticks > 0
		    ? (double) raw->ticks * loading->ns_per_tick : 0;
      nodes[i].is_over = raw->ticks >= 0 && function_is_off (loading, i)
			 && has_more_samples (loading, &nodes[i], took);
      if (!nodes[i].is_over || caller == NO_NODE)
	continue;
      struct sampled_node *timed = &nodes[timed_node (loading, caller)];
      timed->time_in += nodes[i].time_in;
      timed->squares_in += nodes[i].squares_in;
      timed->away_in += nodes[i].away_in;
    }
  find_elsewhere (loading);
}

/* Returns raw node I, or the innermost caller of it that may have been open.
   When a function is switched off, its call is over unseen, and the thread
   seems to stay in it.  */
static uint32_t
still_open (const struct loading *loading, uint32_t i)
{
  for (uint64_t level = 0; level < loading->raw_count; level++)
    {
      uint32_t timed = timed_node (loading, i);
      if (!loading->sampling->nodes[timed].is_over
	  || loading->raw_parent[timed] == NO_NODE)
	break;
      i = loading->raw_parent[timed];
    }
  return i;
}

/* Moves the time of raw node I off the processor likewise.  */
static void
move_away (struct loading *loading, uint32_t i)
{
  struct gasp_record_node *from = &loading->raw[i];
  struct gasp_record_node *to = &loading->raw[still_open (loading, i)];
  if (from == to)
    return;
  to->waited += from->waited;
  to->ready += from->ready;
  from->waited = from->ready = 0;
}

static void
add_sample (void *closure, const void *element, uint64_t number)
{
  struct loading *loading = closure;
  struct sampling *s = loading->sampling;
  struct gasp_record_sample raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t node = record_number (&loading->record, GASP_RECORD_NODES, raw.node);
  if (!raw.count && !raw.faults && raw.pc)
    ONE_MORE (s->last, s->last_count, s->last_room) = raw;
  if ((!raw.count && !raw.faults) || node >= loading->raw_count)
    return;
  node = still_open (loading, (uint32_t) node);
  uint32_t code = code_at (loading, raw.pc);
  uint32_t caller = s->codes[code].is_recording ? NO_CALLER
		    : callers_of_sample (loading, &raw, &code, &node);
  uint32_t context = context_of_sample (loading, &raw, (uint32_t) node);
  double ns = time_of_raw (loading, &raw);
  double taken = (double) gasp_record_taken (raw.count);
  s->raw[number] = (struct time_sample) {
    (uint32_t) node, code, caller, context, NO_NODE, ns, taken,
    s->codes[code].is_recording ? 0 : (double) raw.faults * GASP_RECORD_FAULTS,
    0
  };
  struct seen *sampled = &s->nodes[node].sampled;
  sampled->count += taken;
  if (s->codes[code].is_recording)
    {
      sampled->cost += ns;
      return;
    }
  sampled->ns += ns;
  ONE_MORE (s->list, s->count, s->room) = s->raw[number];
}

ORDER (by_node, struct time_sample, RISING (node) RISING (code) RISING (caller)
       RISING (context))

ADDER (add_time_sample, struct time_sample, ADD (ns) ADD (count) ADD (faults))

/* Joins the samples of a node with the same code, and sets where each node's
   are.  */
static void
link_samples (struct sampling *s)
{
  s->count = JOIN (s->list, s->count, by_node, add_time_sample);
  for (size_t i = s->count; i-- > 0;)
    {
      struct sampled_node *node = &s->nodes[s->list[i].node];
      node->first = i;
      node->end = node->end ? node->end : i + 1;
    }
}

/* Returns whether there are so few samples that one more, or less, in a
   function of a library changes much, and calls of the program's functions are
   timed.  */
static bool
are_few (const struct loading *loading)
{
  const struct sampling *s = loading->sampling;
  bool is_source;
  double count = 0;
  for (size_t i = 0; i < s->count; i++)
    count += s->list[i].count;
  if (count >= GASP_RECORD_LEAST_SAMPLES || loading->process->sample_event)
    return false;
  for (uint32_t i = 0; i < loading->raw_count; i++)
    {
      const struct place *place = place_of_raw (loading, i, &is_source);
      if (place && place->kind == PLACE_FUNCTION && loading->raw[i].calls)
	return true;
    }
  return false;
}

void
load_time_samples (struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  if (!header->sampler || !header->sample_period)
    return;
  loading->sampling = allocate (1, sizeof *loading->sampling);
  loading->sampling->nodes
    = allocate (loading->raw_count, sizeof *loading->sampling->nodes);
  find_over (loading);
  uint64_t count = record_count (&loading->record, GASP_RECORD_SAMPLES);
  loading->sampling->raw = allocate (count, sizeof *loading->sampling->raw);
  record_each (&loading->record, GASP_RECORD_SAMPLES, add_sample, loading);
  link_samples (loading->sampling);
  find_chains (loading->sampling, loading->raw_count);
  loading->sampling->are_few = are_few (loading);
}

void
free_samples (struct loading *loading)
{
  struct sampling *s = loading->sampling;
  if (!s)
    return;
  for (size_t i = 0; i < s->code_count; i++)
    free (s->codes[i].name);
  free (s->codes);
  free (s->pcs);
  index_free (&s->pc_index);
  free (s->raw);
  free (s->list);
  free (s->callers);
  index_free (&s->caller_index);
  free (s->contexts);
  free (s->last);
  index_free (&s->context_index);
  free (s->nodes);
  free (s);
}

/* ---- What nodes took.  */

void
begin_samples (struct loading *loading, const uint32_t *nodes, size_t count)
{
  struct sampling *s = loading->sampling;
  double samples = 0;
  for (size_t n = 0; s && n < count; n++)
    samples += s->nodes[nodes[n]].sampled.count;
  if (!samples)
    return;
  loading->process->goes_by_samples = true;
  s->are_many = samples >= GASP_RECORD_LEAST_SAMPLES;
  for (size_t n = 0; s->are_many && n < count; n++)
    move_away (loading, nodes[n]);
}

struct seen
sampled_at (const struct loading *loading, uint32_t i)
{
  return loading->sampling ? loading->sampling->nodes[i].sampled
	 : (struct seen) { 0, 0, 0 };
}

bool
is_by_samples (const struct loading *loading, uint32_t i)
{
  const struct sampling *s = loading->sampling;
  return s && s->are_many
	 && (s->nodes[i].is_over || s->nodes[i].is_elsewhere);
}
