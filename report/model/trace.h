/* trace.h - traces: what the threads of all processes did, in time order.

   SPDX-License-Identifier: Apache-2.0

   trace-reader.c finds the threads in the trace files (shared/trace-format.h),
   and trace-cursor.c follows each of them; trace.c is the command;
   trace-text.c, trace-perfetto.c and trace-otf2.c write.  */

#pragma once

#include "model/reader.h"
#include "trace-format.h"

#include <stdio.h>

/* A function, or an event at a point of the source.  */
struct trace_place {
  uint32_t kind;		/* enum gasp_record_place_kind */
  uint32_t tag;			/* of an event */
  const char *name, *label;	/* as recorded; and as in reports (names.c) */
  const char *file;		/* null if unknown */
  uint32_t line, end_line, column;
};

struct trace_thread {
  const struct trace_process *process;
  uint32_t number;
  int tid;
  const char *name;
  size_t first_chunk, chunk_count; /* of the process's */
  double base;			/* the process's, or the thread's own */
};

struct trace_process {
  struct record record;
  const unsigned char *data;	/* the trace */
  size_t size;
  struct gasp_trace_header header;
  const char *program;		/* without its directory */
  struct trace_place *places;
  uint64_t place_count;
  struct trace_thread *threads;
  size_t thread_count;
  const struct gasp_trace_chunk **chunks; /* by thread, then in order */
  size_t chunk_count;
  double ns_per_unit;
  double stretch;		/* of its clock, to get that of the first */
  double start;			/* ns since the first process began */
};

struct trace {
  struct trace_process *processes;
  size_t process_count;
  int64_t start_realtime;	/* of the first process */
};

/* Reads the traces that belong to the records PATHS; records without a trace
   are counted in *WITHOUT.  Reports the problems of traces.  */
extern struct trace read_traces (char **paths, size_t count, size_t *without);

/* Makes one clock for processes that ran on several machines: corrects START
   and NS_PER_UNIT of each, and START_REALTIME.  (trace-clocks.c)  */
extern void align_traces (struct trace *trace);

/* ---- One thread.  */

enum trace_what {
  TRACE_ENTER,
  TRACE_LEAVE,
  TRACE_ATOMIC,
  TRACE_OFF,			/* measurement was switched off, */
  TRACE_ON,			/* and on */
  /* Remarks on the innermost call, see enum gasp_trace_rare.  */
  TRACE_READS,
  TRACE_WRITES,
  TRACE_LOCK,
  TRACE_VALUE,
  TRACE_UNLOCK,
  TRACE_DEVICE,			/* PEER is the device, VALUE bytes */
  /* What the device PEER did, for an event of PLACE: see the cursor's DID.  */
  TRACE_DEVICE_DID,
  /* The process is one of a group, in which it has the number PEER; VALUE is
     gasp_trace_group's.  It may stand outside of all calls.  */
  TRACE_GROUP,
  /* Remarks on the innermost call about files, see enum gasp_trace_rare.  */
  TRACE_TEXT,
  TRACE_WITHIN,
  TRACE_OPENED,
  TRACE_FILE,
  TRACE_BYTES,
  TRACE_REQUEST,
  TRACE_MEETING			/* likewise, about collective functions */
};

/* In ns since the first process began, but TOOK.  ASKED is a moment within the
   call that asked the device for it.  IS_ITS_OWN: by the device's clock.  */
struct trace_device_times
{
  double asked, begin, took;
  bool is_its_own;
};

struct trace_moment {
  enum trace_what what;
  uint64_t time;		/* ns since the first process began */
  uint32_t place;		/* of the process's */
  size_t depth;			/* calls that are open around it */
  bool is_cut;			/* it began before, or ends after, the part
				   that the trace has */
  uint32_t peer;		/* of a remark, */
  uint64_t value;		/* and this */
};

struct trace_cursor {
  const struct trace_thread *thread;
  bool with_remarks;		/* they are wanted: no, by default; */
  bool with_devices;		/* what devices did is, too; */
  bool with_objects;		/* and groups, files and requests */
  size_t next_chunk;
  const unsigned char *at, *end;
  uint64_t time, sequence;
  gasp_record_ref *stack;	/* open nodes, innermost last */
  size_t depth, room;
  size_t shown;			/* how many have been reported */
  /* What a device did, as far as it has been read.  */
  struct gasp_trace_times told;
  gasp_record_ref told_place;
  bool told_by_host;
  uint32_t told_device;
  struct trace_device_times did;
};

/* Sets CURSOR to the beginning of what THREAD did.  */
extern void trace_follow (struct trace_cursor *cursor,
			  const struct trace_thread *thread);
/* Reads the next event.  Returns false at the end, where open calls are left,
   and marked as cut.  */
extern bool trace_next (struct trace_cursor *cursor,
			struct trace_moment *moment);
extern void trace_done (struct trace_cursor *cursor);

/* ---- Messages and collective calls.  (trace-messages.c)  */

/* The call that is the NUMBER-th that a thread enters, counted from 0; and
   threads are counted through all processes.  */
struct trace_call { uint32_t thread; size_t number; };

/* From the call that sent it to the one in which it had come.  */
struct trace_message {
  struct trace_call from, to;
  uint32_t sender, receiver;	/* ranks */
  uint64_t sent, received;	/* ns */
  uint64_t bytes, tag;
};

/* A call of a collective function: those with the same number belong
   together.  */
struct trace_meeting { size_t number; struct trace_call call; };

struct trace_messages {
  struct trace_message *list;	/* in the order in which they were sent */
  size_t count;
  struct trace_meeting *meetings; /* by number */
  size_t meeting_count;
};

/* Finds the messages in TRACE; trace_free_messages frees them.  */
extern struct trace_messages trace_pair_messages (const struct trace *trace);
extern void trace_free_messages (struct trace_messages *messages);

/* ---- Files.  (trace-files.c)  */

/* A file that a group of processes, of which PROCESS is one, has opened with
   MODE; NUMBER and WHICH are as in the trace.  */
struct trace_file {
  const struct trace_process *process;
  uint32_t number, mode, which;
  char *name;
};

/* I/O: CALL OPENS FILE; it completes (IS_OVER) the REQUEST, which has MOVED so
   many bytes; or it is about FILE, has ASKED for bytes and MOVED them, or made
   the REQUEST, if that is not 0.  */
struct trace_io {
  struct trace_call call;
  size_t file;
  bool opens, is_over;
  uint64_t asked, moved, request;
};

struct trace_files {
  struct trace_file *list;
  size_t count, room;
  struct trace_io *io;		/* by call */
  size_t io_count, io_room;
};

/* Finds the files of TRACE; trace_free_files frees them.  */
extern struct trace_files trace_find_files (const struct trace *trace);
extern void trace_free_files (struct trace_files *files);
/* Returns the number of the first of FILES' I/O that is not before CALL.  */
extern size_t trace_find_io (const struct trace_files *files,
			     struct trace_call call);
/* Returns whether the I/O of that number is of CALL.  */
extern bool trace_is_io_of (const struct trace_files *files, size_t number,
			    struct trace_call call);

/* ---- Devices.  (trace-devices.c)  */

/* The time that DEVICE of PROCESS worked for the call HOST.  What it did at the
   same time has another LANE.  If it IS_ITS_OWN time, the device's clock said
   so; else it is how long the host's call took.  */
struct trace_device_call {
  const struct trace_process *process;
  uint32_t device, lane, place;
  uint64_t begin, end, bytes;
  bool is_its_own;
  struct trace_call host;
};

/* One lane, in order.  */
struct trace_device_row
{
  const struct trace_device_call *calls;
  size_t count;
};

struct trace_devices {
  struct trace_device_call *calls;
  struct trace_device_row *rows; /* by process and device */
  size_t call_count, row_count;
};

/* Finds the devices of TRACE; trace_free_devices frees them.  */
extern struct trace_devices trace_find_devices (const struct trace *trace);
extern void trace_free_devices (struct trace_devices *devices);
/* Returns the name of ROW among its process's, allocated.  */
extern char *trace_device_name (const struct trace_device_row *row);

/* ---- Formats.  Each writes TRACE to the file PATH, or, if that is null, to
   the standard output, and returns an exit status.  */

typedef int trace_writer (const struct trace *trace, const char *path);
extern trace_writer write_trace_text, write_trace_perfetto,
  write_trace_otf2, write_trace_html;

/* Opens the file to write to for them, or ends the command; and closes it,
   with all of it written.  */
extern FILE *trace_output (const char *path);
extern int trace_close (FILE *out, const char *path);
