/* load.c - executables and shared objects come and go.

   SPDX-License-Identifier: Apache-2.0

   Each instrumented one calls __gasp_object_start before its constructors and
   __gasp_object_end after its destructors; in between it is in the list
   (objects.c).  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <unistd.h>
#define GASP_PROVIDES
#include "gasp_provider.h"
#include "base/message.h"
#include "base/objects.h"
#include "base/state.h"
#include "entry/threads.h"
#include "process/attach.h"
#include "process/exit.h"
#include "process/libraries.h"
#include "process/load.h"
#include "process/passes.h"
#include "process/session.h"
#include "stack/frames.h"
#include "stack/large-stack.h"
#include "stack/stacks.h"
#include "text/patch.h"
#include "text/write.h"

/* Only in the GNU C library.  */
extern const char *gnu_get_libc_version (void) __attribute__ ((weak));

/* Not there in static programs, which have loaded nothing.  */
extern __typeof__ (dlsym) dlsym __attribute__ ((weak));

/* Returns whether OBJECT's format is known, with a message if not.  Without a
   tool nothing is measured anyway, so none is printed.  */
static bool
format_known (const struct gasp_object *object)
{
  if (object->format == GASP_SITE_FORMAT
      && object->size >= offsetof (struct gasp_object, places))
    return true;
  if (!gasp_active)
    return false;
  gasp_gcc_message ("%s has sites of format %u, and this libgasp knows only "
		    "format %d: its functions are not measured; compile it "
		    "again with the plugin that belongs to this libgasp",
		    gasp_file_of (object), object->format, GASP_SITE_FORMAT);
  return false;
}

static void
count_in (struct gasp_object *object)
{
  if (object->exits)
    gasp_exit_wanted ();
}

/* Finds main's arguments, which constructors get from the GNU C library, but
   not from others (musl).  The kernel has put them before the environment:
   their number, the pointers, and a null pointer.  */
static void
find_arguments (int *argc, char ***argv)
{
  if (gnu_get_libc_version)
    return;
  char **end = __environ - 1;
  int count = 0;
  while ((long) end[-1 - count] != count)
    count++;
  *argc = count;
  *argv = end - count;
}

/* Opens the session, when the first object is initialised.  */
static void
open_session (int argc, char **argv)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  gasp_see_thread ();
  find_arguments (&argc, &argv);
  gasp_provider_open (&argc, &argv);
  gasp_session_open (argc, argv);
  gasp_attach_prepare ();
  gasp_floating_end (&floating);
}

/* Has the linker free what it says of a function that was not found, which it
   does when one is: later, it would be freed as the program's.  */
static void
free_message (void)
{
  if (dlsym)
    dlsym (RTLD_DEFAULT, "dlsym");
}

/* Sees to what the program has loaded.  That is recording.  */
static void
see_objects (void)
{
  gasp_gcc_word where = gasp_where (&gasp_thread);
  gasp_begin_work (&gasp_thread);
  gasp_libraries_load ();
  gasp_call_with_room (gasp_provider_loaded, NULL);
  free_message ();
  gasp_end_work (&gasp_thread, where);
}

/* Adds OBJECT, and begins to measure it if the program is measured.  */
static void
measure_object (struct gasp_object *object)
{
  gasp_objects_add (object);
  if (gasp_active || gasp_attach_pending ())
    gasp_patch (object);
  if (!gasp_active)
    return;
  count_in (object);
  see_objects ();
}

void
gasp_gcc_objects_loaded (void)
{
  char allocates = gasp_thread.allocates;
  /* What is loaded for recording is not the program's.  */
  if (!gasp_active || *gasp_work (&gasp_thread))
    return;
  gasp_thread.allocates = true;
  gasp_pass_begins ();
  gasp_chain_forget ();
  see_objects ();
  if (gasp_recorder.unload)
    gasp_recorder.unload (NULL, NULL);
  gasp_pass_ends ();
  gasp_thread.allocates = allocates;
}

void
__gasp_object_open (int argc, char **argv, char **envp,
		    struct gasp_object *object)
{
  static bool opened;
  /* What this allocates is not the program's.  */
  char allocates = gasp_thread.allocates;
  (void) envp;
  gasp_thread.allocates = true;
  if (!opened)
    {
      opened = true;
      open_session (argc, argv);
    }
  if (format_known (object))
    measure_object (object);
  gasp_thread.allocates = allocates;
}

/* For objects without hooks of their own: the others come with another
   function of this name.  */
extern __typeof__ (__gasp_object_open) __gasp_object_start
  __attribute__ ((weak, alias ("__gasp_object_open")));

void
gasp_objects_count_in (void)
{
  gasp_signals saved;
  gasp_switch_lock (&saved);
  for (struct gasp_object *object = gasp_objects_first (); object;
       object = object->next)
    count_in (object);
  gasp_switch_unlock (&saved);
}

/* Calls of OBJECT's functions that are still open have been jumped out of; so
   have those within them.  */
static void
close_calls_of (const struct gasp_object *object, struct gasp_thread *thread)
{
  const struct gasp_gcc_frame *frame = thread->frames.base + 1;
  while (frame <= thread->top && !gasp_object_has (object, frame->function))
    frame++;
  if (frame <= thread->top)
    gasp_close_above (thread, frame - 1);
}

/* Forgets OBJECT, which is about to be unloaded: no thread may read its
   records any more.  Frames of other threads that refer to it are recognised
   when they are closed (gasp_function_known).  */
static void
forget (struct gasp_object *object, unsigned long position)
{
  struct gasp_thread *thread = gasp_started_thread_at (position);
  if (thread && !gasp_hold (thread))
    thread = NULL;
  if (thread)
    {
      gasp_close_dead (thread, position, position);
      close_calls_of (object, thread);
    }
  if (gasp_active && gasp_recorder.unload)
    gasp_recorder.unload (object->functions, object->functions_end);
  if (thread)
    gasp_release (thread);
}

/* Removes OBJECT.  COLLECTIVE_EXIT is over when the executable's last
   finaliser runs, or, if the executable is not instrumented, when that of the
   last shared object does.  */
void
__gasp_object_end (struct gasp_object *object)
{
  if (!gasp_objects_have (object))
    return;
  bool exiting = gasp_exiting ();
  if (!exiting)
    forget (object, CALLER_POSITION);
  else if ((object->code && object->code->is_main)
	   || (gasp_objects_first () == object && !object->next))
    gasp_exit_finish ();
  gasp_objects_remove (object);
  /* While the process ends, other threads may still run there.  If there is no
     session, the beginning of the exit was not seen: gasp_unpatch leaves the
     executable alone.  */
  if (exiting)
    return;
  gasp_objects_wait ();
  gasp_unpatch (object);
}
