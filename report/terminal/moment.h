/* moment.h - the figures of a running program at a moment.

   SPDX-License-Identifier: Apache-2.0

   The record is read again and again, by a child each time: so what a report
   takes of memory is given back, and a record that changes while it is read can
   do no harm.  The child sends the rows of one table; what is new in them is
   what the program did since the last time.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sums/records.h"

/* A row: figures from the program's beginning; NAME and WHERE say what it is.
   RUNNING is the part of SELF that is not waiting: it is estimated anew each
   time, so that what is new is a part of what is new of SELF.  */
struct amounts { double self, total, running, calls, bytes; };
struct live { struct amounts all, now; char *name, *where; };

/* All rows at a moment, and the state of the program.  WHEN is its age, WHOLE
   the time of its threads, and COST the time spent in recording in addition to
   that, in nanoseconds.  */
struct moment
{
  double when, whole, cost;
  uint64_t live_bytes, peak_bytes, count, processes, threads, running;
  char *program, *state;
  struct live *rows;
};

enum field { NOW, SELF, TOTAL, RATE, CALLS, BYTE_RATE, BYTES, NAME, WHERE };

/* A table of the report, of MOST rows if that is not 0: its fields, which are
   null where it has none; and what is shown of them, sorted by the first
   column.  The name of a path is that of all its functions.  */
struct table_kind
{
  const char *name;
  char key;
  const char *title, *table;
  size_t most;
  const char *self, *total, *running, *bytes, *called, *within, *where;
  size_t columns;
  struct { enum field field; const char *heading; } column[7];
};

/* Fills MOMENT with KIND's table of the record in DIRECTORY, of what SELECTION
   has of it.  Returns whether the record can be read; what is wrong with it is
   reported unless QUIETLY.  */
extern bool read_moment (const char *directory, const struct table_kind *kind,
			 const struct selection *selection, bool quietly,
			 struct moment *moment);
extern void free_moment (struct moment *moment);

/* Sets what is new in each row of MOMENT.  BEFORE is sorted by names, or empty:
   then all counts as new.  */
extern void subtract_moment (struct moment *moment,
			     const struct moment *before);

/* Orders two struct live by NAME, then by WHERE; for qsort.  */
extern int by_names (const void *a, const void *b);
