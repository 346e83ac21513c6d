/* string.c - upc_memcpy and its family: UPC 1.3, section 7.2.5.

   SPDX-License-Identifier: Apache-2.0

   Relaxed accesses (B.3.2.1).  */

#include "core/runtime.h"

void
upc_memcpy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  UPC_CHECK_RANGE (src, n, false);
  UPC_CHECK_RANGE (dst, n, true);
  UPC_CHECK (apart (__func__, UPC_CALLER, dst, n, src, n));
  upc_conduit_copy (dst, src, n);
}

void
upc_memget (void *dst, upc_pts_t src, size_t n)
{
  UPC_CHECK_RANGE (src, n, false);
  upc_conduit_get (dst, src, n);
}

void
upc_memput (upc_pts_t dst, const void *src, size_t n)
{
  UPC_CHECK_RANGE (dst, n, true);
  upc_conduit_put (dst, src, n);
}

void
upc_memset (upc_pts_t dst, int c, size_t n)
{
  UPC_CHECK_RANGE (dst, n, true);
  upc_conduit_set (dst, c, n);
}
