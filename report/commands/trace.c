/* trace.c - gasp trace: calls in time order, for viewers of timelines.

   SPDX-License-Identifier: Apache-2.0

   main.c -> trace.c -> trace-reader.c, and a writer.  */

#include "commands/commands.h"
#include "base/arena.h"
#include "base/rundir.h"
#include "model/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FORMATS "perfetto|html|otf2|text"

static const char *wanted_format, *output;

struct format {
  const char *name;
  const char *file;		/* written to unless another is named; null:
				   the standard output */
  trace_writer *write;
  const char *hint;		/* what to do with it */
};

static const struct format formats[] = {
  { "perfetto", "trace.perfetto", write_trace_perfetto,
    "open it at https://ui.perfetto.dev" },
  { "html", "trace.html", write_trace_html, "open it in a browser" },
  { "otf2", "trace-otf2", write_trace_otf2,
    "open traces.otf2 in it with Vampir or otf2-print" },
  { "text", NULL, write_trace_text, NULL },
};

/* Returns the records that ARGUMENT means: a directory's, or itself.  */
static char **
records_of (const char *argument, size_t *count)
{
  struct stat st;
  char *newest = argument ? NULL : newest_run_directory ();
  const char *path = argument ? argument : newest ? newest : DEFAULT_DIRECTORY;
  if (stat (path, &st))
    fail (EXIT_TROUBLE, "trace: '%s': %s", path, strerror (errno));
  if (!S_ISDIR (st.st_mode))
    {
      char **one = arena_allocate (1, sizeof *one);
      *one = arena_copy (path);
      *count = 1;
      return one;
    }
  char **records = arena_keep (list_records (path, count));
  if (!records)
    fail (EXIT_TROUBLE, "trace: cannot read '%s': %s", path, strerror (errno));
  if (!*count)
    fail (EXIT_TROUBLE, "trace: there are no records in '%s'", path);
  return records;
}

static bool
has_suffix (const char *path, const char *suffix)
{
  size_t length = strlen (path), end = strlen (suffix);
  return length > end && !strcmp (path + length - end, suffix);
}

/* Reports what is missing from TRACE.  */
static void
warn_about (const struct trace *trace)
{
  for (size_t i = 0; i < trace->process_count; i++)
    {
      const struct trace_process *process = &trace->processes[i];
      const struct gasp_trace_header *header = &process->header;
      if (header->stopped)
	complain ("the trace of process %d ends %s after its start, where it "
		  "was full: see --trace and --trace-last of gasp run",
		  process->record.header.pid,
		  time_text ((double) (header->stopped
				       - process->record.header.start_ticks)
			     * process->record.header.ns_per_tick));
      if (header->dropped)
	complain ("the trace of process %d has the latest only, as asked for: "
		  "%s of earlier calls were dropped",
		  process->record.header.pid,
		  bytes_text ((double) header->dropped * GASP_TRACE_CHUNK));
    }
}

static int
trace (const struct command *command, int argc, char **argv)
{
  int kept = parse_options (command, argc, argv);
  size_t count, without, i = 0;
  if (kept > 2)
    fail (EXIT_USAGE, "trace: '%s': one directory or record only", argv[2]);
  const char *format = format_for (wanted_format, output, FORMATS, "perfetto");
  while (strcmp (formats[i].name, format))
    i++;
  char **paths = records_of (kept > 1 ? argv[1] : NULL, &count);
  for (size_t j = 0; j < count; j++)
    if (!has_suffix (paths[j], GASP_RECORD_SUFFIX))
      fail (EXIT_USAGE, "trace: '%s' is not a record: its name does not end "
	    "in " GASP_RECORD_SUFFIX, paths[j]);
  struct trace all = read_traces (paths, count, &without);
  if (!all.process_count)
    fail (EXIT_TROUBLE, without == count
	  ? "trace: no trace was recorded; run the program with "
	    "'gasp run --trace'" : "trace: no trace can be read");
  warn_about (&all);
  const char *path = output ? output : formats[i].file;
  if (path && !strcmp (path, "-"))
    path = NULL;
  int status = formats[i].write (&all, path);
  if (status == EXIT_FINE && !output && path)
    complain ("written to %s; %s", path, formats[i].hint);
  return status;
}

static const struct option_row options[] = {
  { "format", 'f', FORMATS,
    "what to write: Perfetto's protobuf, a page with a time line for a "
    "browser, an OTF2 archive, which is a directory, or text (default: what "
    "FILE's name ends in, as in .html or .txt, or perfetto)",
    OPTION_CHOICE, &wanted_format },
  { "output", 'o', "FILE", "write there, or to the standard output if FILE is "
    "-; by default trace.perfetto, trace.html or trace-otf2, and the "
    "standard output for text", OPTION_TEXT, &output },
};

const struct command trace_command = {
  "trace", "[OPTION]... [DIRECTORY|RECORD]",
  "convert a trace, of each call in time order, for a viewer",
  "Converts what 'gasp run --trace' or 'gasp run --trace-last' has kept in "
  "DIRECTORY, by default that of the latest run: when each function was "
  "entered and left and each event happened, in all processes and threads.  "
  "The viewer at ui.perfetto.dev opens the format perfetto; Vampir, "
  "otf2-print and others, otf2.  A trace can be converted while its program "
  "runs, and after it was killed.",
  options, COUNT_OF (options), false, trace,
  "  gasp run --trace ./prog\n"
  "  gasp trace --format=perfetto --output=prog.pftrace"
};
