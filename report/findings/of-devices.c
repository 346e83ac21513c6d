/* of-devices.c - what stands out of work that devices do.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"

#include "base/arena.h"

/* Worth a word: per cent of the time of all threads.  */
#define AGAIN_PERCENT 3
#define COPIES_PERCENT 10

/* Returns the row with the most time for unchanged copies, or null.  */
static const struct on_device *
most_copied_again (const struct report *report)
{
  const struct on_device *worst = NULL;
  for (size_t i = 0; i < report->device_work.count; i++)
    {
      const struct on_device *row = &report->device_work.rows[i];
      if (row->again.calls && (!worst || row->again.time > worst->again.time))
	worst = row;
    }
  return worst;
}

/* Returns the array that most of that time of ROW is for; null if it has no
   name.  */
static const struct device_array *
array_copied_again (const struct report *report, const struct on_device *row)
{
  const struct device_array *worst = NULL;
  for (size_t i = 0; i < report->device_arrays.count; i++)
    {
      const struct device_array *a = &report->device_arrays.rows[i];
      if (&report->device_work.rows[a->construct] == row
	  && a->again.time > row->again.time / 2)
	worst = a;
    }
  return worst;
}

bool
find_copied_again (const struct report *report, struct finding *finding)
{
  const struct on_device *worst = most_copied_again (report);
  if (!worst || worst->again.time < report->whole * AGAIN_PERCENT / 100)
    return false;
  const struct device_array *array = array_copied_again (report, worst);
  const struct device_sum *again = array ? &array->again : &worst->again;
  const char *name = array ? arena_print ("'%s' ", array->name) : "";
  const char *bytes = bytes_text ((double) again->bytes);
  const char *times = count_text ((double) again->calls);
  finding->gain = again->time;
  finding->place = worst->place;
  finding->text = arena_print (
      "%s of the time is for copying %sto a device, in %s copies%s%s, "
      "%s that seem not to have changed since the copy before: target "
      "data around the loop would keep them there.",
      share_text (again->time, report->whole), name, times,
      in_function (report, worst->place), at_place (report, worst->place),
      bytes);
  return true;
}

static double
copying (const struct on_device *row)
{
  return device_time (&row->to) + device_time (&row->from);
}

bool
find_device_copies (const struct report *report, struct finding *finding)
{
  const struct on_device *worst = NULL;
  double copies = 0, kernels = 0;
  for (size_t i = 0; i < report->device_work.count; i++)
    {
      const struct on_device *row = &report->device_work.rows[i];
      copies += copying (row);
      kernels += device_time (&row->kernels);
      if (!worst || copying (row) > copying (worst))
	worst = row;
    }
  if (!worst || copies < report->whole * COPIES_PERCENT / 100
      || copies < kernels)
    return false;
  finding->gain = copies;
  finding->place = worst->place;
  finding->text = arena_print (
      "%s of the time is for copying to devices and back, %s for what "
      "they compute: most copies are%s%s.",
      share_text (copies, report->whole), share_text (kernels, report->whole),
      in_function (report, worst->place), at_place (report, worst->place));
  return true;
}
