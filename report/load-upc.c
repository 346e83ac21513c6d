/* load-upc.c - what the record of a UPC thread has beyond that of any process.

   SPDX-License-Identifier: Apache-2.0

   After load.c; upc.c puts the threads together.  */

#include "load.h"

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
