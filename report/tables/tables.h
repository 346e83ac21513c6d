/* tables.h - all that is reported, as tables.

   SPDX-License-Identifier: Apache-2.0

   A table is a row in tables.def: its columns, how many rows it has, and a
   function that fills in the cells of one.  The output formats know cells
   only.  Names of tables and fields are stable: programs read them.  */

#pragma once

#include "sums/figures.h"

enum cell_type {
  CELL_TEXT,			/* null: nothing */
  CELL_QUANTITY,		/* a text, of a number with its unit */
  CELL_TIME,			/* nanoseconds */
  CELL_BYTES,
  CELL_COUNT,
  CELL_NUMBER,			/* an identification: not to be abbreviated */
  CELL_RANK,			/* of a process; as rank_text has it */
  CELL_VALUE,			/* of a counter */
  CELL_PERCENT,
  CELL_ADDRESS,
  CELL_FLAG
};

union cell {
  const char *text;		/* TEXT, QUANTITY */
  double real;			/* TIME, PERCENT */
  uint64_t count;		/* BYTES, COUNT, ADDRESS, FLAG */
  int64_t value;		/* NUMBER, RANK, VALUE */
};

/* Of a column's headings: the last word of what the model calls a process (UPC
   thread, MPI rank).  */
#define RANK_HEADING "%s"

struct column {
  const char *field;
  const char *heading;		/* in texts; null: not shown there */
  enum cell_type type;
  const char *help;
  /* Which column says whether the value is an estimate, a lower bound, or known
     at all, and which has its error; as many as there are if none does.
     table_columns finds them.  */
  size_t estimate, least, known, error;
  bool is_sum;			/* values of several rows can be added up */
};

struct table {
  const char *name, *view, *title;
  const struct column *columns;
  size_t column_count;
  size_t (*rows) (const struct report *report);
  void (*fill) (const struct report *report, size_t row, union cell *cells);
  const char *sort;		/* field by which it is sorted by default, or
				   null: as it comes; see sort_of */
  const char *percent;		/* field that --min-percent is about, or null */
  bool with_counters;		/* two more columns for each counter */
  bool grouped;			/* rows with the same first column belong
				   together, and come so */
  bool of_ranks;		/* the title names several of them, not one */
  const struct column *by_thread; /* one more for each UPC thread, with this
				     type and help; or null */
};

/* The most columns that tables have for threads: beyond so many, none.  */
#define MOST_THREAD_COLUMNS 1024
#define MOST_CELLS 1100
#define MOST_COUNTER_CELLS 96

extern const struct table tables[];
extern const size_t table_count;

/* Returns how many columns a table by thread has for these: one for each, or
   none.  */
static inline uint32_t
count_thread_columns (const struct report *report)
{
  uint32_t threads = report->peers.threads;
  return threads <= MOST_THREAD_COLUMNS ? threads : 0;
}

/* Returns the field by which TABLE is sorted by default: "running" is "self"
   where threads do not wait.  */
extern const char *sort_of (const struct report *report,
			    const struct table *table);

/* Returns the columns of TABLE, with those of REPORT's counters; their number
   in *COUNT.  Allocated.  */
extern struct column *table_columns (const struct report *report,
				     const struct table *table,
				     size_t *count);

/* Returns in which order COUNT COLUMNS are shown to a person: the parts of
   self time first, which are further behind for programs that know columns by
   their places.  Allocated.  */
extern size_t *display_order (const struct column *columns, size_t count);

/* Returns the table called NAME, which there is.  */
extern const struct table *find_table (const char *name);
/* Returns the number of FIELD, which may be null, among COUNT COLUMNS; COUNT
   if it is not one of them.  */
extern size_t find_field (const struct column *columns, size_t count,
			  const char *field);

/* The visible part of a table.  */
struct showing {
  const char *sort;		/* a field; null: the table's own */
  double least_percent;
  size_t limit;			/* rows; 0: all */
  size_t first, span;		/* only SPAN rows from FIRST; 0: all */
  const char *nonzero;		/* only rows where this field is not 0 */
};

/* Returns the numbers of TABLE's rows that SHOWING wants, in its order;
   *COUNT of them, and *ALL without a limit.  Allocated.  */
extern size_t *table_order (const struct report *report,
			    const struct table *table,
			    const struct showing *showing, size_t *count,
			    size_t *all);

/* Returns whether COLUMN of TABLE can be added up.  (rest.c)  */
extern bool is_summed (const struct table *table, const struct column *column);
/* Adds CELL to SUM, if it can be added up.  */
extern void add_cell (union cell *sum, union cell cell, enum cell_type type);
/* Adds CELLS, a row with COUNT COLUMNS, to SUM, as far as that makes sense.  */
extern void add_to_rest (const struct column *columns, size_t count,
			 union cell *sum, const union cell *cells);

/* Returns whether VIEW, a list, wants TABLE.  */
extern bool is_in_view (const struct table *table, const char *view);
/* Returns TABLE's title, allocated: with what the model calls one of the
   program's processes, and the function that it is about.  */
extern char *title_of (const struct report *report,
		       const struct table *table);

/* Returns PLACE's signature, and what it is called.  */
extern const char *name_of (const struct place *place);
extern const char *label_of (const struct place *place);

/* Returns how many functions were switched off, and the row of the flat profile
   for number NUMBER of them.  */
extern size_t count_switched_off (const struct report *report);
extern const struct row *off_row (const struct report *report, size_t number);

/* The writers.  VIEW is a list of views.  */
struct output {
  FILE *out;
  const char *view;
  struct showing showing;
  bool limited;			/* the user gave a limit */
};
extern void write_text (const struct report *report,
			const struct output *output);
extern void write_json (const struct report *report,
			const struct output *output);
extern void write_csv (const struct report *report,
		       const struct output *output);
extern void write_html (const struct report *report,
			const struct output *output);

/* In formats of other programs: export.c, pprof.c.  */
/* Writes lines and leaks as a compiler's messages: messages.c.  */
extern void write_as_messages (const struct report *report,
			       const struct output *output);
/* Writes a file for each thread into DIRECTORY: tau.c.  */
extern void write_tau (const struct report *report, const char *directory);
/* The version of the format that write_json writes; and its description:
   schema.c.  */
#define JSON_VERSION 1
extern void write_schema (FILE *out);
extern void write_folded (const struct report *report,
			  const struct output *output);
extern void write_callgrind (const struct report *report,
			     const struct output *output);
extern void write_speedscope (const struct report *report,
			      const struct output *output);
extern void write_pprof (const struct report *report,
			 const struct output *output);

/* Writes the rows of TABLE that SHOWING wants into the array that is open: as
   objects, or, unless WITH_FIELDS, as arrays.  */
struct json;
extern void write_json_table (const struct report *report,
			      const struct table *table,
			      const struct showing *showing, bool with_fields,
			      struct json *json);
