/* top.c - gasp top: what a running program does now.

   SPDX-License-Identifier: Apache-2.0  */

#include "commands/commands.h"
#include "terminal/moment.h"
#include "terminal/page.h"
#include "base/order.h"
#include "base/process.h"
#include "sums/records.h"
#include "base/rundir.h"
#include "tables/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *view = "functions", *delay_text;
static unsigned long repetitions, limit = 20;
static bool batch;
static struct selection selection;

/* ---- Columns  */

static const struct table_kind kinds[] = {
  { "functions", 'f', "by function", "flat", 0,
    "self", "total", "running", "bytes", "name", NULL, "location", 7,
    { { NOW, "now %" }, { SELF, "running" }, { TOTAL, "total" },
      { RATE, "calls/s" },
      { CALLS, "calls" }, { NAME, "function" }, { WHERE, "where" } } },
  { "paths", 'p', "by call path", "tree", 1000,
    "self", "total", "running", "bytes", NULL, NULL, NULL, 6,
    { { NOW, "now %" }, { SELF, "running" }, { RATE, "calls/s" },
      { CALLS, "calls" },
      { NAME, "path, innermost first" }, { WHERE, "where" } } },
  { "lines", 'l', "by line", "lines", 0,
    "self", "total", "running", "bytes", "code", NULL, "location", 6,
    { { NOW, "now %" }, { SELF, "running" }, { RATE, "calls/s" },
      { CALLS, "calls" }, { WHERE, "where" }, { NAME, "code" } } },
  { "memory", 'm', "memory", "allocations", 0,
    "time", "time", "time", "bytes", "event", "name", "location", 7,
    { { BYTE_RATE, "bytes/s" }, { BYTES, "bytes" }, { RATE, "calls/s" },
      { CALLS, "calls" }, { SELF, "time" }, { NAME, "call" },
      { WHERE, "where" } } },
  { "threads", 't', "by thread", "threads", 0,
    "processor", "duration", "processor", NULL, "name", NULL, "tid", 7,
    { { NOW, "now %" }, { SELF, "processor" }, { TOTAL, "time" },
      { RATE, "calls/s" },
      { CALLS, "calls" }, { NAME, "thread" }, { WHERE, "tid" } } },
};
#define VIEWS "functions|paths|lines|memory|threads"

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
number_of (const struct screen *screen, const struct live *row,
	   enum field field)
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
  SORT (screen->now.rows, screen->now.count, by_column);
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
      page->columns[i]
	= (struct page_column) { kind->column[i].heading,
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
  OWNED char *recording = recording_text (screen);
  double calls = 0;
  for (size_t i = 0; i < now->count; i++)
    calls += number_of (screen, &now->rows[i], RATE);
  char *many
    = now->processes > 1
	? print_string (", %lu processes", (unsigned long) now->processes)
	: copy_string ("");
  char *title = print_string (
    "%s %s: %s, for %s%s, %lu thread%s; %s calls/s%s; live %s, peak %s",
    now->program, screen->kind->title, now->state, time_text (now->when), many,
    (unsigned long) now->threads, now->threads == 1 ? "" : "s",
    count_text (calls), recording, bytes_text ((double) now->live_bytes),
    bytes_text ((double) now->peak_bytes));
  free (many);
  return title;
}

/* Reads the record again.  OTHER_ROWS says that the rows are of another kind
   than last time.  */
static bool
renew (struct screen *screen, bool quietly, bool other_rows)
{
  struct moment moment = { 0 };
  if (!read_moment (screen->directory, screen->kind, &selection, quietly,
		    &moment))
    return false;
  free_moment (&screen->before);
  screen->before = screen->now;
  screen->now = moment;
  if (other_rows)
    free_moment (&screen->before);
  else if (screen->before.count)
    SORT (screen->before.rows, screen->before.count, by_names);
  screen->interval = moment.when - screen->before.when;
  subtract_moment (&screen->now, &screen->before);
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
  "now %               of one processor, since the last time: time in which it "
  "ran,",
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

/* Shows the screen again and again, waiting after each reading for at least
   twice as long as it took.  */
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
      next
	= began + took + (2 * took > screen->delay ? 2 * took : screen->delay);
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

/* Returns the record of process PID, the only one that is read.  */
static const char *
record_of (const char *pid)
{
  char *record = record_of_process (atoi (pid));
  if (!record)
    fail (EXIT_TROUBLE,
	  "top: process %s is not being recorded: start the program "
	  "by 'gasp run', or use 'gasp attach %s' first",
	  pid, pid);
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
  { "view", 'v', VIEWS, "what to show first (default: functions)",
    OPTION_CHOICE, &view },
  { "delay", 'd', "SECONDS", "read the record so often (default: 2)",
    OPTION_TEXT, &delay_text },
  { "batch", 'b', NULL, "print text, without a terminal, until the program "
			"ends",
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
		     ? record_of (argv[1]) : argv[1];
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
  "top", "[OPTION]... [PID|DIRECTORY|FILE]", "show what a running program does "
					     "now",
  "Shows what a program that is being recorded does, again and again: process "
  "PID, or the run in DIRECTORY, by default the newest in the present "
  "directory.  'now %' is of one processor, since the last time.  f, p, l, m "
  "and t choose functions, call paths, lines, memory and threads; ? shows all "
  "keys, q quits.  Nothing is done to the program: its record is read.",
  options, COUNT_OF (options), false, top,
  "  gasp top --view=paths $(pidof server)\n"
  "  gasp top --batch --count=2 --delay=10 gasp-out"
};
