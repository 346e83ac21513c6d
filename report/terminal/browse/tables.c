/* tables.c - pages of tables of the report.

   SPDX-License-Identifier: Apache-2.0  */

#include "terminal/browse/view.h"

#include <stdlib.h>
#include <string.h>

static void
fill_cells (const struct view *view, size_t row, union cell *cells)
{
  view->table->fill (&browsed, view->order[row], cells);
}

static void
table_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  union cell cells[MOST_CELLS];
  fill_cells (view, row, cells);
  for (size_t j = 0; j < page->column_count; j++)
    {
      size_t field = view->field[j];
      line->texts[j] = copy_string (row_text (&view->texts, cells, field));
      if (line->percent < 0 && view->fields[field].type == CELL_PERCENT)
	line->percent = cells[field].real;
    }
}

static void
sort_table (struct page *page)
{
  struct view *view = page->data;
  size_t count, all;
  struct showing showing = { 0 };
  if (page->sorted_by < page->column_count)
    showing.sort = view->fields[view->field[page->sorted_by]].field;
  free (view->order);
  view->order = table_order (&browsed, view->table, &showing, &count, &all);
  page->row_count = count;
}

static struct subject
subject_in_table (const struct view *view, size_t row)
{
  struct subject subject = { NULL, NULL, 0, -1 };
  union cell cells[MOST_CELLS];
  size_t count = view->field_count,
    name = find_field (view->fields, count, "name"),
    file = find_field (view->fields, count, "file"),
    line = find_field (view->fields, count, "line");
  fill_cells (view, row, cells);
  if (name < count && view->fields[name].type == CELL_TEXT)
    subject.function = cells[name].text;
  if (file < count && line < count)
    subject.file = cells[file].text,
    subject.line = (uint32_t) cells[line].value;
  if (!strcmp (view->table->name, "hot-lines"))
    subject.function = NULL;
  if (!strcmp (view->table->name, "threads"))
    subject.thread = (long) view->order[row];
  return subject;
}

/* Returns which of the fields have something in them, allocated.  */
static bool *
used_fields (const struct view *view)
{
  bool *used = allocate (view->field_count, sizeof *used);
  union cell cells[MOST_CELLS];
  for (size_t i = 0; i < view->page.row_count; i++)
    {
      fill_cells (view, i, cells);
      for (size_t j = 0; j < view->field_count; j++)
	used[j] |= !is_empty (cells[j], view->fields[j].type);
    }
  return used;
}

struct view *
table_view (const struct table *table)
{
  struct view *view = new_view (KIND_TABLE, title_of (&browsed, table));
  struct page *page = &view->page;
  view->table = table;
  view->subject = subject_in_table;
  view->fields = table_columns (&browsed, table, &view->field_count);
  view->texts = row_fields (view->fields, view->field_count);
  page->line = table_line;
  page->sort = table->grouped ? NULL : sort_table;
  sort_table (page);
  OWNED bool *used = used_fields (view);
  const char *sort = sort_of (&browsed, table);
  size_t *order = display_order (view->fields, view->field_count), i;
  for (size_t k = 0; k < view->field_count && page->column_count < PAGE_COLUMNS;
       k++)
    if (used[i = order[k]] && view->fields[i].heading
	&& strcmp (view->fields[i].field, "command")
	&& !is_obvious (&browsed, view->fields[i].field))
      {
	if (sort && !strcmp (view->fields[i].field, sort))
	  page->sorted_by = page->column_count;
	view->field[page->column_count] = i;
	add_column (view, view->fields[i].heading,
		    view->fields[i].type == CELL_TEXT);
      }
  free (order);
  return view;
}
