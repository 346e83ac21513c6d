/* passes.h - passes through the loaded objects, and forks.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push (hidden)

/* Go around a pass through the loaded objects, and around a fork, to keep these
   apart.  */
extern void gasp_pass_begins (void);
extern void gasp_pass_ends (void);
extern void gasp_passes_fork_begins (void);
extern void gasp_passes_fork_parent (void);
extern void gasp_passes_fork_child (void);

#pragma GCC visibility pop
