/* attach.c - begin and end to measure while the program runs.

   SPDX-License-Identifier: Apache-2.0

   A program without a tool listens to nobody.  So gasp attach does what a
   debugger does: it stops a thread wherever that is, writes what it wants into
   gasp_gcc_attachment, and lets the thread call gasp_gcc_attach.  The thread
   may hold any lock of the C library; what happens there is system calls.  It
   makes the sites active, and no more.  The rest is done by the first thread
   that comes to a site afterwards, where it could as well have called anything
   else (complete): load the tool, open the session.  Both have
   stacks of their own, and signals wait.

   gasp_gcc_detach makes the sites dormant.  Called once more a little later,
   when no thread is on its way from a site any more, it forgets what the
   threads had open: they begin anew with the next attachment.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>
#include "base/objects.h"
#include "base/state.h"
#include "base/tool.h"
#include "entry/threads.h"
#include "process/attach.h"
#include "process/load.h"
#include "process/session.h"
#include "stack/large-stack.h"
#include "stack/stacks.h"
#include "text/stubs.h"
#include "text/write.h"

char gasp_gcc_attach_stack[GASP_ATTACH_STACK_SIZE]
  __attribute__ ((aligned (64)));

/* Not there in static programs.  dlopen is looked up, as the linker would
   remark upon its name in them.  */
extern __typeof__ (dlsym) dlsym __attribute__ ((weak));
extern __typeof__ (dlerror) dlerror __attribute__ ((weak));

/* ---- The way in  */

int
gasp_gcc_attach (void)
{
  struct gasp_attachment *a = &gasp_gcc_attachment;
  int result = GASP_ATTACH_ALREADY, saved_errno = errno;
  if (gasp_active || a->state != GASP_ATTACH_DORMANT)
    return result;
  if (!gasp_objects_first ())
    return GASP_ATTACH_NOTHING;
  if (!gasp_switch_try_lock ())
    return GASP_ATTACH_BUSY;
  /* Before any thread is on its way from a site.  */
  gasp_state_prepare ();
  gasp_this_is_the_process ();
  __atomic_store_n (&a->state, GASP_ATTACH_PENDING, __ATOMIC_RELEASE);
  result = gasp_attach_switch (true);
  if (result != GASP_ATTACH_DONE)
    a->state = GASP_ATTACH_DORMANT;
  gasp_switch_unlock (NULL);
  errno = saved_errno;
  return result;
}

/* ---- The first thread that comes to a site

   The tool: one that is in the process, or the one asked for.  Whether there
   is, in *FOUND.  */
static void
find_tool (void *found)
{
  if (gasp_tool_find ())
    {
      *(bool *) found = true;
      return;
    }
  void *(*load) (const char *, int)
    = dlsym ? dlsym (RTLD_DEFAULT, "dlopen") : NULL;
  void *handle = load ? load (gasp_gcc_attachment.tool,
			      RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!handle)
    gasp_gcc_message ("the tool cannot be loaded: %s",
		      load && dlerror ? dlerror () : "the program is static");
  *(bool *) found = handle && gasp_tool_take (handle);
}

/* Renews the stubs, if the lock is free: without it each call goes the slow
   way, and none a wrong one.  */
static void
renew_stubs (void)
{
  if (!gasp_switch_try_lock ())
    return;
  gasp_renew_stubs ();
  gasp_switch_unlock (NULL);
}

/* ---- The tool  */

static bool
load_and_open (void)
{
  static bool found;
  bool done = false;
  if (!gasp_large_stack_make ())
    {
      gasp_gcc_message ("no memory to be attached to");
      return false;
    }
  if (!found)
    gasp_call_with_room (find_tool, &found);
  if (found)
    done = gasp_session_attach ();
  if (done)
    {
      gasp_objects_count_in ();
      gasp_call_with_room (gasp_provider_attached, NULL);
      gasp_call_with_room (gasp_provider_loaded, NULL);
    }
  gasp_large_stack_remove ();
  return done;
}

/* Returns whether the tool is for this thread to load.  A child of vfork
   would load it for its parent.  */
static bool
begin_to_load (void)
{
  if (gasp_gcc_attachment.state != GASP_ATTACH_PENDING || gasp_is_vforked ())
    return false;
  /* It may have been forked since it was attached to.  */
  gasp_this_is_the_process ();
  return gasp_attach_go_on (GASP_ATTACH_LOADING, GASP_ATTACH_PENDING);
}

static bool
complete (unsigned long position)
{
  /* Little may be left of the stack.  */
  static unsigned long words[512];
  gasp_signals saved;
  int *state = &gasp_gcc_attachment.state;
  if (!begin_to_load ())
    {
      if (!gasp_was_not_copied ())
	gasp_attach_abandon ();
      return false;
    }
  if (gasp_in_handler (position, words, sizeof words))
    {
      __atomic_store_n (state, GASP_ATTACH_PENDING, __ATOMIC_RELEASE);
      return false;
    }
  gasp_block_signals (&saved);
  bool done = load_and_open ();
  if (done)
    renew_stubs ();
  else
    gasp_attach_make_dormant ();
  gasp_unblock_signals (&saved);
  __atomic_store_n (state, done ? GASP_ATTACH_ACTIVE : GASP_ATTACH_FAILED,
		    __ATOMIC_RELEASE);
  return done;
}

void
gasp_attach_prepare (void)
{
  gasp_begin_late = complete;
  gasp_gcc_attachment.ready = true;
}

/* ---- The way out  */

/* How often detaching comes back for threads that are at work.  They may be
   without a processor; but one that a callback was left in by a jump seems to
   be at work until its next event.  */
#define PATIENCE (GASP_ATTACH_TRIES - 100)

/* Makes threads forget which calls they have open.  Returns GASP_ATTACH_BUSY
   until all have done so.  */
static int
leave (void)
{
  static int tries;
  int left = gasp_threads_reset ();
  if (left < 0 || (left > 0 && ++tries < PATIENCE))
    return GASP_ATTACH_BUSY;
  tries = 0;
  gasp_gcc_attachment.state = GASP_ATTACH_DORMANT;
  return GASP_ATTACH_DONE;
}

int
gasp_gcc_detach (void)
{
  struct gasp_attachment *a = &gasp_gcc_attachment;
  int result = GASP_ATTACH_DONE, saved_errno = errno;
  if (a->state == GASP_ATTACH_LEAVING)
    return leave ();
  if (a->state == GASP_ATTACH_LOADING)
    return GASP_ATTACH_BUSY;
  if (!gasp_active && a->state == GASP_ATTACH_DORMANT)
    return GASP_ATTACH_ALREADY;
  if (!gasp_switch_try_lock ())
    return GASP_ATTACH_BUSY;
  result = gasp_attach_switch (false);
  if (result == GASP_ATTACH_DONE)
    {
      gasp_set_active (false);
      a->state = GASP_ATTACH_LEAVING;
    }
  gasp_switch_unlock (NULL);
  errno = saved_errno;
  return result;
}
