/* devices.c - what devices did, by their own clocks.

   SPDX-License-Identifier: Apache-2.0

   That is known some time later, on any thread: so it is a tally of the place
   of what was asked for, not a part of the call tree; a trace has it wherever
   the thread is then.  Before this, event.c.  */

#include "models/peers.h"
#include "models/tally.h"
#include "record/trace.h"

void
gasp_tool_device_did (gasp_context_t context, gasp_record_ref place,
		      const union argument *arguments)
{
  struct gasp_record_tally key = { .what = GASP_RECORD_ON_DEVICE,
				   .place = place, .object = arguments[6].i };
  gasp_tool_tally (context, &key, arguments[4].l);
  if (context->attention & ATTENTION_TRACE)
    gasp_tool_trace_device (context, place, arguments[2].i,
			    (struct gasp_trace_times) {
			      .asked = arguments[5].l, .begin = arguments[3].l,
			      .took = arguments[4].l },
			    arguments[6].i);
}
