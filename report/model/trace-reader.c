/* trace-reader.c - find the threads in trace files, trusting nothing in them.

   SPDX-License-Identifier: Apache-2.0

   Before this, reader.c, which looks into the records that traces refer to;
   then trace-cursor.c.  */

#include "model/trace.h"
#include "model/addresses.h"
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

struct naming_places { struct trace_process *process; struct process *code; };

static void
add_place (void *closure, const void *element, uint64_t number)
{
  const struct naming_places *naming = closure;
  struct trace_process *process = naming->process;
  struct gasp_record_place raw;
  memcpy (&raw, element, sizeof raw);
  struct place place = {
    .kind = raw.kind == GASP_RECORD_EVENT ? PLACE_EVENT : PLACE_OTHER,
    .tag = raw.tag, .name = record_string (&process->record, raw.name, "?"),
    .file = record_string (&process->record, raw.file, NULL),
    .line = raw.line, .column = raw.column
  };
  if (raw.kind == GASP_RECORD_EVENT)
    place.name = name_of_copy (raw.tag, place.name);
  if (raw.flags & GASP_RECORD_PLACE_ADDRESS)
    place_at_address (naming->code, raw.line | (uint64_t) raw.column << 32,
		      place.file, &place);
  if (number < process->place_count)
    process->places[number] = (struct trace_place) {
      .kind = raw.kind, .tag = raw.tag,
      .name = place.name, .label = place.name, .file = place.file,
      .line = place.line, .end_line = raw.end_line, .column = place.column
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
  struct process code = { .path = record->path };
  struct naming_places naming = { process, &code };
  read_modules (&code, record);
  record_each (record, GASP_RECORD_PLACES, add_place, &naming);
  free (code.modules);
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
  OWNED char *trace = trace_path (path);
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
  struct trace trace
    = { arena_allocate (count + 1, sizeof *trace.processes), 0, 0 };
  *without = 0;
  for (size_t i = 0; i < count; i++)
    {
      OWNED char *path = trace_path (paths[i]);
      bool is_there = !access (path, F_OK);
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
