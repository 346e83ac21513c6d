/* pieces-events.c - the profiled twins of pieces.c.

   SPDX-License-Identifier: Apache-2.0

   Each piece that is moved is reported as an upc_memcpy, upc_memget or
   upc_memput.  */

#include "berkeley/pieces.h"

extern void __gasp_upc_memcpy (upc_pts_t, upc_pts_t, size_t, POSITION);
extern void __gasp_upc_memget (void *, upc_pts_t, size_t, POSITION);
extern void __gasp_upc_memput (upc_pts_t, const void *, size_t, POSITION);

static void
get (uint64_t dst, uint64_t src, size_t n, POSITION)
{
  __gasp_upc_memget ((void *) dst, src, n, file, line, column);
}

static void
put (uint64_t dst, uint64_t src, size_t n, POSITION)
{
  __gasp_upc_memput (dst, (const void *) src, n, file, line, column);
}

#define TOO , POSITION
UPC_PIECES_FUNCTIONS (__gasp_, memcpy, __gasp_upc_memcpy, TOO, file, line,
		      column)
UPC_PIECES_FUNCTIONS (__gasp_, memget, get, TOO, file, line, column)
UPC_PIECES_FUNCTIONS (__gasp_, memput, put, TOO, file, line, column)
