/* load.h - executables and shared objects come and go.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once



#pragma GCC visibility push (hidden)

/* Registers what was loaded before there was a tool.  */
extern void gasp_objects_count_in (void);

/* Keep forks and what goes through the loaded objects apart.  */
extern void gasp_load_fork_begins (void);
extern void gasp_load_fork_parent (void);
extern void gasp_load_fork_child (void);

#pragma GCC visibility pop
