/* view.c - what the pages of gasp browse share.

   SPDX-License-Identifier: Apache-2.0  */

#include "terminal/browse/view.h"

#include <string.h>

struct report browsed;

static const char keys[]
  = "Enter: callers and callees  s: source  c: call tree  "
    "v: all tables  /: search  < >: sort  ?: help  q: quit";

struct view *
new_view (enum kind kind, char *title)
{
  struct view *view = allocate (1, sizeof *view);
  view->kind = kind;
  view->page.title = title;
  view->page.keys = keys;
  view->page.data = view;
  view->page.sorted_by = PAGE_COLUMNS;
  return view;
}

void
add_column (struct view *view, const char *heading, bool is_text)
{
  view->page.columns[view->page.column_count++]
    = (struct page_column) { heading, is_text, 0 };
}

void
set_columns (struct view *view, const struct page_column *columns, size_t count)
{
  memcpy (view->page.columns, columns, count * sizeof *columns);
  view->page.column_count = count;
  for (size_t i = 0; i < count; i++)
    if (!strcmp (columns[i].heading, "self"))
      view->page.columns[i].heading = self_heading (&browsed);
}

const struct place *
browsed_place (uint32_t number)
{
  return &browsed.profile.places[number];
}

struct subject
subject_of_place (const struct place *place)
{
  return (struct subject) { place->label, place->file, place->line, -1 };
}

char *
estimated_time (double time, double variance)
{
  return print_string ("%s%s",
		       is_estimate (time, variance) ? ESTIMATE_SIGN : "",
		       time_text (time));
}

char *
own_time (double self, double self_variance, double running,
	  double running_variance)
{
  return browsed.shows_waiting ? estimated_time (running, running_variance)
			       : estimated_time (self, self_variance);
}

char *
browsed_percent_text (double time)
{
  return copy_string (percent_text (time, browsed.whole));
}

double
browsed_percent (double time)
{
  return browsed.whole > 0 ? 100 * time / browsed.whole : 0;
}
