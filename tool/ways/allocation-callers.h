/* allocation-callers.h - who called functions of C++'s library that allocate.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push (hidden)

/* Returns where the call returns to that led to the one at POSITION, which
   returns to ADDRESS: the first that is not of operator new or of a function of
   std::string, as far as is known.  */
extern const void *gasp_tool_allocation_caller (const void *address,
						unsigned long position);
/* To be called once, before there are threads.  */
extern void gasp_tool_find_allocating (void);

#pragma GCC visibility pop
