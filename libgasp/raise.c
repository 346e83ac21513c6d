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
