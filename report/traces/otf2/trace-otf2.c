/* trace-otf2.c - a trace as an OTF2 archive, for Vampir and its relatives.

   SPDX-License-Identifier: Apache-2.0

   Each thread is a location, each process a location group of its host.  An
   event that takes no time is entered and left at once.  The command is built
   without where there is no otf2.h, or -DWITHOUT_OTF2 says so.  */

#include "base/options.h"
#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef WITH_OTF2

/* ---- Definitions.  */

enum { EMPTY = 0, MACHINE = 1, FIRST_STRING = 2 };

/* Notes an error.  The library's own messages say it in more lines, and
   without a thought for the terminal.  */
static OTF2_ErrorCode
hear_error (void *writer, const char *file, uint64_t line,
	    const char *function, OTF2_ErrorCode code, const char *format,
	    va_list arguments)
{
  (void) file;
  (void) line;
  (void) function;
  (void) format;
  (void) arguments;
  otf2_note_error (writer, code);
  return code;
}

static const char *
host_of (const struct trace_process *process)
{
  return record_string (&process->record, process->record.header.host, "?");
}

/* Returns the number of the host of process NUMBER, from 0 in the order in
   which they come; HOSTS has those of the processes before it.  */
static uint32_t
number_host (const struct trace *trace, const uint32_t *hosts, uint32_t number)
{
  const char *host = host_of (&trace->processes[number]);
  uint32_t next = 0;
  for (uint32_t i = 0; i < number; i++)
    {
      if (!strcmp (host_of (&trace->processes[i]), host))
	return hosts[i];
      if (hosts[i] == next)
	next++;
    }
  return next;
}

static void
define_host (struct otf2_writer *w, uint32_t host, const char *name)
{
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteSystemTreeNode
	      (w->definitions, host, otf2_define_string (w, name), MACHINE,
	       OTF2_UNDEFINED_SYSTEM_TREE_NODE));
}

/* Process NUMBER, on HOST.  */
static void
define_process (struct otf2_writer *w, const struct trace_process *process,
		uint32_t number, uint32_t host)
{
  const struct record *record = &process->record;
  char *name = record->header.ranks
	       ? print_string ("%s, %s %s, process %d", process->program,
			       record_string (record, record->header.rank_name,
					      "process"),
			       rank_text (record->header.rank),
			       record->header.pid)
	       : print_string ("%s, process %d", process->program,
			       record->header.pid);
  OTF2_StringRef label = otf2_define_string (w, name);
  free (name);
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteLocationGroup
	      (w->definitions, number, label,
	       OTF2_LOCATION_GROUP_TYPE_PROCESS, host,
	       OTF2_UNDEFINED_LOCATION_GROUP));
}

/* ---- Events.  */

static void
write_moment (struct otf2_writer *w, OTF2_EvtWriter *out,
	      const struct trace_moment *m, OTF2_RegionRef region)
{
  if (m->what == TRACE_ENTER || m->what == TRACE_ATOMIC)
    otf2_note_error (w, otf2.OTF2_EvtWriter_Enter (out, NULL, m->time, region));
  if (m->what == TRACE_LEAVE || m->what == TRACE_ATOMIC)
    otf2_note_error (w, otf2.OTF2_EvtWriter_Leave (out, NULL, m->time, region));
  if (m->what == TRACE_OFF || m->what == TRACE_ON)
    otf2_note_error (w, otf2.OTF2_EvtWriter_MeasurementOnOff
		(out, NULL, m->time, m->what == TRACE_ON
		 ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF));
  if (m->time > w->end)
    w->end = m->time;
}

static void
tell (struct rma *rma, struct mpi_events *mpi, struct io_events *io,
      struct team_events *teams, const struct trace_moment *m)
{
  if (m->what == TRACE_DEVICE)
    return;
  if (m->what >= TRACE_GROUP)
    {
      mpi_moment (mpi, m);
      return;
    }
  io_moment (io, m);
  rma_moment (rma, m);
  mpi_moment (mpi, m);
  teams_moment (teams, m);
}

/* Writes the events of THREAD, which is LOCATION; REGIONS are its process's
   places.  Returns how many they are.  */
static uint64_t
write_events (struct otf2_writer *w, const struct trace_thread *thread,
	      OTF2_LocationRef location, const OTF2_RegionRef *regions)
{
  struct trace_cursor cursor;
  struct trace_moment moment;
  uint64_t count = 0, latest = 0;
  OTF2_EvtWriter *out = otf2.OTF2_Archive_GetEvtWriter (w->archive, location);
  struct rma *rma = out ? rma_begin (w, thread, out) : NULL;
  struct mpi_events *mpi = rma ? mpi_begin (w, thread, out, rma) : NULL;
  struct io_events *io
    = mpi ? io_begin (w, thread, (uint32_t) location, out) : NULL;
  struct team_events *teams = out ? teams_begin (w, thread, out) : NULL;
  trace_follow (&cursor, thread);
  cursor.with_remarks = rma || teams;
  cursor.with_objects = mpi;
  while (out && w->error == OTF2_SUCCESS && trace_next (&cursor, &moment))
    {
      /* OTF2 insists on it.  */
      if (moment.time < latest)
	moment.time = latest;
      latest = moment.time;
      if (moment.what == TRACE_LEAVE)
	tell (rma, mpi, io, teams, &moment);
      write_moment (w, out, &moment, regions[moment.place]);
      if (moment.what != TRACE_LEAVE)
	tell (rma, mpi, io, teams, &moment);
    }
  rma_end (rma);
  mpi_end (mpi);
  io_end (io);
  teams_end (teams);
  trace_done (&cursor);
  if (!out)
    return 0;
  otf2_note_error (w, otf2.OTF2_EvtWriter_GetNumberOfEvents (out, &count));
  otf2_note_error (w, otf2.OTF2_Archive_CloseEvtWriter (w->archive, out));
  return count;
}

/* Writes the events of all threads, and defines these: W's definitions come to
   stand in order of their numbers.  */
static void
write_threads (struct otf2_writer *w, uint64_t *counts)
{
  OTF2_LocationRef location = 0;
  otf2_note_error (w, otf2.OTF2_Archive_OpenEvtFiles (w->archive));
  for (size_t i = 0; i < w->trace->process_count; i++)
    {
      const struct trace_process *process = &w->trace->processes[i];
      for (size_t j = 0; j < process->thread_count; j++, location++)
	counts[location] = write_events (w, &process->threads[j], location,
					 w->regions[i]);
    }
  accelerators_write (w, location, counts + location);
  otf2_note_error (w, otf2.OTF2_Archive_CloseEvtFiles (w->archive));
}

/* Returns "rank 2" for MPI's ranks, "thread 2" for UPC's threads, with ",
   thread 1" for further threads; else the thread's own name.  Allocated.  */
static char *
name_location (const struct trace_thread *thread)
{
  const struct record *record = &thread->process->record;
  const char *rank
    = record_string (record, record->header.rank_name, "process");
  const char *word = strrchr (rank, ' ');
  if (!record->header.ranks)
    return print_string ("%s, thread %u", thread->name, thread->number);
  if (thread == thread->process->threads)
    return print_string ("%s %s", word ? word + 1 : rank,
			 rank_text (record->header.rank));
  return print_string ("%s %s, thread %u", word ? word + 1 : rank,
		       rank_text (record->header.rank), thread->number);
}

static void
define_threads (struct otf2_writer *w, const uint64_t *counts)
{
  OTF2_LocationRef location = 0;
  for (size_t i = 0; i < w->trace->process_count; i++)
    {
      const struct trace_process *process = &w->trace->processes[i];
      for (size_t j = 0; j < process->thread_count; j++, location++)
	{
	  const struct trace_thread *thread = &process->threads[j];
	  OWNED char *name = name_location (thread);
	  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteLocation
		      (w->definitions, location, otf2_define_string (w, name),
		       OTF2_LOCATION_TYPE_CPU_THREAD, counts[location],
		       (OTF2_LocationGroupRef) i));
	}
    }
  accelerators_define (w, location, counts + location);
}

/* Writes files of local definitions, which have to be there, though there are
   none.  */
static void
write_no_definitions (struct otf2_writer *w, size_t locations)
{
  otf2_note_error (w, otf2.OTF2_Archive_OpenDefFiles (w->archive));
  for (size_t i = 0; i < locations; i++)
    {
      OTF2_DefWriter *out = otf2.OTF2_Archive_GetDefWriter (w->archive, i);
      if (out)
	otf2_note_error (w, otf2.OTF2_Archive_CloseDefWriter (w->archive, out));
    }
  otf2_note_error (w, otf2.OTF2_Archive_CloseDefFiles (w->archive));
}

static void
write_definitions (struct otf2_writer *w, const uint64_t *counts)
{
  w->definitions = otf2.OTF2_Archive_GetGlobalDefWriter (w->archive);
  if (!w->definitions)
    {
      otf2_note_error (w, OTF2_ERROR_MEM_ALLOC_FAILED);
      return;
    }
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteClockProperties
	      (w->definitions, 1000000000, 0, w->end + 1,
	       (uint64_t) w->trace->start_realtime));
  otf2_define_string (w, "");
  otf2_define_string (w, "machine");
  OWNED uint32_t *hosts = allocate (w->trace->process_count, sizeof *hosts);
  uint32_t host_count = 0;
  for (size_t i = 0; i < w->trace->process_count; i++)
    {
      const struct trace_process *process = &w->trace->processes[i];
      hosts[i] = number_host (w->trace, hosts, (uint32_t) i);
      if (hosts[i] == host_count)
	define_host (w, host_count++, host_of (process));
      define_process (w, process, (uint32_t) i, hosts[i]);
    }
  accelerators_define_groups (w, hosts);
  regions_define (w);
  define_threads (w, counts);
  teams_define (w, jobs_define (w));
  io_define (w);
}

/* ---- The archive.  */

static OTF2_FlushType
before_flush (void *data, OTF2_FileType type, OTF2_LocationRef location,
	      void *caller, bool is_final)
{
  (void) data;
  (void) type;
  (void) location;
  (void) caller;
  (void) is_final;
  return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flushing = { before_flush, NULL };

enum { EVENT_CHUNK = 1 << 20, DEFINITION_CHUNK = 4 << 20 };

static void
write_archive (struct otf2_writer *w)
{
  size_t locations = 0;
  for (size_t i = 0; i < w->trace->process_count; i++)
    locations += w->trace->processes[i].thread_count;
  w->devices = trace_find_devices (w->trace);
  w->files = trace_find_files (w->trace);
  locations += w->devices.row_count;
  OWNED uint64_t *counts = allocate (locations + 1, sizeof *counts);
  otf2_note_error (w, otf2.OTF2_Archive_SetFlushCallbacks (w->archive,
							   &flushing,
						      NULL));
  otf2_note_error (w,
		   otf2.OTF2_Archive_SetSerialCollectiveCallbacks (w->archive));
  jobs_find_all (w);
  mpi_find_comms (w);
  jobs_number_parts (w->jobs);
  w->first_comm = jobs_comm_count (w);
  teams_find (w);
  regions_find (w);
  write_threads (w, counts);
  write_no_definitions (w, locations);
  write_definitions (w, counts);
  otf2_note_error (w, otf2.OTF2_Archive_Close (w->archive));
  jobs_forget (w);
  teams_forget (w);
  regions_forget (w);
  trace_free_devices (&w->devices);
  trace_free_files (&w->files);
}

int
write_trace_otf2 (const struct trace *trace, const char *path)
{
  struct otf2_writer w = { .trace = trace };
  struct stat st;
  if (!path)
    fail (EXIT_USAGE, "trace: an OTF2 archive is a directory; name one with "
	  "--output");
  if (!stat (path, &st))
    fail (EXIT_TROUBLE, "trace: '%s' is there already; remove it, or name "
	  "another with --output", path);
  if (!otf2_load ())
    return EXIT_TROUBLE;
  otf2.OTF2_Error_RegisterCallback (hear_error, &w);
  w.archive = otf2.OTF2_Archive_Open (path, "traces", OTF2_FILEMODE_WRITE,
				      EVENT_CHUNK, DEFINITION_CHUNK,
				      OTF2_SUBSTRATE_POSIX,
				      OTF2_COMPRESSION_NONE);
  if (w.archive)
    write_archive (&w);
  if (w.archive && w.error == OTF2_SUCCESS)
    return EXIT_FINE;
  complain ("trace: cannot write the archive '%s': %s", path,
	    otf2.OTF2_Error_GetDescription (w.error));
  return EXIT_TROUBLE;
}

#else

int
write_trace_otf2 (const struct trace *trace, const char *path)
{
  (void) trace;
  (void) path;
  fail (EXIT_TROUBLE, "trace: this gasp was built without OTF2; install its "
	"headers (Debian's package libopen-trace-format2-dev) and build it "
	"again, or use --format=perfetto");
}

#endif
