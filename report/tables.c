/* tables.c - the tables: names, columns, order.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   figures.c -> cells.c fills the rows -> text.c, json.c, csv.c, html.c.  */

#include "tables.h"

#include <stdlib.h>
#include <string.h>

#define NAME_HELP \
  "of the function, with its parameters or its file if there are others of that " \
  "name, or of the event"

static const struct column process_columns[] = {
  { "pid", "pid", CELL_NUMBER, "process" },
  { "program", "program", CELL_TEXT, "its executable" },
  { "state", "state", CELL_TEXT, "how it ended, or that it runs" },
  { "duration", "time", CELL_TIME, "from its beginning to its end" },
  { "threads", "threads", CELL_COUNT, "that were recorded" },
  { "peak_bytes", "peak", CELL_BYTES, "most memory allocated at one time" },
  { "live_bytes", "live", CELL_BYTES, "memory not freed, at the end" },
  { "ppid", NULL, CELL_NUMBER, "parent process" },
  { "rank", "rank", CELL_NUMBER, "among the processes of a parallel job, or -1" },
  { "host", NULL, CELL_TEXT, "name of the machine" },
  { "arguments", NULL, CELL_TEXT, "the command line" },
  { "directory", NULL, CELL_TEXT, "where it was started" },
  { "started", NULL, CELL_NUMBER, "ns since 1970, UTC" },
  { "clock", NULL, CELL_TEXT, "what time was measured with" },
  { "tool", NULL, CELL_TEXT, "what recorded it" },
  { "peak_blocks", NULL, CELL_COUNT, "most blocks allocated at one time" },
  { "live_blocks", NULL, CELL_COUNT, "blocks not freed, at the end" },
  { "peak_time", NULL, CELL_TIME, "when the peak was, from the beginning" },
  { "unknown_frees", NULL, CELL_COUNT,
    "frees of blocks whose allocation was not seen" },
  { "untracked_blocks", NULL, CELL_COUNT,
    "blocks allocated when the record was full" },
  { "sample_event", NULL, CELL_TEXT, "counter that samples were taken by" },
  { "sample_threshold", NULL, CELL_COUNT, "its events for one sample" },
  { "samples_lost", NULL, CELL_COUNT, "samples there was no room for" },
  { "parent_record", NULL, CELL_TEXT, "record of the process that forked it" },
  { "record", NULL, CELL_TEXT, "its record file" },
};

static const struct column thread_columns[] = {
  { "process", "process", CELL_NUMBER, "process id" },
  { "thread", "thread", CELL_NUMBER, "number in the process" },
  { "tid", "tid", CELL_NUMBER, "the system's number for it" },
  { "name", "name", CELL_TEXT, "its name" },
  { "start", "start", CELL_TIME, "from the beginning of the process" },
  { "duration", "time", CELL_TIME, "from its beginning to its end" },
  { "processor", "processor", CELL_TIME,
    "on a processor, by the kernel's account; 0: not known" },
  { "ready", "ready", CELL_TIME, "waiting for a processor, likewise" },
  { "busy", "in functions", CELL_TIME,
    "of the time, in instrumented functions and events" },
  { "calls", "calls", CELL_COUNT, "of functions, and events" },
  { "bytes_allocated", "allocated", CELL_BYTES, "by malloc and relatives" },
  { "samples", NULL, CELL_COUNT, "samples taken" },
  { "unmatched", NULL, CELL_COUNT, "ENDs without START" },
  { "samples_lost", NULL, CELL_COUNT, "samples there was no room for" },
  { "counter_error", NULL, CELL_TEXT, "why it has no counters" },
};

static const struct column message_columns[] = {
  { "process", "process", CELL_NUMBER, "process id" },
  { "count", "times", CELL_COUNT, "how often" },
  { "message", "message", CELL_TEXT, "what the tool had to say" },
};

static const struct column flat_columns[] = {
  { "self", "self", CELL_TIME, "without what it called" },
  { "self_percent", "%", CELL_PERCENT, "of the time of all threads" },
  { "total", "total", CELL_TIME,
    "with what it called; once where it called itself" },
  { "total_percent", "%", CELL_PERCENT, "of the time of all threads" },
  { "calls", "calls", CELL_COUNT, "how often it was called" },
  { "per_call", "per call", CELL_TIME, "total by calls" },
  { "waiting", "waiting", CELL_TIME, "of self, while the thread did not run" },
  { "stopped", "stopped", CELL_TIME, "of that, stopped by a signal" },
  { "samples", "samples", CELL_COUNT, "samples in it" },
  { "total_samples", NULL, CELL_COUNT, "samples in it and what it called" },
  { "bytes", NULL, CELL_BYTES, "of an event: what its size argument says" },
  { "function", NULL, CELL_TEXT, "signature, or name of the event" },
  { "name", "function", CELL_TEXT, NAME_HELP },
  { "location", "where", CELL_TEXT, "file:line" },
  { "kind", NULL, CELL_TEXT, "function, event, outside or other" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "where it begins" },
  { "self_error", NULL, CELL_TIME, "of self: in 95 of 100 cases, no more" },
  { "self_estimated", NULL, CELL_FLAG, "1 if that is more than 5 % of self" },
  { "total_error", NULL, CELL_TIME, "likewise" },
  { "total_estimated", NULL, CELL_FLAG, "likewise" },
  { "calls_estimated", NULL, CELL_FLAG, "1 if it was switched off meanwhile" },
};

static const struct column off_columns[] = {
  { "calls", "calls", CELL_COUNT, "how often it may have been called" },
  { "function", NULL, CELL_TEXT, "signature" },
  { "name", "function", CELL_TEXT, NAME_HELP },
  { "location", "where", CELL_TEXT, "file:line" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "where it begins" },
  { "calls_estimated", NULL, CELL_FLAG, "1" },
};

static const struct column counter_columns[] = {
  { "counter", NULL, CELL_TEXT, "PAPI's name" },
  { "unit", NULL, CELL_TEXT, "of its values" },
  { "self", "self", CELL_VALUE, "without what it called" },
  { "total", "total", CELL_VALUE, "with what it called" },
  { "calls", "calls", CELL_COUNT, "how often it was called" },
  { "per_call", "per call", CELL_VALUE, "total by calls" },
  { "function", NULL, CELL_TEXT, "signature, or name of the event" },
  { "name", "function", CELL_TEXT, NAME_HELP },
  { "location", "where", CELL_TEXT, "file:line" },
};

static const struct column line_columns[] = {
  { "self", "self", CELL_TIME, "of functions and events that begin there" },
  { "self_percent", "%", CELL_PERCENT, "of the time of all threads" },
  { "total", "total", CELL_TIME, "with what they called" },
  { "total_percent", NULL, CELL_PERCENT, "of the time of all threads" },
  { "calls", "calls", CELL_COUNT, "functions called and events there" },
  { "bytes", "bytes", CELL_BYTES, "allocated, freed or otherwise told" },
  { "samples", "samples", CELL_COUNT, "samples taken on that line" },
  { "location", "where", CELL_TEXT, "file:line" },
  { "code", "code", CELL_TEXT, "what is written there, if it is readable" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "its line" },
  { "self_error", NULL, CELL_TIME, "of self: in 95 of 100 cases, no more" },
  { "self_estimated", NULL, CELL_FLAG, "1 if that is more than 5 % of self" },
  { "total_error", NULL, CELL_TIME, "likewise" },
  { "total_estimated", NULL, CELL_FLAG, "likewise" },
};

#define TREE_COLUMNS \
  { "id", NULL, CELL_NUMBER, "of the node" }, \
  { "parent", NULL, CELL_NUMBER, "id of the caller's node, -1 if none" }, \
  { "depth", NULL, CELL_NUMBER, "0 for the root" }, \
  { "total", "total", CELL_TIME, "with what it called" }, \
  { "total_percent", "%", CELL_PERCENT, "of the time of all threads" }, \
  { "self", "self", CELL_TIME, "without what it called" }, \
  { "waiting", NULL, CELL_TIME, "of self, while the thread did not run" }, \
  { "stopped", NULL, CELL_TIME, "of that, stopped by a signal" }, \
  { "calls", "calls", CELL_COUNT, "on this path" }, \
  { "bytes", NULL, CELL_BYTES, "of an event: what its size says" }, \
  { "samples", NULL, CELL_COUNT, "samples in it" }, \
  { "open", NULL, CELL_FLAG, "1 if it had not returned" }, \
  { "function", NULL, CELL_TEXT, "signature, or name" }, \
  { "name", "function", CELL_TEXT, NAME_HELP }, \
  { "kind", NULL, CELL_TEXT, "function, event or outside" }, \
  { "file", NULL, CELL_TEXT, "source file" }, \
  { "line", NULL, CELL_NUMBER, "where it is" }, \
  { "column", NULL, CELL_NUMBER, "where it is" }, \
  { "self_error", NULL, CELL_TIME, "of self: in 95 of 100 cases, no more" }, \
  { "self_estimated", NULL, CELL_FLAG, "1 if that is more than 5 % of self" }, \
  { "total_error", NULL, CELL_TIME, "likewise" }, \
  { "total_estimated", NULL, CELL_FLAG, "likewise" }, \
  { "calls_estimated", NULL, CELL_FLAG, "1 if it was switched off meanwhile" }

static const struct column tree_columns[] = { TREE_COLUMNS };

static const struct column thread_tree_columns[] = {
  { "process", NULL, CELL_NUMBER, "process id" },
  { "thread", NULL, CELL_NUMBER, "number in the process" },
  TREE_COLUMNS
};

static const struct column site_columns[] = {
  { "bytes", "bytes", CELL_BYTES, "allocated or freed" },
  { "calls", "calls", CELL_COUNT, "how often" },
  { "time", "time", CELL_TIME, "that it took" },
  { "event", "call", CELL_TEXT, "malloc, realloc or free" },
  { "location", "where", CELL_TEXT, "file:line" },
  { "function", NULL, CELL_TEXT, "signature of the function that it is in" },
  { "name", "in", CELL_TEXT, NAME_HELP },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the call" },
  { "column", NULL, CELL_NUMBER, "of the call" },
  { "time_estimated", NULL, CELL_FLAG, "1 if time is not measured" },
};

static const struct column leak_columns[] = {
  { "bytes", "bytes", CELL_BYTES, "not freed" },
  { "blocks", "blocks", CELL_COUNT, "not freed" },
  { "location", "allocated at", CELL_TEXT, "file:line" },
  { "path", "by way of", CELL_TEXT, "the call path, innermost first" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the allocation" },
  { "column", NULL, CELL_NUMBER, "of the allocation" },
  { "function", NULL, CELL_TEXT, "function that allocated" },
  { "process", "process", CELL_NUMBER, "process id" },
  { "thread", "thread", CELL_NUMBER, "number in the process" },
};

static const struct column free_columns[] = {
  { "count", "times", CELL_COUNT, "how often" },
  { "kind", "what", CELL_TEXT,
    "double free: freed before, and not allocated since; freed again: "
    "likewise, but the allocator did not mind; unknown block: its allocation "
    "was not seen, as is usual for what other libraries allocate" },
  { "location", "freed at", CELL_TEXT, "file:line" },
  { "earlier", "freed before at", CELL_TEXT, "file:line" },
  { "path", "by way of", CELL_TEXT, "the call path, innermost first" },
  { "address", NULL, CELL_ADDRESS, "the latest" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the call" },
  { "function", NULL, CELL_TEXT, "function that freed" },
  { "process", "process", CELL_NUMBER, "process id" },
};

static const struct column event_columns[] = {
  { "name", "event", CELL_TEXT, "its name" },
  { "starts", "starts", CELL_COUNT, "STARTs" },
  { "ends", "ends", CELL_COUNT, "ENDs" },
  { "atomics", "atomic", CELL_COUNT, "atomic ones" },
  { "time", "time", CELL_TIME, "from STARTs to ENDs" },
  { "mean", "mean", CELL_TIME, "of one pair" },
  { "shortest", "shortest", CELL_TIME, "pair" },
  { "longest", "longest", CELL_TIME, "pair" },
  { "last", "last arguments", CELL_TEXT, "formatted by its description" },
  { "description", NULL, CELL_TEXT, "format of its arguments" },
  { "omitted", NULL, CELL_COUNT, "arguments not listed: too many" },
  { "process", "process", CELL_NUMBER, "process id" },
};

static const struct column text_columns[] = {
  { "count", "times", CELL_COUNT, "how often" },
  { "name", "event", CELL_TEXT, "its name" },
  { "type", "type", CELL_TEXT, "start, end or atomic" },
  { "arguments", "arguments", CELL_TEXT, "formatted by its description" },
  { "process", "process", CELL_NUMBER, "process id" },
};

static const struct column sample_columns[] = {
  { "count", "samples", CELL_COUNT, "taken there" },
  { "percent", "%", CELL_PERCENT, "of all samples" },
  { "function", NULL, CELL_TEXT, "as debug information has it" },
  { "name", "function", CELL_TEXT, NAME_HELP },
  { "location", "where", CELL_TEXT, "file:line" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "its line" },
  { "module", NULL, CELL_TEXT, "file of code" },
  { "address", "address", CELL_ADDRESS, "in that file" },
};

static const struct column matrix_columns[] = {
  { "thread", "thread", CELL_NUMBER,
    "process (of UPC: thread) that reads or writes" },
  { "peer", "part of", CELL_NUMBER,
    "the one that what it reads or writes belongs to" },
  { "bytes", "bytes", CELL_BYTES, "read and written" },
  { "bytes_read", "read", CELL_BYTES, "bytes read from there" },
  { "bytes_written", "written", CELL_BYTES, "bytes written there" },
  { "accesses", "accesses", CELL_COUNT, "reads and writes" },
  { "reads", "reads", CELL_COUNT, "events that read from there" },
  { "writes", "writes", CELL_COUNT, "events that wrote there" },
  { "time", "time", CELL_TIME, "that these took" },
  { "time_estimated", NULL, CELL_FLAG, "1 if time is not measured" },
};

#define TRAFFIC_COLUMNS \
  { "bytes", "bytes", CELL_BYTES, "read from other threads and written" }, \
  { "bytes_read", "read", CELL_BYTES, "bytes read from other threads" }, \
  { "bytes_written", "written", CELL_BYTES, "to other threads" }, \
  { "reads", "reads", CELL_COUNT, "events that read from other threads" }, \
  { "writes", "writes", CELL_COUNT, "events that wrote there" }, \
  { "local", "local", CELL_COUNT, "accesses to the thread's own part" }, \
  { "time", "time", CELL_TIME, "that all these took" }

static const struct column remote_line_columns[] = {
  TRAFFIC_COLUMNS,
  { "location", "where", CELL_TEXT, "file:line" },
  { "code", "code", CELL_TEXT, "the line, where the source is at hand" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the accesses" },
  { "time_estimated", NULL, CELL_FLAG, "1 if time is not measured" },
};

static const struct column array_columns[] = {
  TRAFFIC_COLUMNS,
  { "array", "array", CELL_TEXT,
    "name of a static object, or what allocated it" },
  { "location", "defined or allocated", CELL_TEXT, "file:line" },
  { "type", NULL, CELL_TEXT, "of a static object" },
  { "size", "size", CELL_BYTES,
    "with all threads' parts; of all that one thread allocated there" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the definition or allocation" },
  { "time_estimated", NULL, CELL_FLAG, "1 if time is not measured" },
};

static const struct column barrier_columns[] = {
  { "thread", "thread", CELL_NUMBER, "process; of UPC, thread" },
  { "waiting", "for slowest", CELL_TIME,
    "waiting for the last thread to arrive" },
  { "barrier", "barrier", CELL_TIME, "the rest: the barrier itself" },
  { "time", "time", CELL_TIME, "in the barrier, or waiting at a split one" },
  { "calls", "calls", CELL_COUNT, "how often" },
  { "event", "event", CELL_TEXT, "upc_barrier, upc_wait, ..." },
  { "location", "where", CELL_TEXT, "file:line" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the barrier" },
  { "time_estimated", NULL, CELL_FLAG, "1 if time is not measured" },
  { "waiting_estimated", NULL, CELL_FLAG,
    "1 if only some of its barriers were compared" },
  { "barrier_estimated", NULL, CELL_FLAG, "likewise" },
  { "waiting_known", NULL, CELL_FLAG,
    "0 if the threads' arrivals cannot be compared" },
};

static const struct column lock_columns[] = {
  { "time", "time", CELL_TIME, "waiting for the lock, and getting it" },
  { "calls", "calls", CELL_COUNT, "of upc_lock, upc_lock_attempt, ..." },
  { "failed", "failed", CELL_COUNT, "attempts that did not get it" },
  { "mean", "mean", CELL_TIME, "of one call" },
  { "longest", "longest", CELL_TIME, "call that was timed" },
  { "event", "call", CELL_TEXT, "upc_lock, upc_lock_attempt, ..." },
  { "location", "where", CELL_TEXT, "file:line" },
  { "allocated", "lock allocated at", CELL_TEXT, "file:line" },
  { "lock", "lock", CELL_TEXT,
    "the thread that it has affinity to, and its address there; (others) if "
    "there were too many" },
  { "file", NULL, CELL_TEXT, "source file" },
  { "line", NULL, CELL_NUMBER, "of the call" },
  { "time_estimated", NULL, CELL_FLAG, "1 if time is not measured" },
};

static const struct column by_thread_columns[] = {
  { "self", "all threads", CELL_TIME, "without what it called" },
  { "most", "most", CELL_TIME, "of one thread" },
  { "most_thread", "in", CELL_NUMBER, "that thread" },
  { "function", NULL, CELL_TEXT, "its signature, or the event" },
  { "name", "function", CELL_TEXT, NAME_HELP },
  { "location", NULL, CELL_TEXT, "file:line" },
};

static const struct column thread_time
  = { NULL, NULL, CELL_TIME, "self time in this thread" };

static const struct column grid_columns[] = {
  { "thread", "thread", CELL_NUMBER,
    "process (of UPC: thread) that reads or writes" },
  { "bytes", "all", CELL_BYTES, "read and written" },
};
static const struct column thread_bytes
  = { NULL, NULL, CELL_BYTES, "read and written in this thread's part" };

#define TABLE(name, view, title, prefix, sort, percent, with_counters) \
  { name, view, title, prefix##_columns, COUNT_OF (prefix##_columns), sort, \
    percent, with_counters, NULL, prefix##_rows, prefix##_fill }

const struct table tables[] = {
  TABLE ("flat", "flat", "Flat profile", flat, "self", "total_percent", true),
  TABLE ("switched-off", "budget", "Switched off to stay within the budget",
	 off, "calls", NULL, false),
  TABLE ("tree", "tree", "Call tree", tree, NULL, "total_percent", true),
  TABLE ("thread-tree", "tree", "Call tree of each thread", thread_tree, NULL,
	 "total_percent", true),
  TABLE ("lines", "lines", "Lines", line, "self", "total_percent", false),
  TABLE ("samples", "lines", "Samples", sample, "count", "percent", false),
  TABLE ("allocations", "memory", "Allocations", site, "bytes", NULL, false),
  TABLE ("leaks", "memory", "Memory not freed", leak, "bytes", NULL, false),
  TABLE ("frees", "memory", "Suspect frees", free, "count", NULL, false),
  TABLE ("events", "events", "User events", event, "time", NULL, false),
  TABLE ("event-texts", "events", "Arguments of user events", text, "count",
	 NULL, false),
  TABLE ("counters", "counters", "Counters", counter, "self", NULL, false),
  { "grid", "peers", "Bytes read and written, by part of shared space",
    grid_columns, COUNT_OF (grid_columns), NULL, NULL, false, &thread_bytes,
    grid_rows, grid_fill },
  TABLE ("matrix", "peers", "Communication by %s", matrix, "bytes",
	 NULL, false),
  TABLE ("shared-lines", "peers", "Accesses to shared space by line",
	 remote_line, "bytes", NULL, false),
  TABLE ("shared-arrays", "peers", "Accesses to shared space by array", array,
	 "bytes", NULL, false),
  TABLE ("barriers", "peers", "Barriers", barrier, NULL, NULL, false),
  TABLE ("locks", "peers", "Locks", lock, "time", NULL, false),
  { "functions-by-thread", "peers", "Functions by %s",
    by_thread_columns, COUNT_OF (by_thread_columns), "self", NULL, false, &thread_time,
    by_thread_rows, by_thread_fill },
  TABLE ("processes", "threads", "Processes", process, NULL, NULL, false),
  TABLE ("threads", "threads", "Threads", thread, NULL, NULL, true),
  TABLE ("messages", "threads", "Messages of the tool", message, NULL, NULL,
	 false),
};

const size_t table_count = COUNT_OF (tables);

/* The number of FIELD among COUNT COLUMNS, or COUNT.  */
static size_t
find_field (const struct column *columns, size_t count, const char *field)
{
  size_t i = 0;
  while (i < count && (!field || strcmp (columns[i].field, field)))
    i++;
  return i;
}

struct column *
table_columns (const struct report *report, const struct table *table,
	       size_t *count)
{
  size_t counters = table->with_counters ? report->profile.counter_count : 0;
  size_t threads = table->by_thread ? report->peers.threads : 0;
  struct column *columns = allocate (table->column_count + 2 * counters
				     + threads, sizeof *columns);
  memcpy (columns, table->columns, table->column_count * sizeof *columns);
  *count = table->column_count;
  for (size_t i = 0; i < threads; i++)
    columns[(*count)++]
      = (struct column) { print_string ("thread:%zu", i),
			  print_string ("%zu", i), table->by_thread->type,
			  table->by_thread->help };
  for (size_t i = 0; i < counters && *count + 2 <= MOST_COUNTER_CELLS; i++)
    {
      const char *name = report->profile.counters[i].name;
      columns[(*count)++] = (struct column) { name, NULL, CELL_VALUE,
					      "counter, with all called" };
      columns[(*count)++]
	= (struct column) { print_string ("self:%s", name), NULL, CELL_VALUE,
			    "counter, without what was called" };
    }
  return columns;
}

/* Which of COUNT COLUMNS is called FIELD and ENDING; COUNT if none is.  */
static size_t
find_about (const struct column *columns, size_t count, const char *field,
	    const char *ending)
{
  char *wanted = print_string ("%s_%s", field, ending);
  size_t found = find_field (columns, count, wanted);
  free (wanted);
  return found;
}

size_t
estimate_flag (const struct column *columns, size_t count, size_t column)
{
  const char *field = columns[column].field;
  if (columns[column].type != CELL_TIME && strcmp (field, "calls"))
    return count;
  return find_about (columns, count,
		     strcmp (field, "per_call") ? field : "total", "estimated");
}

size_t
error_column (const struct column *columns, size_t count, size_t column)
{
  return find_about (columns, count, columns[column].field, "error");
}

bool
is_in_view (const struct table *table, const char *view)
{
  return in_list (view, "all") || in_list (view, table->view)
	 || in_list (view, table->name)
	 || (!strcmp (table->view, "peers") && in_list (view, "upc"));
}

char *
title_of (const struct report *report, const struct table *table)
{
  const char *name = report->peers.rank_name;
  return print_string (table->title, name ? name : "process");
}

/* A row on its way into order.  */
struct keyed { size_t row; union cell key; };
static enum cell_type key_type;

static int
compare_cells (union cell a, union cell b, enum cell_type type)
{
  switch (type)
    {
    case CELL_TEXT:
      return strcmp (a.text ? a.text : "", b.text ? b.text : "");
    case CELL_TIME: case CELL_PERCENT:
      return a.real > b.real ? -1 : a.real < b.real;
    case CELL_VALUE: case CELL_NUMBER:
      return a.value > b.value ? -1 : a.value < b.value;
    default:
      return a.count > b.count ? -1 : a.count < b.count;
    }
}

/* Falling numbers, rising texts, and as they came.  */
static int
by_key (const void *a, const void *b)
{
  const struct keyed *x = a, *y = b;
  int order = compare_cells (x->key, y->key, key_type);
  return order ? order : x->row < y->row ? -1 : x->row > y->row;
}

/* How rows are chosen and sorted: numbers of columns, or the number of
   columns where there is none.  */
struct criteria { size_t key, percent, nonzero; };

/* Whether CELLS are of a row that SHOWING wants.  */
static bool
is_shown (const struct showing *showing, const struct criteria *criteria,
	  size_t column_count, const union cell *cells)
{
  return (criteria->percent == column_count
	  || cells[criteria->percent].real >= showing->least_percent)
	 && (criteria->nonzero == column_count
	     || cells[criteria->nonzero].value);
}

/* The rows that SHOWING wants, as they come, with their keys.  */
static struct keyed *
choose_rows (const struct report *report, const struct table *table,
	     const struct showing *showing, const struct criteria *criteria,
	     size_t column_count, size_t *count)
{
  union cell cells[MOST_CELLS];
  size_t all = *count, kept = 0;
  bool as_it_comes = criteria->key == column_count
		     && criteria->nonzero == column_count
		     && !(showing->least_percent > 0);
  struct keyed *rows = allocate (all, sizeof *rows);
  for (size_t i = showing->first; i < showing->first + all; i++)
    {
      if (!as_it_comes)
	table->fill (report, i, cells);
      if (!as_it_comes && !is_shown (showing, criteria, column_count, cells))
	continue;
      rows[kept].row = i;
      if (criteria->key < column_count)
	rows[kept].key = cells[criteria->key];
      kept++;
    }
  *count = kept;
  return rows;
}

size_t *
table_order (const struct report *report, const struct table *table,
	     const struct showing *showing, size_t *count, size_t *all)
{
  size_t column_count;
  struct column *columns = table_columns (report, table, &column_count);
  struct criteria criteria = {
    find_field (columns, column_count, showing->sort),
    find_field (columns, column_count, table->percent),
    find_field (columns, column_count, showing->nonzero)
  };
  if (criteria.key == column_count)
    criteria.key = find_field (columns, column_count, table->sort);
  *count = showing->span ? showing->span : table->rows (report);
  struct keyed *rows = choose_rows (report, table, showing, &criteria,
				    column_count, count);
  *all = *count;
  if (criteria.key < column_count && *count)
    {
      key_type = columns[criteria.key].type;
      qsort (rows, *count, sizeof *rows, by_key);
    }
  if (showing->limit && *count > showing->limit)
    *count = showing->limit;
  size_t *order = allocate (*count, sizeof *order);
  for (size_t i = 0; i < *count; i++)
    order[i] = rows[i].row;
  free (rows);
  free (columns);
  return order;
}
