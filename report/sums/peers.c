/* peers.c - what UPC threads did to each other: figures.

   SPDX-License-Identifier: Apache-2.0

   A thread's record says which of its events moved how much from or to the part
   of which thread.  Here that is added up over all threads; for tables.c.  */

#include "sums/figures.h"
#include "sums/waiting/late.h"
#include "base/arena.h"
#include "base/order.h"
#include "record.h"
#include "model/roles.h"
#include "sums/waiting/encounters.h"

#include <stdlib.h>
#include <string.h>

static bool
is_left_out (const struct report *report, uint32_t place)
{
  return place != NO_NODE && report->wanted[place] == LEAVE_OUT;
}

/* ---- Accesses.  */

static void
add_traffic (struct traffics *to, struct traffic key,
	     const struct transfer *t, bool is_local)
{
  key.time = t->calls.time;
  key.estimated = t->calls.estimated;
  if (is_local)
    key.local = t->calls.count;
  else if (t->written)
    key.writes = t->calls.count, key.bytes_written = t->bytes;
  else
    key.reads = t->calls.count, key.bytes_read = t->bytes;
  ONE_MORE (to->rows, to->count, to->room) = key;
}

ORDER (by_traffic, struct traffic, RISING (thread) RISING (peer) RISING (place)
       THEN (strcmp (x->name ? x->name : "", y->name ? y->name : "")))

/* Adds what T moves to SUM.  */
static void
sum_traffic (struct traffic *sum, const struct traffic *t)
{
  sum->reads += t->reads;
  sum->writes += t->writes;
  sum->bytes_read += t->bytes_read;
  sum->bytes_written += t->bytes_written;
  sum->time += t->time;
  sum->estimated |= t->estimated;
}

ADDER (add_traffic_and_local, struct traffic, sum_traffic (x, y); ADD (local))

/* Joins those rows that are of the same thread, peer, place and name.  */
static void
join_traffic (struct traffics *all)
{
  all->count = JOIN (all->rows, all->count, by_traffic, add_traffic_and_local);
}

/* Finds where each thread's rows of the matrix begin.  */
static void
index_matrix (struct peers_report *peers)
{
  size_t row = 0;
  peers->matrix_rows = allocate (peers->threads + 1,
				 sizeof *peers->matrix_rows);
  for (uint32_t i = 0; i <= peers->threads; i++)
    {
      while (row < peers->matrix.count && peers->matrix.rows[row].thread < i)
	row++;
      peers->matrix_rows[i] = row;
    }
}

/* Adds the matrix up by groups, if there are more threads than MOST_GROUPS.  */
enum { MOST_GROUPS = 64 };
static void
group_matrix (struct peers_report *peers)
{
  if (peers->threads <= MOST_GROUPS)
    return;
  uint32_t size = (peers->threads + MOST_GROUPS - 1) / MOST_GROUPS;
  peers->group_size = size;
  peers->group_names = allocate (MOST_GROUPS, sizeof *peers->group_names);
  struct traffic *cells = allocate (MOST_GROUPS * MOST_GROUPS, sizeof *cells);
  for (size_t i = 0; i < peers->matrix.count; i++)
    {
      const struct traffic *t = &peers->matrix.rows[i];
      struct traffic *cell
	= &cells[t->thread / size * MOST_GROUPS + t->peer / size];
      cell->thread = t->thread / size;
      cell->peer = t->peer / size;
      cell->local++;
      sum_traffic (cell, t);
    }
  peers->groups.rows = cells;
  for (size_t i = 0; i < MOST_GROUPS * MOST_GROUPS; i++)
    if (cells[i].local)
      cells[peers->groups.count++] = cells[i];
}

/* ---- Which array it was.  */

static bool
is_same_job (const struct process *a, const struct process *b)
{
  return b->peers.threads == a->peers.threads && a->job == b->job;
}

static bool
is_same_array (const struct array *a, const struct array *b)
{
  return a->place == b->place
	 && !strcmp (a->name ? a->name : "", b->name ? b->name : "");
}

/* What was accessed: from FIRST to LAST in the part of THREAD, between two
   points of time.  */
struct extent { uint32_t thread; uint64_t first, last, since, until; };

/* Ticks that points in time may be wrong by: those of two machines are known to
   some microseconds, or milliseconds where these are busy.  */
#define UNCERTAIN 1e7
static uint64_t
uncertain (const struct process *a, const struct process *b)
{
  double ticks = UNCERTAIN / a->peers.ns_per_tick;
  return strcmp (a->host, b->host) && ticks < 1e18 ? (uint64_t) ticks : 0;
}

static bool
overlaps (const struct range *range, const struct extent *e, bool comparable,
	  uint64_t wrong)
{
  uint64_t born = range->born > wrong ? range->born - wrong : 0;
  uint64_t since = e->since > wrong ? e->since - wrong : 0;
  bool there = !comparable
	       || (born <= e->until && (!range->died || range->died >= since));
  return there
	 && (range->thread == e->thread
	     || range->thread == GASP_RECORD_EACH_THREAD)
	 && (range->address <= e->first
	     ? e->first - range->address < range->size
	     : range->address <= e->last);
}

/* An array; and whether it may as well have been another.  */
struct likely { const struct array *array; bool several; };

/* Returns the array that EXTENT belongs to, as any thread of PROCESS's
   program knows; null if none does.  VAGUELY: points in time may be wrong.  */
static struct likely
find_at (const struct report *report, const struct process *process,
	 const struct extent *extent, bool vaguely)
{
  struct likely found = { NULL, false };
  for (size_t i = 0; i < report->profile.process_count; i++)
    {
      const struct process *other = &report->profile.processes[i];
      const struct peers *peers = &other->peers;
      if (!is_same_job (process, other))
	continue;
      uint64_t wrong = vaguely ? uncertain (process, other) : 0;
      for (size_t j = 0; j < peers->range_count; j++)
	if (overlaps (&peers->ranges[j], extent, peers->comparable, wrong))
	  {
	    const struct array *array = &peers->arrays[peers->ranges[j].array];
	    found.several |= found.array && !is_same_array (found.array, array);
	    if (!found.array || array->place < found.array->place)
	      found.array = array;
	  }
    }
  return found;
}

static struct likely
find_array (const struct report *report, const struct process *process,
	    const struct extent *extent)
{
  if (!report->peers.has_arrays)
    return (struct likely) { NULL, false };
  struct likely found = find_at (report, process, extent, false);
  return found.array ? found : find_at (report, process, extent, true);
}

static struct likely
array_of (const struct report *report, const struct process *process,
	  const struct transfer *t)
{
  struct extent extent = { t->peer, t->first, t->last, t->since, t->until };
  if (t->array != NO_NODE)
    return (struct likely) { &process->peers.arrays[t->array], false };
  return find_array (report, process, &extent);
}

/* Adds T to the accesses to what is LIKELY.  */
static void
add_to_array (struct report *report, const struct transfer *t,
	      struct likely likely, bool is_local)
{
  const struct array *array = likely.array;
  struct traffic key = { .place = array ? array->place : NO_NODE,
			 .name = array ? array->name : NULL, .array = array };
  if (likely.several)
    {
      const char *name = array->name;
      if (!name && array->place != NO_NODE)
	name = report->profile.places[array->place].name;
      key.name = arena_print ("%s, or another", name ? name : "(unknown)");
      key.array = NULL;
    }
  add_traffic (&report->peers.arrays, key, t, is_local);
}

static uint32_t
line_of (struct report *report, uint32_t place)
{
  if (place == NO_NODE)
    return NO_NODE;
  const struct place *p = &report->profile.places[place];
  struct place line = { .kind = PLACE_LINE, .name = "", .file = p->file,
			.line = p->line };
  return p->file ? intern_place (&report->profile, &line) : NO_NODE;
}

/* Finds the nodes of threads.  Node numbers that no runtime has are taken for
   the last one.  */
static void
find_nodes (struct report *report)
{
  struct peers_report *peers = &report->peers;
  peers->node_of = allocate (peers->threads, sizeof *peers->node_of);
  peers->node_hosts = allocate (peers->threads, sizeof *peers->node_hosts);
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *process = report->processes[i];
      uint32_t node = process->node;
      if (!process->peers.threads)
	continue;
      if (node >= peers->threads)
	node = peers->threads - 1;
      peers->node_of[process->peers.rank] = node;
      peers->node_hosts[node] = process->host;
      if (node >= peers->node_count)
	peers->node_count = node + 1;
    }
}

static void
add_transfers (struct report *report, const struct process *process)
{
  struct peers_report *peers = &report->peers;
  uint32_t me = process->peers.rank;
  uint32_t *node_of = peers->node_of;
  for (size_t i = 0; i < process->peers.transfer_count; i++)
    {
      const struct transfer *t = &process->peers.transfers[i];
      struct likely likely = array_of (report, process, t);
      bool is_local = t->peer == me;
      if (is_left_out (report, t->calls.place))
	continue;
      add_traffic (&peers->matrix,
		   (struct traffic) { .thread = me, .peer = t->peer }, t,
		   false);
      if (peers->node_count > 1)
	add_traffic (&peers->nodes,
		     (struct traffic) { .thread = node_of[me],
					.peer = node_of[t->peer] }, t, false);
      add_traffic (&peers->lines,
		   (struct traffic) { .place = line_of (report,
							t->calls.place) },
		   t, is_local);
      /* A model may have no shared space: then it is just another process.  */
      if (likely.array || t->first)
	add_to_array (report, t, likely, is_local);
    }
}

static void
add_collectives (struct report *report, const struct process *process)
{
  for (size_t i = 0; i < process->peers.collective_count; i++)
    {
      struct transfer t = process->peers.collectives[i];
      if (is_left_out (report, t.calls.place) || t.calls.place == NO_NODE)
	continue;
      if (!t.written)
	t.calls.count = 0, t.calls.time = 0;
      add_traffic (&report->peers.collectives,
		   (struct traffic) { .place = t.calls.place }, &t, false);
    }
}

/* ---- Locks.  */

ORDER (by_lock, struct contention, RISING (place) RISING (thread)
       RISING (address))

static void
add_locks (struct report *report, const struct process *process)
{
  struct peers_report *peers = &report->peers;
  for (size_t i = 0; i < process->peers.lock_count; i++)
    {
      const struct lock *l = &process->peers.locks[i];
      struct extent extent = { l->thread, l->address, l->address, 0,
			       UINT64_MAX };
      struct likely likely = find_array (report, process, &extent);
      bool is_known = likely.array && !likely.several;
      if (is_left_out (report, l->calls.place))
	continue;
      ONE_MORE (peers->locks, peers->lock_count, peers->lock_room)
	= (struct contention) {
	l->calls.place, is_known ? likely.array->place : NO_NODE, l->thread,
	l->address, l->calls.count, l->failed, l->calls.time, l->longest,
	l->calls.estimated, NULL, NULL
      };
    }
}

ADDER (add_contention, struct contention, ADD (calls) ADD (failed) ADD (time)
       EITHER (estimated) LARGEST (longest))

static void
join_locks (struct peers_report *peers)
{
  peers->lock_count = JOIN (peers->locks, peers->lock_count, by_lock,
			    add_contention);
  for (size_t i = 0; i < peers->lock_count; i++)
    peers->locks[i].name = peers->locks[i].address
			 ? print_string ("%u:%#llx", peers->locks[i].thread,
					 (unsigned long long)
					 peers->locks[i].address)
			 : "(others)";
}

/* ---- Time by thread.  */

/* Adds the self times of TREE, of UPC thread THREAD, to those of the flat
   profile's rows, which ROW_OF has for each place.  */
static void
add_thread (struct report *report, const struct tree *tree, uint32_t thread,
	    const uint32_t *groups, const uint32_t *row_of)
{
  for (uint32_t i = 0; i < tree->count; i++)
    {
      /* Each thread is its own place, where the profile has that of all.  */
      uint32_t place = tree->nodes[i].place;
      if (report->profile.places[place].kind == PLACE_THREAD
	  && report->tree.count)
	place = report->tree.nodes[0].place;
      uint32_t group = groups[place];
      if (group != NO_NODE && row_of[group] != NO_NODE)
	report->peers.self[row_of[group] * report->peers.threads + thread]
	  += tree->nodes[i].self;
    }
}

static void
add_threads (struct report *report, const uint32_t *groups)
{
  size_t places = report->profile.place_count;
  OWNED uint32_t *row_of = allocate (places, sizeof *row_of);
  memset (row_of, 0xff, places * sizeof *row_of);
  report->peers.self = allocate (report->flat.count * report->peers.threads,
			       sizeof *report->peers.self);
  for (size_t i = 0; i < report->flat.count; i++)
    row_of[report->flat.rows[i].place] = (uint32_t) i;
  for (size_t i = 0; i < report->thread_count; i++)
    {
      const struct process *process = report->threads[i]->process;
      if (process->peers.threads)
	add_thread (report, &report->thread_trees[i],
		    process->peers.rank, groups, row_of);
    }
}

static bool
is_setup (const struct report *report, uint32_t place)
{
  return place != NO_NODE
	 && role_of_place (&report->profile.places[place]) == ROLE_SETUP;
}

/* Returns whether TREE's thread deals with other processes.  Helpers of the
   library that does so, as Open MPI has, do not.  */
static bool
deals_with_others (const struct report *report, const struct tree *tree)
{
  const struct place *places = report->profile.places;
  for (uint32_t i = 1; i < tree->count; i++)
    if (is_communication (report, &places[tree->nodes[i].place]))
      return true;
  return false;
}

/* Adds to the ranks' times those of the threads that deal with others; of all
   threads of a rank that has no such thread.  */
static void
add_times (struct report *report)
{
  struct peers_report *peers = &report->peers;
  double *all = allocate (peers->threads, sizeof *all);
  for (size_t i = 0; i < report->thread_count; i++)
    {
      const struct process *process = report->threads[i]->process;
      const struct tree *tree = &report->thread_trees[i];
      if (!process->peers.threads || !tree->count)
	continue;
      all[process->peers.rank] += tree->nodes[0].total;
      if (deals_with_others (report, tree))
	peers->ranks[process->peers.rank].time += tree->nodes[0].total;
    }
  for (uint32_t i = 0; i < peers->threads; i++)
    {
      struct rank_time *t = &peers->ranks[i];
      t->time = t->time > 0 ? t->time : all[i];
      peers->time += t->time;
    }
  free (all);
}

static void
add_ranks (struct report *report)
{
  struct peers_report *peers = &report->peers;
  double all = 0, variance = 0;
  peers->ranks = allocate (peers->threads, sizeof *peers->ranks);
  add_times (report);
  for (uint32_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      bool counts = row->place != NO_NODE && !is_setup (report, row->place)
		    && is_communication (report,
					 &report->profile.places[row->place]);
      all += counts ? row->self : 0;
      variance += counts ? row->self_variance : 0;
      for (uint32_t j = 0; j < peers->threads; j++)
	{
	  struct rank_time *t = &peers->ranks[j];
	  double self = peers->self[i * peers->threads + j];
	  t->setup += is_setup (report, row->place) ? self : 0;
	  t->communicating += counts ? self : 0;
	  if (counts && self > t->largest)
	    {
	      t->largest = self;
	      t->most = i;
	    }
	}
    }
  peers->communicating_estimated = error_of (variance) > 0.05 * all;
}

/* ---- All.  */

static void
count_threads (struct report *report)
{
  for (size_t i = 0; i < report->process_count; i++)
    {
      uint32_t threads = report->processes[i]->peers.threads;
      if (threads > report->peers.threads)
	{
	  report->peers.threads = threads;
	  report->peers.rank_name = report->processes[i]->peers.rank_name;
	}
    }
}

static void
add_up_waits (struct report *report)
{
  struct calls completing = { NULL, 0, 0 };
  add_up_barriers (report, &completing);
  add_up_late (report, &completing);
  free (completing.rows);
}

void
add_up_peers (struct report *report, const uint32_t *groups)
{
  count_threads (report);
  divide_befores (report);
  if (!report->peers.threads)
    {
      add_up_critical_path (report);
      return;
    }
  for (size_t i = 0; i < report->profile.process_count; i++)
    if (report->profile.processes[i].peers.range_count)
      report->peers.has_arrays = true;
  add_threads (report, groups);
  add_ranks (report);
  add_up_alike (report);
  find_nodes (report);
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->peers.threads)
      {
	add_transfers (report, report->processes[i]);
	add_collectives (report, report->processes[i]);
	add_locks (report, report->processes[i]);
      }
  join_traffic (&report->peers.matrix);
  index_matrix (&report->peers);
  group_matrix (&report->peers);
  join_traffic (&report->peers.nodes);
  join_traffic (&report->peers.lines);
  join_traffic (&report->peers.arrays);
  join_traffic (&report->peers.collectives);
  join_locks (&report->peers);
  add_up_sizes (report);
  add_up_waits (report);
  add_up_sites_of_calls (report);
  add_up_delays (report);
  add_up_critical_path (report);
}
