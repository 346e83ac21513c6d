/* faults.c - which functions and lines page faults come from.

   SPDX-License-Identifier: Apache-2.0

   After figures.c and lines.c.  Samples know of one fault in GASP_RECORD_FAULTS
   in user mode, the kernel of all that a process had.  */

#include "base/util.h"
#include "sums/figures.h"

#include <math.h>
#include <stdlib.h>

/* Adds a row with FAULTS of what is at PLACE in FUNCTION, of TOTAL with what it
   called.  */
static void
add_row (struct fault_rows *rows, uint32_t place,
	 const struct code_function *function, double faults, double total)
{
  ONE_MORE (rows->rows, rows->count, rows->room)
    = (struct fault_row) { place, function, faults, total };
}

/* Returns how many page faults the processes of REPORT had; 0 if that is not
   known.  */
static double
faults_of_processes (const struct report *report)
{
  double all = 0;
  for (size_t i = 0; i < report->process_count; i++)
    {
      if (!report->processes[i]->faults)
	return 0;
      all += (double) report->processes[i]->faults;
    }
  return all;
}

void
add_up_faults (struct report *report)
{
  struct faults *faults = &report->faults;
  double seen = 0;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      seen += row->faults;
      if (row->faults > 0 || row->total_faults > 0)
	add_row (&faults->functions, row->place, NULL, row->faults,
		 row->total_faults);
    }
  for (size_t i = 0; i < report->hot_count; i++)
    {
      const struct hot_line *hot = &report->hot[i];
      if (hot->faults > 0 && hot->place != NO_NODE)
	add_row (&faults->lines, hot->place, hot->function, hot->faults,
		 hot->faults);
    }
  if (!(seen > 0))
    return;
  bool is_all = !report->selection.threads.count
		&& !selects_places (&report->selection);
  double all = is_all ? faults_of_processes (report) : 0;
  faults->all = fmax (all, seen);
  if (faults->all > seen)
    add_row (&faults->functions, NO_NODE, NULL, faults->all - seen,
	     faults->all - seen);
}
