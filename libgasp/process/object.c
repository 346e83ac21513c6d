/* object.c - executables and shared objects come and go.

   SPDX-License-Identifier: Apache-2.0

   Each instrumented one calls gasp_gcc_object_start before its constructors and
   gasp_gcc_object_end after its destructors; in between it is in the list
   here.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include "attach.h"
#include "text/code.h"

/* In static programs only if something else needs it.  */
extern __typeof__ (dladdr) dladdr __attribute__ ((weak));
/* Only in the GNU C library.  */
extern const char *gnu_get_libc_version (void) __attribute__ ((weak));

static struct gasp_object *objects;

/* How many are going along the list, by the period in which they began.  Nobody
   waits for another one to do that, since a thread may be stopped there by its
   signal handler for as long as one likes; who takes an object from the list
   waits for those that may have come to it.  */
static int readers[2];
static unsigned int period;

static int *
begin_reading (void)
{
  int *mine = &readers[__atomic_load_n (&period, __ATOMIC_SEQ_CST)];
  __atomic_add_fetch (mine, 1, __ATOMIC_SEQ_CST);
  return mine;
}

static void
end_reading (int *mine)
{
  __atomic_sub_fetch (mine, 1, __ATOMIC_SEQ_CST);
}

/* A reader that a handler has left for good, by machine code of its own, does
   not keep anybody waiting for ever.  */
#define PATIENCE 100000

/* Nobody reads any more what has been taken from the list.  Two periods end,
   since a reader may have chosen one, and not have begun.  */
static void
wait_for_readers (void)
{
  for (int i = 0; i < 2; i++)
    {
      int *old = &readers[__atomic_fetch_xor (&period, 1, __ATOMIC_SEQ_CST)];
      for (int n = 0; n < PATIENCE; n++)
	{
	  if (__atomic_load_n (old, __ATOMIC_SEQ_CST) <= 0)
	    break;
	  sched_yield ();
	}
    }
}

/* Let *LINK, which is part of the list or its head, be OBJECT.  The dynamic
   linker loads and unloads one at a time.  */
static void
set_link (struct gasp_object **link, struct gasp_object *object)
{
  __atomic_store_n (link, object, __ATOMIC_SEQ_CST);
}

void
gasp_objects_fork_child (void)
{
  readers[0] = readers[1] = 0;
  gasp_switch_fork_child ();
}

bool
gasp_objects_left (void)
{
  return objects != NULL;
}

static bool
contains (const struct gasp_object *object,
	  const struct gasp_gcc_function *function)
{
  unsigned long offset
    = (unsigned long) function - (unsigned long) object->functions;
  return (function >= object->functions && function < object->functions_end
	  && offset % sizeof *function == 0);
}

struct gasp_object *
gasp_objects_first (void)
{
  return __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
}

/* What FUNCTION is in, or null.  For readers: another thread may be about to
   unload what is in the list.  */
static const struct gasp_object *
object_with (const struct gasp_gcc_function *function)
{
  const struct gasp_object *object
    = __atomic_load_n (&objects, __ATOMIC_SEQ_CST);
  while (object && !contains (object, function))
    object = __atomic_load_n (&object->next, __ATOMIC_SEQ_CST);
  return object;
}

bool
gasp_function_known (const struct gasp_gcc_function *function)
{
  int *reading = begin_reading ();
  bool is_known = object_with (function) != NULL;
  end_reading (reading);
  return is_known;
}

bool
gasp_is_switched_off (const struct gasp_gcc_function *function)
{
  int *reading = begin_reading ();
  const struct gasp_object *object = object_with (function);
  bool is_off = object && gasp_mode_in (object, function) == GASP_GCC_NOTHING;
  end_reading (reading);
  return is_off;
}

const char *
gasp_file_of (const void *address)
{
  Dl_info info;
  if (dladdr && dladdr (address, &info) && info.dli_fname && *info.dli_fname)
    return info.dli_fname;
  return program_invocation_name;
}

/* In a program without a tool nobody needs to know that it is not.  */
static bool
format_known (const struct gasp_object *object)
{
  if (object->format == GASP_SITE_FORMAT && object->size >= sizeof *object)
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

/* Constructors get main's arguments from the GNU C library, and nothing at all
   from others (musl).  The kernel has put them before the environment: their
   number, the pointers, and a null pointer.  */
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

/* The first object that is initialised opens the session.  */
static void
open_session (int argc, char **argv)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  gasp_see_thread ();
  find_arguments (&argc, &argv);
  gasp_provider_open (&argc, &argv);
  gasp_session_open (argc, argv);
  gasp_gcc_attachment.ready = true;
  gasp_floating_end (&floating);
}

void
gasp_gcc_object_open (int argc, char **argv, char **envp,
		      struct gasp_object *object)
{
  static bool opened;
  (void) envp;
  if (!opened)
    {
      opened = true;
      open_session (argc, argv);
    }
  if (!format_known (object))
    return;
  object->next = objects;
  set_link (&objects, object);
  if (gasp_active || gasp_attach_pending ())
    gasp_patch (object);
  if (gasp_active)
    count_in (object);
}

/* Of objects that have no hooks of their own, which come with another function
   of this name.  */
extern __typeof__ (gasp_gcc_object_open) gasp_gcc_object_start
  __attribute__ ((weak, alias ("gasp_gcc_object_open")));

/* What was loaded before there was a tool.  */
void
gasp_objects_count_in (void)
{
  gasp_signals saved;
  gasp_switch_lock (&saved);
  for (struct gasp_object *object = objects; object; object = object->next)
    count_in (object);
  gasp_switch_unlock (&saved);
}

static struct gasp_object **
find_link (const struct gasp_object *object)
{
  struct gasp_object **link = &objects;
  while (*link && *link != object)
    link = &(*link)->next;
  return link;
}

/* Calls of OBJECT's functions that are still open have been jumped out of; so
   have those within them.  */
static void
close_calls_of (const struct gasp_object *object, struct gasp_thread *thread)
{
  const struct gasp_gcc_frame *frame = thread->base + 1;
  while (frame <= thread->top && !contains (object, frame->function))
    frame++;
  if (frame <= thread->top)
    gasp_close_above (thread, frame - 1);
}

/* OBJECT is about to be unloaded: nobody may look at its records any more.
   Frames of other threads that refer to it are recognised when they are closed
   (gasp_function_known).  */
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

static bool
is_executable (const struct gasp_object *object)
{
  return object->code && object->code->is_main;
}

/* The COLLECTIVE_EXIT is over when the executable's last finaliser runs, or, if
   the executable is not instrumented, when that of the last shared object
   does.  */
void
gasp_gcc_object_end (struct gasp_object *object)
{
  struct gasp_object **link = find_link (object);
  if (!*link)
    return;
  bool exiting = gasp_exiting ();
  if (!exiting)
    forget (object, CALLER_POSITION);
  else if (is_executable (object) || (objects == object && !object->next))
    gasp_exit_finish ();
  set_link (link, object->next);
  /* While the process ends, other threads may still run there.  Nobody has seen
     the end begin if there is no session: gasp_unpatch leaves the executable
     alone.  */
  if (exiting)
    return;
  wait_for_readers ();
  gasp_unpatch (object);
}
