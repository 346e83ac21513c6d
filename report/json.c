/* json.c - the report as JSON.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

     { "format": "gasp-report", "version": 1, "total_time": ns,
       "counter_names": [ { "name", "unit" }, ... ],
       "flat": [ { "self": ns, ..., "function": "..." }, ... ],
       "tree": [ ... ], ... }

   One member for each table; `gasp list fields' says what there is.  Times are
   in ns, memory in bytes.  */

#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Write the character at TEXT; its length.  What is not UTF-8 becomes U+FFFD.
   "<" must not end a script, and U+2028 is a line's end to some.  */
static size_t
write_character (FILE *out, const char *text)
{
  size_t length = utf8_length (text);
  unsigned char c = (unsigned char) *text;
  if (c == '"' || c == '\\')
    fprintf (out, "\\%c", c);
  else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x7f)
    fprintf (out, "\\u%04x", c);
  else if (length)
    fwrite (text, 1, length, out);
  else
    fputs ("\\ufffd", out);
  return length ? length : 1;
}

void
write_json_string (FILE *out, const char *text)
{
  if (!text)
    {
      fputs ("null", out);
      return;
    }
  fputc ('"', out);
  while (*text)
    text += write_character (out, text);
  fputc ('"', out);
}

/* Without a locale's comma, and never "nan".  */
static void
write_real (FILE *out, double value, int decimals)
{
  fprintf (out, "%.*f", decimals, isfinite (value) ? value : 0.);
}

static void
write_cell (FILE *out, union cell cell, enum cell_type type)
{
  switch (type)
    {
    case CELL_TEXT:
      write_json_string (out, cell.text);
      break;
    case CELL_TIME:
      write_real (out, cell.real, 0);
      break;
    case CELL_PERCENT:
      write_real (out, cell.real, 3);
      break;
    case CELL_NUMBER: case CELL_VALUE:
      fprintf (out, "%lld", (long long) cell.value);
      break;
    case CELL_ADDRESS:
      fprintf (out, "\"%#llx\"", (unsigned long long) cell.count);
      break;
    case CELL_BYTES: case CELL_COUNT: case CELL_FLAG:
      fprintf (out, "%llu", (unsigned long long) cell.count);
      break;
    }
}

static void
write_row (FILE *out, const struct column *columns, size_t count,
	   const union cell *cells, bool compact)
{
  fputc (compact ? '[' : '{', out);
  for (size_t j = 0; j < count; j++)
    {
      if (j)
	fputs (compact ? "," : ", ", out);
      if (!compact)
	{
	  write_json_string (out, columns[j].field);
	  fputs (": ", out);
	}
      write_cell (out, cells[j], columns[j].type);
    }
  fputc (compact ? ']' : '}', out);
}

void
write_json_table (const struct report *report, const struct table *table,
		  const struct output *output, bool compact)
{
  union cell cells[MOST_CELLS];
  size_t column_count, count, all;
  struct column *columns = table_columns (report, table, &column_count);
  size_t *order = table_order (report, table, &output->showing, &count, &all);
  fputc ('[', output->out);
  for (size_t i = 0; i < count; i++)
    {
      table->fill (report, order[i], cells);
      fputs (i ? ",\n" : "\n", output->out);
      write_row (output->out, columns, column_count, cells, compact);
    }
  fputs (count ? "\n]" : "]", output->out);
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
  fputs ("{ \"format\": \"gasp-report\", \"version\": 1,\n\"records\": ",
	 out);
  write_json_string (out, report->directory);
  /* What locations that are relative begin with, if they have anything in
     common.  */
  fputs (", \"source_root\": ", out);
  write_json_string (out, report->root);
  fputs (", \"total_time\": ", out);
  write_real (out, report->whole, 0);
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
