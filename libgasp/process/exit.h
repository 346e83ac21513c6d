/* exit.h - the end of the process.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_EXIT_H
#define GASP_EXIT_H

#include "stack/thread.h"

#pragma GCC visibility push (hidden)

/* Exit handlers may be registered from now on; an object wants the events.  */
extern void gasp_exit_prepare (void);
extern void gasp_exit_wanted (void);
/* The last finaliser has run.  */
extern void gasp_exit_finish (void);
extern void gasp_exit_fork_child (struct gasp_thread *thread);

#pragma GCC visibility pop

#endif /* GASP_EXIT_H */
