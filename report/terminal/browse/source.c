/* source.c - pages of a source file, with the figures of its lines.

   SPDX-License-Identifier: Apache-2.0  */

#include "terminal/browse/view.h"

#include <string.h>

/* Returns the samples of a line, or the time that they stand for; "" if there
   are none.  Allocated.  */
static char *
sampled_text (const struct row *line)
{
  return copy_string (!line->samples ? ""
		      : line->sampled_time > 0 ? time_text (line->sampled_time)
		      : count_text ((double) line->samples));
}

static void
source_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  const struct row *figures = view->lines[row];
  bool sampled = browsed.all_samples;
  double whole = shown_self (&browsed, browsed.whole, browsed.running);
  double own
    = figures ? shown_self (&browsed, figures->self, figures->running) : 0;
  line->texts[0] = !figures ? copy_string ("")
		   : sampled ? sampled_text (figures)
		   : own_time (figures->self, figures->self_variance,
			       figures->running, figures->running_variance);
  if (sampled)
    {
      own = figures ? part_of_samples (&browsed, figures->samples,
				       figures->sampled_time) : 0;
      whole = 1;
    }
  line->percent = figures && whole > 0 ? 100 * own / whole : -1;
  line->texts[1] = copy_string (own > 0 ? percent_text (own, whole) : "");
  line->texts[2]
    = figures ? calls_of (figures->calls, figures->calls_at_least,
			  figures->calls_estimated) : copy_string ("");
  line->texts[3] = print_string ("%zu", row + 1);
  line->texts[4] = expand_tabs (view->source.lines[row]);
}

static struct subject
subject_in_source (const struct view *view, size_t row)
{
  return (struct subject) { NULL, view->file, (uint32_t) row + 1, -1 };
}

struct view *
source_view (const char *file, uint32_t line)
{
  static const struct page_column columns[] = {
    { "self", false, 0 }, { "%", false, 0 }, { "calls", false, 0 },
    { "line", false, 0 }, { "code", true, 0 }
  };
  struct source source;
  if (!read_source (&browsed, file, &source))
    {
      say_on_page ("The source file is not at hand: --source=DIR has others "
		   "looked into.");
      return NULL;
    }
  struct view *view = new_view (KIND_SOURCE, print_string (
    "%s%s%s", shown_file (&browsed, file), source.note ? " - " : "",
    source.note ? source.note : ""));
  view->source = source;
  view->file = file;
  view->lines = allocate (source.count, sizeof *view->lines);
  for (size_t i = 0; i < browsed.lines.count; i++)
    {
      const struct row *row = &browsed.lines.rows[i];
      const struct place *place = browsed_place (row->place);
      if (place->file && !strcmp (place->file, file) && place->line
	  && place->line <= source.count)
	view->lines[place->line - 1] = row;
    }
  view->subject = subject_in_source;
  view->page.line = source_line;
  view->page.row_count = source.count;
  view->page.cursor = line ? line - 1 : 0;
  view->page.top = view->page.cursor > 8 ? view->page.cursor - 8 : 0;
  view->page.keys = "h: the line that took most  /: search  Backspace: back  "
		    "?: help";
  SET_COLUMNS (view, columns);
  if (browsed.all_samples)
    view->page.columns[0].heading
      = browsed.sampled_time > 0 ? "time" : "samples";
  return view;
}

/* Returns whether A is hotter than B, which may be null.  */
static bool
is_hotter (const struct row *a, const struct row *b)
{
  return !b || (browsed.sampled_time > 0 ? a->sampled_time > b->sampled_time
		: browsed.all_samples ? a->samples > b->samples
		: a->running > b->running);
}

void
go_to_hottest_line (struct view *view)
{
  const struct row *hottest = NULL;
  for (size_t i = 0; i < view->source.count; i++)
    if (view->lines[i] && is_hotter (view->lines[i], hottest))
      {
	hottest = view->lines[i];
	view->page.cursor = i;
      }
}
