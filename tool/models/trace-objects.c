/* trace-objects.c - what the trace says of groups of processes, and of files.

   SPDX-License-Identifier: Apache-2.0

   Remarks for report/model/trace-files.c and report/traces/otf2.  Of an event
   that is about a file, the number stands after its enter, with the bytes that
   are asked for; before its leave, those that were moved.  */

#include "events/event.h"
#include "models/peers.h"
#include "record/trace.h"
#include <string.h>

static bool
is_traced (gasp_context_t context)
{
  return context->attention & ATTENTION_TRACE && gasp_tool_ranks;
}

void
gasp_tool_group_known (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) event;
  if (is_traced (context) && arguments[2].i <= GASP_TRACE_MOST_RANKS)
    gasp_tool_trace_remark (context, GASP_TRACE_GROUP, arguments[1].i,
			    gasp_trace_group (arguments[0].i, arguments[3].i,
					      arguments[2].i));
}

/* Remarks TEXT, as much of it at a time as there is room for.  */
static void
remark_text (gasp_context_t context, const char *text)
{
  enum { STEP = GASP_TRACE_WIDE_BITS / 8 };
  for (size_t length = strlen (text), i = 0; i < length; i += STEP)
    {
      uint64_t part = 0;
      memcpy (&part, text + i, length - i < STEP ? length - i : STEP);
      gasp_tool_trace_wide (context, GASP_TRACE_TEXT, part);
    }
}

void
gasp_tool_file_opened (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) event;
  if (!is_traced (context))
    return;
  remark_text (context, arguments[3].p);
  gasp_tool_trace_wide (context, GASP_TRACE_WITHIN,
			(uint32_t) arguments[2].i
			& ((1u << GASP_TRACE_WHICH_BITS) - 1));
  gasp_tool_trace_remark (context, GASP_TRACE_OPENED, arguments[1].i,
			  (uint32_t) arguments[0].i);
}

/* Remarks that the innermost call is about that file, and bytes; nothing of a
   file that is not known.  */
static void
remark_io (gasp_context_t context, int file, uint64_t bytes)
{
  if (!file)
    return;
  gasp_tool_trace_wide (context, GASP_TRACE_FILE, (uint32_t) file);
  gasp_tool_trace_wide (context, GASP_TRACE_BYTES, bytes);
}

void
gasp_tool_io_trace (gasp_context_t context, const char *shape, bool begins,
		    const union argument *arguments)
{
  const char *file = strchr (shape, 'f'), *bytes = strchr (shape, 'z');
  if (!file || !bytes)
    return;
  uint64_t moved = arguments[bytes - shape].z;
  if (begins)
    remark_io (context, arguments[file - shape].i, moved);
  else
    gasp_tool_trace_wide (context, GASP_TRACE_BYTES, moved);
}

void
gasp_tool_io_begun (gasp_context_t context, struct open_event *event,
		    const union argument *arguments)
{
  (void) event;
  if (is_traced (context))
    gasp_tool_trace_wide (context, GASP_TRACE_REQUEST,
			  (uintptr_t) arguments[0].p);
}

void
gasp_tool_io_over (gasp_context_t context, struct open_event *event,
		   const union argument *arguments)
{
  gasp_tool_io_begun (context, event, arguments);
  if (is_traced (context))
    remark_io (context, arguments[1].i, arguments[2].z);
}
