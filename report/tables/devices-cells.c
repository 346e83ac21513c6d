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

void
device_array_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct device_array *a = &report->device_arrays.rows[row];
  uint32_t place = report->device_work.rows[a->construct].place;
  const struct place *p = &report->profile.places[place];
  DEVICE_ARRAY_COLUMNS (PUT)
}
