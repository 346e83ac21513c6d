/* trace-perfetto.c - a trace in Perfetto's protobuf.

   SPDX-License-Identifier: Apache-2.0

   A file is a message Trace: packets, one after another.  Where zlib is there,
   packets are put together and compressed, to a packet of its own.  Each thread
   is a sequence of packets of its own, which begins with a description of its
   track; names and places in the source are sent once in a sequence, with the
   first event that has them, and then meant by their numbers.  Messages and
   members are named here as in Perfetto's trace_packet.proto, track_event.proto
   and interned_data.proto.  */

#include "base/compress.h"
#include "base/order.h"
#include "base/protobuf.h"
#include "model/trace.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers of members.  */

enum { TRACE_PACKET = 1 };
enum { PACKET_TIMESTAMP = 8, PACKET_SEQUENCE_ID = 10, PACKET_TRACK_EVENT = 11,
       PACKET_INTERNED_DATA = 12, PACKET_SEQUENCE_FLAGS = 13,
       PACKET_COMPRESSED_PACKETS = 50,
       PACKET_DEFAULTS = 59, PACKET_TRACK_DESCRIPTOR = 60 };
enum { DEFAULTS_TRACK_EVENT = 11 };
enum { EVENT_CATEGORY_IID = 3, EVENT_ANNOTATION = 4, EVENT_TYPE = 9,
       EVENT_NAME_IID = 10, EVENT_TRACK_UUID = 11, EVENT_NAME = 23,
       EVENT_LOCATION_IID = 34, EVENT_FLOW = 47, EVENT_FLOW_END = 48 };
enum { ANNOTATION_NUMBER = 3, ANNOTATION_TEXT = 6, ANNOTATION_NAME = 10 };
enum { TYPE_SLICE_BEGIN = 1, TYPE_SLICE_END = 2, TYPE_INSTANT = 3 };
enum { INTERNED_CATEGORIES = 1, INTERNED_NAMES = 2, INTERNED_LOCATIONS = 4 };
enum { INTERNED_IID = 1, INTERNED_TEXT = 2, LOCATION_FUNCTION = 3,
       LOCATION_LINE = 4 };
enum { TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4,
       TRACK_PARENT = 5 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6 };
enum { THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };
enum { FLAG_CLEARED = 1, FLAG_NEEDED = 2 };

/* ---- Packets.  */

/* One end of a message, in a thread, by its number of all.  */
struct end { uint32_t thread; bool is_receipt; uint64_t time; size_t message; };

/* A call of a thread that a device works for; FLOW joins them.  */
struct link { struct trace_call call; uint64_t flow; };

struct writer {
  FILE *out;
  const struct trace_process *process;
  const struct trace_thread *thread;
  uint32_t number;		/* of the thread, of all */
  unsigned int sequence;
  bool *known;			/* places that have been sent */
  bool begun;			/* categories have */
  const struct trace_messages *messages;
  struct end *ends;		/* by thread and time; NEXT_END is to come */
  size_t end_count, next_end;
  struct link *links;		/* by thread and call; NEXT_LINK is to come */
  size_t link_count, next_link, entered;
  const struct trace_devices *devices;
  const struct trace_files *files;
  struct message packet, part, inner;
  struct message packets;	/* that have not been written */
};

/* How many bytes of packets are compressed at a time.  */
enum { BUNDLE = 1 << 18 };

static void
write_packets (struct writer *w)
{
  if (compress_message (&w->packets))
    {
      add_message (&w->packet, PACKET_COMPRESSED_PACKETS, &w->packets);
      add_message (&w->packets, TRACE_PACKET, &w->packet);
    }
  fwrite (w->packets.data, 1, w->packets.size, w->out);
  w->packets.size = 0;
}

static void
send_packet (struct writer *w)
{
  add_message (&w->packets, TRACE_PACKET, &w->packet);
  if (w->packets.size >= BUNDLE)
    write_packets (w);
}

/* Returns the number of PROCESS's track: that of the process times 2^32, while
   a thread's is a little more.  */
static uint64_t
process_uuid (const struct trace *trace, const struct trace_process *process)
{
  return (uint64_t) (process - trace->processes + 1) << 32;
}

static void
describe_process (struct writer *w, const struct trace *trace,
		  const struct trace_process *process)
{
  add_number (&w->part, TRACK_UUID, process_uuid (trace, process));
  add_number (&w->inner, PROCESS_PID,
	      (uint32_t) process->record.header.pid);
  add_text (&w->inner, PROCESS_NAME, process->program);
  add_message (&w->part, TRACK_PROCESS, &w->inner);
  add_message (&w->packet, PACKET_TRACK_DESCRIPTOR, &w->part);
  send_packet (w);
}

/* Sends the description of the track UUID, which is in the writer's part, and
   makes that track the default of the sequence.  */
static void
send_track (struct writer *w, uint64_t uuid)
{
  add_message (&w->packet, PACKET_TRACK_DESCRIPTOR, &w->part);
  add_number (&w->packet, PACKET_SEQUENCE_ID, w->sequence);
  add_number (&w->packet, PACKET_SEQUENCE_FLAGS, FLAG_CLEARED);
  add_number (&w->inner, EVENT_TRACK_UUID, uuid);
  add_message (&w->part, DEFAULTS_TRACK_EVENT, &w->inner);
  add_message (&w->packet, PACKET_DEFAULTS, &w->part);
  send_packet (w);
}

/* Writes the thread's track, which its sequence is about.  */
static void
describe_thread (struct writer *w, const struct trace *trace)
{
  const struct trace_thread *thread = w->thread;
  uint64_t process = process_uuid (trace, thread->process);
  uint64_t uuid = process + thread->number + 1;
  add_number (&w->part, TRACK_UUID, uuid);
  add_number (&w->part, TRACK_PARENT, process);
  add_number (&w->inner, THREAD_PID,
	      (uint32_t) thread->process->record.header.pid);
  add_number (&w->inner, THREAD_TID, (uint32_t) thread->tid);
  add_text (&w->inner, THREAD_NAME, thread->name);
  add_message (&w->part, TRACK_THREAD, &w->inner);
  send_track (w, uuid);
}

static void
intern (struct writer *w, unsigned int kind, uint64_t number, const char *text)
{
  add_number (&w->inner, INTERNED_IID, number);
  add_text (&w->inner, INTERNED_TEXT, text);
  add_message (&w->part, kind, &w->inner);
}

enum { CATEGORY_FUNCTION = 1, CATEGORY_EVENT = 2 };

/* Sends with the packet the names that are new in the event at place
   NUMBER.  */
static void
add_interned (struct writer *w, uint32_t number)
{
  const struct trace_place *place = &w->process->places[number];
  if (w->known[number])
    return;
  w->known[number] = true;
  if (!w->begun)
    {
      intern (w, INTERNED_CATEGORIES, CATEGORY_FUNCTION, "function");
      intern (w, INTERNED_CATEGORIES, CATEGORY_EVENT, "event");
    }
  w->begun = true;
  intern (w, INTERNED_NAMES, number + 1, place->label);
  add_number (&w->inner, INTERNED_IID, number + 1);
  if (place->file)
    add_text (&w->inner, INTERNED_TEXT, place->file);
  add_text (&w->inner, LOCATION_FUNCTION, place->name);
  add_number (&w->inner, LOCATION_LINE, place->line);
  add_message (&w->part, INTERNED_LOCATIONS, &w->inner);
  add_message (&w->packet, PACKET_INTERNED_DATA, &w->part);
}

/* ---- Messages  */

ORDER (by_thread_and_time, struct end, RISING (thread) RISING (time)
       RISING (message) RISING (is_receipt))

static void
list_ends (struct writer *w)
{
  w->ends = allocate (2 * w->messages->count + 1, sizeof *w->ends);
  for (size_t i = 0; i < w->messages->count; i++)
    {
      const struct trace_message *m = &w->messages->list[i];
      w->ends[w->end_count++]
	= (struct end) { m->from.thread, false, m->sent, i };
      w->ends[w->end_count++]
	= (struct end) { m->to.thread, true, m->received, i };
    }
  SORT (w->ends, w->end_count, by_thread_and_time);
}

static void
annotate (struct writer *w, const char *name, uint64_t number,
	  const char *text)
{
  add_text (&w->inner, ANNOTATION_NAME, name);
  if (text)
    add_text (&w->inner, ANNOTATION_TEXT, text);
  else
    add_number (&w->inner, ANNOTATION_NUMBER, number);
  add_message (&w->part, EVENT_ANNOTATION, &w->inner);
}

/* Sends an event at END, which an arrow joins with the other end.  */
static void
write_end (struct writer *w, const struct end *end)
{
  const struct trace_message *m = &w->messages->list[end->message];
  uint32_t peer = end->is_receipt ? m->sender : m->receiver;
  add_number (&w->packet, PACKET_TIMESTAMP, end->time);
  add_number (&w->packet, PACKET_SEQUENCE_ID, w->sequence);
  add_number (&w->packet, PACKET_SEQUENCE_FLAGS, FLAG_NEEDED);
  add_number (&w->part, EVENT_TYPE, TYPE_INSTANT);
  add_text (&w->part, EVENT_NAME, end->is_receipt ? "message received"
						  : "message sent");
  annotate (w, end->is_receipt ? "from rank" : "to rank", 0, rank_text (peer));
  annotate (w, "bytes", m->bytes, NULL);
  annotate (w, "tag", m->tag, NULL);
  add_fixed (&w->part, end->is_receipt ? EVENT_FLOW_END : EVENT_FLOW,
	     end->message + 1);
  add_message (&w->packet, PACKET_TRACK_EVENT, &w->part);
  send_packet (w);
}

/* Sends those of the thread that came before TIME.  */
static void
write_ends (struct writer *w, uint64_t time)
{
  while (w->next_end < w->end_count && w->ends[w->next_end].thread == w->number
	 && w->ends[w->next_end].time < time)
    write_end (w, &w->ends[w->next_end++]);
}

/* Passes those of the threads before it.  */
static void
begin_ends (struct writer *w)
{
  while (w->next_end < w->end_count && w->ends[w->next_end].thread < w->number)
    w->next_end++;
}

/* ---- Devices  */

ORDER (by_call, struct link, RISING (call.thread) RISING (call.number))

/* Returns the flow of the device's call number I.  */
static uint64_t
flow_of (const struct writer *w, size_t i)
{
  return w->messages->count + i + 1;
}

static void
list_links (struct writer *w)
{
  w->links = allocate (w->devices->call_count + 1, sizeof *w->links);
  for (size_t i = 0; i < w->devices->call_count; i++)
    w->links[w->link_count++]
      = (struct link) { w->devices->calls[i].host, flow_of (w, i) };
  SORT (w->links, w->link_count, by_call);
}

/* Adds the files that CALL reads or writes.  */
static void
add_files (struct writer *w, struct trace_call call)
{
  const struct trace_files *files = w->files;
  for (size_t i = trace_find_io (files, call); trace_is_io_of (files, i, call);
       i++)
    {
      const struct trace_io *io = &files->io[i];
      annotate (w, "file", 0, files->list[io->file].name);
      if (!io->opens)
	annotate (w, "bytes", io->request && !io->is_over ? io->asked
		  : io->moved, NULL);
    }
}

/* Adds to the call that is entered next the flow to what a device does for
   it, and its files.  */
static void
add_link (struct writer *w)
{
  const struct link now = { { w->number, w->entered++ }, 0 };
  add_files (w, now.call);
  while (w->next_link < w->link_count
	 && by_call (&w->links[w->next_link], &now) < 0)
    w->next_link++;
  if (w->next_link < w->link_count && !by_call (&w->links[w->next_link], &now))
    add_fixed (&w->part, EVENT_FLOW, w->links[w->next_link].flow);
}

static void
begin_event (struct writer *w, uint64_t time, unsigned int type)
{
  add_number (&w->packet, PACKET_TIMESTAMP, time);
  add_number (&w->packet, PACKET_SEQUENCE_ID, w->sequence);
  add_number (&w->packet, PACKET_SEQUENCE_FLAGS, FLAG_NEEDED);
  add_number (&w->part, EVENT_TYPE, type);
}

static void
end_event (struct writer *w)
{
  add_message (&w->packet, PACKET_TRACK_EVENT, &w->part);
  send_packet (w);
}

static void
write_device_call (struct writer *w, const struct trace_device_call *call)
{
  add_interned (w, call->place);
  begin_event (w, call->begin, TYPE_SLICE_BEGIN);
  add_number (&w->part, EVENT_CATEGORY_IID, CATEGORY_EVENT);
  add_number (&w->part, EVENT_NAME_IID, call->place + 1);
  add_number (&w->part, EVENT_LOCATION_IID, call->place + 1);
  if (call->bytes)
    annotate (w, "bytes", call->bytes, NULL);
  add_fixed (&w->part, EVENT_FLOW_END,
	     flow_of (w, (size_t) (call - w->devices->calls)));
  end_event (w);
  begin_event (w, call->end, TYPE_SLICE_END);
  end_event (w);
}

/* Describes the track of ROW, which its sequence is about.  */
static void
describe_device (struct writer *w, const struct trace *trace,
		 const struct trace_device_row *row)
{
  uint64_t process = process_uuid (trace, w->process);
  uint64_t uuid = process
		  + (UINT64_C (1) << 31) + (uint64_t) (row - w->devices->rows);
  OWNED char *name = trace_device_name (row);
  add_number (&w->part, TRACK_UUID, uuid);
  add_number (&w->part, TRACK_PARENT, process);
  add_text (&w->part, TRACK_NAME, name);
  send_track (w, uuid);
}

static void
write_device (struct writer *w, const struct trace *trace,
	      const struct trace_device_row *row)
{
  w->process = row->calls->process;
  w->sequence++;
  w->known = allocate (w->process->place_count + 1, sizeof *w->known);
  w->begun = false;
  describe_device (w, trace, row);
  for (size_t i = 0; i < row->count && !ferror (w->out); i++)
    write_device_call (w, &row->calls[i]);
  free (w->known);
}

static void
write_moment (struct writer *w, const struct trace_moment *m)
{
  static const unsigned char types[] = { TYPE_SLICE_BEGIN, TYPE_SLICE_END,
					 TYPE_INSTANT, TYPE_INSTANT,
					 TYPE_INSTANT };
  if (m->what == TRACE_LEAVE && m->is_cut)
    return;
  add_number (&w->packet, PACKET_TIMESTAMP, m->time);
  add_number (&w->packet, PACKET_SEQUENCE_ID, w->sequence);
  add_number (&w->packet, PACKET_SEQUENCE_FLAGS, FLAG_NEEDED);
  if (m->what == TRACE_ENTER || m->what == TRACE_ATOMIC)
    add_interned (w, m->place);
  add_number (&w->part, EVENT_TYPE, types[m->what]);
  if (m->what == TRACE_ENTER || m->what == TRACE_ATOMIC)
    {
      uint32_t kind = w->process->places[m->place].kind;
      add_number (&w->part, EVENT_CATEGORY_IID, kind == GASP_RECORD_FUNCTION
		  ? CATEGORY_FUNCTION : CATEGORY_EVENT);
      add_number (&w->part, EVENT_NAME_IID, m->place + 1);
      add_number (&w->part, EVENT_LOCATION_IID, m->place + 1);
      if (m->what == TRACE_ENTER)
	add_link (w);
    }
  else if (m->what != TRACE_LEAVE)
    add_text (&w->part, EVENT_NAME, m->what == TRACE_OFF
	      ? "measurement off" : "measurement on");
  add_message (&w->packet, PACKET_TRACK_EVENT, &w->part);
  send_packet (w);
}

static void
write_thread (struct writer *w, const struct trace *trace)
{
  struct trace_cursor cursor;
  struct trace_moment moment;
  w->sequence++;
  w->known = allocate (w->process->place_count + 1, sizeof *w->known);
  w->begun = false;
  w->entered = 0;
  describe_thread (w, trace);
  trace_follow (&cursor, w->thread);
  while (trace_next (&cursor, &moment) && !ferror (w->out))
    {
      write_ends (w, moment.time);
      write_moment (w, &moment);
    }
  write_ends (w, UINT64_MAX);
  trace_done (&cursor);
  free (w->known);
}

int
write_trace_perfetto (const struct trace *trace, const char *path)
{
  struct trace_messages messages = trace_pair_messages (trace);
  struct trace_devices devices = trace_find_devices (trace);
  struct trace_files files = trace_find_files (trace);
  struct writer w = { .out = trace_output (path), .messages = &messages,
		      .devices = &devices, .files = &files };
  list_ends (&w);
  list_links (&w);
  for (size_t i = 0; i < trace->process_count; i++)
    {
      const struct trace_process *process = &trace->processes[i];
      w.process = process;
      describe_process (&w, trace, process);
      for (size_t j = 0; j < process->thread_count; j++)
	{
	  w.thread = &process->threads[j];
	  begin_ends (&w);
	  write_thread (&w, trace);
	  w.number++;
	}
    }
  for (size_t i = 0; i < devices.row_count; i++)
    write_device (&w, trace, &devices.rows[i]);
  write_packets (&w);
  free (w.ends);
  free (w.links);
  free (w.packets.data);
  free (w.packet.data);
  free (w.part.data);
  free (w.inner.data);
  trace_free_messages (&messages);
  trace_free_devices (&devices);
  trace_free_files (&files);
  return trace_close (w.out, path);
}
