/* peers-cells.c - fill in the rows of the tables that are about UPC.

   SPDX-License-Identifier: Apache-2.0

   As cells.c; the cells are in the order of the columns in tables.c.  */

#include "tables.h"

#include <stdlib.h>

/* Put the next cell.  */
#define TEXT(x) ((cells++)->text = (x))
#define REAL(x) ((cells++)->real = (x))
#define COUNT(x) ((cells++)->count = (x))
#define VALUE(x) ((cells++)->value = (x))

/* NUMBER's place, or one of nothing.  */
static const struct place *
place (const struct report *report, uint32_t number)
{
  static const struct place nowhere = { .kind = PLACE_OTHER };
  return number == NO_NODE ? &nowhere : &report->profile.places[number];
}

size_t
matrix_rows (const struct report *report)
{
  return report->peers.matrix.count;
}

void
matrix_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct traffic *t = &report->peers.matrix.rows[row];
  VALUE (t->thread);
  VALUE (t->peer);
  COUNT (t->bytes_read + t->bytes_written);
  COUNT (t->bytes_read);
  COUNT (t->bytes_written);
  COUNT (t->reads + t->writes);
  COUNT (t->reads);
  COUNT (t->writes);
  REAL (t->time);
  COUNT (t->estimated);
}

size_t
grid_rows (const struct report *report)
{
  return report->peers.matrix.count ? report->peers.threads : 0;
}

void
grid_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct traffics *matrix = &report->peers.matrix;
  union cell *threads = cells + 2;
  uint64_t all = 0;
  for (uint32_t i = 0; i < report->peers.threads; i++)
    threads[i].count = 0;
  for (size_t i = report->peers.matrix_rows[row];
       i < report->peers.matrix_rows[row + 1]; i++)
    {
      const struct traffic *t = &matrix->rows[i];
      threads[t->peer].count = t->bytes_read + t->bytes_written;
      all += threads[t->peer].count;
    }
  VALUE ((int64_t) row);
  COUNT (all);
}

/* The cells of TRAFFIC_COLUMNS; where the next is.  */
static union cell *
put_traffic (const struct traffic *t, union cell *cells)
{
  COUNT (t->bytes_read + t->bytes_written);
  COUNT (t->bytes_read);
  COUNT (t->bytes_written);
  COUNT (t->reads);
  COUNT (t->writes);
  COUNT (t->local);
  REAL (t->time);
  return cells;
}

size_t
remote_line_rows (const struct report *report)
{
  return report->peers.lines.count;
}

void
remote_line_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct traffic *t = &report->peers.lines.rows[row];
  const struct place *p = place (report, t->place);
  cells = put_traffic (t, cells);
  TEXT (p->location ? p->location : "(unknown)");
  TEXT (p->code);
  TEXT (p->file);
  VALUE (p->line);
  COUNT (t->estimated);
}

size_t
array_rows (const struct report *report)
{
  return report->peers.arrays.count;
}

void
array_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct traffic *t = &report->peers.arrays.rows[row];
  const struct place *p = place (report, t->place);
  cells = put_traffic (t, cells);
  TEXT (t->name ? t->name : p->name ? p->name : "(unknown)");
  TEXT (p->location);
  TEXT (t->array ? t->array->type : NULL);
  COUNT (t->array ? t->array->bytes : 0);
  TEXT (p->file);
  VALUE (p->line);
  COUNT (t->estimated);
}

size_t
barrier_rows (const struct report *report)
{
  return report->peers.waiting_count;
}

void
barrier_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct waiting *w = &report->peers.waiting[row];
  const struct place *p = place (report, w->place);
  VALUE (w->thread);
  REAL (w->waited);
  REAL (w->waited_known ? w->time - w->waited : 0);
  REAL (w->time);
  COUNT (w->calls);
  TEXT (p->name);
  TEXT (p->location);
  TEXT (p->file);
  VALUE (p->line);
  COUNT (w->time_estimated);
  COUNT (w->waited_estimated);
  COUNT (w->waited_estimated);
  COUNT (w->waited_known);
}

size_t
lock_rows (const struct report *report)
{
  return report->peers.lock_count;
}

void
lock_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct contention *l = &report->peers.locks[row];
  const struct place *p = place (report, l->place);
  REAL (l->time);
  COUNT (l->calls);
  COUNT (l->failed);
  REAL (l->calls ? l->time / (double) l->calls : 0);
  REAL (l->longest);
  TEXT (p->name);
  TEXT (p->location);
  TEXT (place (report, l->allocated)->location);
  TEXT (l->name);
  TEXT (p->file);
  VALUE (p->line);
  COUNT (l->estimated);
}

size_t
by_thread_rows (const struct report *report)
{
  return report->peers.threads ? report->flat.count : 0;
}

void
by_thread_fill (const struct report *report, size_t row, union cell *cells)
{
  uint32_t threads = report->peers.threads, most = 0;
  const double *self = &report->peers.self[row * threads];
  const struct row *r = &report->flat.rows[row];
  const struct place *p = place (report, r->place);
  double sum = 0;
  for (uint32_t i = 0; i < threads; i++)
    {
      sum += self[i];
      if (self[i] > self[most])
	most = i;
    }
  REAL (sum);
  REAL (self[most]);
  VALUE (most);
  cells = put_names (p, cells);
  TEXT (p->location);
  for (uint32_t i = 0; i < threads; i++)
    REAL (self[i]);
}
