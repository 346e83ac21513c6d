/* access-events.c - the profiled twins of access.c (GASP 1.4, 5.4.5, 5.4.6).

   SPDX-License-Identifier: Apache-2.0

   Accesses to the thread's own part are events only on request.  Where the
   conduit has no address for it, a relaxed access that is larger than what it
   keeps of others' is done by a nonblocking operation: its initiation, the
   arrival of data and the wait are events.  */

#include "loopback.h"

__thread const struct upc_place *upc_place;

static bool
is_reported (upc_pts_t p, int how)
{
  return !upc_pts_mine (p) || how & UPC_REPORT_LOCAL;
}

static bool
is_nonblocking (upc_pts_t p, size_t n, int how)
{
  return !upc_conduit.addressable && !upc_pts_mine (p) && n > UPC_CACHE_LINE
	 && !(how & UPC_STRICT);
}

static void
wait_for (upc_transfer_t transfer, POSITION)
{
  EVENTS (GASP_UPC_NB_SYNC);
  START ((gasp_upc_nb_handle_t) transfer);
  upc_conduit.wait (transfer);
  END ((gasp_upc_nb_handle_t) transfer);
}

static void
get_nonblocking (void *dst, upc_pts_t src, size_t n, POSITION)
{
  upc_transfer_t transfer;
  EVENTS (GASP_UPC_NB_GET_INIT);
  START (1, dst, &src, n);
  AT_PLACE (transfer = upc_conduit.get_nb (dst, src, n));
  END (1, dst, &src, n, (gasp_upc_nb_handle_t) transfer);
  wait_for (transfer, file, line, column);
}

static void
put_nonblocking (upc_pts_t dst, const void *src, size_t n, POSITION)
{
  upc_transfer_t transfer;
  EVENTS (GASP_UPC_NB_PUT_INIT);
  START (1, &dst, src, n);
  AT_PLACE (transfer = upc_conduit.put_nb (dst, src, n));
  END (1, &dst, src, n, (gasp_upc_nb_handle_t) transfer);
  wait_for (transfer, file, line, column);
}

static void
get_reported (void *dst, upc_pts_t src, size_t n, int how, POSITION)
{
  int relaxed = !(how & UPC_STRICT);
  EVENTS (GASP_UPC_GET);
  START (relaxed, dst, &src, n);
  AT_PLACE (__upc_get (dst, src, n, how));
  END (relaxed, dst, &src, n);
}

static void
put_reported (upc_pts_t dst, const void *src, size_t n, int how, POSITION)
{
  int relaxed = !(how & UPC_STRICT);
  EVENTS (GASP_UPC_PUT);
  START (relaxed, &dst, src, n);
  AT_PLACE (__upc_put (dst, src, n, how));
  END (relaxed, &dst, src, n);
}

void
gasp_upc_get (void *dst, upc_pts_t src, size_t n, int how, POSITION)
{
  if (!is_reported (src, how))
    __upc_get (dst, src, n, how);
  else if (is_nonblocking (src, n, how))
    get_nonblocking (dst, src, n, file, line, column);
  else
    get_reported (dst, src, n, how, file, line, column);
}

void
gasp_upc_put (upc_pts_t dst, const void *src, size_t n, int how, POSITION)
{
  if (!is_reported (dst, how))
    __upc_put (dst, src, n, how);
  else if (is_nonblocking (dst, n, how))
    put_nonblocking (dst, src, n, file, line, column);
  else
    put_reported (dst, src, n, how, file, line, column);
}

/* Both a read and a write: neither has a private object, so each is said to have
   the other's local copy, if any.  */
void
gasp_upc_copy (upc_pts_t dst, upc_pts_t src, size_t n, int how, POSITION)
{
  void *place = upc_conduit_address (dst);
  int relaxed = !(how & UPC_STRICT);
  bool read = is_reported (src, how), written = is_reported (dst, how);
  EVENTS (GASP_UPC_GET);
  if (read)
    START (relaxed, place, &src, n);
  if (written)
    RAISE (GASP_UPC_PUT, GASP_START, relaxed, &dst, place, n);
  AT_PLACE (__upc_copy (dst, src, n, how));
  if (written)
    RAISE (GASP_UPC_PUT, GASP_END, relaxed, &dst, place, n);
  if (read)
    END (relaxed, place, &src, n);
}
