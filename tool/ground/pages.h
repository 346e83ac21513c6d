/* pages.h - memory of our own.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

#pragma GCC visibility push (hidden)

/* Returns zeroed memory, or null; and takes it back.  */
extern void *gasp_tool_pages (size_t size);
extern void gasp_tool_pages_free (void *pages, size_t size);
/* Zeroes the SIZE bytes at P, which are in our data or such memory.  In a
   process just forked this copies no page that it shares with its parent.  */
extern void gasp_tool_pages_clear (void *p, size_t size);
/* Returns an array of ELEMENT-byte elements doubled: its new place, or
   null.  */
extern void *gasp_tool_pages_double (void *pages, size_t element,
				     unsigned int *count);

#pragma GCC visibility pop
