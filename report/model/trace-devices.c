/* trace-devices.c - what devices did in a trace.  See trace.h.

   SPDX-License-Identifier: Apache-2.0

   The events of threads that ask a device for something say which one it is,
   and how long the host's call took.  Times by the device's own clock, where
   they are known, are somewhere else in the trace, and take the place of the
   host's.  A device may do several things at a time: then it has several
   rows.  */

#include "model/trace.h"
#include "model/roles.h"
#include "base/order.h"
#include "base/util.h"
#include "search.h"

#include <stdlib.h>

/* Returns NS as a moment of the trace; 0 if it has none.  */
static uint64_t
time_from (double ns)
{
  return ns > 0 && ns < 9e18 ? (uint64_t) ns : 0;
}

/* A call that is open; DEVICE is 1 more than the number, or 0.  */
struct open_call
{
  size_t number;
  uint64_t begin, bytes;
  uint32_t place, device;
};

/* A kernel or copy by DEVICE of PROCESS for a call of PLACE, by its own
   clock.  */
struct deed
{
  const struct trace_process *process;
  uint32_t device, place;
  struct trace_device_times times;
};

struct collecting {
  const struct trace_process *process;
  struct trace_device_call *calls;
  size_t count, room;
  struct deed *deeds;
  size_t deed_count, deed_room;
  struct open_call *stack;
  size_t stack_room, entered;
  uint32_t thread;
};

static void
add_call (struct collecting *c, const struct open_call *call, uint64_t end)
{
  ONE_MORE (c->calls, c->count, c->room) = (struct trace_device_call) {
    .process = c->process, .device = call->device - 1,
    .begin = call->begin, .end = end, .bytes = call->bytes,
    .place = call->place, .host = { c->thread, call->number }
  };
}

static void
add_deed (struct collecting *c, const struct trace_moment *m,
	  const struct trace_device_times *times)
{
  ONE_MORE (c->deeds, c->deed_count, c->deed_room)
    = (struct deed) { c->process, m->peer, m->place, *times };
}

static void
follow_thread (struct collecting *c, const struct trace_thread *thread)
{
  struct trace_cursor cursor;
  struct trace_moment m;
  c->entered = 0;
  trace_follow (&cursor, thread);
  cursor.with_remarks = cursor.with_devices = true;
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
    else if (m.what == TRACE_DEVICE_DID)
      add_deed (c, &m, &cursor.did);
    else if (m.what == TRACE_LEAVE && c->stack[m.depth].device)
      add_call (c, &c->stack[m.depth], m.time);
  trace_done (&cursor);
}

/* ---- The device's own times.  */

/* Orders calls by the place of what asked the device for them, then by
   time.  */
ORDER (by_place, struct trace_device_call, RISING (process) RISING (device)
       RISING (place) RISING (begin))

/* The two clocks may differ by so much, in ns.  */
#define SLACK 1000

/* Returns how many of the calls, which are in order by place, come before what
   DEED was for, or are that.  */
static size_t
count_until (const struct collecting *c, const struct deed *deed)
{
  const struct trace_device_call key = {
    .process = deed->process, .device = deed->device, .place = deed->place,
    .begin = time_from (deed->times.asked + SLACK) };
  return FIRST_FROM (c->count, i, by_place (&c->calls[i], &key) <= 0);
}

/* How many of the calls of a place that threads have open at a time are
   examined.  */
#define MOST_OPEN 64

/* Returns the call that was open when the device was asked for DEED, or null:
   of several, the one that began last, and has no times yet.  */
static struct trace_device_call *
find_call (const struct collecting *c, const struct deed *deed,
	   const bool *has_times)
{
  size_t end = count_until (c, deed);
  for (size_t i = end; i-- > 0 && end - i <= MOST_OPEN;)
    {
      struct trace_device_call *call = &c->calls[i];
      if (call->process != deed->process || call->device != deed->device
	  || call->place != deed->place)
	break;
      if ((double) call->end + SLACK >= deed->times.asked && !has_times[i])
	return call;
    }
  return NULL;
}

/* Gives calls the times of their deeds.  */
static void
take_deeds (struct collecting *c)
{
  OWNED bool *has_times = allocate (c->count + 1, sizeof *has_times);
  SORT (c->calls, c->count, by_place);
  OWNED struct trace_device_call **of
    = allocate (c->deed_count + 1, sizeof *of);
  for (size_t i = 0; i < c->deed_count; i++)
    {
      of[i] = find_call (c, &c->deeds[i], has_times);
      if (of[i])
	has_times[of[i] - c->calls] = true;
    }
  /* Until here the calls' own times were looked for.  */
  for (size_t i = 0; i < c->deed_count; i++)
    if (of[i])
      {
	const struct trace_device_times *t = &c->deeds[i].times;
	of[i]->begin = time_from (t->begin);
	of[i]->end = time_from (t->begin + t->took);
	of[i]->is_its_own = t->is_its_own;
      }
}

ORDER (by_row, struct trace_device_call, RISING (process) RISING (device)
       RISING (lane) RISING (begin) RISING (host.thread) RISING (host.number))

/* Gives each call the first row of its device that has nothing else then.  */
static void
find_lanes (struct trace_device_call *calls, size_t count)
{
  OWNED uint64_t *ends = NULL;
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
      end = END_OF_RUN (devices->call_count, i, j,
			is_same_row (&devices->calls[i], &devices->calls[j]));
      ONE_MORE (devices->rows, devices->row_count, room)
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
  if (c.count && c.deed_count)
    take_deeds (&c);
  struct trace_devices devices = { .calls = c.calls, .call_count = c.count };
  if (c.count)
    {
      SORT (c.calls, c.count, by_row);
      find_lanes (c.calls, c.count);
      SORT (c.calls, c.count, by_row);
    }
  list_rows (&devices);
  free (c.stack);
  free (c.deeds);
  return devices;
}

void
trace_free_devices (struct trace_devices *devices)
{
  free (devices->calls);
  free (devices->rows);
}

/* Returns by whose clock kernels and copies of ROW are, for its name.  What is
   done to a device's memory by the host has no other times.  */
static const char *
clock_of (const struct trace_device_row *row)
{
  size_t own = 0, count = 0;
  for (size_t i = 0; i < row->count; i++)
    {
      const struct trace_device_call *call = &row->calls[i];
      uint32_t tag = call->process->places[call->place].tag;
      own += call->is_its_own;
      count += call->is_its_own || role_of_tag (tag) != ROLE_ON_DEVICE;
    }
  return own == count ? "" : own ? " (in part by the host's clock)"
	 : " (by the host's clock)";
}

char *
trace_device_name (const struct trace_device_row *row)
{
  const struct trace_device_call *first = row->calls;
  const char *clock = clock_of (row);
  return first->lane ? print_string ("device %u, queue %u%s", first->device,
				     first->lane + 1, clock)
	 : print_string ("device %u%s", first->device, clock);
}
