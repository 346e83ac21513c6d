/* compare-cells.c - fill in the tables of what changed.  See tables.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "tables/compare.h"
#include "base/arena.h"
#include "tables/tables.def"

#include <math.h>

size_t
count_changes (const struct report *report, enum change_kind kind)
{
  const struct comparison *c = report->comparison;
  return c ? c->firsts[kind + 1] - c->firsts[kind] : 0;
}

/* Returns "+12.3 %", or what became of it.  */
static const char *
by_text (const struct change *change)
{
  double by = change_percent (change);
  return by == 0 || is_of_lower_bounds (change) ? ""
	 : !isfinite (by) ? "new" : !change->new ? "gone"
	 : fabs (by) >= 1000 ? arena_print ("%+.0f %%", by)
	 : arena_print ("%+.1f %%", by);
}

/* Returns the noise in percent of the old value, or the new one.  */
static const char *
noise_text (const struct change *change)
{
  double of = change->old ? change->old : change->new;
  if (is_of_lower_bounds (change))
    return "lower bounds";
  return of ? arena_print ("%.0f %%", 100 * change->noise / fabs (of)) : "";
}

static const char *
unit_of (const struct change *change)
{
  return change->type == CELL_TIME ? "ns"
	 : change->type == CELL_BYTES ? "bytes" : "";
}

static const char *
verdict_of (const struct change *change)
{
  return !change->beyond ? "" : change->new > change->old ? "more" : "less";
}

static void
fill (const struct report *report, enum change_kind kind, size_t row,
      union cell *cells)
{
  const struct comparison *c = report->comparison;
  const struct change *change = &c->changes[c->firsts[kind] + row];
  CHANGE_COLUMNS (PUT)
}

#define CHANGE_TABLE(name, kind) \
  void \
  name##_fill (const struct report *report, size_t row, union cell *cells) \
  { \
    fill (report, kind, row, cells); \
  }

CHANGE_TABLE (changed_whole, CHANGED_WHOLE)
CHANGE_TABLE (changed_function, CHANGED_FUNCTION)
CHANGE_TABLE (changed_path, CHANGED_PATH)
CHANGE_TABLE (changed_line, CHANGED_LINE)
CHANGE_TABLE (changed_allocation, CHANGED_ALLOCATION)
CHANGE_TABLE (changed_counter, CHANGED_COUNTER)
CHANGE_TABLE (changed_peers, CHANGED_PEERS)
