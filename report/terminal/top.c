/* top.c - gasp top: what a running program does now.

   SPDX-License-Identifier: Apache-2.0

   The record is read again and again, by a child each time: so what a report
   takes of memory is given back, and a record that changes while it is read can
   do no harm.  The child sends the rows of one table; what is new in them is
   what the program did since the last time.  */

#include "commands/commands.h"
#include "terminal/page.h"
#include "base/process.h"
#include "sums/records.h"
#include "base/rundir.h"
#include "tables/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *view = "functions", *delay_text;
static unsigned long repetitions, limit = 20;
static bool batch;
static struct selection selection;

/* A row: figures from the program's beginning; NAME and WHERE say what it is.
   RUNNING is the part of SELF that is not waiting: it is estimated anew each
   time, so that what is new is a part of what is new of SELF.  */
struct amounts { double self, total, running, calls, bytes; };
struct live { struct amounts all, now; char *name, *where; };

/* All rows at a moment, and the state of the program.  WHEN is its age, WHOLE
   the time of its threads, and COST the time spent in recording in addition to
   that, in nanoseconds.  */
struct moment
{
  double when, whole, cost;
  uint64_t live_bytes, peak_bytes, count, processes, threads, running;
  char *program, *state;
  struct live *rows;
};

/* ---- Columns  */

enum field { NOW, SELF, TOTAL, RATE, CALLS, BYTE_RATE, BYTES, NAME, WHERE };

/* A table of the report, of MOST rows if that is not 0: its fields, which are
   null where it has none; and what is shown of them, sorted by the first
   column.  The name of a path is that of all its functions.  */
struct table_kind
{
  const char *name;
  char key;
  const char *title, *table;
  size_t most;
  const char *self, *total, *running, *bytes, *called, *within, *where;
  size_t columns;
  struct { enum field field; const char *heading; } column[7];
};

/* A row of a table while it is read.  */
struct source
{
  struct column *columns;
  size_t count;
  union cell cells[MOST_CELLS];
};

static double
amount_of (const struct source *source, const char *field)
{
  size_t i = find_field (source->columns, source->count, field);
  return i == source->count ? 0
	 : source->columns[i].type == CELL_TIME ? source->cells[i].real
	 : (double) source->cells[i].count;
}

/* Allocated; "" where there is nothing.  */
static char *
text_in (const struct source *source, const char *field)
{
  size_t i = find_field (source->columns, source->count, field);
  const union cell *cell = &source->cells[i];
  if (i == source->count)
    return copy_string ("");
  return source->columns[i].type == CELL_NUMBER
	 ? print_string ("%lld", (long long) cell->value)
	 : copy_string (cell->text ? cell->text : "");
}

/* Sets the name of ROW, of KIND, and where it is.  */
static void
name_row (const struct report *report, const struct table_kind *kind,
	  const struct source *source, struct live *row)
{
  if (!kind->called)
    {
      uint32_t node = (uint32_t) amount_of (source, "id");
      const struct tree *tree = &report->tree;
      const struct place *p = &report->profile.places[tree->nodes[node].place];
      row->name = path_text (report, tree, node);
      row->where = copy_string (p->location ? p->location : "");
      return;
    }
  row->name = text_in (source, kind->called);
  row->where = text_in (source, kind->where);
  if (kind->within)
    {
      char *event = row->name, *function = text_in (source, kind->within);
      row->name = print_string ("%s in %s", event, function);
      free (event);
      free (function);
    }
}

static void
collect (const struct report *report, const struct table_kind *kind,
	 struct moment *moment)
{
  static struct source source;
  const struct table *table = find_table (kind->table);
  struct showing showing = { .sort = kind->running, .limit = kind->most,
			     .nonzero = kind->most ? "calls" : NULL };
  source.columns = table_columns (report, table, &source.count);
  size_t all, *order = table_order (report, table, &showing, &moment->count,
				    &all);
  moment->rows = allocate (moment->count, sizeof *moment->rows);
  for (size_t i = 0; i < moment->count; i++)
    {
      table->fill (report, order[i], source.cells);
      moment->rows[i].all = (struct amounts) {
	amount_of (&source, kind->self), amount_of (&source, kind->total),
	amount_of (&source, kind->running), amount_of (&source, "calls"),
	amount_of (&source, kind->bytes)
      };
      name_row (report, kind, &source, &moment->rows[i]);
    }
}

static const struct table_kind kinds[] = {
  { "functions", 'f', "by function", "flat", 0,
    "self", "total", "running", "bytes", "name", NULL, "location", 7,
    { { NOW, "now %" }, { SELF, "running" }, { TOTAL, "total" }, { RATE, "calls/s" },
      { CALLS, "calls" }, { NAME, "function" }, { WHERE, "where" } } },
  { "paths", 'p', "by call path", "tree", 1000,
    "self", "total", "running", "bytes", NULL, NULL, NULL, 6,
    { { NOW, "now %" }, { SELF, "running" }, { RATE, "calls/s" }, { CALLS, "calls" },
      { NAME, "path, innermost first" }, { WHERE, "where" } } },
  { "lines", 'l', "by line", "lines", 0,
    "self", "total", "running", "bytes", "code", NULL, "location", 6,
    { { NOW, "now %" }, { SELF, "running" }, { RATE, "calls/s" }, { CALLS, "calls" },
      { WHERE, "where" }, { NAME, "code" } } },
  { "memory", 'm', "memory", "allocations", 0,
    "time", "time", "time", "bytes", "event", "name", "location", 7,
    { { BYTE_RATE, "bytes/s" }, { BYTES, "bytes" }, { RATE, "calls/s" },
      { CALLS, "calls" }, { SELF, "time" }, { NAME, "call" }, { WHERE, "where" } } },
  { "threads", 't', "by thread", "threads", 0,
    "processor", "duration", "processor", NULL, "name", NULL, "tid", 7,
    { { NOW, "now %" }, { SELF, "processor" }, { TOTAL, "time" }, { RATE, "calls/s" },
      { CALLS, "calls" }, { NAME, "thread" }, { WHERE, "tid" } } },
};
#define VIEWS "functions|paths|lines|memory|threads"

/* ---- From the child to its parent  */

static void
send_text (FILE *out, const char *text)
{
  size_t length = strlen (text);
  fwrite (&length, sizeof length, 1, out);
  fwrite (text, 1, length, out);
}

/* Null at the end of the data.  */
static char *
receive_text (FILE *in)
{
  size_t length;
  if (fread (&length, sizeof length, 1, in) != 1)
    return NULL;
  char *text = allocate (length + 1, 1);
  if (fread (text, 1, length, in) == length)
    return text;
  free (text);
  return NULL;
}

static void
describe (const struct report *report, struct moment *moment)
{
  const struct process *first = first_process (report);
  moment->whole = report->whole;
  moment->cost = recording_cost (report);
  moment->processes = report->process_count;
  moment->threads = report->thread_count;
  moment->program = copy_string (*first->arguments ? first->arguments
				 : first->program);
  moment->state = copy_string (first->state);
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (p->duration > moment->when)
	moment->when = p->duration;
      moment->running += !strcmp (p->state, "running");
      moment->live_bytes += p->live_bytes;
      moment->peak_bytes += p->peak_bytes;
    }
}

static void
send_moment (FILE *out, const char *directory, const struct table_kind *kind)
{
  struct report report = { .selection = selection };
  struct moment moment = { 0 };
  if (!load_report (&report, directory))
    return;
  describe (&report, &moment);
  collect (&report, kind, &moment);
  fwrite (&moment, sizeof moment, 1, out);
  send_text (out, moment.program);
  send_text (out, moment.state);
  for (size_t i = 0; i < moment.count; i++)
    {
      fwrite (&moment.rows[i].all, sizeof moment.rows[i].all, 1, out);
      send_text (out, moment.rows[i].name);
      send_text (out, moment.rows[i].where);
    }
}

/* False if the child could not read the record.  */
static bool
receive_moment (FILE *in, struct moment *moment)
{
  if (fread (moment, sizeof *moment, 1, in) != 1)
    return false;
  moment->program = receive_text (in);
  moment->state = receive_text (in);
  moment->rows = allocate (moment->count, sizeof *moment->rows);
  for (size_t i = 0; i < moment->count; i++)
    {
      struct live *row = &moment->rows[i];
      if (fread (&row->all, sizeof row->all, 1, in) != 1)
	return false;
      row->name = receive_text (in);
      row->where = receive_text (in);
      if (!row->name || !row->where)
	return false;
    }
  return true;
}

static void
free_moment (struct moment *moment)
{
  for (size_t i = 0; i < moment->count; i++)
    {
      free (moment->rows[i].name);
      free (moment->rows[i].where);
    }
  free (moment->rows);
  free (moment->program);
  free (moment->state);
  *moment = (struct moment) { 0 };
}

/* A problem with the record is reported once.  */
static bool
read_moment (const char *directory, const struct table_kind *kind, bool quietly,
	     struct moment *moment)
{
  int ends[2], status;
  if (pipe (ends))
    fail (EXIT_TROUBLE, "top: %s", strerror (errno));
  pid_t child = fork ();
  if (child < 0)
    fail (EXIT_TROUBLE, "top: %s", strerror (errno));
  if (!child)
    {
      int null = quietly ? open ("/dev/null", O_WRONLY) : -1;
      if (null >= 0)
	dup2 (null, STDERR_FILENO);
      FILE *out = fdopen (ends[1], "w");
      send_moment (out, directory, kind);
      fclose (out);
      _exit (0);
    }
  close (ends[1]);
  FILE *in = fdopen (ends[0], "r");
  bool good = receive_moment (in, moment);
  fclose (in);
  waitpid (child, &status, 0);
  return good;
}

/* ---- What is new since the last time  */

static int
by_names (const void *a, const void *b)
{
  const struct live *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  return order ? order : strcmp (x->where, y->where);
}

/* BEFORE is sorted by names, or empty: then all counts as new.  */
static void
subtract (struct moment *moment, const struct moment *before)
{
  for (size_t i = 0; i < moment->count; i++)
    {
      struct live *row = &moment->rows[i];
      const struct live *old
	= before->count ? bsearch (row, before->rows, before->count,
				   sizeof *row, by_names) : NULL;
      row->now = row->all;
      if (!old)
	continue;
      row->now.self -= old->all.self;
      row->now.calls -= old->all.calls;
      row->now.bytes -= old->all.bytes;
      if (row->now.self < 0)	/* an estimate that is better now */
	row->now.self = 0;
    }
}

/* ---- The page  */

struct screen
{
  struct page page;
  const struct table_kind *kind;
  struct moment now, before;
  const char *directory;
  double interval;		/* what NOW is of, in nanoseconds */
  double delay;			/* in seconds */
  bool is_stopped;
};

static double
number_of (const struct screen *screen, const struct live *row, enum field field)
{
  double seconds = screen->interval / 1e9;
  switch (field)
    {
    case NOW: return screen->interval > 0 && row->all.self > 0
		     ? 100 * row->now.self / screen->interval * row->all.running
		       / row->all.self : 0;
    case SELF: return row->all.running;
    case TOTAL: return row->all.total;
    case RATE: return seconds > 0 ? row->now.calls / seconds : 0;
    case CALLS: return row->all.calls;
    case BYTE_RATE: return seconds > 0 ? row->now.bytes / seconds : 0;
    case BYTES: return row->all.bytes;
    default: return 0;
    }
}

static const char *
text_of (const struct live *row, enum field field, double number)
{
  switch (field)
    {
    case NOW: return percent_text (number, 100);
    case SELF: case TOTAL: return time_text (number);
    case RATE: case CALLS: return count_text (number);
    case BYTE_RATE: case BYTES: return bytes_text (number);
    case NAME: return row->name;
    case WHERE: return row->where;
    }
  return "";
}

static void
live_line (struct page *page, size_t number, struct page_line *line)
{
  const struct screen *screen = page->data;
  const struct live *row = &screen->now.rows[number];
  for (size_t i = 0; i < page->column_count; i++)
    {
      enum field field = screen->kind->column[i].field;
      line->texts[i] = copy_string (text_of (row, field,
					     number_of (screen, row, field)));
    }
  line->percent = number_of (screen, row, NOW);
}

static const struct screen *sorted;

static int
by_column (const void *a, const void *b)
{
  const struct live *x = a, *y = b;
  enum field field = sorted->kind->column[sorted->page.sorted_by].field;
  double p = number_of (sorted, x, field), q = number_of (sorted, y, field);
  if (field == NAME || field == WHERE)
    {
      int order = strcmp (text_of (x, field, 0), text_of (y, field, 0));
      if (order)
	return order;
    }
  if (p != q)
    return p > q ? -1 : 1;
  if (x->all.self != y->all.self)
    return x->all.self > y->all.self ? -1 : 1;
  return by_names (x, y);
}

static void
sort_live (struct page *page)
{
  struct screen *screen = page->data;
  sorted = screen;
  if (screen->now.count)
    qsort (screen->now.rows, screen->now.count, sizeof *screen->now.rows,
	   by_column);
}

static void
choose_kind (struct screen *screen, const struct table_kind *kind)
{
  struct page *page = &screen->page;
  screen->kind = kind;
  page->column_count = kind->columns;
  page->sorted_by = page->cursor = page->top = 0;
  for (size_t i = 0; i < kind->columns; i++)
    {
      enum field field = kind->column[i].field;
      page->columns[i] = (struct page_column) { kind->column[i].heading,
						field == NAME || field == WHERE, 0 };
    }
}

/* Returns how much of the threads' time went into recording since the last
   time, if it is worth a word; allocated.  */
static char *
recording_text (const struct screen *screen)
{
  double cost = screen->now.cost - screen->before.cost;
  double whole = screen->now.whole - screen->before.whole + cost;
  return cost > 0 && 100 * cost >= whole
	 ? print_string ("; recording %s %%", percent_text (cost, whole))
	 : copy_string ("");
}

static char *
title_of_moment (const struct screen *screen)
{
  const struct moment *now = &screen->now;
  char *recording = recording_text (screen);
  double calls = 0;
  for (size_t i = 0; i < now->count; i++)
    calls += number_of (screen, &now->rows[i], RATE);
  char *many = now->processes > 1 ? print_string (", %lu processes",
						  (unsigned long) now->processes)
	       : copy_string ("");
  char *title = print_string (
    "%s %s: %s, for %s%s, %lu thread%s; %s calls/s%s; live %s, peak %s",
    now->program, screen->kind->title, now->state, time_text (now->when), many,
    (unsigned long) now->threads, now->threads == 1 ? "" : "s", count_text (calls),
    recording, bytes_text ((double) now->live_bytes), bytes_text ((double) now->peak_bytes));
  free (many);
  free (recording);
  return title;
}

/* Reads the record again.  OTHER_ROWS are not those of the last time.  */
static bool
renew (struct screen *screen, bool quietly, bool other_rows)
{
  struct moment moment = { 0 };
  if (!read_moment (screen->directory, screen->kind, quietly, &moment))
    return false;
  free_moment (&screen->before);
  screen->before = screen->now;
  screen->now = moment;
  if (other_rows)
    free_moment (&screen->before);
  else if (screen->before.count)
    qsort (screen->before.rows, screen->before.count, sizeof *screen->before.rows,
	   by_names);
  screen->interval = moment.when - screen->before.when;
  subtract (&screen->now, &screen->before);
  screen->page.row_count = moment.count;
  free ((char *) screen->page.title);
  screen->page.title = title_of_moment (screen);
  sort_live (&screen->page);
  return true;
}

static double
seconds_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static void
nap (double seconds)
{
  struct timespec t = { (time_t) seconds,
			(long) ((seconds - (double) (time_t) seconds) * 1e9) };
  nanosleep (&t, NULL);
}

static void
print_again_and_again (struct screen *screen)
{
  for (unsigned long i = 0; !repetitions || i < repetitions; i++)
    {
      if (i)
	nap (screen->delay);
      bool was_running = !i || screen->now.running;
      if (!was_running || !renew (screen, i, false))
	return;
      if (i)
	putchar ('\n');
      print_page (stdout, &screen->page, limit ? limit : screen->now.count);
      fflush (stdout);
    }
}

static const char *const help[] = {
  "gasp top",
  "",
  "f p l m t           functions, call paths, lines, memory, threads",
  "< >                 sort by the column to the left, or to the right",
  "/ n N               search; once more; and upwards",
  "Up, Down, j, k      a row up or down; PageUp, PageDown, Space: a page",
  "[ ]                 read the record twice as often, or half as often",
  "z                   stop reading it, or go on",
  "q                   quit",
  "",
  "now %               of one processor, since the last time: time in which it ran,",
  "                    itself; or for threads time on a processor",
  "calls/s, bytes/s    since the last time",
  "The other figures are from the program's beginning.",
};

static void
obey (struct screen *screen, int key)
{
  for (size_t i = 0; i < COUNT_OF (kinds); i++)
    if (key == kinds[i].key && screen->kind != &kinds[i])
      {
	choose_kind (screen, &kinds[i]);
	renew (screen, true, true);
      }
  if (key == '[' && screen->delay > 0.2)
    screen->delay /= 2;
  if (key == ']' && screen->delay < 60)
    screen->delay *= 2;
  if (key == 'z')
    screen->is_stopped = !screen->is_stopped;
  if (key == '?')
    show_text (help, COUNT_OF (help));
}

/* After each reading, wait for at least twice as long as it took.  */
static void
show_again_and_again (struct screen *screen)
{
  if (!renew (screen, false, true))
    exit (EXIT_TROUBLE);
  open_pages ("top");
  double next = seconds_now () + screen->delay;
  for (;;)
    {
      bool is_live = !screen->is_stopped && screen->now.running;
      double left = next - seconds_now ();
      int key = show_page (&screen->page, !is_live ? -1
			   : left > 0 ? (int) (left * 1000) + 1 : 0);
      if (key == PAGE_QUIT)
	break;
      obey (screen, key);
      double began = seconds_now ();
      if (!is_live || began < next)
	continue;
      renew (screen, true, false);
      double took = seconds_now () - began;
      next = began + took + (2 * took > screen->delay ? 2 * took : screen->delay);
    }
  close_pages ();
}

/* ---- What to show  */

static bool
is_number (const char *text)
{
  size_t length = strlen (text);
  return length && length < 10 && strspn (text, "0123456789") == length;
}

/* Returns the directory that has the record of process PID, which alone is
   selected.  */
static const char *
directory_of (const char *pid)
{
  char *record = record_of_process (atoi (pid));
  if (!record)
    fail (EXIT_TROUBLE, "top: process %s is not being recorded: start the program "
	  "by 'gasp run', or use 'gasp attach %s' first", pid, pid);
  selection.processes.items = room_for_one (selection.processes.items,
					    selection.processes.count,
					    &selection.processes.room,
					    sizeof *selection.processes.items);
  selection.processes.items[selection.processes.count++] = pid;
  char *slash = strrchr (record, '/');
  *slash = '\0';
  return record;
}

static double
parse_delay (void)
{
  char *end;
  double seconds = delay_text ? strtod (delay_text, &end) : 2;
  if (delay_text && (end == delay_text || *end || !(seconds >= 0.1)
		     || seconds > 86400))
    fail (EXIT_USAGE, "top: --delay: '%s' is not from 0.1 to 86400 seconds",
	  delay_text);
  return seconds;
}

static const struct option_row options[] = {
  { "view", 'v', VIEWS, "what to show first (default: functions)", OPTION_CHOICE,
    &view },
  { "delay", 'd', "SECONDS", "read the record so often (default: 2)", OPTION_TEXT,
    &delay_text },
  { "batch", 'b', NULL, "print text, without a terminal, until the program ends",
    OPTION_FLAG, &batch },
  { "count", 'c', "N", "with --batch, print at most N times", OPTION_NUMBER,
    &repetitions },
  { "limit", 'n', "N", "with --batch, N rows; 0 for all (default: 20)",
    OPTION_NUMBER, &limit },
  SELECTION_OPTIONS (selection),
};

static int
top (const struct command *command, int argc, char **argv)
{
  struct screen screen = { .page = { .line = live_line, .sort = sort_live } };
  argc = parse_options (command, argc, argv);
  if (argc > 2)
    fail (EXIT_USAGE, "top: '%s': one process or directory is enough", argv[2]);
  screen.delay = parse_delay ();
  screen.directory = argc < 2 ? newest_run ("top")
		     : is_number (argv[1]) && access (argv[1], F_OK)
		     ? directory_of (argv[1]) : argv[1];
  screen.page.data = &screen;
  screen.page.keys = "f p l m t: functions, paths, lines, memory, threads  "
		     "< >: sort  /: search  z: stop  ?: help  q: quit";
  for (size_t i = 0; i < COUNT_OF (kinds); i++)
    if (!strcmp (view, kinds[i].name))
      choose_kind (&screen, &kinds[i]);
  if (batch)
    print_again_and_again (&screen);
  else
    show_again_and_again (&screen);
  return screen.now.program ? EXIT_FINE : EXIT_TROUBLE;
}

const struct command top_command = {
  "top", "[OPTION]... [PID|DIRECTORY|FILE]", "show what a running program does now",
  "Shows what a program that is being recorded does, again and again: process PID, "
  "or the run in DIRECTORY, by default the newest in the present directory.  'now "
  "%' is of one processor, since the last time.  f, p, l, m and t choose "
  "functions, call paths, lines, memory and threads; ? shows all keys, q quits.  "
  "Nothing is done to the program: its record is read.",
  options, COUNT_OF (options), false, top,
  "  gasp top --view=paths $(pidof server)\n"
  "  gasp top --batch --count=2 --delay=10 gasp-out"
};
