/* trace-io.c - files that MPI reads and writes, as OTF2's I/O records.

   SPDX-License-Identifier: Apache-2.0

   Between trace-otf2.c's enters and leaves, as trace-mpi.c's are.  A file that
   processes open together is a handle of their communicator.  */

#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include <stdlib.h>
#include <string.h>

struct io_events {
  struct otf2_writer *w;
  OTF2_EvtWriter *out;
  const struct trace_process *process;
  uint32_t thread;
  size_t entered;		/* calls */
  size_t *calls;		/* numbers of those that are open, by depth */
  size_t room;
};

#define WRITE(e, time, name, ...) \
  otf2_note_error ((e)->w, otf2.OTF2_EvtWriter_##name \
		   ((e)->out, NULL, time, ##__VA_ARGS__))

struct io_events *
io_begin (struct otf2_writer *w, const struct trace_thread *thread,
	  uint32_t number, OTF2_EvtWriter *out)
{
  if (!w->files.io_count)
    return NULL;
  struct io_events *e = allocate (1, sizeof *e);
  *e = (struct io_events) { .w = w, .out = out, .process = thread->process,
			    .thread = number };
  return e;
}

void
io_end (struct io_events *e)
{
  if (e)
    free (e->calls);
  free (e);
}

/* ---- MPI's function NAME.  */

static bool
moves (const char *name)
{
  return strstr (name, "read") || strstr (name, "write")
	 || strstr (name, "_sync");
}

static OTF2_IoOperationMode
mode_of (const char *name)
{
  return strstr (name, "_sync") ? OTF2_IO_OPERATION_MODE_FLUSH
	 : strstr (name, "read") ? OTF2_IO_OPERATION_MODE_READ
	 : OTF2_IO_OPERATION_MODE_WRITE;
}

static OTF2_IoOperationFlag
flags_of (const char *name, const struct trace_io *io)
{
  OTF2_IoOperationFlag flags = OTF2_IO_OPERATION_FLAG_NONE;
  if (io->request)
    flags |= OTF2_IO_OPERATION_FLAG_NON_BLOCKING;
  if (strstr (name, "_all") || strstr (name, "_ordered")
      || strstr (name, "_sync"))
    flags |= OTF2_IO_OPERATION_FLAG_COLLECTIVE;
  return flags;
}

/* MPI's modes of files are the same numbers in all implementations.  */
enum { MPI_CREATE = 1, MPI_RDONLY = 2, MPI_WRONLY = 4, MPI_DELETE = 16,
       MPI_EXCL = 64, MPI_APPEND = 128 };

static void
write_opened (struct io_events *e, const struct trace_io *io, uint64_t time)
{
  uint32_t mode = e->w->files.list[io->file].mode;
  WRITE (e, time, IoCreateHandle, (OTF2_IoHandleRef) io->file,
	 mode & MPI_RDONLY ? OTF2_IO_ACCESS_MODE_READ_ONLY
	 : mode & MPI_WRONLY ? OTF2_IO_ACCESS_MODE_WRITE_ONLY
	 : OTF2_IO_ACCESS_MODE_READ_WRITE,
	 (mode & MPI_CREATE ? OTF2_IO_CREATION_FLAG_CREATE : 0)
	 | (mode & MPI_EXCL ? OTF2_IO_CREATION_FLAG_EXCLUSIVE : 0),
	 (mode & MPI_APPEND ? OTF2_IO_STATUS_FLAG_APPEND : 0)
	 | (mode & MPI_DELETE ? OTF2_IO_STATUS_FLAG_DELETE_ON_CLOSE : 0));
}

/* Returns what names IO: a request, or, where that is waited for at once, its
   number.  */
static uint64_t
matching_id (const struct io_events *e, const struct trace_io *io)
{
  return io->request ? io->request
	 : (uint64_t) 1 << 63 | (uint64_t) (io - e->w->files.io);
}

/* Writes what follows from IO where the call NAME ends.  */
static void
write_end (struct io_events *e, const struct trace_io *io, const char *name,
	   uint64_t time)
{
  OTF2_IoHandleRef handle = (OTF2_IoHandleRef) io->file;
  if (io->opens)
    write_opened (e, io, time);
  else if (strstr (name, "_close"))
    WRITE (e, time, IoDestroyHandle, handle);
  else if (!io->is_over && !moves (name))
    return;
  else if (!io->is_over && io->request)
    WRITE (e, time, IoOperationIssued, handle, matching_id (e, io));
  else
    WRITE (e, time, IoOperationComplete, handle, io->moved,
	   matching_id (e, io));
}

static void
write_begin (struct io_events *e, const struct trace_io *io, const char *name,
	     uint64_t time)
{
  if (!io->opens && !io->is_over && moves (name))
    WRITE (e, time, IoOperationBegin, (OTF2_IoHandleRef) io->file,
	   mode_of (name), flags_of (name, io), io->asked,
	   matching_id (e, io));
}

void
io_moment (struct io_events *e, const struct trace_moment *m)
{
  if (!e || (m->what != TRACE_ENTER && m->what != TRACE_LEAVE))
    return;
  e->calls = room_for_one (e->calls, m->depth, &e->room, sizeof *e->calls);
  if (m->what == TRACE_ENTER)
    e->calls[m->depth] = e->entered++;
  struct trace_call call = { e->thread, e->calls[m->depth] };
  const struct trace_files *files = &e->w->files;
  for (size_t i = trace_find_io (files, call); trace_is_io_of (files, i, call);
       i++)
    (m->what == TRACE_ENTER ? write_begin : write_end)
      (e, &files->io[i], e->process->places[m->place].name, m->time);
}

/* ---- Definitions  */

/* Returns the number of the first of FILES that has the name of NUMBER.  */
static size_t
first_of_name (const struct trace_files *files, size_t number)
{
  size_t i = 0;
  while (strcmp (files->list[i].name, files->list[number].name))
    i++;
  return i;
}

static OTF2_CommRef
comm_of (struct otf2_writer *w, const struct trace_file *file)
{
  const struct job *job = jobs_find (w->jobs, file->process);
  OTF2_CommRef comm = OTF2_UNDEFINED_COMM;
  uint32_t peer = 0;
  if (!job)
    return comm;
  uint32_t rank = (uint32_t) file->process->record.header.rank;
  peer = jobs_rank (job, rank);
  jobs_message_comm (job, file->which, peer, &comm, &peer);
  return comm;
}

void
io_define (struct otf2_writer *w)
{
  const struct trace_files *files = &w->files;
  if (!files->count)
    return;
  OTF2_StringRef label = otf2_define_string (w, "MPI-IO");
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteIoParadigm
		   (w->definitions, 0, label, label,
		    OTF2_IO_PARADIGM_CLASS_PARALLEL, OTF2_IO_PARADIGM_FLAG_NONE,
		    0, NULL, NULL, NULL));
  for (size_t i = 0; i < files->count; i++)
    {
      size_t first = first_of_name (files, i);
      OTF2_StringRef name = otf2_define_string (w, files->list[i].name);
      if (first == i)
	otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteIoRegularFile
			 (w->definitions, (OTF2_IoFileRef) i, name,
			  OTF2_UNDEFINED_SYSTEM_TREE_NODE));
      OTF2_CommRef comm = comm_of (w, &files->list[i]);
      otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteIoHandle
		       (w->definitions, (OTF2_IoHandleRef) i, name,
			(OTF2_IoFileRef) first, 0, OTF2_IO_HANDLE_FLAG_NONE,
			comm, OTF2_UNDEFINED_IO_HANDLE));
    }
}

#endif
