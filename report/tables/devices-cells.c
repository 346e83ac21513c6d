/* devices-cells.c - the cells of what was given to devices.

   SPDX-License-Identifier: Apache-2.0

   devices.c -> here -> the writers.  */

#include "tables/tables.def"

void
on_device_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct on_device *d = &report->device_work.rows[row];
  const struct place *p = &report->profile.places[d->place];
  ON_DEVICE_COLUMNS (PUT)
}
