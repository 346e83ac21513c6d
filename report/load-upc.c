/* load-upc.c - what the record of a UPC thread has beyond that of any process.

   SPDX-License-Identifier: Apache-2.0

   After load.c; upc.c puts the threads together.  */

#include "load.h"

#include <stdlib.h>
#include <string.h>

/* More are none of ours.  */
enum { MOST_THREADS = 1024 };

#define UPC(loading) (&(loading)->process->upc)

static uint32_t
place_of (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_PLACES, ref);
  return number < loading->place_count ? loading->places[number] : NO_NODE;
}

static uint32_t
array_of (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_ARRAYS, ref);
  return number < UPC (loading)->array_count ? (uint32_t) number : NO_NODE;
}

/* What COUNT calls took, if TIMED of them took TICKS.  */
static double
time_of (const struct loading *loading, uint64_t count, uint64_t timed,
	 uint64_t ticks)
{
  double time = duration_of (loading, ticks);
  return timed && timed < count
	 ? plausible (time * (double) count / (double) timed) : time;
}

static void
load_array (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_array raw;
  memcpy (&raw, element, sizeof raw);
  APPEND (UPC (loading), array,
	  { record_string (&loading->record, raw.name, NULL),
	    record_string (&loading->record, raw.type, NULL),
	    place_of (loading, raw.place), raw.count, raw.bytes });
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
    APPEND (UPC (loading), range,
	    { array, raw.thread, raw.address, raw.size, raw.born, raw.died });
}

static void
load_transfer (void *closure, const void *element,
	       uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_transfer raw;
  memcpy (&raw, element, sizeof raw);
  if (raw.count && raw.peer < UPC (loading)->threads)
    APPEND (UPC (loading), transfer,
	    { place_of (loading, raw.place), array_of (loading, raw.array),
	      raw.peer, raw.written & 1, raw.count, raw.bytes, raw.first,
	      raw.last, raw.since, raw.until,
	      time_of (loading, raw.count, raw.timed, raw.ticks),
	      raw.timed < raw.count });
}

static void
load_barrier (void *closure, const void *element,
	      uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_barrier raw;
  memcpy (&raw, element, sizeof raw);
  if (raw.number && raw.arrived <= raw.began
      && (!raw.left || raw.began <= raw.left))
    APPEND (UPC (loading), barrier,
	    { raw.number, raw.arrived, raw.began, raw.left,
	      place_of (loading, raw.place) });
}

static void
load_lock (void *closure, const void *element,
	   uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_lock raw;
  memcpy (&raw, element, sizeof raw);
  if (raw.count)
    APPEND (UPC (loading), lock,
	    { place_of (loading, raw.place), raw.thread, raw.address,
	      raw.count, raw.failed,
	      time_of (loading, raw.count, raw.timed, raw.ticks),
	      duration_of (loading, raw.longest), raw.timed < raw.count });
}

struct part { uint32_t kind; record_visitor *visit; };

/* In this order: others refer to arrays.  */
static const struct part parts[] = {
  { GASP_RECORD_ARRAYS, load_array },
  { GASP_RECORD_RANGES, load_range },
  { GASP_RECORD_TRANSFERS, load_transfer },
  { GASP_RECORD_BARRIERS, load_barrier },
  { GASP_RECORD_LOCKS, load_lock },
};

void
load_upc (struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  struct upc *upc = UPC (loading);
  if (!header->ranks || header->ranks > MOST_THREADS || header->rank < 0
      || (uint64_t) header->rank >= header->ranks)
    return;
  upc->threads = (uint32_t) header->ranks;
  upc->ns_per_tick = loading->ns_per_tick;
  upc->comparable = !header->clock_per_thread;
  upc->barrier_step = header->barrier_step;
  for (size_t i = 0; i < COUNT_OF (parts); i++)
    record_each (&loading->record, parts[i].kind, parts[i].visit, loading);
}

/* ---- Estimates.  One that stands for many may have been taken while the thread
   had no processor.  The call tree knows what all calls at a place took, and that
   they fit into the time of their callers: what is said of a place by peers,
   arrays or locks is no more than that; and never more than the process lived.  */

/* What is said of a place, of how many calls, and what the tree has of it.  */
struct bound { double estimated, exact, count, total, calls; };

/* By what the estimates at a place are to be multiplied.  Where paths have been
   merged, the tree does not have all of them.  A copy has two ends, hence 2.  */
static double
factor_of (const struct bound *b, double lived)
{
  double room = (2 * b->calls >= b->count ? b->total : lived) - b->exact;
  if (b->estimated <= 0 || b->estimated <= room)
    return 1;
  return room > 0 ? room / b->estimated : 0;
}

static void
add_to_bound (struct bound *b, double time, uint64_t count, bool estimated)
{
  b->count += (double) count;
  if (estimated)
    b->estimated += time;
  else
    b->exact += time;
}

/* How long the threads of LOADING's process lived, in all; what the tree has of
   each place is added to BOUNDS.  */
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

static void
add_estimates (const struct upc *upc, struct bound *bounds, size_t places)
{
  for (size_t i = 0; i < upc->transfer_count; i++)
    {
      const struct transfer *t = &upc->transfers[i];
      if (t->place < places)
	add_to_bound (&bounds[t->place], t->time, t->count, t->estimated);
    }
  for (size_t i = 0; i < upc->lock_count; i++)
    {
      const struct lock *l = &upc->locks[i];
      if (l->place < places)
	add_to_bound (&bounds[l->place], l->time, l->count, l->estimated);
    }
}

void
bound_upc (struct loading *loading)
{
  struct upc *upc = UPC (loading);
  size_t places = loading->profile->place_count;
  if (!upc->transfer_count && !upc->lock_count)
    return;
  struct bound *bounds = allocate (places, sizeof *bounds);
  memset (bounds, 0, places * sizeof *bounds);
  double lived = add_totals (loading, bounds);
  add_estimates (upc, bounds, places);
  for (size_t i = 0; i < upc->transfer_count; i++)
    {
      struct transfer *t = &upc->transfers[i];
      if (t->estimated && t->place < places)
	t->time *= factor_of (&bounds[t->place], lived);
    }
  for (size_t i = 0; i < upc->lock_count; i++)
    {
      struct lock *l = &upc->locks[i];
      if (l->estimated && l->place < places)
	l->time *= factor_of (&bounds[l->place], lived);
    }
  free (bounds);
}
