/* compare-samples.c - figures of runs that are to be compared.  See compare.h.

   SPDX-License-Identifier: Apache-2.0

   Figures of two builds belong together if they have the same name: a function
   by its signature and the name of its file, without the directory or the line,
   which a change elsewhere in the file may move; and a line by how far it is
   from the beginning of its function.  Processes and threads are added up, so
   that their number does not matter.  */

#include "tables/compare-samples.h"
#include "base/arena.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of TABLE that have the same in KEYS are one thing; its VALUES are
   compared, and it is called as it is in the columns NAME and LOCATION.  */
struct compared {
  enum change_kind kind;
  const char *table, *keys[2], *name, *location, *values[5];
};

static const struct compared compared[] = {
  { CHANGED_FUNCTION, "flat", { "function", "file" }, "name", "location",
    { "self", "total", "calls", "running", "waiting" } },
  { CHANGED_LINE, "lines", { "location", "file" }, "location", "code",
    { "self" } },
  { CHANGED_ALLOCATION, "allocations", { "event", "function" }, "event",
    "name", { "bytes", "calls" } },
  { CHANGED_COUNTER, "counters", { "counter", "function" }, "name", "counter",
    { "self", "total" } },
  { CHANGED_PEERS, "shared-lines", { "location" }, "location", "code",
    { "bytes", "time" } },
  { CHANGED_PEERS, "shared-arrays", { "array", "file" }, "array", "location",
    { "bytes", "time" } },
  { CHANGED_PEERS, "barriers", { "event", "location" }, "event", "location",
    { "waiting", "time" } },
  { CHANGED_PEERS, "late-senders", { "event", "location" }, "event", "location",
    { "waiting", "time" } },
  { CHANGED_PEERS, "late-receivers", { "event", "location" }, "event",
    "location", { "waiting", "time" } },
  { CHANGED_PEERS, "locks", { "event", "location" }, "event", "location",
    { "time", "failed" } },
};

static void
add_sample (struct measurements *samples, struct measured sample)
{
  ONE_MORE (samples->items, samples->count, samples->room) = sample;
}

static const char *
text_in (const struct column *columns, size_t count, const union cell *cells,
	 const char *field)
{
  size_t i = find_field (columns, count, field);
  return i < count && cells[i].text ? cells[i].text : "";
}

/* Returns TEXT without its directory; whole if it is not the name of a
   file.  */
static const char *
without_directory (const char *field, const char *text)
{
  return field && !strcmp (field, "file") ? base_name (text) : text;
}

/* Returns the function of REPORT that LINE of a file is in, where LOCATION
   begins with the file's name, of so many characters; or null.  */
static const struct place *
function_around (const struct report *report, const char *location,
		 size_t length, unsigned int line)
{
  const struct place *best = NULL;
  for (uint32_t i = 0; i < report->profile.place_count; i++)
    {
      const struct place *p = &report->profile.places[i];
      if (p->kind == PLACE_FUNCTION && p->line && p->line <= line
	  && (!best || p->line > best->line)
	  && (!p->end_line || line <= p->end_line)
	  && p->location && !strncmp (p->location, location, length))
	best = p;
    }
  return best;
}

/* Returns LOCATION, which is FIELD of a row of REPORT, as "put+3", if it is a
   line of a function; else itself.  */
static const char *
within_function (const struct report *report, const char *field,
		 const char *location)
{
  const char *colon = strrchr (location, ':');
  if (!field || strcmp (field, "location") || !colon)
    return location;
  unsigned int line = (unsigned int) strtoul (colon + 1, NULL, 10);
  const struct place *function
    = function_around (report, location, colon + 1 - location, line);
  return function ? arena_print ("%s+%u", function->name, line - function->line)
	 : location;
}

static double
number_in (union cell cell, enum cell_type type)
{
  double value
    = type == CELL_TIME || type == CELL_PERCENT ? cell.real
      : type == CELL_VALUE || type == CELL_NUMBER || type == CELL_RANK
	? (double) cell.value
	: (double) cell.count;
  return isfinite (value) ? value : 0;
}

/* Returns a variance, given the error at a confidence of 95 %.  */
static double
variance_of (double error)
{
  return (error / 1.96) * (error / 1.96);
}

static void
add_row (struct measurements *samples, const struct compared *how,
	 const struct report *report, size_t run, const struct column *columns,
	 size_t count, const union cell *cells)
{
  const char *parts[2];
  for (int i = 0; i < 2; i++)
    parts[i] = within_function (report, how->keys[i],
      without_directory (how->keys[i], text_in (columns, count, cells,
						how->keys[i])));
  /* Constructs have a function's name in common, and so have a wait for a lock
     and what gives it back.  */
  if (how->kind == CHANGED_FUNCTION
      && !strcmp (text_in (columns, count, cells, "kind"), "event"))
    {
      parts[0] = text_in (columns, count, cells, how->name);
      parts[1] = within_function (report, "location",
				  text_in (columns, count, cells, "location"));
    }
  char *key = arena_print ("%s:%s\n%s", how->table, parts[0], parts[1]);
  for (size_t i = 0; i < COUNT_OF (how->values) && how->values[i]; i++)
    {
      if (!samples->waits && in_list ("running,waiting", how->values[i]))
	continue;
      size_t at = find_field (columns, count, how->values[i]);
      size_t error = columns[at].error, least = columns[at].least;
      add_sample (samples, (struct measured) {
	how->kind, key, how->values[i],
	text_in (columns, count, cells, how->name),
	text_in (columns, count, cells, how->location), columns[at].type, run,
	number_in (cells[at], columns[at].type),
	least < count && cells[least].count ? variance_of (UNKNOWN_ERROR)
	: error < count
	? variance_of (number_in (cells[error], columns[error].type)) : 0 });
    }
}

static void
add_table (struct measurements *samples, const struct compared *how,
	   const struct report *report, size_t run)
{
  union cell cells[MOST_CELLS];
  const struct table *table = find_table (how->table);
  size_t count, rows = table->rows (report);
  OWNED struct column *columns = table_columns (report, table, &count);
  for (size_t i = 0; i < rows; i++)
    {
      table->fill (report, i, cells);
      add_row (samples, how, report, run, columns, count, cells);
    }
}

/* Adds the call paths that took a thousandth of the time.  */
static void
add_paths (struct measurements *samples, const struct report *report,
	   size_t run)
{
  static const char *const figures[] = { "self", "total" };
  for (uint32_t i = 1; i < report->tree.count; i++)
    {
      const struct node *node = &report->tree.nodes[i];
      if (node->total < report->whole / 1000)
	continue;
      char *path = arena_keep (path_text (report, &report->tree, i));
      for (int j = 0; j < 2; j++)
	add_sample (samples, (struct measured) {
	  CHANGED_PATH, path, figures[j], path, NULL, CELL_TIME, run,
	  j ? node->total : node->self,
	  !j ? node->self_variance
	  : node->calls_at_least ? variance_of (UNKNOWN_ERROR)
	  : node->total_variance });
    }
}

/* Returns whether PLACE is an event that waits: for a lock, a thread, the
   system.  */
static bool
is_wait (const struct place *place)
{
  return is_pause (place) || (role_of_place (place) == ROLE_ACQUIRE);
}

/* Adds what waits, by function, as "read in load": one function may wait
   longer while another waits less.  */
static void
add_waits (struct measurements *samples, const struct report *report,
	   size_t run)
{
  const struct place *places = report->profile.places;
  for (uint32_t i = 1; i < report->tree.count; i++)
    {
      const struct node *node = &report->tree.nodes[i];
      uint32_t function = function_of (report, &report->tree, i);
      if (!is_wait (&places[node->place])
	  || places[function].kind != PLACE_FUNCTION)
	continue;
      char *name = arena_print ("%s in %s", places[node->place].label,
				places[function].label);
      const struct measured wait = {
	CHANGED_FUNCTION, arena_print ("flat:%s\n", name), "self", name,
	places[node->place].location, CELL_TIME, run, node->self,
	node->self_variance
      }, calls = {
	CHANGED_FUNCTION, wait.key, "calls", name, wait.location, CELL_COUNT,
	run, (double) node->calls,
	node->calls_at_least ? variance_of (UNKNOWN_ERROR) : node->calls_variance
      }, waiting = {
	CHANGED_FUNCTION, wait.key, "waiting", name, wait.location, CELL_TIME,
	run, node->waiting, 0
      };
      add_sample (samples, wait);
      add_sample (samples, calls);
      if (samples->waits)
	add_sample (samples, waiting);
    }
}

static void
add_figure (struct measurements *samples, size_t run, const char *name,
	    enum cell_type type, double value, double variance)
{
  add_sample (samples, (struct measured) { CHANGED_WHOLE, name, name, name,
					   NULL, type, run, value, variance });
}

/* Returns how long the threads of REPORT were on a processor, or waited for
   one.  */
double
kernel_time (const struct report *report, bool is_ready)
{
  double time = 0;
  for (size_t i = 0; i < report->thread_count; i++)
    time
      += is_ready ? report->threads[i]->ready : report->threads[i]->processor;
  return time;
}

struct estimate { double value, variance; };

/* Returns how often all functions and events of REPORT were called.  */
static struct estimate
all_calls (const struct report *report)
{
  struct estimate calls = { 0, 0 };
  for (size_t i = 0; i < report->flat.count; i++)
    {
      calls.value += (double) report->flat.rows[i].calls;
      calls.variance += report->flat.rows[i].calls_variance;
    }
  if (count_switched_off (report))
    calls.variance = variance_of (UNKNOWN_ERROR);
  return calls;
}

/* Returns the bytes that REPORT's program allocated.  */
static struct estimate
all_allocated (const struct report *report)
{
  struct estimate bytes = { 0, 0 };
  for (size_t i = 0; i < report->allocating_count; i++)
    {
      bytes.value += (double) report->sites[i].bytes;
      bytes.variance += report->sites[i].bytes_variance;
    }
  return bytes;
}

/* Adds the totals of the run to SAMPLES.  */
static void
add_whole (struct measurements *samples, const struct report *report,
	   size_t run)
{
  double longest = 0, peak = 0, live = 0, peak_variance = 0, live_variance = 0;
  const struct estimate calls = all_calls (report);
  const struct estimate allocated = all_allocated (report);
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      longest = p->duration > longest ? p->duration : longest;
      peak += (double) p->peak_bytes;
      live += (double) p->live_bytes;
      peak_variance += p->peak_variance;
      live_variance += p->live_variance;
    }
  add_figure (samples, run, "total", CELL_TIME, report->whole, 0);
  add_figure (samples, run, "duration", CELL_TIME, longest, 0);
  add_figure (samples, run, "processor", CELL_TIME,
	      kernel_time (report, false), 0);
  if (report->ready > 0)
    add_figure (samples, run, "ready", CELL_TIME, report->ready, 0);
  add_figure (samples, run, "calls", CELL_COUNT, calls.value, calls.variance);
  add_figure (samples, run, "peak", CELL_BYTES, peak, peak_variance);
  add_figure (samples, run, "allocated", CELL_BYTES, allocated.value,
	      allocated.variance);
  add_figure (samples, run, "live", CELL_BYTES, live, live_variance);
  for (size_t i = 0; i < report->profile.counter_count; i++)
    add_figure (samples, run, report->profile.counters[i].name, CELL_VALUE,
		(double) report->tree.values[i], 0);
}

void
add_samples (struct measurements *samples, const struct report *report,
	     size_t run)
{
  add_whole (samples, report, run);
  add_paths (samples, report, run);
  add_waits (samples, report, run);
  for (size_t i = 0; i < COUNT_OF (compared); i++)
    add_table (samples, &compared[i], report, run);
}
