/* raise.c - a library call is about to raise events.

   SPDX-License-Identifier: Apache-2.0  */

#include "entry/raise.h"
#include "stack/frames.h"

struct gasp_thread *
gasp_active_call_at (unsigned long position)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  struct gasp_thread *thread = gasp_thread_at (position);
  if (thread && !gasp_hold (thread))
    thread = NULL;
  if (thread)
    {
      if (!gasp_has_no_dead (thread, position))
	gasp_close_dead (thread, position, position);
      gasp_release (thread);
    }
  gasp_floating_end (&floating);
  return thread;
}

/* Begins an allocation, for gasp_start_allocation, where more is to be
   done.  */
struct gasp_thread *
gasp_start_unsettled (unsigned long position,
		      struct gasp_gcc_allocation *allocation)
{
  struct gasp_thread *thread = gasp_active_call_at (position);
  if (thread)
    {
      thread->allocates = true;
      gasp_raise_allocation (thread, GASP_START, allocation);
    }
  return thread;
}
