/* provider.c - runtimes of languages raise events: see provider.h.

   SPDX-License-Identifier: Apache-2.0  */

#define GASP_PROVIDES
#include "provider.h"
#include "entry/raise.h"
#include "entry/recorder.h"
#include "process/session.h"

void *
gasp_gcc_call_at (unsigned long position)
{
  return gasp_call_at (position);
}

void *
gasp_gcc_event_at (unsigned int tag, unsigned long position)
{
  return (unlikely (gasp_active) && !gasp_is_left_out (tag)
	  ? gasp_call_at (position) : NULL);
}

const volatile unsigned char *
gasp_gcc_activity (void)
{
  return (const volatile unsigned char *) &gasp_active;
}

gasp_gcc_notify_t *
gasp_gcc_tool_enter (void *call, unsigned long frame, gasp_context_t *context)
{
  struct gasp_thread *thread = call;
  struct gasp_kept kept = gasp_keep ();
  if (unlikely (!gasp_replace (&thread->hold, 0, frame)))
    {
      gasp_give_back (kept);
      return NULL;
    }
  gasp_begin_work (thread);
  thread->kept = kept;
  *context = thread->context;
  return gasp_tool.notify;
}

void
gasp_gcc_tool_leave (void *call)
{
  struct gasp_thread *thread = call;
  gasp_give_back (thread->kept);
  gasp_release (thread);
}

static int process_number, process_count = 1;

void
gasp_gcc_set_process (int number, int count)
{
  process_number = number;
  process_count = count;
}

int
gasp_gcc_processes (int *number)
{
  *number = process_number;
  return process_count;
}

static gasp_gcc_finder_t *finder;

void
gasp_gcc_set_finder (gasp_gcc_finder_t *function)
{
  finder = function;
}

int
gasp_gcc_find_shared (const void *pointer, struct gasp_gcc_shared *result)
{
  return finder ? finder (pointer, result) : -1;
}

void
gasp_gcc_no_more_events (void)
{
  gasp_silence ();
}

void
gasp_provider_open (int *argc, char ***argv)
{
  if (gasp_gcc_provider_start)
    gasp_gcc_provider_start (argc, argv);
}
