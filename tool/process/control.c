/* control.c - measurement control (GASP 1.4, 3.3).

   SPDX-License-Identifier: Apache-2.0  */

#include "measure/clock.h"
#include "events/context.h"
#include "models/team.h"
#include "record/trace.h"
#include "events/tree.h"

/* Where there is no context: of the whole process.  */
static int process_control = 1;

int
gasp_control_query (gasp_context_t context)
{
  if (!context)
    return process_control;
  return context->controlled ? context->control : 1;
}

int
gasp_control (gasp_context_t context, int on)
{
  int before = gasp_control_query (context);
  if (!context)
    {
      process_control = on;
      return before;
    }
  context->control = on;
  context->controlled = true;
  if (context->attention & ATTENTION_DEAD)
    return before;
  bool off = context->attention & ATTENTION_OFF;
  if (!on != off)
    gasp_tool_locks_forget (context);
  if (!on && !off)
    gasp_tool_pause (context);
  else if (on && off)
    gasp_tool_resume (context);
  if (context->attention & ATTENTION_TRACE && !on != off)
    gasp_tool_trace_rare (context, on ? GASP_TRACE_ON : GASP_TRACE_OFF, 0,
			  read_clock ());
  return before;
}
