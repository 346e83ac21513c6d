/* recorder.c - the recorder, which gets function events.

   SPDX-License-Identifier: Apache-2.0

   The sample tool registers a recorder (gasp_gcc.h); for tools that have none
   there is one here, which calls gasp_event_notify.  */

#include "base/tool.h"
#include "entry/recorder.h"
#include "stack/tool-call.h"

/* ---- The recorder of tools that have none  */

static void
notify_start (void *pointer, void *context)
{
  struct gasp_gcc_frame *frame = pointer;
  const struct gasp_gcc_function *f = frame->function;
  gasp_tool.notify (context, GASP_C_FUNC, GASP_START, gasp_gcc_file (f),
		    f->line, f->column, gasp_gcc_signature (f));
  /* So that its END is sent: not if the tool never came to this.  */
  frame->data = frame;
}

static void
notify_end (void *pointer, void *context)
{
  struct gasp_gcc_frame *frame = pointer;
  const struct gasp_gcc_function *f = frame->function;
  if (!frame->data)
    return;
  /* Once, even if the thread is cancelled before the frame is removed.  */
  frame->data = NULL;
  gasp_tool.notify (context, GASP_C_FUNC, GASP_END, gasp_gcc_file (f),
		    f->end_line, f->end_column, gasp_gcc_signature (f));
}

/* Calls FUNCTION of the tool.  FRAME is that of the function that the site is
   in, or the processor's state has been saved.  */
AT_SITE_INLINE void
call_tool_at_site (void (*function) (void *, void *),
		   struct gasp_gcc_frame *frame, gasp_context_t context)
{
  if (frame->function->flags & GASP_GCC_FEW)
    gasp_call_tool_among_few (function, frame, context);
  else
    gasp_call_tool_slowly (function, frame, context);
}

AT_SITE static void
notifier_enter (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  call_tool_at_site (notify_start, frame, context);
}

AT_SITE static void
notifier_leave (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  call_tool_at_site (notify_end, frame, context);
}

/* Notifies a tool whose recorder does not take allocation events.  */
static void
notify_allocation (gasp_context_t context, gasp_evttype_t type,
		   struct gasp_gcc_allocation *a)
{
#define NOTIFY(...)							\
  gasp_tool.notify (context, a->tag, type, a->file, a->line, a->column,	\
		    __VA_ARGS__)
  struct gasp_kept kept = gasp_keep ();
  switch (a->tag)
    {
    case GASP_C_MALLOC:
      NOTIFY (a->size, a->result);
      break;
    case GASP_C_REALLOC:
      NOTIFY (a->former, a->size, a->result);
      break;
    case GASP_C_FREE:
      NOTIFY (a->former);
      break;
    }
  gasp_give_back (kept);
#undef NOTIFY
}

static const struct gasp_gcc_recorder notifier = {
  .enter = notifier_enter,
  .leave = notifier_leave,
  .allocation = notify_allocation,
};

void
gasp_recorder_prepare (void)
{
  if (!gasp_recorder.enter)
    gasp_recorder = notifier;
}

/* Registers a tool's RECORDER, until the first gasp_init is over.  Returns -1
   if it is too late or of another version.  */
int
gasp_gcc_set_recorder (const struct gasp_gcc_recorder *recorder)
{
  if (recorder->version != GASP_GCC_VERSION || gasp_recorder.version
      || gasp_active)
    return -1;
  gasp_recorder = *recorder;
  if (!gasp_recorder.allocation)
    gasp_recorder.allocation = notify_allocation;
  return 0;
}

AT_SITE static void
ignore (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  (void) frame;
  (void) context;
}

AT_SITE static void
ignore_count (struct gasp_gcc_frame *frame, gasp_context_t context,
	      const struct gasp_gcc_function *function)
{
  (void) frame;
  (void) context;
  (void) function;
}

void
gasp_silence (void)
{
  gasp_set_active (false);
  gasp_gcc_use_slow_path (1);
  gasp_recorder.enter = ignore;
  gasp_recorder.leave = ignore;
  gasp_recorder.count = ignore_count;
}
