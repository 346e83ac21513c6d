/* raise.c - a library call is about to raise events.

   SPDX-License-Identifier: Apache-2.0  */

#include "raise.h"

struct gasp_thread *
gasp_active_call_at (unsigned long position)
{
  struct gasp_thread *thread = gasp_thread_at (position);
  if (!thread)
    return NULL;
  gasp_hold (thread);
  if (thread->marker
      || position - thread->low > thread->top->position - thread->low)
    gasp_close_dead (thread, position, position);
  gasp_release (thread);
  return thread;
}

/* By gasp_event_notify.  */
static void
notify_allocation (struct gasp_thread *thread, gasp_evttype_t type,
		   const struct gasp_gcc_allocation *a)
{
  struct gasp_place place = { a->file, a->line, a->column };
  switch (a->tag)
    {
    case GASP_C_MALLOC:
      RAISE_AT (thread, place, GASP_C_MALLOC, type, a->size, a->result);
      break;
    case GASP_C_REALLOC:
      RAISE_AT (thread, place, GASP_C_REALLOC, type, a->former, a->size,
		a->result);
      break;
    case GASP_C_FREE:
      RAISE_AT (thread, place, GASP_C_FREE, type, a->former);
      break;
    }
}

void
gasp_raise_allocation (struct gasp_thread *thread, gasp_evttype_t type,
		       const struct gasp_gcc_allocation *allocation)
{
  if (!gasp_recorder.allocation)
    {
      notify_allocation (thread, type, allocation);
      return;
    }
  gasp_hold (thread);
  gasp_recorder.allocation (thread->context, type, allocation);
  gasp_release (thread);
}
