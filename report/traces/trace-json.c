/* trace-json.c - a trace as JSON, in Chrome's Trace Event Format.

   SPDX-License-Identifier: Apache-2.0

     {"displayTimeUnit": "ns", "traceEvents": [
       {"ph": "B", "pid": ..., "tid": ..., "ts": microseconds, "name": ...,
	"cat": ..., "args": {"signature": ..., "file": ..., "line": ...}},
       {"ph": "E", ..., "ts": ...}, ...]}

   Calls that had not returned at the end of the trace have no E, which viewers
   take for that.  */

#include "base/json.h"
#include "tables/tables.h"
#include "model/trace.h"
#include "base/util.h"

static void
begin_event (struct json *json, const struct trace_thread *thread,
	     const char *phase)
{
  json_line (json);
  json_object (json, NULL);
  json_string (json, "ph", phase);
  json_integer (json, "pid", thread->process->record.header.pid);
  json_integer (json, "tid", thread->tid);
}

/* Writes event NAME, which says what the process or thread is called.  */
static void
write_name (struct json *json, const struct trace_thread *thread,
	    const char *name, const char *value)
{
  begin_event (json, thread, "M");
  json_string (json, "name", name);
  json_object (json, "args");
  json_string (json, "name", value);
  json_close (json);
  json_close (json);
}

static void
write_place (struct json *json, const struct trace_place *place)
{
  json_string (json, "name", place->label);
  json_string (json, "cat",
	       place->kind == GASP_RECORD_FUNCTION ? "function" : "event");
  json_object (json, "args");
  json_string (json, "signature", place->name);
  if (place->file)
    {
      json_string (json, "file", place->file);
      json_count (json, "line", place->line);
    }
  json_close (json);
}

static void
write_moment (struct json *json, const struct trace_thread *thread,
	      const struct trace_moment *m)
{
  static const char *const phases[] = { "B", "E", "i", "i", "i" };
  if (m->what == TRACE_LEAVE && m->is_cut)
    return;
  begin_event (json, thread, phases[m->what]);
  json_thousandths (json, "ts", m->time);
  if (m->what >= TRACE_ATOMIC)
    json_string (json, "s", "t");
  if (m->what == TRACE_ENTER || m->what == TRACE_ATOMIC)
    write_place (json, &thread->process->places[m->place]);
  else if (m->what != TRACE_LEAVE)
    json_string (json, "name", m->what == TRACE_OFF ? "measurement off"
			       : "measurement on");
  json_close (json);
}

static void
write_thread (struct json *json, const struct trace_thread *thread)
{
  struct trace_cursor cursor;
  struct trace_moment moment;
  write_name (json, thread, "process_name", thread->process->program);
  write_name (json, thread, "thread_name", thread->name);
  trace_follow (&cursor, thread);
  while (trace_next (&cursor, &moment) && !ferror (json->out))
    write_moment (json, thread, &moment);
  trace_done (&cursor);
}

int
write_trace_json (const struct trace *trace, const char *path)
{
  FILE *out = trace_output (path);
  struct json json = json_begin (out, false);
  json_object (&json, NULL);
  json_string (&json, "displayTimeUnit", "ns");
  json_array (&json, "traceEvents");
  for (size_t i = 0; i < trace->process_count; i++)
    for (size_t j = 0; j < trace->processes[i].thread_count; j++)
      write_thread (&json, &trace->processes[i].threads[j]);
  json_line (&json);
  json_close (&json);
  json_close (&json);
  json_end (&json);
  return trace_close (out, path);
}
