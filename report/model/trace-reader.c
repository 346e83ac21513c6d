/* trace-reader.c - follow the threads of traces, trusting nothing in them.

   SPDX-License-Identifier: Apache-2.0

   Before this, reader.c, which looks into the records that traces refer to.  */

#include "model/trace.h"
#include "model/model.h"
#include "model/roles.h"
#include "base/arena.h"
#include "base/order.h"
#include "base/rundir.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files.  */

/* Maps the file PATH.  Returns an error message, allocated, or null.  */
static char *
map_trace (struct trace_process *process, const char *path)
{
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return print_string ("cannot be read: %s", strerror (errno));
  char *why = NULL;
  void *data = MAP_FAILED;
  size_t size = 0;
  if (fstat (fd, &st) || !S_ISREG (st.st_mode))
    why = copy_string ("is not a file");
  else if (st.st_size < (off_t) sizeof process->header)
    why = copy_string ("is too short to be a trace");
  else
    {
      size = end_of_data (fd, &st, GASP_TRACE_CHUNK);
      data = mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0);
      if (data == MAP_FAILED)
	why = print_string ("cannot be mapped: %s", strerror (errno));
    }
  close (fd);
  if (why)
    return why;
  process->data = data;
  process->size = size;
  return NULL;
}

static char *
check_trace (struct trace_process *process)
{
  struct gasp_trace_header *header = &process->header;
  memcpy (header, process->data, sizeof *header);
  if (memcmp (header->magic, GASP_TRACE_MAGIC, sizeof header->magic))
    return copy_string ("is not a trace of the sample tool");
  if (header->version != GASP_TRACE_VERSION)
    return print_string ("has format version %u, and this gasp reads version "
			 "%u; use the gasp that it was recorded with",
			 header->version, GASP_TRACE_VERSION);
  if (header->byte_order != GASP_RECORD_BYTE_ORDER
      || header->header_size < sizeof *header
      || header->chunk_size != GASP_TRACE_CHUNK || header->shift > 32)
    return copy_string ("has a damaged header");
  return NULL;
}

/* ---- What it refers to.  */

static void
add_place (void *closure, const void *element, uint64_t number)
{
  struct trace_process *process = closure;
  struct gasp_record_place raw;
  memcpy (&raw, element, sizeof raw);
  const char *name = record_string (&process->record, raw.name, "?");
  if (raw.kind == GASP_RECORD_EVENT)
    name = name_of_copy (raw.tag, name);
  if (raw.flags & GASP_RECORD_PLACE_ADDRESS)
    raw.line = raw.column = 0;
  if (number < process->place_count)
    process->places[number] = (struct trace_place) {
      .kind = raw.kind, .tag = raw.tag,
      .name = name, .label = name,
      .file = record_string (&process->record, raw.file, NULL),
      .line = raw.line, .end_line = raw.end_line, .column = raw.column
    };
}

static void
add_thread (void *closure, const void *element, uint64_t number)
{
  struct trace_process *process = closure;
  struct gasp_record_thread raw;
  memcpy (&raw, element, sizeof raw);
  raw.name[sizeof raw.name - 1] = '\0';
  const struct gasp_record_header *header = &process->record.header;
  if (number >= process->thread_count)
    return;
  process->threads[number] = (struct trace_thread) {
    .process = process, .number = raw.number, .tid = raw.tid,
    .name = copy_string (raw.name),
    .base = (double) (header->clock_per_thread ? raw.start
		      : header->start_ticks)
	    / (double) ((uint64_t) 1 << process->header.shift)
  };
}

ORDER_POINTERS (by_thread_and_sequence, struct gasp_trace_chunk, RISING (thread)
		RISING (sequence))

static void
find_chunks (struct trace_process *process)
{
  size_t room = process->size / GASP_TRACE_CHUNK;
  process->chunks = allocate (room + 1, sizeof *process->chunks);
  for (size_t i = 1; i < room; i++)
    {
      const struct gasp_trace_chunk *chunk
	= (const void *) (process->data + i * GASP_TRACE_CHUNK);
      if (chunk->state == GASP_TRACE_OPEN || chunk->state == GASP_TRACE_CLOSED)
	process->chunks[process->chunk_count++] = chunk;
    }
  SORT (process->chunks, process->chunk_count, by_thread_and_sequence);
}

ORDER (by_number, struct trace_thread, RISING (number))

/* Gives each thread its chunks.  */
static void
share_chunks (struct trace_process *process)
{
  size_t at = 0;
  SORT (process->threads, process->thread_count, by_number);
  for (size_t i = 0; i < process->thread_count; i++)
    {
      struct trace_thread *thread = &process->threads[i];
      while (at < process->chunk_count
	     && process->chunks[at]->thread < thread->number)
	at++;
      thread->first_chunk = at;
      while (at < process->chunk_count
	     && process->chunks[at]->thread == thread->number)
	at++;
      thread->chunk_count = at - thread->first_chunk;
    }
}

static void
look_up (struct trace_process *process)
{
  struct record *record = &process->record;
  const char *program = record_string (record, record->header.program, "?");
  process->program = base_name (program);
  process->place_count = record_count (record, GASP_RECORD_PLACES);
  process->places = allocate (process->place_count + 1,
			      sizeof *process->places);
  for (uint64_t i = 0; i <= process->place_count; i++)
    process->places[i].name = process->places[i].label = "?";
  record_each (record, GASP_RECORD_PLACES, add_place, process);
  process->thread_count = record_count (record, GASP_RECORD_THREADS);
  process->threads = allocate (process->thread_count + 1,
			       sizeof *process->threads);
  record_each (record, GASP_RECORD_THREADS, add_thread, process);
  double tick = record->header.ns_per_tick;
  process->stretch = 1;
  process->ns_per_unit = (tick > 0 && tick < 1e9 ? tick : 1)
			 * (double) ((uint64_t) 1 << process->header.shift);
  find_chunks (process);
  share_chunks (process);
}

/* Fills in PROCESS from the record PATH; false if that cannot be.  */
static bool
read_trace (struct trace_process *process, const char *path)
{
  memset (process, 0, sizeof *process);
  char *trace = trace_path (path);
  const char *wrong = path;
  char *why = record_open (&process->record, path);
  if (!why)
    {
      wrong = trace;
      why = map_trace (process, trace);
      if (!why)
	why = check_trace (process);
    }
  if (why)
    complain ("'%s' %s", wrong, why);
  free (trace);
  return !why;
}

/* Names the functions of all processes.  */
static void
name_functions_of (const struct trace *trace)
{
  struct naming *functions = NULL;
  size_t count = 0, room = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    for (uint64_t j = 0; j < trace->processes[i].place_count; j++)
      {
	const struct trace_place *p = &trace->processes[i].places[j];
	if (p->kind != GASP_RECORD_FUNCTION)
	  continue;
	ONE_MORE (functions, count, room)
	  = (struct naming) { p->name, p->file, p->line,
					       NULL };
      }
  name_functions (functions, count);
  count = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    for (uint64_t j = 0; j < trace->processes[i].place_count; j++)
      if (trace->processes[i].places[j].kind == GASP_RECORD_FUNCTION)
	trace->processes[i].places[j].label = functions[count++].label;
  free (functions);
}

/* Names constructs, as of OpenMP, that have no names of their own by file and
   line.  */
static void
name_constructs_of (const struct trace *trace)
{
  for (size_t i = 0; i < trace->process_count; i++)
    for (uint64_t j = 0; j < trace->processes[i].place_count; j++)
      {
	struct trace_place *p = &trace->processes[i].places[j];
	if (p->kind == GASP_RECORD_EVENT && p->file && model_has_teams (p->tag))
	  p->label = print_string ("%s %s:%u", p->name, base_name (p->file),
				   p->line);
      }
}

/* Processes without a rank first, then each program's by their ranks.  */
static int
by_rank (const void *a, const void *b)
{
  const struct record *x = &((const struct trace_process *) a)->record;
  const struct record *y = &((const struct trace_process *) b)->record;
  bool one = x->header.ranks, other = y->header.ranks;
  if (one != other)
    return one - other;
  if (one && record_job (x) != record_job (y))
    return record_job (x) < record_job (y) ? -1 : 1;
  if (one && x->header.rank != y->header.rank)
    return x->header.rank < y->header.rank ? -1 : 1;
  if (x->header.start_realtime != y->header.start_realtime)
    return x->header.start_realtime < y->header.start_realtime ? -1 : 1;
  return x->header.pid < y->header.pid ? -1 : x->header.pid > y->header.pid;
}

struct trace
read_traces (char **paths, size_t count, size_t *without)
{
  struct trace trace = { arena_allocate (count + 1, sizeof *trace.processes), 0, 0 };
  *without = 0;
  for (size_t i = 0; i < count; i++)
    {
      char *path = trace_path (paths[i]);
      bool is_there = !access (path, F_OK);
      free (path);
      struct trace_process *process = &trace.processes[trace.process_count];
      if (!is_there)
	++*without;
      else if (read_trace (process, paths[i]))
	{
	  int64_t start = process->record.header.start_realtime;
	  if (!trace.process_count++ || start < trace.start_realtime)
	    trace.start_realtime = start;
	}
    }
  SORT (trace.processes, trace.process_count, by_rank);
  for (size_t i = 0; i < trace.process_count; i++)
    {
      struct trace_process *process = &trace.processes[i];
      look_up (process);
      process->start = (double) (process->record.header.start_realtime
				 - trace.start_realtime);
    }
  align_traces (&trace);
  name_functions_of (&trace);
  name_constructs_of (&trace);
  return trace;
}

/* ---- Following a thread.  */

static const struct gasp_record_node *
node_at (const struct trace_cursor *cursor, gasp_record_ref ref)
{
  return record_at (&cursor->thread->process->record, ref,
		    sizeof (struct gasp_record_node));
}

/* Returns the number of the place REF; that behind all, if there is none.  */
static uint32_t
number_of_place (const struct trace_process *process, gasp_record_ref ref)
{
  uint64_t number = record_number (&process->record, GASP_RECORD_PLACES, ref);
  return (uint32_t) (number < process->place_count ? number
		     : process->place_count);
}

static uint32_t
place_of (const struct trace_cursor *cursor, gasp_record_ref ref)
{
  const struct trace_process *process = cursor->thread->process;
  const struct gasp_record_node *node = node_at (cursor, ref);
  return node ? number_of_place (process, node->place)
	 : (uint32_t) process->place_count;
}

static uint64_t
time_of (const struct trace_cursor *cursor)
{
  const struct trace_thread *thread = cursor->thread;
  double ns = thread->process->start
	      + ((double) cursor->time - thread->base)
		* thread->process->ns_per_unit;
  return ns > 0 && ns < 9e18 ? (uint64_t) ns : 0;
}

static void
push (struct trace_cursor *cursor, gasp_record_ref ref)
{
  ONE_MORE (cursor->stack, cursor->depth, cursor->room) = ref;
}

/* Moves the thread to REF: its stack is the way there from the root, which is
   not a call.  */
static void
go_to (struct trace_cursor *cursor, gasp_record_ref ref)
{
  uint64_t most = record_count (&cursor->thread->process->record,
				GASP_RECORD_NODES);
  const struct gasp_record_node *node;
  cursor->depth = cursor->shown = 0;
  for (; most && (node = node_at (cursor, ref)) && node->parent; most--)
    {
      push (cursor, ref);
      ref = node->parent;
    }
  for (size_t i = 0; i < cursor->depth / 2; i++)
    {
      gasp_record_ref other = cursor->stack[i];
      cursor->stack[i] = cursor->stack[cursor->depth - 1 - i];
      cursor->stack[cursor->depth - 1 - i] = other;
    }
}

void
trace_follow (struct trace_cursor *cursor, const struct trace_thread *thread)
{
  memset (cursor, 0, sizeof *cursor);
  cursor->thread = thread;
}

void
trace_done (struct trace_cursor *cursor)
{
  free (cursor->stack);
}

/* Begins with CHUNK's entries.  */
static void
read_chunk (struct trace_cursor *cursor, const struct gasp_trace_chunk *chunk)
{
  if (!cursor->sequence || chunk->previous != cursor->sequence)
    {
      go_to (cursor, chunk->node);
      if (chunk->other)
	push (cursor, chunk->other);
    }
  cursor->sequence = chunk->sequence;
  cursor->time = chunk->start;
  cursor->at = (const unsigned char *) (chunk + 1);
  cursor->end = (const unsigned char *) chunk + GASP_TRACE_CHUNK;
}

/* Goes to the next chunk; if there is a gap before it, or it is the end, open
   calls are left first.  False if nothing is left to report.  */
static bool
advance (struct trace_cursor *cursor)
{
  const struct trace_thread *thread = cursor->thread;
  const struct gasp_trace_chunk *chunk = NULL;
  cursor->at = cursor->end = NULL;
  if (cursor->next_chunk < thread->chunk_count)
    chunk = thread->process->chunks[thread->first_chunk + cursor->next_chunk];
  if (cursor->depth && (!chunk || chunk->previous != cursor->sequence))
    return true;
  if (!chunk)
    return false;
  cursor->next_chunk++;
  read_chunk (cursor, chunk);
  return true;
}

static struct trace_moment
moment_of (const struct trace_cursor *cursor, enum trace_what what,
	   gasp_record_ref ref, size_t depth, bool is_cut)
{
  return (struct trace_moment) { .what = what, .time = time_of (cursor),
				 .place = ref ? place_of (cursor, ref) : 0,
				 .depth = depth, .is_cut = is_cut };
}

/* Leaves the innermost call.  */
static struct trace_moment
pop (struct trace_cursor *cursor, bool is_cut)
{
  gasp_record_ref ref = cursor->stack[--cursor->depth];
  cursor->shown = cursor->depth;
  return moment_of (cursor, TRACE_LEAVE, ref, cursor->depth, is_cut);
}

static struct trace_moment
enter (struct trace_cursor *cursor, gasp_record_ref ref)
{
  push (cursor, ref);
  cursor->shown = cursor->depth;
  return moment_of (cursor, TRACE_ENTER, ref, cursor->depth - 1, false);
}

/* Returns the child of the innermost node, or of the root, at DISTANCE.  */
static gasp_record_ref
child_at (const struct trace_cursor *cursor, gasp_record_ref root,
	  int32_t distance)
{
  gasp_record_ref parent = cursor->depth ? cursor->stack[cursor->depth - 1]
			   : root;
  return parent + ((gasp_record_ref) distance
		   << (GASP_TRACE_DISTANCE_SHIFT - 3));
}

/* Returns the root of the thread's tree, by way of the node at the start of a
   chunk of its.  */
static gasp_record_ref
root_of (const struct trace_cursor *cursor)
{
  const struct trace_thread *thread = cursor->thread;
  gasp_record_ref ref = thread->process->chunks[thread->first_chunk]->node;
  uint64_t most = record_count (&thread->process->record, GASP_RECORD_NODES);
  const struct gasp_record_node *node;
  while (most-- && (node = node_at (cursor, ref)) && node->parent)
    ref = node->parent;
  return ref;
}

/* Decodes ENTRY, a remark on the innermost call; false if the caller does not
   want those.  */
static bool
decode_remark (struct trace_cursor *cursor, uint64_t entry,
	       struct trace_moment *moment)
{
  unsigned int what = entry >> 2 & 0x3f;
  cursor->at += 8;
  if (!cursor->with_remarks || !cursor->depth)
    return false;
  *moment = moment_of (cursor, (enum trace_what)
		       (TRACE_READS + (what - GASP_TRACE_READS)),
		       cursor->stack[cursor->depth - 1], cursor->depth, false);
  moment->peer = entry >> 8 & 0xffff;
  if (what == GASP_TRACE_READS || what == GASP_TRACE_WRITES)
    moment->peer = gasp_trace_unpack (moment->peer);
  moment->value = entry >> 24;
  return true;
}

/* Returns the time that CLOCK_MONOTONIC showed as NS, in ns since the first
   process began.  */
static double
from_monotonic (const struct trace_process *process, uint64_t ns)
{
  int64_t since = (int64_t) (ns - process->header.start_monotonic);
  return process->start + (double) since * process->stretch;
}

/* Decodes ENTRY, a part of what a device did; false before the last, or if the
   caller does not want that.  */
static bool
decode_device (struct trace_cursor *cursor, uint64_t entry,
	       struct trace_moment *moment)
{
  const struct trace_process *process = cursor->thread->process;
  struct gasp_trace_times *told = &cursor->told;
  uint64_t value = entry >> 24, wide = value | (entry >> 8 & 0xffff)
					       << GASP_TRACE_VALUE_BITS;
  cursor->at += 8;
  switch (entry >> 2 & 0x3f)
    {
    case GASP_TRACE_DEVICE_PLACE:
      cursor->told_device = entry >> 8 & 0xffff;
      cursor->told_place = (gasp_record_ref) value;
      cursor->told_by_host = value >> 32;
      return false;
    case GASP_TRACE_DEVICE_ASKED:
      told->asked = wide;
      return false;
    case GASP_TRACE_DEVICE_BEGAN:
      told->begin = wide;
      return false;
    default:
      told->took = wide;
    }
  if (!cursor->with_devices || !process->header.start_monotonic
      || !cursor->told_place)
    return false;
  cursor->did = (struct trace_device_times) {
    from_monotonic (process, told->asked),
    from_monotonic (process, told->begin), (double) told->took,
    !cursor->told_by_host };
  *moment = moment_of (cursor, TRACE_DEVICE_DID, 0, cursor->depth, false);
  moment->place = number_of_place (process, cursor->told_place);
  moment->peer = cursor->told_device;
  cursor->told_place = 0;
  return true;
}

/* Decodes what is said of a group, a file or a request; false if the caller does not want
   that.  */
static bool
decode_object (struct trace_cursor *cursor, uint64_t entry,
	       struct trace_moment *moment)
{
  unsigned int what = entry >> 2 & 0x3f;
  cursor->at += 8;
  if (!cursor->with_objects || (what != GASP_TRACE_GROUP && !cursor->depth))
    return false;
  *moment = moment_of (cursor, (enum trace_what)
		       (TRACE_GROUP + (what - GASP_TRACE_GROUP)), 0,
		       cursor->depth, false);
  moment->peer = entry >> 8 & 0xffff;
  moment->value = entry >> 24;
  if (what != GASP_TRACE_GROUP && what != GASP_TRACE_OPENED)
    moment->value |= (uint64_t) moment->peer << GASP_TRACE_VALUE_BITS;
  return true;
}

/* Decodes a rare entry, ENTRY; false if it says nothing.  */
static bool
decode_rare (struct trace_cursor *cursor, uint64_t entry,
	     struct trace_moment *moment)
{
  unsigned int what = entry >> 2 & 0x3f;
  gasp_record_ref node = (gasp_record_ref) (entry >> 24);
  if (what == GASP_TRACE_TIME)
    {
      cursor->time += entry >> 8;
      cursor->at += 8;
      return false;
    }
  if (what >= GASP_TRACE_READS && what <= GASP_TRACE_DEVICE)
    return decode_remark (cursor, entry, moment);
  if (what >= GASP_TRACE_DEVICE_PLACE && what <= GASP_TRACE_DEVICE_TOOK)
    return decode_device (cursor, entry, moment);
  if (what >= GASP_TRACE_GROUP && what <= GASP_TRACE_MEETING)
    return decode_object (cursor, entry, moment);
  cursor->time += entry >> 8 & 0xffff;
  cursor->at += 7;
  switch (what)
    {
    case GASP_TRACE_ENTER:
      *moment = enter (cursor, node);
      return true;
    case GASP_TRACE_ATOMIC:
      *moment = moment_of (cursor, TRACE_ATOMIC, node, cursor->depth, false);
      return true;
    case GASP_TRACE_OFF:
    case GASP_TRACE_ON:
      *moment = moment_of (cursor, what == GASP_TRACE_OFF ? TRACE_OFF
			   : TRACE_ON, 0, cursor->depth, false);
      return true;
    default:
      /* Damaged: nothing can be made of the rest.  */
      cursor->at = cursor->end;
      return false;
    }
}

/* Decodes the next entry of the chunk; false if it says nothing, or there is
   none, which AT shows.  */
static bool
decode (struct trace_cursor *cursor, struct trace_moment *moment)
{
  uint64_t entry;
  memcpy (&entry, cursor->at, sizeof entry);
  if (!(entry & 0xff))
    {
      cursor->at = cursor->end;
      return false;
    }
  if (!(entry & 3))
    return decode_rare (cursor, entry, moment);
  cursor->time += entry >> 2 & ((1u << GASP_TRACE_TIME_BITS) - 1);
  if ((entry & 3) == GASP_TRACE_LEAVE)
    {
      cursor->at += 2;
      if (!cursor->depth)
	return false;
      *moment = pop (cursor, false);
      return true;
    }
  bool is_near = (entry & 3) == GASP_TRACE_NEAR;
  int32_t distance = is_near ? (uint8_t) (entry >> 16)
		     : (int32_t) (entry >> 8) >> 8;
  cursor->at += is_near ? 3 : 5;
  gasp_record_ref root = cursor->depth ? 0 : root_of (cursor);
  *moment = enter (cursor, child_at (cursor, root, distance));
  return true;
}

/* Returns whether there is another entry, which may take eight bytes.  */
static bool
has_entry (const struct trace_cursor *cursor)
{
  return (cursor->at
	  && cursor->end - cursor->at >= (ptrdiff_t) sizeof (uint64_t));
}

bool
trace_next (struct trace_cursor *cursor, struct trace_moment *moment)
{
  for (;;)
    if (cursor->shown < cursor->depth)
      {
	gasp_record_ref ref = cursor->stack[cursor->shown++];
	*moment = moment_of (cursor, TRACE_ENTER, ref, cursor->shown - 1,
			     true);
	return true;
      }
    else if (has_entry (cursor))
      {
	if (decode (cursor, moment))
	  return true;
      }
    else if (!advance (cursor))
      return false;
    else if (!cursor->at)
      {
	*moment = pop (cursor, true);
	return true;
      }
}
