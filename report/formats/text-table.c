/* text-table.c - one table for a terminal.  See text.h.

   SPDX-License-Identifier: Apache-2.0

   All tables are laid out by the same function: numbers are as wide as they
   are, and texts share the rest of the line.  */

#include "base/terminal.h"
#include "formats/text.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROWS = 20, LEAST_TEXT = 10, UNCUT_WIDTH = 160 };

/* Returns the width of the terminal, or else what COLUMNS says; 0 if neither is
   known.  */
static size_t
wanted_width (void)
{
  const char *columns = getenv ("COLUMNS");
  size_t width = terminal_width ();
  return width ? width : columns ? strtoul (columns, NULL, 10) : 0;
}

size_t
text_width (void)
{
  size_t width = wanted_width ();
  return !width ? 100 : width < 60 ? 60 : width > 240 ? 240 : width;
}

void
write_title (FILE *out, const char *title, size_t shown, size_t all)
{
  char *line = shown < all
	       ? print_string ("%s (%zu of %zu; --limit=0 shows all)", title,
			       shown, all) : copy_string (title);
  fputc ('\n', out);
  paint (out, PAINT_TITLE);
  print_clean (out, line);
  paint (out, PAINT_NONE);
  fputc ('\n', out);
  for (size_t i = clean_width (line); i; i--)
    fputc ('-', out);
  fputc ('\n', out);
  free (line);
}

bool
text_is_cut (void)
{
  return wanted_width () > 0;
}

void
print_text (FILE *out, const char *text, size_t width, bool at_end)
{
  if (text_is_cut ())
    print_fitted (out, text, width, at_end);
  else
    print_clean (out, text);
}

bool
is_empty (union cell cell, enum cell_type type)
{
  if (type == CELL_TEXT || type == CELL_QUANTITY)
    return !cell.text || !*cell.text;
  if (type == CELL_TIME || type == CELL_PERCENT)
    return cell.real == 0;
  if (type == CELL_NUMBER || type == CELL_RANK)
    return cell.value <= 0;
  return cell.count == 0;
}

/* Returns CELL as text; valid for a few more calls only, unless it is a
   text.  */
static const char *
cell_text (union cell cell, enum cell_type type)
{
  static char buffers[2][32];
  static unsigned turn;
  char *buffer = buffers[turn++ % 2];
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      return cell.text ? cell.text : "";
    case CELL_TIME:
      return time_text (cell.real);
    case CELL_BYTES:
      return bytes_text ((double) cell.count);
    case CELL_COUNT:
      return count_text ((double) cell.count);
    case CELL_VALUE:
      return count_text ((double) cell.value);
    case CELL_PERCENT:
      return percent_text (cell.real, 100);
    case CELL_NUMBER:
      snprintf (buffer, 32, "%lld", (long long) cell.value);
      return buffer;
    case CELL_RANK:
      return rank_text (cell.value);
    case CELL_ADDRESS:
      snprintf (buffer, 32, "%#llx", (unsigned long long) cell.count);
      return buffer;
    case CELL_FLAG:
      return cell.count ? "yes" : "";
    }
  return "";
}

struct row_fields
row_fields (const struct column *columns, size_t count)
{
#define FIND(field) .field = find_field (columns, count, #field)
  return (struct row_fields) {
    columns, count, FIND (calls), FIND (calls_at_least),
    FIND (calls_estimated), FIND (per_call), FIND (time), FIND (sampled_time),
    FIND (samples), FIND (total)
  };
#undef FIND
}

/* Returns whether ROW has FLAG, a column.  */
static bool
has (const struct row_fields *fields, const union cell *row, size_t flag)
{
  return flag < fields->count && row[flag].count;
}

/* Returns whether COLUMN is of a number of calls that nothing has counted, as
   only samples have seen what ROW is of; or of a time, or a mean, of calls that
   are known in part.  */
static bool
is_uncounted (const struct row_fields *fields, const union cell *row,
	      size_t column)
{
  bool in_part = has (fields, row, fields->calls_at_least);
  bool is_sampled = has (fields, row, fields->calls_estimated);
  if (column == fields->calls)
    return !row[column].count;
  if (column == fields->per_call)
    return in_part || is_sampled;
  return column == fields->time && is_sampled;
}

/* Returns whether ROW is of a line that only samples have seen, and COLUMN is
   not of these.  */
static bool
is_unseen (const struct row_fields *fields, const union cell *row,
	   size_t column)
{
  const struct row_fields *f = fields;
  return f->sampled_time < f->count && has (f, row, f->samples)
	 && f->calls < f->count && !row[f->calls].count && f->total < f->count
	 && is_empty (row[f->total], CELL_TIME) && column != f->sampled_time
	 && column != f->samples
	 && is_empty (row[column], f->columns[column].type);
}

/* Returns whether the cell of ROW in COLUMN is not known, or says that
   something is 0 at least, which is nothing.  */
static bool
is_unknown (const struct row_fields *fields, const union cell *row,
	    size_t column)
{
  const struct column *c = &fields->columns[column];
  return (c->known < fields->count && !has (fields, row, c->known))
	 || (has (fields, row, c->least) && is_empty (row[column], c->type));
}

/* Returns the error of ROW's cell in the column NUMBER, as text; null: none is
   shown.  */
static const char *
error_text (const struct row_fields *fields, const union cell *row,
	    size_t number)
{
  enum { SMALL = 20 };
  const struct column *column = &fields->columns[number];
  if (!has (fields, row, column->error))
    return NULL;
  uint64_t error = row[column->error].count;
  if (column->type == CELL_BYTES)
    return bytes_text ((double) error);
  return number == fields->calls && error > row[number].count / SMALL
	 ? count_text ((double) error) : NULL;
}

const char *
row_text (const struct row_fields *fields, const union cell *row,
	  size_t number)
{
  static char buffers[2][40];
  static unsigned turn;
  const struct column *column = &fields->columns[number];
  if (is_uncounted (fields, row, number) || is_unseen (fields, row, number)
      || is_unknown (fields, row, number))
    return "";
  const char *text = cell_text (row[number], column->type);
  bool is_least = has (fields, row, column->least);
  if (!is_least && !has (fields, row, column->estimate))
    return text;
  const char *error = error_text (fields, row, number);
  char *buffer = buffers[turn++ % 2];
  int length = snprintf (buffer, sizeof *buffers, "%s%s",
			 is_least ? least_sign () : ESTIMATE_SIGN, text);
  if (error && length >= 0)
    snprintf (buffer + length, sizeof *buffers - (size_t) length, " %s %s",
	      error_sign (), error);
  return buffer;
}

/* A table being laid out: those columns that have something in them.  */
struct layout {
  const struct report *report;
  const struct table *table;
  struct column *columns;
  size_t count;
  struct row_fields fields;
  size_t *order, row_count, all; /* rows that are shown, of all */
  union cell *rest;		/* the sum of those that are not, or null */
  size_t others;		/* the column of processes that have none; or
				   0 */
  size_t *shown;		/* the order of columns */
  size_t widths[MOST_CELLS];	/* 0: not shown */
};

bool
is_obvious (const struct report *report, const char *field)
{
  return (report->process_count == 1 && !strcmp (field, "process"))
	 || (report->thread_count == 1 && !strcmp (field, "thread"));
}

/* ---- What is cut  */

/* Fills CELLS with row number ROW.  */
static void
fill_row (const struct layout *layout, size_t row, union cell *cells)
{
  layout->table->fill (layout->report, row, cells);
  /* Processes for which a line has no room are added up.  */
  for (size_t j = layout->others + 1; layout->others && j < layout->count; j++)
    add_cell (&cells[layout->others], cells[j], layout->columns[j].type);
}

/* Adds up the rows that are not shown.  */
static void
add_up_rest (struct layout *layout)
{
  union cell cells[MOST_CELLS];
  if (layout->row_count == layout->all)
    return;
  layout->rest = allocate (layout->count, sizeof *layout->rest);
  for (size_t i = layout->row_count; i < layout->all; i++)
    {
      fill_row (layout, layout->order[i], cells);
      add_to_rest (layout->columns, layout->count, layout->rest, cells);
    }
}

/* Returns the text of CELLS in column J, where the sum of rows has only what
   can be added up.  */
static const char *
text_in (const struct layout *layout, const union cell *cells, size_t j)
{
  return cells == layout->rest && !layout->columns[j].is_sum ? ""
	 : row_text (&layout->fields, cells, j);
}

/* ---- Widths  */

/* Finds how wide columns must be for CELLS, and which are USED.  */
static void
measure_row (struct layout *layout, const union cell *cells, bool *used)
{
  for (size_t j = 0; j < layout->count; j++)
    {
      if (!layout->columns[j].heading)
	continue;
      size_t width = clean_width (text_in (layout, cells, j));
      used[j] |= cells != layout->rest
		 && !is_empty (cells[j], layout->columns[j].type);
      if (width > layout->widths[j])
	layout->widths[j] = width;
    }
}

/* Finds how wide each column would like to be.  */
static void
measure (struct layout *layout)
{
  union cell cells[MOST_CELLS];
  bool used[MOST_CELLS] = { false };
  for (size_t i = 0; i < layout->row_count; i++)
    {
      fill_row (layout, layout->order[i], cells);
      measure_row (layout, cells, used);
    }
  if (layout->rest)
    measure_row (layout, layout->rest, used);
  for (size_t j = 0; j < layout->count; j++)
    {
      const char *heading = layout->columns[j].heading;
      if (!heading || !used[j] || is_obvious (layout->report,
					       layout->columns[j].field))
	layout->widths[j] = 0;
      else if (clean_width (heading) > layout->widths[j])
	layout->widths[j] = clean_width (heading);
    }
}

/* Makes the widest texts narrower until lines fit into WIDTH columns.  */
static void
shrink (struct layout *layout, size_t width)
{
  for (;;)
    {
      size_t sum = 0, widest = layout->count;
      for (size_t j = 0; j < layout->count; j++)
	{
	  sum += layout->widths[j] ? layout->widths[j] + 2 : 0;
	  if (layout->columns[j].type == CELL_TEXT
	      && layout->widths[j] > LEAST_TEXT
	      && (widest == layout->count
		  || layout->widths[j] >= layout->widths[widest]))
	    widest = j;
	}
      if (sum <= width + 2 || widest == layout->count)
	return;
      layout->widths[widest]--;
    }
}

/* Returns whether the first cell of CELLS is the same as in the row BEFORE,
   which may be null, and need not be repeated.  */
static bool
is_repeated (const struct layout *layout, const union cell *cells,
	     const union cell *before)
{
  return layout->table->grouped && before && cells[0].text == before[0].text;
}

/* Returns whether most cells of TABLE are 0, which would hide the others.  */
static bool
has_blanks (const struct table *table)
{
  return in_list ("source,instructions", table->view);
}

/* Returns how CELL of COLUMN is painted.  */
static enum paint
paint_of (const struct column *column, union cell cell)
{
  if (column->type == CELL_PERCENT && !strcmp (column->heading, "%"))
    return heat (cell.real);
  if (strcmp (column->field, "verdict"))
    return PAINT_NONE;
  return !*cell.text ? PAINT_NONE : !strcmp (cell.text, "more") ? PAINT_HOT
				  : PAINT_BETTER;
}

/* Returns what is written for CELLS in column J, after those BEFORE.  */
static const char *
text_behind (const struct layout *layout, const union cell *cells, size_t j,
	     const union cell *before)
{
  const struct column *column = &layout->columns[j];
  if (!cells)
    return column->heading;
  if ((!j && is_repeated (layout, cells, before))
      || (has_blanks (layout->table) && is_empty (cells[j], column->type)))
    return "";
  return text_in (layout, cells, j);
}

/* Writes one line, of headings or of CELLS, after those BEFORE; without an
   end.  */
static void
write_line (FILE *out, const struct layout *layout, const union cell *cells,
	    const union cell *before)
{
  size_t blanks = 0;
  for (size_t k = 0; k < layout->count; k++)
    {
      size_t j = layout->shown[k];
      const struct column *column = &layout->columns[j];
      size_t width = layout->widths[j];
      if (!width)
	continue;
      const char *text = text_behind (layout, cells, j, before);
      size_t own = clean_width (text);
      bool left = column->type == CELL_TEXT;
      size_t pad = own < width ? width - own : 0;
      fprintf (out, "%*s", (int) (blanks + (left ? 0 : pad)), "");
      enum paint color = cells ? paint_of (column, cells[j]) : PAINT_HEADING;
      if (color)
	paint (out, color);
      print_text (out, text, width, !strcmp (column->field, "code"));
      if (color)
	paint (out, PAINT_NONE);
      blanks = 2 + (left ? pad : 0);
    }
}

/* Writes the sum of rows that are not shown, if something can be added up.  */
static void
write_rest (FILE *out, const struct layout *layout)
{
  bool is_sum = false;
  for (size_t j = 0; j < layout->count && layout->rest; j++)
    is_sum |= layout->widths[j] && *text_in (layout, layout->rest, j);
  if (!is_sum)
    return;
  write_line (out, layout, layout->rest, NULL);
  fprintf (out, "  (the other %zu)\n", layout->all - layout->row_count);
}

static void
write_rows (FILE *out, struct layout *layout)
{
  union cell cells[2][MOST_CELLS];
  measure (layout);
  shrink (layout, text_is_cut () ? text_width () : UNCUT_WIDTH);
  write_line (out, layout, NULL, NULL);
  fputc ('\n', out);
  for (size_t i = 0; i < layout->row_count; i++)
    {
      fill_row (layout, layout->order[i], cells[i % 2]);
      write_line (out, layout, cells[i % 2], i ? cells[(i + 1) % 2] : NULL);
      fputc ('\n', out);
    }
  write_rest (out, layout);
}

/* Hides threads for which a line has no room: there is one column for all of
   them.  */
static void
hide_threads (struct layout *layout)
{
  size_t first = layout->table->column_count;
  size_t room = (text_width () - 50) / 10;
  if (first + room >= layout->count)
    return;
  layout->others = first + room - 1;
  layout->columns[layout->others].heading = "others";
  for (size_t j = first + room; j < layout->count; j++)
    layout->columns[j].heading = NULL;
}

bool
write_text_table (const struct report *report, const struct table *table,
		  const struct output *output, const struct showing *showing,
		  const char *title)
{
  struct layout layout = { .report = report, .table = table };
  struct showing limited = *showing;
  if (!output->limited)
    limited.limit = DEFAULT_ROWS;
  if (has_blanks (table))
    limited.limit = 0;
  if (!strcmp (table->name, "changed"))
    limited.nonzero = NULL;
  layout.columns = table_columns (report, table, &layout.count);
  layout.fields = row_fields (layout.columns, layout.count);
  layout.shown = display_order (layout.columns, layout.count);
  if (table->by_thread)
    hide_threads (&layout);
  size_t most = limited.limit;
  limited.limit = 0;
  layout.order = table_order (report, table, &limited, &layout.row_count,
			      &layout.all);
  if (most && layout.row_count > most)
    layout.row_count = most;
  if (layout.row_count)
    {
      add_up_rest (&layout);
      write_title (output->out, title, layout.row_count, layout.all);
      write_rows (output->out, &layout);
    }
  free (layout.columns);
  free (layout.rest);
  free (layout.order);
  free (layout.shown);
  return layout.row_count;
}
