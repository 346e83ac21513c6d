/* pages.h - memory of our own.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

#pragma GCC visibility push (hidden)

/* Returns zeroed memory, or null; and takes it back.  */
extern void *gasp_tool_pages (size_t size);
extern void gasp_tool_pages_free (void *pages, size_t size);
/* Sets *TABLE, unless another thread has, to SIZE zeroed bytes that last.
   Returns it, or null without memory.  */
extern void *gasp_tool_first_pages (void **table, size_t size);

/* Returns *TABLE, which is of SIZE bytes and is made for the first caller.  */
static inline void *
gasp_tool_table (void **table, size_t size)
{
  void *there = __atomic_load_n (table, __ATOMIC_ACQUIRE);
  return there ? there : gasp_tool_first_pages (table, size);
}

/* Zeroes the SIZE bytes at P, which are in our data or such memory.  In a
   process just forked this copies no page that it shares with its parent.  */
extern void gasp_tool_pages_clear (void *p, size_t size);
/* Returns an array of ELEMENT-byte elements doubled: its new place, or
   null.  */
extern void *gasp_tool_pages_double (void *pages, size_t element,
				     unsigned int *count);

#pragma GCC visibility pop
