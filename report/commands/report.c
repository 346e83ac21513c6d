/* report.c - gasp report: show the records.

   SPDX-License-Identifier: Apache-2.0

   rundir.c finds the records, load.c reads them, figures.c adds up, and a
   writer prints.  */

#include "commands/commands.h"
#include "base/arena.h"
#include "base/object/debuginfod.h"
#include "base/object/inspect.h"
#include "commands/report.h"
#include "findings/findings.h"
#include "sums/records.h"
#include "tables/tables.h"
#include "base/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *format = "text", *wanted_format, *output_file, *view, *sort,
		  *function;
static unsigned long limit = (unsigned long) -1;
static double min_percent, from, to = INFINITY;
static struct selection selection;
static struct text_list sources;
static bool with_costs, disassembles;
static const char *filter_file;

static const struct option_row options[] = {
  { "format", 'f', REPORT_FORMATS EXPORT_FORMATS,
    "what to write (default: what FILE's name ends in, as in .html, or text); "
    "those from folded on are for other programs",
    OPTION_CHOICE, &wanted_format },
  { "output", 'o', "FILE", "where to write it (default: standard output); for "
    "tau, a directory", OPTION_TEXT, &output_file },
  { "view", 'v', "VIEW,...", "what to show: findings, flat, callers, callees, "
    "source, instructions, budget, tree, lines, faults, peers, omp, devices, "
    "memory, events, counters, threads, or all; or single tables, as 'gasp "
    "list fields' names them (default: all; in text, callers and callees only "
    "with --function, of lines the hot ones if there are samples; in CSV, "
    "flat)",
    OPTION_TEXT, &view },
  { "function", 'F', "NAME", "show the callers and the callees of this "
    "function or event only, named as the report names it, or without its "
    "class and namespace; or of all that are like a GLOB", OPTION_TEXT,
    &function },
  { "sort", 's', "FIELD", "sort tables that have FIELD by it: self, total, "
    "calls, bytes, function, a counter, ... (see gasp list fields)",
    OPTION_TEXT, &sort },
  { "limit", 'n', "N", "show N rows of each table; 0 for all (default: in "
    "text 20, and 40 of the call tree; else all)", OPTION_NUMBER, &limit },
  { "min-percent", 'm', "P", "leave out what took less than P % of the time",
    OPTION_FRACTION, &min_percent },
  { "include", 'i', "GLOB", "show only functions and events whose name or "
    "file matches GLOB; time of others counts as their callers' (may be "
    "given several times, as may those below)", OPTION_LIST,
    &selection.include },
  { "exclude", 'x', "GLOB", "leave out functions, events and files that match "
    "GLOB; their time counts as their callers'", OPTION_LIST,
    &selection.exclude },
  { "thread", 't', "THREAD", "show only this thread: its number, its id, or a "
    "GLOB for its name", OPTION_LIST, &selection.threads },
  { "process", 'p', "PROCESS", "show only this process: its id, its rank, or "
    "a GLOB for its program", OPTION_LIST, &selection.processes },
  { "from", 0, "TIME", "show only processor time from TIME after the beginning "
    "on, as 1.5s, by the moments of samples", OPTION_DURATION, &from },
  { "to", 0, "TIME", "show only processor time before TIME, likewise",
    OPTION_DURATION, &to },
  { "with-costs", 'c', NULL, "leave in times what was spent in recording, "
    "which is nobody else's", OPTION_FLAG, &with_costs },
  { "filter", 0, "FILE", "write to FILE the rules that leave out, at the next "
    "build (-finstrument-gasp-filter=FILE), the functions that were switched "
    "off to stay within the budget", OPTION_TEXT, &filter_file },
  { "source", 0, "[DIR]", "with --function, show its source lines, and the "
    "samples of each; with DIR, look for source files there, too",
    OPTION_LIST, &sources },
  { "source-dir", 'S', "DIR", "look for source files in DIR, too",
    OPTION_LIST, &sources },
  { "disassemble", 'd', NULL, "with --function, show its instructions, as "
    "objdump has them, and the samples of each; with --limit=0, or in other "
    "formats than text, all of them", OPTION_FLAG, &disassembles },
  { "debuginfod", 0, NULL, "download debugging information, which names "
    "functions and lines, of files of code without it, from the servers in "
    "DEBUGINFOD_URLS (default: the elfutils project's); later reports have it, "
    "too",
    OPTION_FLAG, &downloads_debuginfo },
  TERMINAL_OPTIONS,
};

struct writer {
  const char *format, *view;
  void (*write) (const struct report *report, const struct output *output);
};

static const struct writer writers[] = {
  { "text", NULL, write_text },
  { "json", "all", write_json },
  { "csv", "flat", write_csv },
  { "html", "all", write_html },
  { "folded", "tree", write_folded },
  { "callgrind", "tree", write_callgrind },
  { "pprof", "tree", write_pprof },
  { "speedscope", "tree", write_speedscope },
  { "tau", "tree", NULL },
  { "messages", "lines", write_as_messages },
};

static const char text_view[]
  = "findings,flat,tree,peers,omp,devices,memory,events,counters,threads";
static const char text_view_with_samples[]
  = "findings,flat,tree,hot-lines,peers,omp,devices,memory,events,counters,"
    "threads";

static const struct writer *
find_writer (const char *name)
{
  const struct writer *writer = writers;
  while (strcmp (writer->format, name))
    writer++;
  return writer;
}

/* Rejects invalid combinations of options; --source only costs a message.  */
static void
check_options (void)
{
  struct stat st;
  if (view)
    check_view (view);
  if (from >= to)
    fail (EXIT_USAGE, "report: --to: the part ends before --from");
  if (min_percent > 100)
    fail (EXIT_USAGE, "report: --min-percent: %g is not from 0 to 100",
	  min_percent);
  if (output_file && !*output_file)
    fail (EXIT_USAGE, "report: --output: '' is no name of a file");
  if (!strcmp (format, "tau") && (!output_file || !strcmp (output_file, "-")))
    fail (EXIT_USAGE,
	  "report: --format=tau: name the directory for its files by "
	  "--output");
  if (filter_file && !*filter_file)
    fail (EXIT_USAGE, "report: --filter: '' is no name of a file");
  if (!function && disassembles)
    fail (EXIT_USAGE, "report: --disassemble: name the function by --function");
  for (size_t i = 0; i < sources.count; i++)
    if (!sources.items[i] && !function)
      fail (EXIT_USAGE,
	    "report: --source: name the function by --function, or a "
	    "directory as in --source=DIR");
    else if (sources.items[i]
	     && (stat (sources.items[i], &st) || !S_ISDIR (st.st_mode)))
      complain ("report: --source: '%s' is no directory", sources.items[i]);
}

static FILE *
open_output (const char *path)
{
  if (!path || !strcmp (path, "-"))
    return stdout;
  FILE *out = fopen (path, "we");
  if (!out)
    fail (EXIT_TROUBLE, "%s cannot be written: %s", path, strerror (errno));
  return out;
}

static void
close_output (FILE *out, const char *path)
{
  bool bad = ferror (out);
  if (out != stdout && (fclose (out) || bad))
    fail (EXIT_TROUBLE, "%s cannot be written: %s", path, strerror (errno));
}

void
write_report_to (const struct report *report, const char *format_name,
		 const char *path, struct output *output)
{
  if (!strcmp (format_name, "tau"))
    {
      write_tau (report, path);
      complain ("wrote %s", path);
      return;
    }
  output->out = open_output (path);
  if (!strcmp (format_name, "text"))
    begin_text (output->out);
  find_writer (format_name)->write (report, output);
  close_output (output->out, path);
  if (path && output->out != stdout)
    complain ("wrote %s", path);
}

/* Returns whether --source has no directory, or stands with --function.  */
static bool
asks_for_source (void)
{
  return function && sources.count;
}

static const char *
default_view (const struct report *report, const struct writer *writer)
{
  if (asks_for_source () || disassembles)
    return "function,source,instructions";
  return function && strcmp (format, "html") ? "callers,function,callees"
	 : writer->view ? writer->view
	 : report->all_samples ? text_view_with_samples : text_view;
}

static void
write_report (const struct report *report, const struct writer *writer)
{
  struct output output = {
    .view = view ? view : default_view (report, writer),
    .showing = { .sort = sort, .least_percent = min_percent },
    .limited = limit != (unsigned long) -1
  };
  if (output.limited)
    output.showing.limit = limit;
  if (sort)
    check_sort (report, output.view, sort);
  write_report_to (report, format, output_file, &output);
}

/* Writes NAME as a glob that matches nothing else.  */
static void
write_glob (FILE *out, const char *name)
{
  for (; *name; name++)
    {
      if (strchr ("*?[\\", *name))
	putc ('\\', out);
      putc (*name == '\n' ? '?' : *name, out);
    }
}

/* Writes a rule a line, as plugin/filter.c reads them.  */
static void
write_filter (const struct report *report)
{
  FILE *out = open_output (filter_file);
  size_t count = count_switched_off (report);
  fputs ("# What gasp run --budget switched off.\n", out);
  for (size_t i = 0; i < count; i++)
    {
      const struct row *row = off_row (report, i);
      fputs ("exclude function ", out);
      write_glob (out, report->profile.places[row->place].name);
      putc ('\n', out);
    }
  close_output (out, filter_file);
  complain ("wrote %zu rule%s to %s", count, count == 1 ? "" : "s",
	    filter_file);
}

/* Ends the command because no process or thread is like one of WANTED.  */
static void __attribute__ ((noreturn))
none_is (const char *what, const struct text_list *wanted)
{
  fail (EXIT_TROUBLE, "report: --%s: no %s is like '%s'%s; 'gasp report "
	"--view=threads' lists them", what, what, wanted->items[0],
	wanted->count > 1 ? " or the others" : "");
}

/* Ends the command because --function names nothing in REPORT.  */
static void __attribute__ ((noreturn))
no_function (const struct report *report)
{
  const char *alike = function_alike (report, function);
  if (alike)
    fail (EXIT_TROUBLE, "report: --function: no function or event is called "
	  "'%s'; did you mean '%s'?", function, alike);
  fail (EXIT_TROUBLE, "report: --function: no function or event is called "
	"'%s'; 'gasp report --view=flat --limit=0' lists them", function);
}

/* Returns whether calls of functions were recorded; samples are seen in those
   of libraries, too.  */
static bool
has_functions (const struct profile *profile)
{
  for (size_t i = 0; i < profile->thread_count; i++)
    {
      const struct tree *tree = &profile->threads[i]->tree;
      for (uint32_t j = 0; j < tree->count; j++)
	if (profile->places[tree->nodes[j].place].kind == PLACE_FUNCTION
	    && tree->nodes[j].calls)
	  return true;
    }
  return false;
}

/* Warns of the filter that the program was compiled with if no function was
   recorded, as it may be the reason.  It is known if the program is at
   hand.  */
static void
warn_about_filters (const struct profile *profile)
{
  if (has_functions (profile))
    return;
  for (size_t i = 0; i < profile->process_count; i++)
    {
      const char *program = profile->processes[i].program;
      char *unmet = i && !strcmp (program, profile->processes[i - 1].program)
		    ? NULL : unmet_inclusions (program);
      if (unmet)
	complain ("report: no function of '%s' was recorded: %s", program,
		  unmet);
      free (unmet);
    }
}

/* Warns of an empty report, which may be due to a mistake in the options.  */
static void
warn_about_nothing (const struct report *report)
{
  const struct text_list *include = &selection.include;
  OWNED char *wanted = select_places (&selection, &report->profile);
  size_t places = 0;
  for (size_t i = 0; i < report->profile.place_count; i++)
    places += report->profile.places[i].kind != PLACE_THREAD
	      && wanted[i] == TAKE;
  if (include->count && !places)
    complain ("report: --include: no function, event or file is like '%s'%s",
	      include->items[0], include->count > 1 ? " or the others" : "");
  warn_about_views (report, view);
  warn_about_filters (&report->profile);
}

/* A path of each of these formats has all calls that are open, so that their
   size, and that of what reads them, would grow with the square of the
   depth.  */
enum { MOST_DEPTH = 500 };

static void
limit_paths (struct report *report)
{
  static const char *const formats[] = { "folded", "pprof", "speedscope" };
  for (size_t i = 0; i < COUNT_OF (formats); i++)
    if (!strcmp (format, formats[i]) && limit_depth (report, MOST_DEPTH))
      complain ("report: calls are nested more than %d deep: recursion below "
		"that is merged", MOST_DEPTH);
}

/* Returns whether TABLE was named by --view.  */
static bool
shows (const char *table)
{
  return view && is_in_view (find_table (table), view);
}

/* Shows what could not be found out about lines; texts and pages have it in
   them.  */
static void
show_remarks (const struct report *report)
{
  for (size_t i = 0; i < report->remark_count; i++)
    if (strcmp (format, "text") && strcmp (format, "html"))
      complain ("report: %s", report->remarks[i]);
  bool wants_lines = (disassembles || asks_for_source () || shows ("hot-lines"))
		     && !report->all_samples;
  if (wants_lines)
    complain ("report: there are no samples in it, which tell how the time is "
	      "divided among lines: " HOW_TO_SAMPLE);
}

/* Leaves of REPORT what --from and --to ask for.  */
static void
show_part (struct report *report)
{
  if (!has_moments (&report->profile))
    fail (EXIT_TROUBLE, "report: --from, --to: there are no moments in it, as "
	  "there are no samples of time");
  limit_to_part (&report->profile, from, to);
  OWNED char *end = copy_string (isinf (to) ? "the end" : time_text (to));
  add_remark (report, print_string (
    "only processor time from %s to %s of the run is shown, by samples: calls, "
    "waits and memory are not known of parts; of a run with gasp run --trace, "
    "calls and waits are: gasp trace --format=html", time_text (from), end));
}

/* Reports FILES, which are called NAME.  */
static int
report_files (struct record_files *files, const char *name)
{
  struct report *report = arena_allocate (1, sizeof *report);
  *report = (struct report) {
    .selection = selection, .sources = sources, .directory = name,
    .function = function,
    .wants_source = asks_for_source () || shows ("source"),
    .wants_instructions = disassembles || shows ("instructions"),
    .whole_source = strcmp (format, "text") || !limit,
    .profile.with_costs = with_costs
  };
  if (!files->count)
    return EXIT_TROUBLE;
  if (!load_records (&report->profile, files->paths, files->count))
    return EXIT_TROUBLE;
  if (from > 0 || !isinf (to))
    show_part (report);
  add_up (report);
  find_findings (report);
  if (!report->process_count)
    none_is ("process", &selection.processes);
  if (!report->thread_count && selection.threads.count)
    none_is ("thread", &selection.threads);
  if (function && !report->focus_count && !has_samples_of_function (report))
    no_function (report);
  annotate (report);
  show_remarks (report);
  warn_about_nothing (report);
  limit_paths (report);
  write_report (report, find_writer (format));
  if (filter_file)
    write_filter (report);
  return EXIT_FINE;
}

int
report_directory (const char *directory)
{
  struct record_files *files = arena_allocate (1, sizeof *files);
  add_directory (files, directory);
  return report_files (files, directory);
}

/* Returns the arguments, for the heading.  */
static const char *
joined (int argc, char **argv)
{
  const char *text = argv[1];
  for (int i = 2; i < argc; i++)
    text = arena_print ("%s %s", text, argv[i]);
  return text;
}

static int
report (const struct command *command, int argc, char **argv)
{
  struct record_files *files = arena_allocate (1, sizeof *files);
  argc = parse_options (command, argc, argv);
  format = format_for (wanted_format, output_file,
		       REPORT_FORMATS EXPORT_FORMATS, format);
  check_options ();
  if (argc == 1)
    return report_directory (newest_run ("report"));
  for (int i = 1; i < argc; i++)
    add_argument (files, argv[i]);
  return report_files (files, joined (argc, argv));
}

const struct command report_command = {
  "report", "[OPTION]... [DIRECTORY|FILE]...",
  "show what was recorded",
  "Shows the profile of a run: all records in DIRECTORY, of all its processes, "
  "or those FILEs; by default, those of the newest run in the present "
  "directory.  A program that still runs, or was killed, can be reported as "
  "well.", options, COUNT_OF (options), false, report,
  "  gasp report --view=memory --limit=5\n"
  "  gasp report --function=parse_line\n"
  "  gasp report --function=parse_line --source --disassemble\n"
  "  gasp report --format=html --output=report.html gasp-out"
};
