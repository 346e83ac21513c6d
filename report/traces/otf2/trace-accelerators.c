/* trace-accelerators.c - devices as accelerators of an OTF2 archive.

   SPDX-License-Identifier: Apache-2.0

   A device is a location group of its process's, and what it does at a time a
   location, after those of all threads.  Bytes are an attribute.  */

#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include <stdlib.h>

enum { BYTES = 0 };		/* the attribute */

static size_t
number_of_process (const struct otf2_writer *w,
		   const struct trace_process *process)
{
  return (size_t) (process - w->trace->processes);
}

static void
write_call (struct otf2_writer *w, OTF2_EvtWriter *out,
	    OTF2_AttributeList *attributes,
	    const struct trace_device_call *call)
{
  size_t process = number_of_process (w, call->process);
  OTF2_RegionRef region = w->regions[process][call->place];
  if (call->bytes)
    otf2_note_error (w, otf2.OTF2_AttributeList_AddUint64
			  (attributes, BYTES, call->bytes));
  otf2_note_error (w, otf2.OTF2_EvtWriter_Enter (out, attributes, call->begin,
						 region));
  otf2_note_error (w, otf2.OTF2_EvtWriter_Leave (out, NULL, call->end,
						 region));
  w->end = call->end > w->end ? call->end : w->end;
}

void
accelerators_write (struct otf2_writer *w, OTF2_LocationRef location,
		    uint64_t *counts)
{
  OTF2_AttributeList *attributes = otf2.OTF2_AttributeList_New ();
  for (size_t i = 0; i < w->devices.row_count; i++)
    {
      const struct trace_device_row *row = &w->devices.rows[i];
      OTF2_EvtWriter *out
	= otf2.OTF2_Archive_GetEvtWriter (w->archive, location + i);
      for (size_t j = 0; out && j < row->count; j++)
	write_call (w, out, attributes, &row->calls[j]);
      if (!out)
	continue;
      otf2_note_error (w, otf2.OTF2_EvtWriter_GetNumberOfEvents (out,
								 &counts[i]));
      otf2_note_error (w, otf2.OTF2_Archive_CloseEvtWriter (w->archive, out));
    }
  otf2.OTF2_AttributeList_Delete (attributes);
}

/* Defines the device of ROW, the location group NUMBER.  */
static void
define_device (struct otf2_writer *w, const struct trace_device_row *row,
	       uint32_t number, const uint32_t *hosts)
{
  size_t process = number_of_process (w, row->calls->process);
  char *name = print_string ("%s, device %u", row->calls->process->program,
			     row->calls->device);
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteLocationGroup
			(w->definitions, number, otf2_define_string (w, name),
			 OTF2_LOCATION_GROUP_TYPE_ACCELERATOR, hosts[process],
			 (OTF2_LocationGroupRef) process));
  free (name);
}

/* Returns whether rows I and the one before are of one device.  */
static bool
is_same_device (const struct trace_devices *devices, size_t i)
{
  const struct trace_device_call *x = devices->rows[i].calls;
  const struct trace_device_call *y = i ? devices->rows[i - 1].calls : NULL;
  return y && x->process == y->process && x->device == y->device;
}

void
accelerators_define_groups (struct otf2_writer *w, const uint32_t *hosts)
{
  uint32_t number = (uint32_t) w->trace->process_count;
  if (w->devices.row_count)
    otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteAttribute
			  (w->definitions, BYTES,
			   otf2_define_string (w, "bytes"),
			   otf2_define_string (w, "copied by a device"),
			   OTF2_TYPE_UINT64));
  for (size_t i = 0; i < w->devices.row_count; i++)
    if (!is_same_device (&w->devices, i))
      define_device (w, &w->devices.rows[i], number++, hosts);
}

void
accelerators_define (struct otf2_writer *w, OTF2_LocationRef location,
		     const uint64_t *counts)
{
  uint32_t group = (uint32_t) w->trace->process_count - 1;
  for (size_t i = 0; i < w->devices.row_count; i++)
    {
      OWNED char *name = trace_device_name (&w->devices.rows[i]);
      group += !is_same_device (&w->devices, i);
      otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteLocation
			    (w->definitions, location + i,
			     otf2_define_string (w, name),
			     OTF2_LOCATION_TYPE_ACCELERATOR_STREAM, counts[i],
			     group));
    }
}

#endif
