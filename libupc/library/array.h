/* array.h - blocked arrays in shared space, as library functions get them.

   SPDX-License-Identifier: Apache-2.0

   The phase of the pointer to the first element is respected: the first block
   has that much less.  */

#pragma once

#include <stddef.h>
#include "core/pts.h"

struct upc_array {
  upc_pts_t first;		/* its first element */
  size_t size;			/* bytes of an element */
  size_t block;			/* elements of a block; 0: all are in one */
};

#pragma GCC visibility push (hidden)

/* Returns element I of ARRAY, without phase; *RUN is how many elements of the
   block lie from there on.  */
extern upc_pts_t upc_array_at (const struct upc_array *array, size_t i,
			       size_t *run);

/* Returns the first of the *COUNT elements that THREAD has of the first N:
   they lie one after another.  */
extern upc_pts_t upc_array_part (const struct upc_array *array, size_t n,
				 size_t thread, size_t *count);

/* Copies N elements, from I on, to and from BUFFER.  */
extern void upc_array_get (const struct upc_array *array, size_t i, size_t n,
			   void *buffer);
extern void upc_array_put (const struct upc_array *array, size_t i, size_t n,
			   const void *buffer);

#pragma GCC visibility pop
