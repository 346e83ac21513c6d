/* trace-json.c - a trace as JSON, in Chrome's Trace Event Format.

   SPDX-License-Identifier: Apache-2.0

     { "displayTimeUnit": "ns", "traceEvents": [
       { "name": ..., "cat": ..., "ph": "B", "ts": microseconds, "pid": ...,
	 "tid": ..., "args": { "file": ..., "line": ... } },
       { "ph": "E", "ts": ..., ... }, ... ] }

   Calls that had not returned at the end of the trace have no E, which viewers
   take for that.  */

#include "base/json.h"
#include "tables/tables.h"
#include "model/trace.h"
#include "base/util.h"

/* What separates the next event from the one before.  */
static const char *separator;

static void
begin_event (FILE *out, const struct trace_thread *thread, const char *phase)
{
  fprintf (out, "%s{\"ph\": \"%s\", \"pid\": %d, \"tid\": %d", separator, phase,
	   thread->process->record.header.pid, thread->tid);
  separator = ",\n";
}

/* Event NAME, which says what the process or thread is called.  */
static void
write_name (FILE *out, const struct trace_thread *thread, const char *name,
	    const char *value)
{
  begin_event (out, thread, "M");
  fprintf (out, ", \"name\": \"%s\", \"args\": {\"name\": ", name);
  write_json_string (out, value);
  fputs ("}}", out);
}

static void
write_place (FILE *out, const struct trace_place *place)
{
  fputs (", \"name\": ", out);
  write_json_string (out, place->label);
  fprintf (out, ", \"cat\": \"%s\", \"args\": {\"signature\": ",
	   place->kind == GASP_RECORD_FUNCTION ? "function" : "event");
  write_json_string (out, place->name);
  if (place->file)
    {
      fputs (", \"file\": ", out);
      write_json_string (out, place->file);
      fprintf (out, ", \"line\": %u", place->line);
    }
  fputs ("}", out);
}

static void
write_moment (FILE *out, const struct trace_thread *thread,
	      const struct trace_moment *m)
{
  static const char *const phases[] = { "B", "E", "i", "i", "i" };
  if (m->what == TRACE_LEAVE && m->is_cut)
    return;
  begin_event (out, thread, phases[m->what]);
  fprintf (out, ", \"ts\": %llu.%03u",
	   (unsigned long long) (m->time / 1000),
	   (unsigned int) (m->time % 1000));
  if (m->what >= TRACE_ATOMIC)
    fputs (", \"s\": \"t\"", out);
  if (m->what == TRACE_ENTER || m->what == TRACE_ATOMIC)
    write_place (out, &thread->process->places[m->place]);
  else if (m->what != TRACE_LEAVE)
    fprintf (out, ", \"name\": \"measurement %s\"",
	     m->what == TRACE_OFF ? "off" : "on");
  fputs ("}", out);
}

static void
write_thread (FILE *out, const struct trace_thread *thread)
{
  struct trace_cursor cursor;
  struct trace_moment moment;
  write_name (out, thread, "process_name", thread->process->program);
  write_name (out, thread, "thread_name", thread->name);
  trace_follow (&cursor, thread);
  while (trace_next (&cursor, &moment) && !ferror (out))
    write_moment (out, thread, &moment);
  trace_done (&cursor);
}

int
write_trace_json (const struct trace *trace, const char *path)
{
  FILE *out = trace_output (path);
  separator = "";
  fputs ("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n", out);
  for (size_t i = 0; i < trace->process_count; i++)
    for (size_t j = 0; j < trace->processes[i].thread_count; j++)
      write_thread (out, &trace->processes[i].threads[j]);
  fputs ("\n]}\n", out);
  return trace_close (out, path);
}
