/* access.c - shared accesses that are not compiled in line.

   SPDX-License-Identifier: Apache-2.0

   A strict access is ordered with all of the thread's other accesses, relaxed
   ones too, and with all threads' strict ones (UPC 1.3, B.3.1): a fence before
   and behind it, and not the conduit's cache.  */

#include "control.h"
#include "move.h"

void
__upc_get (void *dst, upc_pts_t src, size_t n, int how)
{
  if (how & UPC_STRICT)
    {
      upc_conduit_fence ();
      upc_conduit.get (dst, src, n);
      upc_conduit_fence ();
    }
  else if (upc_conduit.addressable || upc_pts_mine (src))
    upc_move (dst, upc_pts_local (src), n);
  else
    upc_conduit.get (dst, src, n);
}

void
__upc_put (upc_pts_t dst, const void *src, size_t n, int how)
{
  if (how & UPC_STRICT)
    {
      upc_conduit_fence ();
      upc_conduit.put (dst, src, n);
      upc_conduit_fence ();
    }
  else if (upc_conduit.addressable || upc_pts_mine (dst))
    upc_move (upc_pts_local (dst), src, n);
  else
    upc_conduit.put (dst, src, n);
}

void
__upc_copy (upc_pts_t dst, upc_pts_t src, size_t n, int how)
{
  if (how & UPC_STRICT)
    upc_conduit_fence ();
  if (upc_conduit.addressable)
    memmove (upc_pts_local (dst), upc_pts_local (src), n);
  else
    upc_conduit.copy (dst, src, n);
  if (how & UPC_STRICT)
    upc_conduit_fence ();
}
