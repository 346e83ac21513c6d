/* teams-cells.c - the cells of what teams of threads did.

   SPDX-License-Identifier: Apache-2.0

   teams.c -> here -> the writers.  */

#include "columns.h"
#include "tables.h"

static const struct place *
place_of (const struct report *report, const struct team *team)
{
  return &report->profile.places[team->place];
}

size_t
region_rows (const struct report *report)
{
  return report->teams.count;
}

void
region_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct team *t = &report->teams.rows[row];
  const struct place *p = place_of (report, t);
  REGION_COLUMNS (PUT)
}

size_t
work_rows (const struct report *report)
{
  return report->work.count;
}

void
work_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct team *t = &report->work.rows[row];
  const struct place *p = place_of (report, t);
  WORK_COLUMNS (PUT)
}

size_t
team_wait_rows (const struct report *report)
{
  return report->waits.count;
}

void
team_wait_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct team *t = &report->waits.rows[row];
  const struct place *p = place_of (report, t);
  TEAM_WAIT_COLUMNS (PUT)
}

size_t
serial_rows (const struct report *report)
{
  return report->teams.count ? 1 : 0;
}

void
serial_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct serial *s = &report->serial;
  (void) row;
  SERIAL_COLUMNS (PUT)
}
