/* devices-cells.c - the cells of what was given to devices.

   SPDX-License-Identifier: Apache-2.0

   devices.c -> here -> the writers.  */

#include "tables/tables.def"

FILL (on_device, ON_DEVICE_COLUMNS,
      const struct on_device *d = &report->device_work.rows[row];
      const struct place *p = &report->profile.places[d->place])

FILL (device_array, DEVICE_ARRAY_COLUMNS,
      const struct device_array *a = &report->device_arrays.rows[row];
      uint32_t place = report->device_work.rows[a->construct].place;
      const struct place *p = &report->profile.places[place])
