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

/* ---- Text that is written in one go.  There may be gigabytes of it, so numbers
   are not left to printf.  */

struct text {
  char *start;
  size_t length, room;
};

/* Room for SIZE bytes more behind TEXT.  */
static char *
room_for (struct text *text, size_t size)
{
  if (text->length + size >= text->room)
    {
      text->room = 2 * text->room + size + 100;
      char *bigger = realloc (text->start, text->room);
      if (!bigger)
	fail (EXIT_TROUBLE, "out of memory");
      text->start = bigger;
    }
  return text->start + text->length;
}

static void
put (struct text *text, const char *what, size_t length)
{
  memcpy (room_for (text, length), what, length);
  text->length += length;
}

static void
put_string (struct text *text, const char *string)
{
  put (text, string, strlen (string));
}

#define PUT_FORMATTED(text, ...) \
  ((text)->length += (size_t) sprintf (room_for (text, 400), __VA_ARGS__))

static void
put_count (struct text *text, unsigned long long count)
{
  char digits[20];
  size_t at = sizeof digits;
  do
    digits[--at] = (char) ('0' + count % 10);
  while (count /= 10);
  put (text, digits + at, sizeof digits - at);
}

static void
write_out (struct text *text, FILE *out)
{
  fwrite (text->start, 1, text->length, out);
  text->length = 0;
}

/* ---- Values.  */

/* Whether C is written as it is.  "<" must not end a script.  */
static bool
is_plain (char c)
{
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>'
	 && c != '&';
}

/* Put the character at STRING, which is not plain; its length.  What is not UTF-8
   becomes U+FFFD.  U+2028 is a line's end to some.  */
static size_t
put_character (struct text *text, const char *string)
{
  size_t length = utf8_length (string);
  unsigned char c = (unsigned char) *string;
  if (c == '"' || c == '\\')
    PUT_FORMATTED (text, "\\%c", c);
  else if (c < 0x80)
    PUT_FORMATTED (text, "\\u%04x", c);
  else if (length)
    put (text, string, length);
  else
    put_string (text, "\\ufffd");
  return length ? length : 1;
}

static void
put_json_string (struct text *text, const char *string)
{
  if (!string)
    {
      put_string (text, "null");
      return;
    }
  put_string (text, "\"");
  while (*string)
    {
      size_t plain = 0;
      while (is_plain (string[plain]))
	plain++;
      put (text, string, plain);
      string += plain;
      if (*string)
	string += put_character (text, string);
    }
  put_string (text, "\"");
}

/* Without a locale's comma, and never "nan"; with no DECIMALS, or three.  What
   printf might round otherwise is left to it.  */
static void
put_real (struct text *text, double value, int decimals)
{
  double scaled = decimals ? value * 1000 : value;
  double digits = rint (scaled);
  if (!isfinite (value))
    value = 0;
  if (signbit (value) || !(scaled < 1e9)
      || (decimals && fabs (fabs (scaled - digits) - .5) < 1e-4))
    PUT_FORMATTED (text, "%.*f", decimals, value);
  else if (!decimals)
    put_count (text, (unsigned long long) digits);
  else
    {
      unsigned int thousandths = (unsigned int) digits % 1000 + 1000;
      put_count (text, (unsigned int) digits / 1000);
      size_t point = text->length;
      put_count (text, thousandths);
      text->start[point] = '.';
    }
}

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

void
write_json_string (FILE *out, const char *string)
{
  struct text text = { 0 };
  put_json_string (&text, string);
  write_out (&text, out);
  free (text.start);
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
