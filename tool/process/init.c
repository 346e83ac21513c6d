/* init.c - the beginning and the end.

   SPDX-License-Identifier: Apache-2.0

   gasp_init is called on each thread (GASP 1.4, 3.2); on the first one it
   creates the record and, where the runtime offers that, registers the direct
   recorder.  What happens then begins in fast.c and event.c.  */

#define _GNU_SOURCE
#include "measure/budget.h"
#include "measure/clock.h"
#include "measure/counting.h"
#include "measure/sampling/modules.h"
#include "events/fast.h"
#include "record/file.h"
#include "floating.h"
#include "record/place.h"
#include "process/fork.h"
#include "ways/jumps.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "process/parts.h"
#include "models/peers.h"
#include "models/team.h"
#include "record/process.h"
#include "ground/state.h"
#include "process/thread.h"
#include "record/trace.h"
#include "ways/allocation-callers.h"
#include <pthread.h>

/* The calling thread's.  Events of all languages go to one: its call paths are
   theirs, too.  C and UPC come first where libgasp calls.  */
static __thread gasp_context_t of_thread
  __attribute__ ((tls_model ("initial-exec")));

/* Without direct recorder: how the end of a thread is known.  */
static pthread_key_t thread_key;
static bool thread_key_used;
#pragma weak gasp_gcc_set_recorder

/* ---- Without direct recorder: what the runtime would report to it.  */

static void
thread_ends (void *context)
{
  of_thread = NULL;
  gasp_tool_thread_end (context);
}

static void
process_forked (void)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  gasp_tool_fork (pthread_getspecific (thread_key), NULL, NULL);
  gasp_floating_end (&floating);
}

static void
do_without_recorder (void)
{
  thread_key_used = pthread_key_create (&thread_key, thread_ends) == 0;
  if (thread_key_used)
    pthread_atfork (NULL, NULL, process_forked);
}

/* Refuses a runtime that does not take the recorder: without it, programs take
   many times as long, and what they share with the tool is laid out in another
   way.  */
static void
refuse_runtime (void)
{
  const char text[] = "the program has a libgasp of another version: it runs "
		      "unrecorded; link it anew, or run it by its own gasp";
  gasp_tool_is_refused = true;
  gasp_tool_say ("%s", text);
  gasp_tool_note (text);
}

/* ---- With it.  */

static void
fork_child (gasp_context_t context, struct gasp_gcc_frame *frames,
	    struct gasp_gcc_frame *last)
{
  gasp_tool_fork (context, frames, last);
}

static void
unload (const struct gasp_gcc_function *functions,
	const struct gasp_gcc_function *end)
{
  if (!gasp_tool_base)
    return;
  /* Samples need the names of objects without instrumentation.  */
  if (functions == end)
    gasp_tool_modules_unload (0, 0);
  else
    gasp_tool_parts_unload ((uintptr_t) functions, (uintptr_t) end);
}

/* ---- The beginning.  */

static void
begin_process (int argc, char **argv)
{
  gasp_tool_keep_arguments (argc, argv);
  gasp_tool_counters_init ();
  gasp_tool_clock_init ();
  if (!gasp_tool_file_create ())
    return;
  gasp_tool_describe ();
  if (gasp_tool_note_allocator)
    gasp_tool_note_allocator ();
  gasp_tool_trace_init ();
  /* Functions of higher layers, which the recorder calls.  */
  const struct gasp_gcc_recorder upper = {
    .thread_end = gasp_tool_thread_end,
    .fork_child = fork_child,
    .unload = unload,
    .detach = gasp_tool_detach,
    .forked = gasp_tool_forked_within
  };
  if (gasp_tool_register (&upper))
    return;
  if (gasp_gcc_set_recorder)
    refuse_runtime ();
  else
    do_without_recorder ();
}

gasp_context_t
gasp_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  static GASP_TOOL_LOCK (begin_lock);
  static bool begun;
  if (srclanguage != GASP_LANG_UPC && of_thread)
    {
      gasp_tool_peers_see_library ();
      return of_thread;
    }

  struct gasp_tool_holder holder;

  lock_quietly (&begin_lock, &holder);
  if (!begun)
    {
      if (gasp_tool_find_runtime)
	gasp_tool_find_runtime (__builtin_return_address (0));
      begin_process (*argc, *argv);
    }
  else if (gasp_tool_base && !gasp_tool_sandboxed
	   && HEADER->pid != getpid ())
    /* Forked by a thread that has no context.  */
    gasp_tool_fork (NULL, NULL, NULL);
  begun = true;
  /* Decided again for each thread: where the program is attached to again, the
     runtime has forgotten which events it was to leave out.  */
  bool is_recorded = gasp_tool_base && !gasp_tool_is_refused;
  if (is_recorded)
    gasp_tool_locks_begin ();
  unlock_quietly (&begin_lock, &holder);
  if (!is_recorded)
    return NULL;
  gasp_context_t context = gasp_tool_thread_begin ();
  gasp_tool_budget_thread (context);
  if (thread_key_used)
    pthread_setspecific (thread_key, context);
  of_thread = context;
  return context;
}

/* ---- The end.  */

/* Ends the record in case nothing reports the process's status.  */
static void __attribute__ ((destructor))
end_process (void)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  /* A child that was made without a fork handler has its parent's record.  */
  if (gasp_tool_base && HEADER->state == GASP_RECORD_RUNNING
      && (gasp_tool_may_be_sandboxed || gasp_tool_without_clock
	  || HEADER->pid == getpid ()))
    gasp_tool_end (GASP_RECORD_ENDED, 0);
  gasp_floating_end (&floating);
}
