/* tables.c - the tables: names, columns, order.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   figures.c -> cells.c fills the rows -> text.c, json.c, csv.c, html.c.  */

#include "tables/columns.h"
#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

#define DESCRIBE(field, heading, type, value, help) \
  { field, heading, CELL_##type, help },

static const struct column process_columns[] = { PROCESS_COLUMNS (DESCRIBE) };
static const struct column thread_columns[] = { THREAD_COLUMNS (DESCRIBE) };
static const struct column message_columns[] = { MESSAGE_COLUMNS (DESCRIBE) };
static const struct column flat_columns[] = { FLAT_COLUMNS (DESCRIBE) };
static const struct column caller_columns[] = { CALLER_COLUMNS (DESCRIBE) };
static const struct column callee_columns[] = { CALLEE_COLUMNS (DESCRIBE) };
#define focus_columns flat_columns
static const struct column change_columns[] = { CHANGE_COLUMNS (DESCRIBE) };
static const struct column off_columns[] = { OFF_COLUMNS (DESCRIBE) };
static const struct column counter_columns[] = { COUNTER_COLUMNS (DESCRIBE) };
static const struct column line_columns[] = { LINE_COLUMNS (DESCRIBE) };
static const struct column tree_columns[] = { TREE_COLUMNS (DESCRIBE) };
static const struct column thread_tree_columns[] = {
  THREAD_TREE_COLUMNS (DESCRIBE) TREE_COLUMNS (DESCRIBE)
};
static const struct column site_columns[] = { SITE_COLUMNS (DESCRIBE) };
static const struct column leak_columns[] = { LEAK_COLUMNS (DESCRIBE) };
static const struct column free_columns[] = { FREE_COLUMNS (DESCRIBE) };
static const struct column event_columns[] = { EVENT_COLUMNS (DESCRIBE) };
static const struct column text_columns[] = { TEXT_COLUMNS (DESCRIBE) };
static const struct column sample_columns[] = { SAMPLE_COLUMNS (DESCRIBE) };
static const struct column matrix_columns[] = { MATRIX_COLUMNS (DESCRIBE) };
static const struct column node_columns[] = { NODE_COLUMNS (DESCRIBE) };
static const struct column remote_line_columns[]
  = { REMOTE_LINE_COLUMNS (DESCRIBE) };
static const struct column collective_columns[] = { COLLECTIVE_COLUMNS (DESCRIBE) };
static const struct column array_columns[] = { ARRAY_COLUMNS (DESCRIBE) };
static const struct column barrier_columns[] = { BARRIER_COLUMNS (DESCRIBE) };
static const struct column late_sender_columns[] = { LATE_SENDER_COLUMNS (DESCRIBE) };
static const struct column lock_columns[] = { LOCK_COLUMNS (DESCRIBE) };
static const struct column rank_columns[] = { RANK_COLUMNS (DESCRIBE) };
static const struct column finding_columns[] = { FINDING_COLUMNS (DESCRIBE) };
static const struct column by_thread_columns[]
  = { BY_THREAD_COLUMNS (DESCRIBE) };
static const struct column serial_columns[] = { SERIAL_COLUMNS (DESCRIBE) };
static const struct column region_columns[] = { REGION_COLUMNS (DESCRIBE) };
static const struct column work_columns[] = { WORK_COLUMNS (DESCRIBE) };
static const struct column team_wait_columns[]
  = { TEAM_WAIT_COLUMNS (DESCRIBE) };
static const struct column worker_columns[] = { WORKER_COLUMNS (DESCRIBE) };
static const struct column member_columns[] = { MEMBER_COLUMNS (DESCRIBE) };
static const struct column mutex_columns[] = { MUTEX_COLUMNS (DESCRIBE) };
static const struct column blame_columns[] = { BLAME_COLUMNS (DESCRIBE) };
static const struct column task_columns[] = { TASK_COLUMNS (DESCRIBE) };
static const struct column thread_time
  = { NULL, NULL, CELL_TIME, "self time in this thread" };

static const struct column grid_columns[] = { GRID_COLUMNS (DESCRIBE) };
static const struct column thread_bytes
  = { NULL, NULL, CELL_BYTES, "read and written in this thread's part" };

#define TABLE(name, view, title, prefix, sort, percent, with_counters) \
  { name, view, title, prefix##_columns, COUNT_OF (prefix##_columns), sort, \
    percent, with_counters, false, NULL, prefix##_rows, prefix##_fill }
#define CHANGE_TABLE(name, title, prefix) \
  { name, "diff", title, change_columns, COUNT_OF (change_columns), NULL, \
    NULL, false, false, NULL, prefix##_rows, prefix##_fill }
#define GROUPED_TABLE(name, view, title, prefix, percent) \
  { name, view, title, prefix##_columns, COUNT_OF (prefix##_columns), NULL, \
    percent, false, true, NULL, prefix##_rows, prefix##_fill }

const struct table tables[] = {
  CHANGE_TABLE ("changed", "Changes", changed_whole),
  CHANGE_TABLE ("changed-functions", "Changes of functions",
		changed_function),
  CHANGE_TABLE ("changed-paths", "Changes of call paths", changed_path),
  CHANGE_TABLE ("changed-lines", "Changes of lines", changed_line),
  CHANGE_TABLE ("changed-allocations", "Changes of allocations",
		changed_allocation),
  CHANGE_TABLE ("changed-counters", "Changes of counters", changed_counter),
  CHANGE_TABLE ("changed-peers", "Changes of communication", changed_peers),
  TABLE ("findings", "findings", "What stands out", finding, NULL, NULL, false),
  TABLE ("flat", "flat", "Flat profile", flat, "running", "total_percent",
	 true),
  GROUPED_TABLE ("callers", "callers", "Callers", caller, "total_percent"),
  TABLE ("function", "function", "Function", focus, "running", NULL, true),
  GROUPED_TABLE ("callees", "callees", "Callees", callee,
		 "of_caller_percent"),
  TABLE ("switched-off", "budget", "Switched off to stay within the budget",
	 off, "calls", NULL, false),
  TABLE ("tree", "tree", "Call tree", tree, NULL, "total_percent", true),
  TABLE ("thread-tree", "tree", "Call tree of each thread", thread_tree, NULL,
	 "total_percent", true),
  TABLE ("lines", "lines", "Lines", line, "running", "total_percent", false),
  TABLE ("samples", "lines", "Samples", sample, "count", "percent", false),
  TABLE ("allocations", "memory", "Allocations", site, "bytes", NULL, false),
  TABLE ("leaks", "memory", "Memory not freed", leak, "bytes", NULL, false),
  TABLE ("frees", "memory", "Suspect frees", free, "count", NULL, false),
  TABLE ("events", "events", "User events", event, "time", NULL, false),
  TABLE ("event-texts", "events", "Arguments of user events", text, "count",
	 NULL, false),
  TABLE ("counters", "counters", "Counters", counter, "self", NULL, false),
  TABLE ("ranks", "peers", "Time by %s", rank, NULL, NULL, false),
  { "grid", "peers", "Bytes moved between %ss",
    grid_columns, COUNT_OF (grid_columns), NULL, NULL, false, false, &thread_bytes,
    grid_rows, grid_fill },
  TABLE ("nodes", "peers", "Communication by node", node, "bytes", NULL, false),
  TABLE ("matrix", "peers", "Communication by %s", matrix, "bytes",
	 NULL, false),
  TABLE ("shared-lines", "peers", "Transfers by line",
	 remote_line, "bytes", NULL, false),
  TABLE ("collectives", "peers", "Collective functions by line", collective, "bytes",
	 NULL, false),
  TABLE ("shared-arrays", "peers", "Accesses to shared space by array", array,
	 "bytes", NULL, false),
  TABLE ("barriers", "peers", "Barriers", barrier, NULL, NULL, false),
  TABLE ("late-senders", "peers", "Waiting for senders", late_sender, "waiting", NULL,
	 false),
  TABLE ("locks", "peers", "Locks", lock, "time", NULL, false),
  { "functions-by-thread", "peers", "Functions by %s",
    by_thread_columns, COUNT_OF (by_thread_columns), "self", NULL, false, false,
    &thread_time,
    by_thread_rows, by_thread_fill },
  TABLE ("serial", "omp", "Serial and parallel", serial, NULL, NULL, false),
  TABLE ("regions", "omp", "Parallel regions", region, "wall", NULL, false),
  TABLE ("team-threads", "omp", "Threads of teams", member, NULL, NULL, false),
  TABLE ("work", "omp", "Shared work", work, "waited", NULL, false),
  TABLE ("work-by-thread", "omp", "Shared work by thread", worker, NULL, NULL,
	 false),
  TABLE ("team-barriers", "omp", "Barriers of threads", team_wait, "time", NULL,
	 false),
  TABLE ("tasks", "omp", "Tasks", task, "time", NULL, false),
  TABLE ("team-locks", "omp", "Locks of threads", mutex, "waited", NULL,
	 false),
  TABLE ("lock-blame", "omp", "Who waited for whom", blame, "time", NULL,
	 false),
  TABLE ("processes", "threads", "Processes", process, NULL, NULL, false),
  TABLE ("threads", "threads", "Threads", thread, NULL, NULL, true),
  TABLE ("messages", "threads", "Messages of the tool", message, NULL, NULL,
	 false),
};

const size_t table_count = COUNT_OF (tables);

const struct table *
find_table (const char *name)
{
  const struct table *table = tables;
  while (strcmp (table->name, name))
    table++;
  return table;
}

size_t
find_field (const struct column *columns, size_t count, const char *field)
{
  size_t i = 0;
  while (i < count && (!field || strcmp (columns[i].field, field)))
    i++;
  return i;
}

static const char *
rank_heading (const struct report *report)
{
  const char *name = report->peers.rank_name ? report->peers.rank_name : "process";
  const char *space = strrchr (name, ' ');
  return space ? space + 1 : name;
}

/* Where threads wait, self time is shown in two parts, which there is no room for
   beside it.  */
static void
choose_parts (const struct report *report, struct column *columns,
	      size_t count)
{
  static const char *const whole[] = { "self", "self_percent" };
  static const char *const parts[] = { "running", "running_percent",
				       "waiting" };
  const char *const *hidden = report->shows_waiting ? whole : parts;
  size_t hidden_count = report->shows_waiting ? COUNT_OF (whole) : COUNT_OF (parts);
  if (find_field (columns, count, "running") == count)
    return;
  for (size_t i = 0; i < hidden_count; i++)
    {
      size_t at = find_field (columns, count, hidden[i]);
      if (at < count)
	columns[at].heading = NULL;
    }
}

size_t *
display_order (const struct column *columns, size_t count)
{
  static const char *const parts[] = { "running", "running_percent",
				       "waiting" };
  size_t *order = allocate (count, sizeof *order), n = 0;
  size_t percent = find_field (columns, count, "running_percent");
  bool has_parts = percent < count && columns[percent].heading;
  for (size_t i = 0; has_parts && i < COUNT_OF (parts); i++)
    order[n++] = find_field (columns, count, parts[i]);
  for (size_t i = 0; i < count; i++)
    if (!has_parts || !in_list ("running,running_percent,waiting",
				columns[i].field))
      order[n++] = i;
  return order;
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
  for (size_t i = 0; i < *count; i++)
    if (columns[i].heading && !strcmp (columns[i].heading, RANK_HEADING))
      columns[i].heading = rank_heading (report);
  choose_parts (report, columns, *count);
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
  if (columns[column].type != CELL_TIME && strcmp (field, "calls")
      && strcmp (field, "count"))
    return count;
  if (!strcmp (field, "calls"))
    return find_about (columns, count, field, "at_least");
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
  if (report->function && (!strcmp (table->view, "callers")
			   || !strcmp (table->view, "callees")))
    return print_string ("%s of %s", table->title, report->function);
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
    case CELL_TEXT: case CELL_QUANTITY:
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

/* Returns whether CELLS are of a row that SHOWING wants.  */
static bool
is_shown (const struct showing *showing, const struct criteria *criteria,
	  size_t column_count, const union cell *cells)
{
  return (criteria->percent == column_count
	  || cells[criteria->percent].real >= showing->least_percent)
	 && (criteria->nonzero == column_count
	     || cells[criteria->nonzero].value);
}

/* Returns the rows that SHOWING wants, as they come, with their keys.  */
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
