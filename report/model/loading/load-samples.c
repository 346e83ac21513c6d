/* load-samples.c - where threads were by samples of time.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   load-code.c -> load-samples.c -> load-times.c, load-tree.c.

   A sample has the node of the innermost call that is recorded, and an address.
   The function there need not be the node's: it may be switched off, not
   instrumented, or a library's.  Then it becomes a child of the node, by as
   much of the node's time as it has of its samples; with the function that
   called it in between, if that is switched off.  Addresses in the recorder are
   recording.

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
		    : callers_of_sample (loading, &raw, code, &node);
  uint32_t context = context_of_sample (loading, &raw, (uint32_t) node);
  double ns = time_of_raw (loading, &raw);
  double taken = (double) gasp_record_taken (raw.count);
  s->raw[number] = (struct time_sample) {
    (uint32_t) node, code, caller, context, NO_NODE, ns, taken,
    s->codes[code].is_recording ? 0 : (double) raw.faults * GASP_RECORD_FAULTS
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

/* ---- Whose that is.  */

/* Returns whether samples were in the function PLACE, so that it is not just
   inlined into others.  */
static bool
is_emitted (const struct loading *loading, const struct place *place)
{
  const struct sampling *s = loading->sampling;
  for (size_t i = 0; i < s->code_count; i++)
    if (s->codes[i].symbol && s->codes[i].name && !s->codes[i].is_inlined
	&& likeness_of_code (&s->codes[i], place) != NOT_ALIKE)
      return true;
  return false;
}

/* Returns whether CODE is of the innermost function of raw node I, or of one
   that this one is inlined into.  */
static bool
is_within (const struct loading *loading, uint32_t i, const struct code *code)
{
  enum { MOST_LEVELS = 1000 };
  bool is_source = false;
  for (int level = 0; level < MOST_LEVELS && i != NO_NODE; level++)
    {
      const struct place *place = place_of_raw (loading, i, &is_source);
      if (place && place->kind == PLACE_FUNCTION)
	{
	  if (is_code_of (loading, code, place))
	    return true;
	  if (!is_source || is_emitted (loading, place))
	    return false;
	}
      i = loading->raw_parent[i];
    }
  return false;
}

/* Adds to the node CHILD the time NS, from COUNT samples, and READY for a
   processor there.  */
static void
add_time (struct node *child, double ns, double ready, double count)
{
  child->self += ns + ready;
  child->running += ns;
  child->self_variance += ns * ns / fmax (count, 1);
  child->running_variance += ns * ns / fmax (count, 1);
  child->observed = true;
}

/* Returns whether raw node I is a thread of a team between its regions.  */
static bool
is_idle (const struct loading *loading, uint32_t i)
{
  const struct profile *profile = loading->profile;
  return loading->raw_parent[i] == NO_NODE
	 && profile->threads[profile->thread_count - 1]->team_number;
}

/* Returns whether CODE is in GCC's library for OpenMP.  */
static bool
is_of_openmp (const struct code *code)
{
  return code->module && !strncmp (base_name (code->module), "libgomp", 7);
}

/* Returns whether CODE is of a library that the program calls in the event
   PLACE, such as a loop of a team of threads, rather than of what makes that
   event.  */
static bool
is_called_within (const struct place *place, const struct code *code)
{
  enum role role = role_of_place (place);
  return (role == ROLE_MEMBER || role == ROLE_WORKSHARE || role == ROLE_TASK
	  || role == ROLE_HOLD)
	 && code->is_foreign && !is_of_openmp (code);
}

/* Returns whether samples in CODE belong to raw node I itself: they are in its
   function, in nothing that has a name, or in what an event or an idle thread
   does in libraries, as waiting.  */
static bool
is_own_code (struct loading *loading, uint32_t i, struct code *code)
{
  bool is_source = false;
  const struct place *place = place_of_raw (loading, i, &is_source);
  if (!code->name)
    return true;
  bool is_event = place && place->kind == PLACE_EVENT
		  && !is_called_within (place, code);
  if (is_event || is_idle (loading, i))
    {
      place_of_code (loading, code);
      return !code->is_known && !code->is_inlined;
    }
  return code->symbol && is_within (loading, i, code);
}

double
sampled_elsewhere (struct loading *loading, uint32_t i)
{
  struct sampling *s = loading->sampling;
  double ns = 0;
  for (size_t n = s ? s->nodes[i].first : 0; s && n < s->nodes[i].end; n++)
    ns += is_own_code (loading, i, &s->codes[s->list[n].code])
	  ? 0 : s->list[n].ns;
  return ns;
}

/* Returns the innermost of CALLER and those that called it whose function
   stands on the path to NODE of TREE, with an event below it; or NO_CALLER.  */
static uint32_t
caller_on_path (struct loading *loading, const struct tree *tree,
		uint32_t node, uint32_t caller)
{
  struct sampling *s = loading->sampling;
  const struct place *places = loading->profile->places;
  if (node == NO_NODE || places[tree->nodes[node].place].kind != PLACE_EVENT)
    return NO_CALLER;
  for (; node != NO_NODE; node = tree->nodes[node].parent)
    if (places[tree->nodes[node].place].kind == PLACE_FUNCTION)
      for (uint32_t c = caller; c != NO_CALLER; c = s->callers[c].outer)
	if (place_of_code (loading, &s->codes[s->callers[c].code])
	    == tree->nodes[node].place)
	  return c;
  return NO_CALLER;
}

/* Returns the node of TREE below NODE, of raw node I, that CALLER is: below
   those that called it, up to END.  What GCC's OpenMP calls is below the event
   that it makes of that.  */
static uint32_t
node_of_caller (struct loading *loading, struct tree *tree, uint32_t node,
		uint32_t i, uint32_t caller, uint32_t end)
{
  struct sampling *s = loading->sampling;
  if (caller == end || caller == NO_CALLER)
    return node;
  const struct caller *c = &s->callers[caller];
  uint32_t outer = node_of_caller (loading, tree, node, i, c->outer, end);
  struct code *code = &s->codes[c->code];
  if (outer == node
      && ((end != NO_CALLER && is_of_openmp (code))
	  || is_own_code (loading, i, code)))
    return node;
  return node_of_code (loading, tree, outer, c->code);
}

/* Returns the child of NODE in TREE that SAMPLE, of raw node I, was in: in its
   code, below the functions which called this.  */
static uint32_t
child_of_sample (struct loading *loading, struct tree *tree, uint32_t node,
		 uint32_t i, const struct time_sample *sample)
{
  struct code *code = &loading->sampling->codes[sample->code];
  uint32_t end = caller_on_path (loading, tree, node, sample->caller);
  node = node_of_caller (loading, tree, node, i, sample->caller, end);
  return tree_node (tree, node, place_of_code (loading, code),
		    loading->profile->counter_count);
}

/* Returns the node for SAMPLE, which was in NODE itself, of raw node I and
   below TOP.  That an allocation stands at a function does not say who has
   called that, as the stack may do.  */
static uint32_t
own_of_sample (struct loading *loading, struct tree *tree, uint32_t node,
	       uint32_t top, uint32_t i, const struct time_sample *sample)
{
  uint32_t place = tree->nodes[node].place, above = loading->raw_parent[i];
  if (sample->caller == NO_CALLER || above == NO_NODE
      || !is_allocation (&loading->profile->places[place]))
    return node;
  uint32_t caller = node_of_caller (loading, tree, top, above, sample->caller,
				    NO_CALLER);
  return tree_node (tree, caller, place, loading->profile->counter_count);
}

/* Where samples of a raw node I are: at NODE of the tree, if they are its own;
   TOP has called it.  */
struct site { uint32_t i, node, top; };

/* Returns where those are of SITE that have been taken in CONTEXT.  */
static struct site
site_in_context (struct loading *loading, struct tree *tree, struct site site,
		 uint32_t context)
{
  bool is_source;
  uint32_t parent = loading->raw_parent[site.i];
  const struct place *place = place_of_raw (loading, site.i, &is_source);
  if (context == NO_CONTEXT || !place || parent == NO_NODE)
    return site;
  if (place->kind == PLACE_FUNCTION)
    site.node = node_in_context (loading, tree, site.i, context);
  else
    {
      uint32_t top = node_in_context (loading, tree, parent, context);
      if (top != loading->destinations[parent].node)
	site.top = top;
    }
  return site;
}

/* Returns the node of TREE that SAMPLE, which IS_OWN of SITE, was in.  */
static uint32_t
node_of_sample (struct loading *loading, struct tree *tree, struct site site,
		const struct time_sample *sample, bool is_own)
{
  site = site_in_context (loading, tree, site, sample->context);
  return is_own ? own_of_sample (loading, tree, site.node, site.top, site.i,
				 sample)
	 : child_of_sample (loading, tree, site.node, site.i, sample);
}

/* The most by which the time of samples is scaled up to the time that the node
   ran.  The rest was in the kernel, in the node itself.  */
#define MOST_SCALE 1.25

void
divide_by_code (struct loading *loading, struct tree *tree, uint32_t node,
		uint32_t top, uint32_t i, struct own_time *time)
{
  enum { SOME = 8 };
  struct sampling *s = loading->sampling;
  const struct site site = { i, node, top };
  if (!s || !s->nodes[i].end || s->are_few)
    return;
  double running = fmax (0, time->ns - time->waiting - time->ready);
  double scale = fmin (MOST_SCALE, running / s->nodes[i].sampled.ns);
  /* It was ready where it ran, as far as that is known, or had waited.  */
  double ready = time->waiting <= time->ready
		 && s->nodes[i].sampled.count >= SOME ? time->ready : 0;
  for (size_t n = s->nodes[i].first; n < s->nodes[i].end; n++)
    {
      struct time_sample *sample = &s->list[n];
      struct code *code = &s->codes[sample->code];
      bool is_own = is_own_code (loading, i, code);
      uint32_t child = node_of_sample (loading, tree, site, sample, is_own);
      sample->at = child;
      if (loading->process->sample_event)
	tree->nodes[child].samples += (uint64_t) sample->count;
      if (child == node)
	continue;
      double ns = sample->ns * scale;
      double part = running > 0 ? fmin (time->ready, ready * ns / running) : 0;
      add_time (&tree->nodes[child], ns, part, sample->count);
      tree->nodes[child].calls_at_least |= !is_own && !code->is_counted;
      tree->nodes[child].unsure += sample->caller == NO_CALLER ? ns : 0;
      time->ns = fmax (0, time->ns - ns - part);
      time->ready -= part;
    }
}

void
divide_last_wait (struct loading *loading, struct tree *tree, uint32_t i,
		  uint32_t thread, double away)
{
  struct sampling *s = loading->sampling;
  uint32_t at = loading->destinations[i].node;
  for (size_t n = 0; s && n < s->last_count && at != NO_NODE; n++)
    {
      uint64_t node = i;
      uint32_t code = code_at (loading, s->last[n].pc);
      if (s->last[n].thread != thread
	  || is_own_code (loading, i, &s->codes[code]))
	continue;
      struct time_sample sample = {
	.code = code,
	.caller = callers_of_sample (loading, &s->last[n], code, &node)
      };
      uint32_t child = child_of_sample (loading, tree, at, i, &sample);
      away = fmin (away, tree->nodes[at].waiting);
      tree->nodes[at].self -= away;
      tree->nodes[at].waiting -= away;
      tree->nodes[child].self += away;
      tree->nodes[child].waiting += away;
      tree->nodes[child].observed = tree->nodes[child].open = true;
      return;
    }
}

double
faults_of_sample (const struct loading *loading, uint64_t number)
{
  return loading->sampling ? loading->sampling->raw[number].faults : 0;
}

struct destination
destination_of_sample (const struct loading *loading, uint64_t number,
		       const struct gasp_record_sample *raw)
{
  const struct sampling *s = loading->sampling;
  if (!s || (!s->raw[number].ns && !s->raw[number].faults))
    return destination_of (loading, raw->node);
  const struct time_sample *sample = &s->raw[number];
  struct destination result = loading->destinations[sample->node];
  for (size_t n = s->nodes[sample->node].first;
       n < s->nodes[sample->node].end; n++)
    if (s->list[n].code == sample->code && s->list[n].caller == sample->caller
	&& s->list[n].context == sample->context && s->list[n].at != NO_NODE)
      result.node = s->list[n].at;
  return result;
}
