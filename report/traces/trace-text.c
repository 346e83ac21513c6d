/* trace-text.c - a trace as text: all threads together, a line each time.

   SPDX-License-Identifier: Apache-2.0  */

#include "model/roles.h"
#include "model/trace.h"
#include "base/util.h"

#include <stdlib.h>

/* A thread, and what happens there next.  */
struct reading {
  struct trace_cursor cursor;
  struct trace_moment moment;
};

static bool
is_before (const struct reading *a, const struct reading *b)
{
  return a->moment.time < b->moment.time;
}

/* Moves the first of COUNT readings, a heap by time, to where it belongs.  */
static void
sink (struct reading **heap, size_t count)
{
  for (size_t i = 0;;)
    {
      size_t least = i;
      for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
	if (child < count && is_before (heap[child], heap[least]))
	  least = child;
      if (least == i)
	return;
      struct reading *other = heap[i];
      heap[i] = heap[least];
      heap[least] = other;
      i = least;
    }
}

static void
rise (struct reading **heap, size_t i)
{
  for (; i && is_before (heap[i], heap[(i - 1) / 2]); i = (i - 1) / 2)
    {
      struct reading *other = heap[i];
      heap[i] = heap[(i - 1) / 2];
      heap[(i - 1) / 2] = other;
    }
}

/* Prints WHAT was done to a lock, which is in a UPC thread's part, or has an
   address.  */
static void
print_lock (FILE *out, const struct trace_thread *thread, const char *what,
	    const struct trace_moment *m)
{
  unsigned long long value = m->value;
  if (!model_has_teams (thread->process->places[m->place].tag))
    fprintf (out, " %s %u:%#llx\n", what, m->peer, value);
  else
    fprintf (out, " %s %#llx\n", what,
	     (unsigned long long) m->peer << GASP_TRACE_VALUE_BITS | value);
}

static void
print_remark (FILE *out, const struct trace_thread *thread,
	      const struct trace_moment *m)
{
  unsigned long long value = m->value;
  switch (m->what)
    {
    case TRACE_READS:
      fprintf (out, " %llu bytes of thread %s\n", value, rank_text (m->peer));
      break;
    case TRACE_WRITES:
      fprintf (out, " %llu bytes to thread %s\n", value, rank_text (m->peer));
      break;
    case TRACE_DEVICE:
      fprintf (out, " %llu bytes, device %u\n", value, m->peer);
      break;
    case TRACE_LOCK:
      print_lock (out, thread, "lock", m);
      break;
    case TRACE_UNLOCK:
      print_lock (out, thread, "unlock", m);
      break;
    default:
      if (m->peer)
	fprintf (out, " value %llu, thread %u\n", value, m->peer);
      else
	fprintf (out, " value %llu\n", value);
    }
}

static void
print_place (FILE *out, const struct trace_place *place, bool with_line)
{
  putc (' ', out);
  print_clean (out, place->name);
  if (with_line && place->file)
    {
      fputs (" [", out);
      print_clean (out, place->file);
      fprintf (out, ":%u]", place->line);
    }
}

/* Prints when DEVICE did what the place before is for.  */
static void
print_device (FILE *out, uint32_t device,
	      const struct trace_device_times *times)
{
  fprintf (out, " by device %u%s: began at %.9f, took %.9f, "
	   "asked for at %.9f\n", device,
	   times->is_its_own ? "" : ", the host's clock", times->begin / 1e9,
	   times->took / 1e9, times->asked / 1e9);
}

static void
print_moment (FILE *out, const struct reading *reading)
{
  static const char *const signs[] = { "+", "-", ".", "off", "on", "=", "=",
				       "=", "=", "=", "=", "<" };
  const struct trace_moment *m = &reading->moment;
  const struct trace_thread *thread = reading->cursor.thread;
  fprintf (out, "%llu.%09llu %d.%u %*s%s",
	   (unsigned long long) (m->time / 1000000000),
	   (unsigned long long) (m->time % 1000000000),
	   thread->process->record.header.pid, thread->number,
	   (int) (2 * (m->depth < 40 ? m->depth : 40)), "", signs[m->what]);
  if (m->what <= TRACE_ATOMIC || m->what == TRACE_DEVICE_DID)
    print_place (out, &thread->process->places[m->place],
		 m->what != TRACE_LEAVE);
  if (m->what == TRACE_DEVICE_DID)
    print_device (out, m->peer, &reading->cursor.did);
  else if (m->what >= TRACE_READS)
    print_remark (out, thread, m);
  else
    fputs (m->is_cut ? " ...\n" : "\n", out);
}

/* Begins to read all threads of TRACE.  */
static struct reading **
begin (const struct trace *trace, size_t *count)
{
  size_t room = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    room += trace->processes[i].thread_count;
  struct reading **heap = allocate (room + 1, sizeof *heap);
  *count = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    for (size_t j = 0; j < trace->processes[i].thread_count; j++)
      {
	struct reading *reading = allocate (1, sizeof *reading);
	trace_follow (&reading->cursor, &trace->processes[i].threads[j]);
	reading->cursor.with_remarks = reading->cursor.with_devices = true;
	if (!trace_next (&reading->cursor, &reading->moment))
	  {
	    trace_done (&reading->cursor);
	    free (reading);
	    continue;
	  }
	heap[*count] = reading;
	rise (heap, (*count)++);
      }
  return heap;
}

int
write_trace_text (const struct trace *trace, const char *path)
{
  size_t count;
  FILE *out = trace_output (path);
  OWNED struct reading **heap = begin (trace, &count);
  while (count && !ferror (out))
    {
      struct reading *first = heap[0];
      print_moment (out, first);
      if (!trace_next (&first->cursor, &first->moment))
	{
	  trace_done (&first->cursor);
	  free (first);
	  heap[0] = heap[--count];
	}
      sink (heap, count);
    }
  return trace_close (out, path);
}
