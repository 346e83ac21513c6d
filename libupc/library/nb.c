/* nb.c - transfers that do not block.

   SPDX-License-Identifier: Apache-2.0

   On shared memory nothing is gained by putting them off: they are complete
   when their initiation returns.  Else the conduit begins them.  A handle is
   the conduit's; those that the program does not see are kept here.  */

#include <stdlib.h>
#include "library/nb.h"

/* The handle of a transfer that is complete, but not as far as the program may
   know.  */
static char complete;
#define COMPLETE ((upc_handle_t) &complete)

static upc_handle_t
handle (upc_transfer_t transfer)
{
  return (unlikely (upc_racing) && transfer == UPC_COMPLETE ? COMPLETE
	  : (upc_handle_t) transfer);
}

static bool
is_complete (upc_handle_t transfer)
{
  return transfer == UPC_COMPLETE_HANDLE || transfer == COMPLETE;
}

upc_handle_t
upc_memcpy_nb (upc_pts_t dst, upc_pts_t src, size_t n)
{
  UPC_CHECK_TRANSFER (src, n, false);
  UPC_CHECK_TRANSFER (dst, n, true);
  return handle (upc_conduit.copy_nb (dst, src, n));
}

upc_handle_t
upc_memget_nb (void *dst, upc_pts_t src, size_t n)
{
  UPC_CHECK_TRANSFER (src, n, false);
  return handle (upc_conduit.get_nb (dst, src, n));
}

upc_handle_t
upc_memput_nb (upc_pts_t dst, const void *src, size_t n)
{
  UPC_CHECK_TRANSFER (dst, n, true);
  return handle (upc_conduit.put_nb (dst, src, n));
}

upc_handle_t
upc_memset_nb (upc_pts_t dst, int c, size_t n)
{
  UPC_CHECK_TRANSFER (dst, n, true);
  return handle (upc_conduit.set_nb (dst, c, n));
}

void
upc_sync (upc_handle_t transfer)
{
  if (!is_complete (transfer))
    upc_conduit.wait ((upc_transfer_t) transfer);
  UPC_ORDER (transferred ());
}

int
upc_sync_attempt (upc_handle_t transfer)
{
  if (!is_complete (transfer) && !upc_conduit.test ((upc_transfer_t) transfer))
    return false;
  UPC_ORDER (transferred ());
  return true;
}

/* ---- Without handles  */

static upc_transfer_t *pending;
static size_t pending_count, pending_room;

static void
keep (upc_transfer_t transfer)
{
  if (transfer == UPC_COMPLETE)
    return;
  if (pending_count == pending_room)
    {
      size_t room = pending_room ? 2 * pending_room : 64;
      upc_transfer_t *more = realloc (pending, room * sizeof *more);
      if (!more)
	{
	  upc_conduit.wait (transfer);
	  return;
	}
      pending = more;
      pending_room = room;
    }
  pending[pending_count++] = transfer;
}

void
upc_memcpy_nbi (upc_pts_t dst, upc_pts_t src, size_t n)
{
  UPC_CHECK_TRANSFER (src, n, false);
  UPC_CHECK_TRANSFER (dst, n, true);
  keep (upc_conduit.copy_nb (dst, src, n));
}

void
upc_memget_nbi (void *dst, upc_pts_t src, size_t n)
{
  UPC_CHECK_TRANSFER (src, n, false);
  keep (upc_conduit.get_nb (dst, src, n));
}

void
upc_memput_nbi (upc_pts_t dst, const void *src, size_t n)
{
  UPC_CHECK_TRANSFER (dst, n, true);
  keep (upc_conduit.put_nb (dst, src, n));
}

void
upc_memset_nbi (upc_pts_t dst, int c, size_t n)
{
  UPC_CHECK_TRANSFER (dst, n, true);
  keep (upc_conduit.set_nb (dst, c, n));
}

void
upc_synci (void)
{
  while (pending_count > 0)
    upc_conduit.wait (pending[--pending_count]);
  UPC_ORDER (transferred ());
}

/* Those that are begun between these two have a handle of their own; so that it
   need not be kept, it is that of a completed one.  */
static size_t region_start;

void
bupc_begin_accessregion (void)
{
  region_start = pending_count;
}

upc_handle_t
bupc_end_accessregion (void)
{
  while (pending_count > region_start)
    upc_conduit.wait (pending[--pending_count]);
  UPC_ORDER (transferred ());
  return UPC_COMPLETE_HANDLE;
}

int
upc_synci_attempt (void)
{
  size_t left = 0;

  for (size_t i = 0; i < pending_count; i++)
    if (!upc_conduit.test (pending[i]))
      pending[left++] = pending[i];
  pending_count = left;
  if (left == 0)
    UPC_ORDER (transferred ());
  return left == 0;
}
