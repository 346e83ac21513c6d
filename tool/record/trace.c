/* trace.c - each call in time order: the trace's chunks, and rare entries.

   SPDX-License-Identifier: Apache-2.0

   A file beside the record's (trace.h), mapped in the same way.  Each thread
   writes into a chunk of its own: the runtime does so for ordinary calls
   (gasp_gcc.h, logs); everything else comes here, from it or from tree.c.  When
   a chunk is full, the thread takes the next: a new one, or, in a ring, the one
   that was closed first.  */

#define _GNU_SOURCE
#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "ground/growing.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "record/place.h"
#include "ground/state.h"
#include "record/trace.h"
#include "little-print.h"
#include "values.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define CHUNK GASP_TRACE_CHUNK
#define FIRST_SIZE (16 * CHUNK)
#define LARGEST_STEP ((size_t) 16 << 20)
#define DEFAULT_LIMIT ((uint64_t) 256 << 20)
/* No trace is kept for longer.  */
#define FOR_EVER UINT64_MAX
/* The size of the longest entries at a time, and of one to end them.  */
#define LONGEST 24


/* The settings of the user.  */
static struct {
  uint64_t limit;		/* bytes */
  bool is_ring;
  uint64_t seconds;		/* of a ring; 0: as much as fits */
} wanted;

static struct growing_file file = {
  .unit = CHUNK,
  .first_step = FIRST_SIZE,
  .largest_step = LARGEST_STEP
};

#define POPULATED_AT_ONCE (4 * CHUNK)
static size_t populated;	/* bytes of the file, at least */

static uint64_t sequence;
static struct {
  uint64_t keep;		/* units of time */
  uint32_t first, last;		/* closed chunks, by NEXT */
} ring;

static GASP_TOOL_LOCK (trace_lock);

static struct gasp_trace_header *
header (void)
{
  return (struct gasp_trace_header *) file.base;
}

static struct gasp_trace_chunk *
chunk_at (uint32_t number)
{
  return (struct gasp_trace_chunk *) (file.base + (size_t) number * CHUNK);
}

/* TICKS in units of the trace; and the same in ticks, without the fraction of a
   unit.  */

static uint64_t
units (uint64_t ticks)
{
  return ticks >> GASP_GCC_LOG_SHIFT;
}

static uint64_t
whole_units (uint64_t ticks)
{
  return units (ticks) << GASP_GCC_LOG_SHIFT;
}

/* ---- Chunks.  The file is locked.  */

/* Notes that there is no more room, because of ERROR.  In a ring that is
   usual.  */
static void
become_full (int error)
{
  char text[200];
  file.full = true;
  if (header ()->is_ring)
    return;
  __atomic_store_n (&header ()->stopped, read_clock (), __ATOMIC_RELAXED);
  if (error == ENOMEM)
    gasp_little_print (text, sizeof text,
	      "trace full: it has reached the limit of "
	      "%zu KB (GASP_TRACE); what came after that is not in it",
	      file.reserved >> 10);
  else
    gasp_little_print (text, sizeof text,
	      "trace full: it cannot grow beyond %zu KB: "
	      "%s; what came after that is not in it", file.size >> 10,
	      gasp_tool_growing_reason (error));
  gasp_tool_note (text);
  gasp_tool_say ("%s: %s", file.path, text);
}

/* Prepares the memory that is used next, many pages at a time.  Otherwise
   the first write to each page takes twice as long, as long as hundreds of
   entries.  */
static void
populate (void)
{
#ifdef MADV_POPULATE_WRITE
  size_t left = file.size - file.used;
  if (file.used < populated || gasp_tool_may_be_sandboxed)
    return;
  size_t step = left < POPULATED_AT_ONCE ? left : POPULATED_AT_ONCE;
  madvise (file.base + file.used, step, MADV_POPULATE_WRITE);
  populated = file.used + step;
#endif
}

/* Returns a chunk that was never used, or null.  */
static struct gasp_trace_chunk *
fresh_chunk (void)
{
  if (file.used + CHUNK > file.size)
    {
      int error = file.full ? -1 : gasp_tool_growing_grow (&file);
      if (error && !file.full)
	become_full (error);
      if (error)
	return NULL;
    }
  populate ();
  struct gasp_trace_chunk *chunk = (void *) (file.base + file.used);
  file.used += CHUNK;
  return chunk;
}

/* Returns the chunk that was closed first, or null.  */
static struct gasp_trace_chunk *
oldest_chunk (void)
{
  return ring.first ? chunk_at (ring.first) : NULL;
}

static struct gasp_trace_chunk *
use_again (struct gasp_trace_chunk *chunk)
{
  __atomic_store_n (&chunk->state, GASP_TRACE_UNUSED, __ATOMIC_SEQ_CST);
  ring.first = chunk->next;
  header ()->dropped++;
  return chunk;
}

static struct gasp_trace_chunk *
take_chunk (uint64_t time)
{
  struct gasp_trace_chunk *oldest = oldest_chunk (), *chunk;
  if (oldest && time - oldest->end > ring.keep && time > oldest->end)
    return use_again (oldest);
  chunk = fresh_chunk ();
  return chunk || !oldest ? chunk : use_again (oldest);
}

/* Ends TRACE's chunk here.  */
static void
close_chunk (struct trace *trace)
{
  struct gasp_trace_chunk *chunk = trace->chunk;
  if (!chunk)
    return;
  trace->chunk = NULL;
  chunk->end = units (trace->log.time);
  chunk->next = 0;
  __atomic_store_n (&chunk->state, GASP_TRACE_CLOSED, __ATOMIC_RELEASE);
  if (!header ()->is_ring)
    return;
  uint32_t number = ((char *) chunk - file.base) / CHUNK;
  if (ring.first)
    chunk_at (ring.last)->next = number;
  else
    ring.first = number;
  ring.last = number;
}

/* Fills in CHUNK, taken by CONTEXT, which is at NODE.  */
static void
begin_chunk (gasp_context_t context, struct gasp_trace_chunk *chunk,
	     const struct gasp_record_node *node, uint64_t time)
{
  bool is_other = node == context->other;
  struct trace *trace = &context->trace;
  memset (chunk + 1, 0, 8);
  chunk->thread = context->thread->number;
  chunk->node = ref_of (is_other ? current_node (context) : node);
  chunk->other = is_other ? ref_of (node) : 0;
  chunk->start = chunk->end = time;
  chunk->previous = trace->sequence;
  chunk->sequence = trace->sequence = ++sequence;
  trace->chunk = chunk;
  trace->log.at = (char *) (chunk + 1);
  trace->log.limit = (char *) chunk + CHUNK - LONGEST;
  __atomic_store_n (&chunk->state, GASP_TRACE_OPEN, __ATOMIC_RELEASE);
}

/* Discards the next entries.  */
static void
be_idle (struct trace *trace)
{
  trace->log.at = trace->idle;
  trace->log.limit = trace->idle + sizeof trace->idle - LONGEST;
}

/* Begins a chunk for CONTEXT, which is at NODE, and whose chunk is full, or
   missing.  */
static void
next_chunk (gasp_context_t context, const struct gasp_record_node *node,
	    uint64_t time)
{
  struct trace *trace = &context->trace;
  struct gasp_trace_chunk *chunk = NULL;
  struct gasp_tool_holder holder;
  lock_quietly (&trace_lock, &holder);
  close_chunk (trace);
  trace->log.time = time;
  if (!file.full || ring.first)
    chunk = take_chunk (units (time));
  if (chunk)
    begin_chunk (context, chunk, node, units (time));
  unlock_quietly (&trace_lock, &holder);
  if (!chunk)
    be_idle (trace);
}

/* ---- Entries.  */

/* Writes ENTRY, of SIZE bytes, in one store, wherever it is.  */
static __attribute__ ((no_sanitize ("alignment"))) void
put (struct trace *trace, uint64_t entry, unsigned int size)
{
  memset (trace->log.at + size, 0, 8);
  *(volatile uint64_t __attribute__ ((aligned (1), may_alias)) *) trace->log.at
    = entry;
  trace->log.at += size;
}

/* Makes room for an entry at NOW of CONTEXT, which was at NODE until then.
   Returns the time since the entry before, which fits.  */
static uint64_t
prepare (gasp_context_t context, const struct gasp_record_node *node,
	 uint64_t now)
{
  struct trace *trace = &context->trace;
  uint64_t time = whole_units (now);
  /* The clocks of two processors may differ a little.  */
  if (time < trace->log.time)
    time = trace->log.time;
  if (trace->log.at >= trace->log.limit)
    next_chunk (context, node, time);
  uint64_t passed = units (time - trace->log.time);
  trace->log.time = time;
  if (passed < 1u << GASP_TRACE_TIME_BITS)
    return passed;
  put (trace, GASP_TRACE_RARE (GASP_TRACE_TIME) | passed << 8, 8);
  return 0;
}

void
gasp_tool_trace_rare (gasp_context_t context, int what, gasp_record_ref node,
		      uint64_t now)
{
  uint64_t passed = prepare (context, current_node (context), now);
  put (&context->trace, (uint64_t) GASP_TRACE_RARE (what) | passed << 8
			| (uint64_t) node << 24, 7);
}

void
gasp_tool_trace_remark (gasp_context_t context, int what, uint32_t peer,
			uint64_t value)
{
  if (what == GASP_TRACE_READS || what == GASP_TRACE_WRITES)
    peer = gasp_trace_pack (peer);
  prepare (context, current_node (context), context->trace.log.time);
  put (&context->trace, (uint64_t) GASP_TRACE_RARE (what)
			| (uint64_t) (uint16_t) peer << 8 | value << 24, 8);
}

void
gasp_tool_trace_wide (gasp_context_t context, int what, uint64_t value)
{
  gasp_tool_trace_remark (context, what, value >> GASP_TRACE_VALUE_BITS, value);
}

void
gasp_tool_trace_device (gasp_context_t context, gasp_record_ref place,
			int device, struct gasp_trace_times times, bool by_host)
{
  gasp_tool_trace_remark (context, GASP_TRACE_DEVICE_PLACE, device,
			  place | (uint64_t) by_host << 32);
  gasp_tool_trace_wide (context, GASP_TRACE_DEVICE_ASKED, times.asked);
  gasp_tool_trace_wide (context, GASP_TRACE_DEVICE_BEGAN, times.begin);
  gasp_tool_trace_wide (context, GASP_TRACE_DEVICE_TOOK, times.took);
}

void
gasp_tool_trace_enter (gasp_context_t context, struct gasp_record_node *node,
		       uint64_t now)
{
  struct gasp_record_node *parent = NODE (node->parent);
  int64_t distance = ((char *) node - (char *) parent)
		     >> GASP_TRACE_DISTANCE_SHIFT;
  uint64_t passed = prepare (context, parent, now);
  if (distance == (uint8_t) distance)
    put (&context->trace, GASP_TRACE_NEAR | passed << 2
			  | (uint64_t) distance << 16, 3);
  else if (distance >= -(1 << 23) && distance < 1 << 23)
    put (&context->trace, GASP_TRACE_CHILD | passed << 2
			  | ((uint64_t) distance & 0xffffff) << 16, 5);
  else
    put (&context->trace, GASP_TRACE_RARE (GASP_TRACE_ENTER) | passed << 8
			  | (uint64_t) ref_of (node) << 24, 7);
}

void
gasp_tool_trace_leave (gasp_context_t context, struct gasp_record_node *node,
		       uint64_t now)
{
  uint64_t passed = prepare (context, node, now);
  put (&context->trace, GASP_TRACE_LEAVE | passed << 2, 2);
}

_Static_assert ((int) GASP_TRACE_LEAVE == GASP_GCC_LOG_END
		&& (int) GASP_TRACE_NEAR == GASP_GCC_LOG_NEAR
		&& (int) GASP_TRACE_CHILD == GASP_GCC_LOG_START
		&& GASP_TRACE_TIME_BITS == GASP_GCC_LOG_TIME_BITS
		&& GASP_TRACE_DISTANCE_SHIFT == GASP_GCC_LOG_DISTANCE_SHIFT,
		"what the runtime writes");

/* Nodes are so far from each other.  */
#define ALIGNED(what) ((what) % (1u << GASP_TRACE_DISTANCE_SHIFT) == 0)
_Static_assert (ALIGNED (GASP_RECORD_SEGMENT)
		&& ALIGNED (sizeof (struct gasp_record_segment))
		&& ALIGNED (sizeof (struct gasp_record_node)),
		"distances");

void
gasp_tool_log (gasp_context_t context, struct gasp_gcc_path *path,
	       gasp_evttype_t type)
{
  struct gasp_record_node *node = (struct gasp_record_node *) path;
  uint64_t now = context->thread->last;
  if (!(context->attention & ATTENTION_TRACE))
    {
      context->trace.log.time = whole_units (now);
      be_idle (&context->trace);
    }
  else if (type == GASP_START)
    gasp_tool_trace_enter (context, node, now);
  else
    gasp_tool_trace_leave (context, node, now);
}

/* ---- Threads.  */

void
gasp_tool_trace_begin (gasp_context_t context)
{
  if (!gasp_tool_traces)
    return;
  memset (&context->trace, 0, sizeof context->trace);
  be_idle (&context->trace);
  if (!file.base)
    return;
  attend (context, ATTENTION_TRACE);
  next_chunk (context, current_node (context),
	      whole_units (context->thread->last));
}

void
gasp_tool_trace_end (gasp_context_t context)
{
  if (!(context->attention & ATTENTION_TRACE))
    return;
  context->trace.log.time = whole_units (context->thread->last);
  struct gasp_tool_holder holder;
  lock_quietly (&trace_lock, &holder);
  close_chunk (&context->trace);
  unlock_quietly (&trace_lock, &holder);
}

/* ---- The beginning.  */

/* Reads GASP_TRACE.  */
static void
read_trace_setting (void)
{
  const char *value = gasp_tool_setting (GASP_TRACE_SETTING);
  wanted.limit = DEFAULT_LIMIT;
  if (!*value || !strcmp (value, "0") || !strcmp (value, "no"))
    return;
  gasp_tool_traces = true;
  if (!strcmp (value, "1") || !strcmp (value, "yes"))
    return;
  uint64_t size = gasp_parse_size (value);
  if (size)
    wanted.limit = size;
  else
    gasp_tool_bad_setting (GASP_TRACE_SETTING, GASP_SIZE_FORM ", 1 or 0");
}

/* Reads GASP_TRACE_LAST.  */
static void
read_last_setting (void)
{
  const char *value = gasp_tool_setting (GASP_TRACE_LAST_SETTING);
  if (!*value || !strcmp (value, "0") || !strcmp (value, "no"))
    return;
  uint64_t size = gasp_parse_size (value);
  wanted.seconds = gasp_parse_seconds (value);
  if (!wanted.seconds && !size)
    {
      gasp_tool_bad_setting (GASP_TRACE_LAST_SETTING, GASP_AMOUNT_FORM);
      return;
    }
  gasp_tool_traces = wanted.is_ring = true;
  if (!wanted.seconds)
    wanted.limit = size;
}

/* Returns how many addresses the trace may take.  */
static size_t
limit (void)
{
  struct rlimit addresses;
  uint64_t size = wanted.limit;
  if (getrlimit (RLIMIT_AS, &addresses) == 0)
    size = gasp_tool_part_of_limit (addresses.rlim_cur, size);
  /* Chunks are numbered by 32 bits.  */
  if (size > (uint64_t) 1 << 44)
    size = (uint64_t) 1 << 44;
  return size;
}

static void
write_header (void)
{
  struct gasp_trace_header *h = header ();
  h->byte_order = GASP_RECORD_BYTE_ORDER;
  h->version = GASP_TRACE_VERSION;
  h->header_size = sizeof *h;
  h->chunk_size = CHUNK;
  h->shift = GASP_GCC_LOG_SHIFT;
  h->is_ring = wanted.is_ring;
  h->start_monotonic = gasp_tool_start_monotonic ();
  memcpy (h->magic, GASP_TRACE_MAGIC, sizeof h->magic);
  double a_second = 1e9 / HEADER->ns_per_tick / (1u << GASP_GCC_LOG_SHIFT);
  ring.keep = FOR_EVER;
  if (wanted.seconds)
    ring.keep = wanted.seconds * a_second;
}

/* Names, creates and maps the file.  Returns an errno.  */
static int
create (void)
{
  const char *record = gasp_tool_file_path ();
  sequence = 0;
  memset (&ring, 0, sizeof ring);
  snprintf (file.path, sizeof file.path, "%.*s" GASP_TRACE_SUFFIX,
	    (int) (strlen (record) - strlen (GASP_RECORD_SUFFIX)), record);
  int error = gasp_tool_growing_create (&file, limit ());
  file.used = CHUNK;
  populated = 0;
  return error;
}

static void
begin (void)
{
  int error = create ();
  if (error)
    {
      gasp_tool_say ("cannot write a trace %s: %s; the program is recorded "
		     "without", file.path, gasp_tool_growing_reason (error));
      return;
    }
  write_header ();
}

void
gasp_tool_trace_init (void)
{
  read_trace_setting ();
  read_last_setting ();
  if (!gasp_tool_traces)
    return;
  if (!gasp_tool_setting_is_default (GASP_BUDGET_SETTING))
    gasp_tool_say ("GASP_BUDGET is not kept to with GASP_TRACE: a trace has "
		   "each call");
  begin ();
  if (!file.base)
    gasp_tool_traces = false;
}

#define ROOM_IN_SANDBOX ((size_t) 64 << 20)

void
gasp_tool_trace_grow (void)
{
  if (!gasp_tool_traces || !file.base)
    return;
  struct gasp_tool_holder holder;
  lock_quietly (&trace_lock, &holder);
  gasp_tool_growing_make_room (&file, ROOM_IN_SANDBOX);
  unlock_quietly (&trace_lock, &holder);
}

void
gasp_tool_trace_spare (void)
{
  struct gasp_tool_holder holder;
  if (!gasp_tool_traces || !file.base
      || !try_lock_quietly (&trace_lock, &holder))
    return;
  gasp_tool_growing_make_spare (&file);
  unlock_quietly (&trace_lock, &holder);
}

void
gasp_tool_trace_shrink (size_t limit)
{
  struct gasp_tool_holder holder;
  if (!gasp_tool_traces || !file.base
      || !try_lock_quietly (&trace_lock, &holder))
    return;
  /* The record, which matters more, has a part of the limit, too.  */
  size_t size = gasp_tool_part_of_limit (limit / 2, file.reserved);
  gasp_tool_growing_give_back (&file, size);
  unlock_quietly (&trace_lock, &holder);
}

void
gasp_tool_trace_part (void)
{
  if (!gasp_tool_traces || !file.base)
    return;
  gasp_tool_part_from_parent (file.base, file.size);
  file.spare = 0;
  file.is_copy = true;
}

void
gasp_tool_trace_fork (void)
{
  if (!gasp_tool_traces)
    return;
  if (file.base)
    munmap (file.base, file.reserved);
  begin ();
}
