/* load.h - executables and shared objects come and go.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_LOAD_H
#define GASP_LOAD_H



#pragma GCC visibility push (hidden)

/* Registers what was loaded before there was a tool.  */
extern void gasp_objects_count_in (void);

#pragma GCC visibility pop

#endif /* GASP_LOAD_H */
