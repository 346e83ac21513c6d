/* waits.h - events in which a process may wait for others.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "models/peers.h"
#include "models/team.h"

/* Notes when EVENT began, as what is within it may say that this was
   waiting.  */
static inline void
gasp_tool_may_wait (gasp_context_t context, struct open_event *event)
{
  if (!event || !gasp_tool_ranks)
    return;
  event->posted = event->since = gasp_tool_start_of (context, event);
  event->arrived = 0;
  event->messages = event->message = event->sends = event->sent = 0;
  event->meetings = event->meeting = 0;
}

/* Notes how many collective functions EVENT, which is over, has waited for, at
   the last of them that is listed.  (barriers.c)  */
extern void gasp_tool_count_meetings (const struct open_event *event);
