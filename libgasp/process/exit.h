/* exit.h - the end of the process.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* Enables exit handlers to be registered from now on; notes that an object
   wants the events.  */
extern void gasp_exit_prepare (void);
extern void gasp_exit_wanted (void);
/* Finishes, as the last finaliser has run.  */
extern void gasp_exit_finish (void);
extern void gasp_exit_fork_child (struct gasp_thread *thread);

#pragma GCC visibility pop
