/* attachment.c - the state of an attachment: from one to the next, and in a
   child.

   SPDX-License-Identifier: Apache-2.0

   attach.c begins and ends one; fork.c comes here in the child.  */

#include <unistd.h>
#include "base/objects.h"
#include "base/state.h"
#include "process/attach.h"
#include "text/patch.h"
#include "text/write.h"

bool
gasp_attach_go_on (int next, int state)
{
  return __atomic_compare_exchange_n (&gasp_gcc_attachment.state, &state, next,
				      false, __ATOMIC_ACQUIRE,
				      __ATOMIC_RELAXED);
}

int
gasp_attach_switch (bool on)
{
  int failed = 0;
  for (struct gasp_object *object = gasp_objects_first (); object;
       object = object->next)
    if (!gasp_patch_all (object, on))
      failed++;
  gasp_synchronise ();
  return failed ? GASP_ATTACH_NO_CODE : GASP_ATTACH_DONE;
}

/* Switches off all sites, if the lock is free: without it each call goes the
   slow way, and none a wrong one.  */
void
gasp_attach_make_dormant (void)
{
  if (!gasp_switch_try_lock ())
    return;
  gasp_attach_switch (false);
  gasp_switch_unlock (NULL);
}

/* Gives up an attachment if this process was forked while another thread was
   loading the tool: no thread here will finish that.  */
void
gasp_attach_abandon (void)
{
  gasp_signals saved;
  if (!gasp_attach_go_on (GASP_ATTACH_FAILED, GASP_ATTACH_LOADING))
    return;
  gasp_gcc_message ("process %d was forked while the tool was being loaded; it "
		    "is not measured", (int) getpid ());
  gasp_block_signals (&saved);
  gasp_attach_make_dormant ();
  gasp_unblock_signals (&saved);
}

void
gasp_attach_fork_child (void)
{
  /* The threads that were in calls are not in this process.  */
  gasp_gcc_attachment.taken = 0;
  /* The thread that loaded the tool may have been done, up to saying so.  */
  if (gasp_active)
    gasp_attach_go_on (GASP_ATTACH_ACTIVE, GASP_ATTACH_LOADING);
  else
    gasp_attach_abandon ();
}
