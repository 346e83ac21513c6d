/* csv.c - the report as comma-separated values (RFC 4180).  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   Each table begins with a line of field names.  The first field of each line
   is the table's name, so that several tables in one file can be distinguished.
   Lines end in LF.  Text is always in quotes; times are in ns.  */

#include "tables/tables.h"

#include <math.h>
#include <stdlib.h>

/* Writes TEXT in quotes; what is not UTF-8 or a control character becomes
   U+FFFD.  */
static void
write_quoted (FILE *out, const char *text)
{
  fputc ('"', out);
  while (*text)
    {
      size_t length = utf8_length (text);
      if (*text == '"')
	fputs ("\"\"", out);
      else if (length)
	fwrite (text, 1, length, out);
      else
	fputs ("\xef\xbf\xbd", out);
      text += length ? length : 1;
    }
  fputc ('"', out);
}

static void
write_cell (FILE *out, union cell cell, enum cell_type type)
{
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      if (cell.text)
	write_quoted (out, cell.text);
      break;
    case CELL_TIME:
      fprintf (out, "%.0f", isfinite (cell.real) ? cell.real : 0.);
      break;
    case CELL_PERCENT:
      fprintf (out, "%.3f", isfinite (cell.real) ? cell.real : 0.);
      break;
    case CELL_NUMBER: case CELL_VALUE:
      fprintf (out, "%lld", (long long) cell.value);
      break;
    case CELL_RANK:
      fputs (rank_text (cell.value), out);
      break;
    case CELL_ADDRESS:
      fprintf (out, "%#llx", (unsigned long long) cell.count);
      break;
    case CELL_BYTES: case CELL_COUNT: case CELL_FLAG:
      fprintf (out, "%llu", (unsigned long long) cell.count);
      break;
    }
}

static void
write_table (const struct report *report, const struct table *table,
	     const struct output *output)
{
  union cell cells[MOST_CELLS];
  FILE *out = output->out;
  size_t column_count, count, all;
  OWNED struct column *columns = table_columns (report, table, &column_count);
  OWNED size_t *order
    = table_order (report, table, &output->showing, &count, &all);
  fputs ("\"table\"", out);
  for (size_t j = 0; j < column_count; j++)
    {
      fputc (',', out);
      write_quoted (out, columns[j].field);
    }
  fputc ('\n', out);
  for (size_t i = 0; i < count; i++)
    {
      table->fill (report, order[i], cells);
      fprintf (out, "\"%s\"", table->name);
      for (size_t j = 0; j < column_count; j++)
	{
	  fputc (',', out);
	  write_cell (out, cells[j], columns[j].type);
	}
      fputc ('\n', out);
    }
}

void
write_csv (const struct report *report, const struct output *output)
{
  for (size_t i = 0; i < table_count; i++)
    if (is_in_view (&tables[i], output->view))
      write_table (report, &tables[i], output);
}
