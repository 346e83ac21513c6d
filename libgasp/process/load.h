/* load.h - executables and shared objects come and go.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once



#pragma GCC visibility push (hidden)

/* Registers what was loaded before there was a tool.  */
extern void gasp_objects_count_in (void);

#pragma GCC visibility pop
