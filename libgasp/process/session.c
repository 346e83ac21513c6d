/* session.c - the session: the tool, if there is one, and the arguments.

   SPDX-License-Identifier: Apache-2.0

   The first instrumented object that is initialised opens the session, on the
   thread that counts as the first.  If there is no tool, nothing else ever
   happens.  */

#include "base/arguments.h"
#include "stack/large-stack.h"
#include "base/settings.h"
#include "base/state.h"
#include "base/tool.h"
#include "entry/recorder.h"
#include "entry/threads.h"
#include "process/exit.h"
#include "process/fork.h"
#include "process/libraries.h"
#include "process/session.h"
#include "stack/stacks.h"

static void
prepare (void *prepared)
{
  gasp_argv = gasp_copy_arguments (gasp_argc, gasp_argv);
  gasp_this_is_the_process ();
  /* The libraries that this calls bind their functions when these are first
     called, for which there may be too little stack when it matters.  */
  gasp_call_chain ((unsigned long) __builtin_frame_address (0));
  *(bool *) prepared = (gasp_argv && gasp_threads_prepare ()
			 && gasp_fork_prepare ());
}

/* Begins the session with the present tool.  Returns false, with a message, if
   there are no resources.  */
static bool
begin (int argc, char **argv)
{
  static bool prepared;
  if (!prepared)
    {
      gasp_argc = argc;
      gasp_argv = argv;
      gasp_call_with_room (prepare, &prepared);
    }
  if (!prepared)
    {
      gasp_gcc_message ("no resources to measure with: instrumentation stays "
			"dormant");
      return false;
    }
  gasp_recorder_prepare ();
  if (!gasp_thread_start (&gasp_thread, gasp_thread.hold))
    return false;
  gasp_set_active (true);
  gasp_exit_prepare ();
  return true;
}

/* The program's first arguments, kept until there is a tool.  */
static int first_argc;
static char **first_argv;

bool
gasp_session_attach (void)
{
  gasp_leave_nothing_out ();
  gasp_libraries_load ();
  return begin (first_argc, first_argv);
}

void
gasp_session_open (int argc, char **argv)
{
  first_argc = argc;
  first_argv = argv;
  gasp_verbose = gasp_setting_on ("GASP_VERBOSE");
  if (gasp_setting_on ("GASP_OFF"))
    {
      if (gasp_verbose)
	gasp_gcc_message ("GASP_OFF is set: instrumentation stays dormant");
      return;
    }
  if (!gasp_tool_find ())
    return;
  gasp_state_prepare ();
  gasp_libraries_load ();
  begin (argc, argv);
}
