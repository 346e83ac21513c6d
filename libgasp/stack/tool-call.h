/* tool-call.h - call the tool from ordinary functions.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <errno.h>
#include <pthread.h>
#include "base/state.h"
#include "stack/thread.h"

/* Keeps the thread's state while a tool runs, and disables its cancellation,
   also where it is the only one: it may have cancelled itself.  That is
   recording, too.  */
static inline struct gasp_kept
gasp_keep (void)
{
  struct gasp_kept kept = { .work = *gasp_work (&gasp_thread) };
  gasp_begin_work (&gasp_thread);
  kept.error = errno;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &kept.cancel_state);
  pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &kept.cancel_type);
  gasp_floating_begin (&kept.floating);
  return kept;
}

static inline void
gasp_give_back (struct gasp_kept kept)
{
  int old;
  gasp_begin_work (&gasp_thread);
  gasp_floating_end (&kept.floating);
  pthread_setcancelstate (kept.cancel_state, &old);
  /* The GNU C library acts on a pending cancellation in this function, not
     in pthread_setcancelstate.  */
  if (unlikely (kept.cancel_type != PTHREAD_CANCEL_DEFERRED))
    pthread_setcanceltype (kept.cancel_type, &old);
  errno = kept.error;
  *gasp_work (&gasp_thread) = kept.work;
}

/* Begins to call the tool for THREAD, whose other events are dropped until the
   end.  Returns whether it can be called.  If so, gasp_end_tool_call is to
   follow.  HOLD is the caller's stack pointer, so this is always a part of
   it.  */
static inline __attribute__ ((always_inline)) bool
gasp_begin_tool_call (struct gasp_thread *thread, struct gasp_kept *kept)
{
  *kept = gasp_keep ();
  if (likely (gasp_hold (thread)))
    return true;
  gasp_give_back (*kept);
  return false;
}

static inline void
gasp_end_tool_call (struct gasp_thread *thread, struct gasp_kept kept)
{
  gasp_give_back (kept);
  gasp_release (thread);
}
