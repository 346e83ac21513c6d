/* trace-devices.c - what devices did in a trace.  See trace.h.

   SPDX-License-Identifier: Apache-2.0

   The events of threads that ask a device for something say which one it is.  A
   device may do several things at a time: then it has several rows.  */

#include "model/trace.h"
#include "base/util.h"

#include <stdlib.h>

/* A call that is open; DEVICE is 1 more than the number, or 0.  */
struct open_call
{
  size_t number;
  uint64_t begin, bytes;
  uint32_t place, device;
};

struct collecting {
  const struct trace_process *process;
  struct trace_device_call *calls;
  size_t count, room;
  struct open_call *stack;
  size_t stack_room, entered;
  uint32_t thread;
};

static void
add_call (struct collecting *c, const struct open_call *call, uint64_t end)
{
  c->calls = room_for_one (c->calls, c->count, &c->room, sizeof *c->calls);
  c->calls[c->count++] = (struct trace_device_call) {
    .process = c->process, .device = call->device - 1,
    .begin = call->begin, .end = end, .bytes = call->bytes,
    .place = call->place, .host = { c->thread, call->number }
  };
}

static void
follow_thread (struct collecting *c, const struct trace_thread *thread)
{
  struct trace_cursor cursor;
  struct trace_moment m;
  c->entered = 0;
  trace_follow (&cursor, thread);
  cursor.with_remarks = true;
  while (trace_next (&cursor, &m))
    if (m.what == TRACE_ENTER)
      {
	c->stack = room_for_one (c->stack, m.depth, &c->stack_room,
				 sizeof *c->stack);
	c->stack[m.depth]
	  = (struct open_call) { c->entered++, m.time, 0, m.place, 0 };
      }
    else if (m.what == TRACE_DEVICE)
      {
	c->stack[m.depth - 1].device = m.peer + 1;
	c->stack[m.depth - 1].bytes = m.value;
      }
    else if (m.what == TRACE_LEAVE && c->stack[m.depth].device)
      add_call (c, &c->stack[m.depth], m.time);
  trace_done (&cursor);
}

static int
by_row (const void *a, const void *b)
{
  const struct trace_device_call *x = a, *y = b;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  if (x->lane != y->lane)
    return x->lane < y->lane ? -1 : 1;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->host.thread != y->host.thread)
    return x->host.thread < y->host.thread ? -1 : 1;
  return x->host.number < y->host.number ? -1 : x->host.number > y->host.number;
}

/* Gives each call the first row of its device that has nothing else then.  */
static void
find_lanes (struct trace_device_call *calls, size_t count)
{
  uint64_t *ends = NULL;
  size_t lanes = 0, room = 0;
  for (size_t i = 0; i < count; i++)
    {
      size_t lane = 0;
      if (i && (calls[i].process != calls[i - 1].process
		|| calls[i].device != calls[i - 1].device))
	lanes = 0;
      while (lane < lanes && ends[lane] > calls[i].begin)
	lane++;
      if (lane == lanes)
	ends = room_for_one (ends, lanes++, &room, sizeof *ends);
      ends[lane] = calls[i].end;
      calls[i].lane = (uint32_t) lane;
    }
  free (ends);
}

static bool
is_same_row (const struct trace_device_call *a,
	     const struct trace_device_call *b)
{
  return a->process == b->process && a->device == b->device
	 && a->lane == b->lane;
}

static void
list_rows (struct trace_devices *devices)
{
  size_t room = 0;
  for (size_t i = 0, end; i < devices->call_count; i = end)
    {
      for (end = i + 1; end < devices->call_count
			&& is_same_row (&devices->calls[i],
					&devices->calls[end]); end++)
	;
      devices->rows = room_for_one (devices->rows, devices->row_count, &room,
				    sizeof *devices->rows);
      devices->rows[devices->row_count++]
	= (struct trace_device_row) { &devices->calls[i], end - i };
    }
}

struct trace_devices
trace_find_devices (const struct trace *trace)
{
  struct collecting c = { .thread = 0 };
  for (size_t i = 0; i < trace->process_count; i++)
    {
      c.process = &trace->processes[i];
      for (size_t j = 0; j < c.process->thread_count; j++, c.thread++)
	follow_thread (&c, &c.process->threads[j]);
    }
  struct trace_devices devices = { .calls = c.calls, .call_count = c.count };
  if (c.count)
    {
      qsort (c.calls, c.count, sizeof *c.calls, by_row);
      find_lanes (c.calls, c.count);
      qsort (c.calls, c.count, sizeof *c.calls, by_row);
    }
  list_rows (&devices);
  free (c.stack);
  return devices;
}

void
trace_free_devices (struct trace_devices *devices)
{
  free (devices->calls);
  free (devices->rows);
}

char *
trace_device_name (const struct trace_device_row *row)
{
  const struct trace_device_call *first = row->calls;
  return first->lane ? print_string ("device %u, queue %u", first->device,
				     first->lane + 1)
	 : print_string ("device %u", first->device);
}
