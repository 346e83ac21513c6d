/* allocation-callers.h - who called functions of C++'s library that allocate.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push (hidden)

/* Returns the return address of the innermost call around an allocation that is
   not in operator new or in a function of std::string.  ADDRESS is the
   allocation's own return address, POSITION its stack pointer; ADDRESS is
   returned if no other call is known.  */
extern const void *gasp_tool_allocation_caller (const void *address,
						unsigned long position);
/* To be called once, before there are threads.  */
extern void gasp_tool_find_allocating (void);
/* Notes in the record what is not seen of allocations.  Null in archives.  */
extern void gasp_tool_note_allocator (void) __attribute__ ((weak));

#pragma GCC visibility pop
