/* json.c - the report as JSON.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

     { "format": "gasp-report", "version": 1, "total_time": ns,
       "counter_names": [ { "name", "unit" }, ... ],
       "flat": [ { "self": ns, ..., "function": "..." }, ... ],
       "tree": [ ... ], ... }

   One member for each table; `gasp list fields' says what there is.  Times are
   in ns, memory in bytes.  */

#include "base/json.h"
#include "tables/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values.  */

static void
put_cell (struct text *text, union cell cell, enum cell_type type)
{
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      put_json_string (text, cell.text);
      break;
    case CELL_TIME:
      put_real (text, cell.real, 0);
      break;
    case CELL_PERCENT:
      put_real (text, cell.real, 3);
      break;
    case CELL_NUMBER: case CELL_VALUE:
      if (cell.value < 0)
	put_string (text, "-");
      put_count (text, cell.value < 0 ? -(unsigned long long) cell.value
		       : (unsigned long long) cell.value);
      break;
    case CELL_ADDRESS:
      PUT_FORMATTED (text, "\"%#llx\"", (unsigned long long) cell.count);
      break;
    case CELL_BYTES: case CELL_COUNT: case CELL_FLAG:
      put_count (text, cell.count);
      break;
    }
}

static void
write_real (FILE *out, double value)
{
  fprintf (out, "%.0f", isfinite (value) ? value : 0.);
}

/* ---- Tables.  */

/* What comes before each cell of a row; allocated.  */
static struct text *
prefixes_of (const struct column *columns, size_t count, bool compact)
{
  struct text *prefixes = allocate (count, sizeof *prefixes);
  for (size_t j = 0; j < count; j++)
    {
      put_string (&prefixes[j], !j ? "" : compact ? "," : ", ");
      if (compact)
	continue;
      put_json_string (&prefixes[j], columns[j].field);
      put_string (&prefixes[j], ": ");
    }
  return prefixes;
}

void
write_json_table (const struct report *report, const struct table *table,
		  const struct output *output, bool compact)
{
  union cell cells[MOST_CELLS];
  size_t column_count, count, all;
  struct column *columns = table_columns (report, table, &column_count);
  struct text *prefixes = prefixes_of (columns, column_count, compact);
  size_t *order = table_order (report, table, &output->showing, &count, &all);
  struct text row = { 0 };
  fputc ('[', output->out);
  for (size_t i = 0; i < count; i++)
    {
      table->fill (report, order[i], cells);
      put_string (&row, i ? ",\n" : "\n");
      put_string (&row, compact ? "[" : "{");
      for (size_t j = 0; j < column_count; j++)
	{
	  put (&row, prefixes[j].start, prefixes[j].length);
	  put_cell (&row, cells[j], columns[j].type);
	}
      put_string (&row, compact ? "]" : "}");
      write_out (&row, output->out);
    }
  fputs (count ? "\n]" : "]", output->out);
  for (size_t j = 0; j < column_count; j++)
    free (prefixes[j].start);
  free (prefixes);
  free (row.start);
  free (columns);
  free (order);
}

static void
write_counter_list (const struct report *report, FILE *out)
{
  fputs ("\"counter_names\": [", out);
  for (size_t i = 0; i < report->profile.counter_count; i++)
    {
      fputs (i ? ", { \"name\": " : " { \"name\": ", out);
      write_json_string (out, report->profile.counters[i].name);
      fputs (", \"unit\": ", out);
      write_json_string (out, report->profile.counters[i].unit);
      fputs (" }", out);
    }
  fputs (" ]", out);
}

void
write_json (const struct report *report, const struct output *output)
{
  FILE *out = output->out;
  fprintf (out, "{ \"format\": \"gasp-report\", \"version\": %d,\n\"records\": ",
	   JSON_VERSION);
  write_json_string (out, report->directory);
  /* What locations that are relative begin with, if they have anything in
     common.  */
  fputs (", \"source_root\": ", out);
  write_json_string (out, report->root);
  fputs (", \"total_time\": ", out);
  write_real (out, report->whole);
  fputs (",\n", out);
  write_counter_list (report, out);
  for (size_t i = 0; i < table_count; i++)
    if (is_in_view (&tables[i], output->view))
      {
	fputs (",\n", out);
	write_json_string (out, tables[i].name);
	fputs (": ", out);
	write_json_table (report, &tables[i], output, false);
      }
  fputs ("\n}\n", out);
}
