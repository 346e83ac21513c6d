/* load-tree.c - threads and call-path trees of a record.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   Nodes are reached from the threads' roots: so whatever their links say, the
   result is a tree.  */

#include "base/proc.h"
#include "chance.h"
#include "model/loading/load.h"
#include "model/roles.h"
#include "model/sampling.h"
#include "ticks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A thread of the record, and what completes its open calls.  */
struct raw_thread {
  const struct gasp_record_thread *raw;
  uint64_t end;			/* ticks */
  const int64_t *values;	/* or null */
};

static const int64_t *
values_at (const struct loading *loading, gasp_record_ref ref)
{
  size_t size = loading->record.header.counters * sizeof (int64_t);
  return size ? record_at (&loading->record, ref, size) : NULL;
}

static uint64_t
last_of_thread (const struct gasp_record_thread *thread)
{
  return thread->seen > thread->last ? thread->seen : thread->last;
}

/* Returns when THREAD ended; if it was killed, when something was last known of
   its process.  */
static uint64_t
end_of_thread (const struct loading *loading,
	       const struct gasp_record_thread *thread)
{
  const struct gasp_record_header *header = &loading->record.header;
  if (thread->end)
    return thread->end;
  if (header->clock_per_thread)
    return last_of_thread (thread);
  return header->end_ticks ? header->end_ticks : loading->last_known;
}

/* Notes when something was known of the thread ELEMENT.  */
static void
note_last_known (void *closure, const void *element,
		 uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_thread raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t last = last_of_thread (&raw);
  if (last > loading->last_known)
    loading->last_known = last;
}

/* Adds the values of RAW to those of node NODE of TREE.  */
static void
add_raw_values (struct loading *loading, struct tree *tree, uint32_t node,
		const struct gasp_record_node *raw,
		const struct raw_thread *thread)
{
  const int64_t *values = values_at (loading, raw->values);
  bool is_open = raw->ticks < 0;
  if (!values)
    return;
  int64_t *sums = &tree->values[node * loading->profile->counter_count];
  for (uint32_t i = 0; i < loading->record.header.counters; i++)
    {
      int64_t value = values[i];
      if (is_open && thread->values)
	value = add_wrapping (value, thread->values[i]);
      int64_t *sum = &sums[loading->counter_map[i]];
      *sum = add_wrapping (*sum, value);
    }
}

/* Adds to NODE how wrong the figures of RAW may be, of allocations some of
   which were sampled.  */
static void
add_chance (struct node *node, const struct gasp_record_node *raw)
{
  double variance = chance_variance_in (raw->skip);
  node->calls_estimated = true;
  node->calls_variance += variance;
  node->bytes_variance
    += chance_bytes_variance ((double) raw->calls, (double) raw->bytes,
			      variance);
}

static void
add_raw_node (struct loading *loading, struct tree *tree, uint32_t index,
	      const struct gasp_record_node *raw,
	      const struct own_time *time, const struct raw_thread *thread)
{
  struct node *node = &tree->nodes[index];
  node->open |= raw->ticks < 0;
  node->calls += raw->calls;
  node->calls_at_least |= off_of (loading, raw->place) != 0;
  if (loading->profile->places[node->place].kind != PLACE_FUNCTION)
    node->bytes += raw->bytes;
  if (loading->process->memory_is_sampled
      && is_allocation (&loading->profile->places[node->place]))
    add_chance (node, raw);
  node->self += plausible (time->ns);
  node->self_variance += time->variance;
  node->waiting += plausible (time->waiting);
  /* Parts that were taken away may leave less than nothing, by rounding.  */
  node->running += plausible (fmax (0, time->ns - time->waiting - time->ready));
  node->running_variance += time->running_variance;
  node->cost += plausible (time->cost);
  node->observed |= time->is_observed;
  loading->process->cost += plausible (time->cost);
  loading->profile->threads[loading->profile->thread_count - 1]->cost
    += plausible (time->cost);
  add_raw_values (loading, tree, index, raw, thread);
}

/* Nanoseconds: for how long a thread may have run without a sample before it
   was killed; and the least time off the processor that counts.  */
#define LAST_RUN 20e6
#define LEAST_AWAY 50e3

/* Puts the raw nodes that are reached from ROOT, which are thread NUMBER's,
   into QUEUE, callers first.  Returns how many.  */
static size_t
list_nodes (struct loading *loading, uint32_t number, uint32_t root,
	    uint32_t *queue)
{
  size_t head = 0, tail = 0;
  queue[tail++] = root;
  loading->destinations[root].thread = number;
  while (head < tail)
    {
      uint32_t child = loading->raw_child[queue[head++]];
      for (; child != NO_NODE; child = loading->raw_sibling[child])
	if (loading->destinations[child].thread == NO_NODE)
	  {
	    loading->destinations[child].thread = number;
	    queue[tail++] = child;
	  }
    }
  return tail;
}

static enum role
role_of (const struct loading *loading, uint32_t raw)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_PLACES,
				   loading->raw[raw].place);
  if (number >= loading->place_count)
    return ROLE_OTHER;
  const struct place *place
    = &loading->profile->places[loading->places[number]];
  return role_of_place (place);
}

/* Returns the node that raw node I belongs below: its parent, or the
   construct of another thread that its thread is called to there.  */
static uint32_t
caller_of (const struct loading *loading, uint32_t i)
{
  uint32_t parent = loading->raw_parent[i];
  bool is_outermost = parent != NO_NODE
		      && loading->raw_parent[parent] == NO_NODE;
  if (!is_outermost || !(loading->raw[i].key >> 32)
      || role_of (loading, i) != ROLE_MEMBER)
    return parent;
  uint64_t team = record_number (&loading->record, GASP_RECORD_NODES,
				 loading->raw[i].key >> 32);
  return team < loading->raw_count && role_of (loading, team) == ROLE_TEAM
	 ? (uint32_t) team : parent;
}

/* Returns the node of TREE that raw node I is to be below where CALLER called
   it, or what is not recorded in between.  Sets *TOP to what the time of its
   event's own code is below.  */
static uint32_t
parent_below (struct loading *loading, struct tree *tree, uint32_t caller,
	      uint32_t i, uint32_t *top)
{
  uint64_t place = record_number (&loading->record, GASP_RECORD_PLACES,
				  loading->raw[i].place);
  uint32_t parent = below_chain (loading, tree, caller, i);
  *top = below_owner (loading, tree, parent, place);
  return below_callers (loading, tree, *top, place);
}

/* Returns raw node I's place where it is below PARENT of TREE.  */
static uint32_t
place_below (struct loading *loading, const struct tree *tree, uint32_t parent,
	     uint32_t i)
{
  return own_place (loading, tree, parent,
		    place_or_lost (loading, &loading->raw[i]));
}

/* Returns the node of TREE for the path to raw node I of another thread:
   below TREE's root, in place of that thread's.  A loop in a damaged record
   ends.  */
static uint32_t
path_to (struct loading *loading, struct tree *tree, uint32_t i)
{
  uint32_t node = 0;
  size_t length = 0, room = 0;
  OWNED uint32_t *path = NULL;
  for (; length < loading->raw_count && loading->raw_parent[i] != NO_NODE;
       i = caller_of (loading, i))
    ONE_MORE (path, length, room) = i;
  while (length-- > 0)
    {
      uint32_t top, parent = parent_below (loading, tree, node, path[length],
					   &top);
      node = tree_node (tree, parent,
			place_below (loading, tree, parent, path[length]),
			loading->profile->counter_count);
    }
  return node;
}

/* Returns the node of TREE that raw node I, which is not its root, is to be
   below.  */
static uint32_t
parent_in (struct loading *loading, struct tree *tree, uint32_t i)
{
  uint32_t caller = caller_of (loading, i);
  return caller == loading->raw_parent[i] ? loading->destinations[caller].node
	 : path_to (loading, tree, caller);
}

/* Returns the time between two readings, in nanoseconds, of what only grows; 0
   if either is missing.  */
static double
time_between (uint64_t first, uint64_t last)
{
  return last > first ? (double) (last - first) : 0;
}

/* Returns how long RAW, a thread that has not ended, was last looked at before
   END; 0 if it has been looked at since.  */
static double
unseen_time (const struct loading *loading,
	     const struct gasp_record_thread *raw, uint64_t end)
{
  return raw->end || !raw->seen || end <= raw->seen
	 || raw->processor > raw->seen_processor
	 ? 0 : duration_of (loading, end - raw->seen);
}

/* Adds what is not known of the thread ELEMENT.  */
static void
add_unseen (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_thread raw;
  memcpy (&raw, element, sizeof raw);
  loading->unseen.passed
    += unseen_time (loading, &raw, end_of_thread (loading, &raw));
  loading->unseen.ran -= (double) raw.processor;
}

/* Finds how much of the time that is not known of threads they ran: what the
   process has had of the processor beyond what is known of each.  */
static void
find_unseen (struct loading *loading)
{
  loading->unseen.ran = 1e6 * loading->record.header.processor_ms;
  if (!(loading->unseen.ran > 0))
    return;
  record_each (&loading->record, GASP_RECORD_THREADS, add_unseen, loading);
  loading->unseen.ran
    = fmax (0, fmin (loading->unseen.ran, loading->unseen.passed));
}

/* How long a thread has been away at raw node I as the process ends.  */
struct last_wait { uint32_t i; double away; };

/* Adds how long the thread, which has the COUNT raw NODES, callers first, was
   off the processor since it was last looked at, to the innermost call that is
   open, and not switched off, as its end may not have been seen: if it is known
   what it has run since, or all such threads have, or if it was killed, that it
   would have had a sample.  Returns where, and how long.  */
static struct last_wait
add_last_wait (struct loading *loading, const uint32_t *nodes, size_t count,
	       const struct raw_thread *thread)
{
  const struct gasp_record_thread *raw = thread->raw;
  uint64_t at = record_number (&loading->record, GASP_RECORD_NODES, raw->at);
  if (raw->end || !raw->seen || thread->end <= raw->seen)
    return (struct last_wait) { 0, 0 };
  double passed = duration_of (loading, thread->end - raw->seen);
  double ran = time_between (raw->seen_processor, raw->processor);
  bool has_samples = loading->record.header.sampler != 0;
  double away = ran > 0 ? passed - ran
		: loading->unseen.passed > 0
		? passed * (1 - loading->unseen.ran / loading->unseen.passed)
		: has_samples && passed > LAST_RUN ? passed : 0;
  for (size_t n = 0; n < count; n++)
    if (loading->raw[nodes[n]].ticks < 0 && !loading->raw[nodes[n]].period
	&& !function_is_off (loading, nodes[n]))
      at = nodes[n];
  if (away <= LEAST_AWAY || at >= loading->raw_count)
    return (struct last_wait) { 0, 0 };
  loading->raw[at].waited += (uint64_t) away;
  return (struct last_wait) { (uint32_t) at, away };
}

/* Builds the tree of thread NUMBER of the process from raw node ROOT.  */
static void
build_tree (struct loading *loading, uint32_t number, struct tree *tree,
	    uint32_t root, const struct raw_thread *thread)
{
  OWNED uint32_t *nodes = allocate (loading->raw_count, sizeof *nodes);
  size_t count = list_nodes (loading, number, root, nodes);
  size_t counters = loading->profile->counter_count;
  begin_samples (loading, nodes, count);
  const struct last_wait last = add_last_wait (loading, nodes, count, thread);
  OWNED struct own_time *times = own_times (loading, nodes, count, thread->end);
  expect_nodes (tree, count, counters);
  for (size_t n = 0; n < count; n++)
    {
      uint32_t i = nodes[n];
      const struct gasp_record_node *raw = &loading->raw[i];
      uint32_t caller = i == root ? NO_NODE : parent_in (loading, tree, i), top;
      uint32_t parent = parent_below (loading, tree, caller, i, &top);
      uint32_t place = place_below (loading, tree, parent, i);
      uint32_t node = tree_node (tree, parent, place, counters);
      loading->destinations[i].node = node;
      divide_by_code (loading, tree, node, top, i, &times[n]);
      add_raw_node (loading, tree, node, raw, &times[n], thread);
      tree->nodes[node].calls_shared |= is_called_otherwise (loading, i);
    }
  if (last.away > 0)
    divide_last_wait (loading, tree, last.i, thread->raw->number, last.away);
  seal_tree (tree);
}

/* Returns the raw node that REF refers to, if no thread has it yet.  */
static uint32_t
free_node (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_NODES, ref);
  return number < loading->raw_count
	 && loading->destinations[number].thread == NO_NODE
	 ? (uint32_t) number : NO_NODE;
}

static void
load_other (struct loading *loading, struct thread *thread,
	    const struct raw_thread *raw)
{
  struct tree single = { 0 };
  uint32_t other = free_node (loading, raw->raw->other);
  if (other == NO_NODE)
    return;
  tree_node (&single, NO_NODE, 0, loading->profile->counter_count);
  OWNED struct own_time *time = own_times (loading, &other, 1, raw->end);
  add_raw_node (loading, &single, 0, &loading->raw[other], time, raw);
  seal_tree (&single);
  thread->other = single.nodes[0];
  thread->other.total = thread->other.self;
  free (single.nodes);
  free (single.values);
  free (single.self_values);
}

static struct thread *
add_thread (struct profile *profile)
{
  return ONE_MORE (profile->threads, profile->thread_count,
		   profile->thread_room)
	 = allocate (1, sizeof (struct thread));
}

/* Returns where the thread began, from the beginning of the process.  */
static double
start_of (const struct loading *loading, const struct gasp_record_thread *raw)
{
  const struct gasp_record_header *header = &loading->record.header;
  return header->clock_per_thread || raw->start < header->start_ticks ? 0
	 : duration_of (loading, raw->start - header->start_ticks);
}

/* Returns whether the thread RAW runs, and its clock can be read here.  */
static bool
is_live (const struct loading *loading, const struct gasp_record_thread *raw)
{
  const struct gasp_record_header *header = &loading->record.header;
  return header->state == GASP_RECORD_RUNNING && !raw->end && raw->tid
	 && !strcmp (record_string (&loading->record, header->clock, ""), "tsc")
	 && is_this_host (loading->process->host)
	 && may_be_process (header->pid, header->process_start)
	 && is_alive (header->pid, raw->tid);
}

/* Completes RAW, if the thread runs, by what the kernel says of it now.  */
static void
look_at_live (struct loading *loading, struct gasp_record_thread *raw)
{
  char text[96];
  if (!is_live (loading, raw)
      || !read_proc (loading->record.header.pid, raw->tid, "schedstat", text,
		     sizeof text))
    return;
  uint64_t processor = strtoull (text, NULL, 10);
  loading->last_known = read_tsc ();
  if (processor > raw->processor)
    raw->processor = processor;
}

static void
load_thread (void *closure, const void *element,
	     uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_thread raw;
  memcpy (&raw, element, sizeof raw);
  look_at_live (loading, &raw);
  struct raw_thread with = { &raw,
			     end_of_thread (loading, &raw),
			     values_at (loading, raw.values) };
  struct thread *thread = add_thread (loading->profile);
  uint32_t index = (uint32_t) loading->process->thread_count++;
  thread->process = loading->process;
  thread->tid = raw.tid;
  thread->number = raw.number;
  thread->team_number = raw.team_number;
  thread->function = raw.function;
  thread->name = print_string ("%.*s", (int) sizeof raw.name, raw.name);
  thread->start = start_of (loading, &raw);
  thread->processor = time_between (raw.first_processor, raw.processor);
  if (!raw.number)
    loading->process->before = (double) raw.first_processor;
  thread->ready = time_between (raw.first_ready, raw.ready);
  thread->duration = with.end > raw.start
		     ? duration_of (loading, with.end - raw.start) : 0;
  loading->process->processor
    += thread->processor > 0 ? thread->processor : thread->duration;
  thread->running = !raw.end && !loading->record.header.end_ticks;
  thread->unmatched = raw.unmatched;
  thread->samples_lost = raw.samples_lost;
  loading->process->live_bytes += (uint64_t) raw.live_bytes;
  loading->process->live_blocks += (uint64_t) raw.live_blocks;
  loading->process->unknown_frees += raw.unknown_frees;
  thread->counter_error = record_string (&loading->record, raw.counter_error,
					 NULL);
  load_other (loading, thread, &with);
  uint32_t root = free_node (loading, raw.root);
  if (root != NO_NODE)
    build_tree (loading, index, &thread->tree, root, &with);
  loading->bad_references += raw.root && root == NO_NODE;
}

void
load_threads (struct loading *loading)
{
  load_places (loading);
  load_nodes (loading);
  load_time_samples (loading);
  loading->process->first_thread = loading->profile->thread_count;
  record_each (&loading->record, GASP_RECORD_THREADS, note_last_known, loading);
  find_unseen (loading);
  record_each (&loading->record, GASP_RECORD_THREADS, load_thread, loading);
}

struct destination
destination_of (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_NODES, ref);
  if (number >= loading->raw_count
      || loading->destinations[number].node == NO_NODE)
    return (struct destination) { NO_NODE, NO_NODE };
  return loading->destinations[number];
}

void
free_loading (struct loading *loading)
{
  free (loading->places);
  free (loading->off);
  free (loading->files);
  free (loading->owners);
  free (loading->is_source);
  free (loading->calls);
  free_samples (loading);
  free (loading->samples);
  free (loading->raw);
  free (loading->raw_parent);
  free (loading->raw_child);
  free (loading->raw_sibling);
  free (loading->destinations);
  free (loading->sums);
}
