/* fork.c - the process is copied.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <pthread.h>
#include "base/objects.h"
#include "base/state.h"
#include "entry/threads.h"
#include "process/attach.h"
#include "process/defer.h"
#include "process/exit.h"
#include "process/fork.h"
#include "process/passes.h"
#include "stack/stacks.h"
#include "text/write.h"

static void
fork_begins (void)
{
  gasp_passes_fork_begins ();
  gasp_stacks_fork (GASP_FORK_BEFORE);
}

static void
fork_parent (void)
{
  gasp_stacks_fork (GASP_FORK_PARENT);
  gasp_passes_fork_parent ();
}

static void
begin_process (enum gasp_fork how)
{
  struct gasp_thread *thread = &gasp_thread;
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  gasp_this_is_the_process ();
  gasp_stacks_fork (how);
  gasp_passes_fork_child ();
  gasp_objects_fork_child ();
  gasp_switch_fork_child ();
  gasp_exit_fork_child (thread);
  gasp_threads_fork_child (thread);
  gasp_attach_fork_child ();
  gasp_defer_fork (thread);
  gasp_floating_end (&floating);
}

static void
fork_child (void)
{
  begin_process (GASP_FORK_CHILD);
}

static void
process_copied (void)
{
  begin_process (GASP_FORK_COPY);
}

bool
gasp_fork_prepare (void)
{
  gasp_begin_process = process_copied;
  return pthread_atfork (fork_begins, fork_parent, fork_child) == 0;
}
