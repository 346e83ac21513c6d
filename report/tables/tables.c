/* tables.c - the tables: names, columns, order.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   figures.c -> cells.c fills the rows -> text.c, json.c, csv.c, html.c.  */

#include "tables/compare.h"
#include "base/arena.h"
#include "base/order.h"
#include "tables/tables.def"

#include <stdlib.h>
#include <string.h>

static const struct column thread_time
  = { NULL, NULL, CELL_TIME, "self time in this thread", 0, 0, 0, 0, false };
static const struct column thread_bytes
  = { NULL, NULL, CELL_BYTES, "read and written in this thread's part", 0, 0,
      0,    0,	  false };

#define DESCRIBE(field, heading, type, value, help) \
  { field, heading, CELL_##type, help, 0, 0, 0, 0, false },
#define DEFINE_COLUMNS(id, name, view, title, columns, ...) \
  static const struct column id##_columns[] = { columns (DESCRIBE) };
#define DEFINE_ROWS(id, name, view, title, columns, rows, ...) \
  static size_t id##_rows (const struct report *report) { return rows; }
#define DEFINE_TABLE(id, name_, view_, title_, columns_, rows_, ...) \
  { .name = name_, .view = view_, .title = title_, .columns = id##_columns, \
    .column_count = COUNT_OF (id##_columns), .rows = id##_rows, \
    .fill = id##_fill, __VA_ARGS__ },

TABLES (DEFINE_COLUMNS)
TABLES (DEFINE_ROWS)
const struct table tables[] = { TABLES (DEFINE_TABLE) };
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

/* Chooses how self time is shown.  Where threads wait, its parts are shown
   in its place, as there is no room for both.  */
static void
choose_parts (const struct report *report, struct column *columns,
	      size_t count)
{
  static const char *const whole[] = { "self", "self_percent" };
  static const char *const parts[] = { "running", "running_percent",
				       "waiting", "ready" };
  const char *const *hidden = report->shows_waiting ? whole : parts;
  size_t hidden_count
    = report->shows_waiting ? COUNT_OF (whole) : COUNT_OF (parts);
  if (find_field (columns, count, "running") == count)
    return;
  for (size_t i = 0; i < hidden_count; i++)
    {
      size_t at = find_field (columns, count, hidden[i]);
      if (at < count)
	columns[at].heading = NULL;
    }
  size_t ready = find_field (columns, count, "ready");
  if (ready < count && !shows_ready (report))
    columns[ready].heading = NULL;
}

size_t *
display_order (const struct column *columns, size_t count)
{
  static const char *const parts[] = { "running", "running_percent",
				       "waiting", "ready" };
  size_t *order = allocate (count, sizeof *order), n = 0;
  size_t percent = find_field (columns, count, "running_percent");
  bool has_parts = percent < count && columns[percent].heading;
  for (size_t i = 0; has_parts && i < COUNT_OF (parts); i++)
    {
      size_t at = find_field (columns, count, parts[i]);
      if (at < count)
	order[n++] = at;
    }
  for (size_t i = 0; i < count; i++)
    if (!has_parts || !in_list ("running,running_percent,waiting,ready",
				columns[i].field))
      order[n++] = i;
  return order;
}

/* Returns which of COUNT COLUMNS is called FIELD and ENDING; COUNT if none
   is.  */
static size_t
find_about (const struct column *columns, size_t count, const char *field,
	    const char *ending)
{
  OWNED char *wanted = print_string ("%s_%s", field, ending);
  return find_field (columns, count, wanted);
}

/* Finds what each of COUNT COLUMNS has beside it.  */
static void
find_marks (const struct table *table, struct column *columns, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const char *field = columns[i].field;
      columns[i].estimate
	= find_about (columns, count,
		      strcmp (field, "per_call") ? field : "total",
		      "estimated");
      columns[i].least
	= find_about (columns, count,
		      strcmp (field, "total") ? field : "calls", "at_least");
      columns[i].known = find_about (columns, count, field, "known");
      columns[i].error = find_about (columns, count, field, "error");
      columns[i].is_sum = is_summed (table, &columns[i]);
    }
}

struct column *
table_columns (const struct report *report, const struct table *table,
	       size_t *count)
{
  size_t counters = table->with_counters ? report->profile.counter_count : 0;
  size_t threads = table->by_thread ? count_thread_columns (report) : 0;
  struct column *columns = allocate (table->column_count + 2 * counters
				     + threads, sizeof *columns);
  memcpy (columns, table->columns, table->column_count * sizeof *columns);
  *count = table->column_count;
  for (size_t i = 0; i < *count; i++)
    if (columns[i].heading && !strcmp (columns[i].heading, RANK_HEADING))
      columns[i].heading = rank_word (report);
  choose_parts (report, columns, *count);
  for (size_t i = 0; i < threads; i++)
    {
      const char *rank = arena_copy (rank_text (rank_at (&report->profile, i)));
      columns[(*count)++]
	= (struct column) { arena_print ("thread:%s", rank), rank,
			    table->by_thread->type, table->by_thread->help,
			    0, 0, 0, 0, false };
    }
  for (size_t i = 0; i < counters && *count + 2 <= MOST_COUNTER_CELLS; i++)
    {
      const char *name = report->profile.counters[i].name;
      columns[(*count)++] = (struct column) {
	name, NULL, CELL_VALUE, "counter, with all called", 0, 0, 0, 0, false
      };
      columns[(*count)++]
	= (struct column) { arena_print ("self:%s", name), NULL, CELL_VALUE,
			    "counter, without what was called", 0, 0, 0, 0,
			    false };
    }
  find_marks (table, columns, *count);
  return columns;
}

bool
is_in_view (const struct table *table, const char *view)
{
  return in_list (view, "all") || in_list (view, table->view)
	 || in_list (view, table->name)
	 || (!strcmp (table->view, "peers") && in_list (view, "upc"))
	 || (in_list (view, "omp") && !strcmp (table->name, "critical-path"))
	 || (in_list (view, "locks")
	     && in_list ("team-locks,lock-blame", table->name))
	 || (in_list (view, "blocking") && !strcmp (table->name, "lock-blame"));
}

char *
title_of (const struct report *report, const struct table *table)
{
  const char *name = report->peers.rank_name;
  if (report->function
      && in_list ("callers,callees,source,instructions", table->view))
    return print_string ("%s of %s", table->title, report->function);
  OWNED char *own = print_string (table->title,
				  table->of_ranks ? ranks_name (report)
				  : name ? name : "rank");
  return print_string (in_list ("critical-path,delays", table->name)
		       && !has_all_teams (report)
		       ? "%s, of teams by their first threads only: the budget "
			 "left OpenMP's events out"
		       : !strcmp (table->name, "critical-path")
			 && report->peers.criticals.has_open_waits
		       ? "%s, not followed to other threads of a team that "
			 "calls MPI"
		       : "%s", own);
}

const char *
sort_of (const struct report *report, const struct table *table)
{
  return table->sort && !strcmp (table->sort, "running")
	 ? self_heading (report) : table->sort;
}

/* A row that is being sorted, by its key.  */
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
    case CELL_VALUE: case CELL_NUMBER: case CELL_RANK:
      return a.value > b.value ? -1 : a.value < b.value;
    default:
      return a.count > b.count ? -1 : a.count < b.count;
    }
}

/* Compares rows by their keys, for falling numbers and rising texts, and then
   as they came.  */
ORDER (by_key, struct keyed, THEN (compare_cells (x->key, y->key, key_type))
       RISING (row))

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
  OWNED struct column *columns = table_columns (report, table, &column_count);
  struct criteria criteria = {
    find_field (columns, column_count, showing->sort),
    find_field (columns, column_count, table->percent),
    find_field (columns, column_count, showing->nonzero)
  };
  if (criteria.key == column_count)
    criteria.key = find_field (columns, column_count,
			       sort_of (report, table));
  *count = showing->span ? showing->span : table->rows (report);
  OWNED struct keyed *rows = choose_rows (report, table, showing, &criteria,
					  column_count, count);
  *all = *count;
  if (criteria.key < column_count && *count)
    {
      key_type = columns[criteria.key].type;
      SORT (rows, *count, by_key);
    }
  if (showing->limit && *count > showing->limit)
    *count = showing->limit;
  size_t *order = allocate (*count, sizeof *order);
  for (size_t i = 0; i < *count; i++)
    order[i] = rows[i].row;
  return order;
}
