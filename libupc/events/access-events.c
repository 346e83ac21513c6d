/* access-events.c - the profiled twins of access.c (GASP 1.4, 5.4.5, 5.4.6).

   SPDX-License-Identifier: Apache-2.0

   Accesses to the thread's own part are events only on request.  Data go the
   way that they go in access.c.  Where the conduit begins a large relaxed
   access and waits for it, its initiation, the arrival of data and the wait are
   events.  */

#include <stdlib.h>
#include "core/runtime.h"

static bool
is_reported (upc_pts_t p, int how)
{
  return !upc_pts_mine (p) || how & UPC_REPORT_LOCAL;
}

/* Returns whether an access to P, which is reported, is a nonblocking one.  */
static bool
is_nonblocking (upc_pts_t p, size_t n, int how)
{
  return (upc_conduit.longest_at_once && n > upc_conduit.longest_at_once
	  && !upc_pts_near (p) && !(how & UPC_STRICT));
}

static void
wait_for (upc_transfer_t transfer, POSITION)
{
  EVENTS (GASP_UPC_NB_SYNC);
  START ((gasp_upc_nb_handle_t) transfer);
  if (transfer != UPC_COMPLETE)
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

static inline void __attribute__ ((always_inline))
get_reported (void *dst, upc_pts_t src, size_t n, int how, POSITION)
{
  int relaxed = !(how & UPC_STRICT);
  EVENTS (GASP_UPC_GET);
  START (relaxed, dst, &src, n);
  AT_PLACE (__upc_get (dst, src, n, how));
  END (relaxed, dst, &src, n);
}

static inline void __attribute__ ((always_inline))
put_reported (upc_pts_t dst, const void *src, size_t n, int how, POSITION)
{
  int relaxed = !(how & UPC_STRICT);
  EVENTS (GASP_UPC_PUT);
  START (relaxed, &dst, src, n);
  AT_PLACE (__upc_put (dst, src, n, how));
  END (relaxed, &dst, src, n);
}

static inline void __attribute__ ((always_inline))
get (void *dst, upc_pts_t src, size_t n, int how, POSITION)
{
  if (!is_reported (src, how))
    __upc_get (dst, src, n, how);
  else if (is_nonblocking (src, n, how))
    get_nonblocking (dst, src, n, file, line, column);
  else
    get_reported (dst, src, n, how, file, line, column);
}

static inline void __attribute__ ((always_inline))
put (upc_pts_t dst, const void *src, size_t n, int how, POSITION)
{
  if (!is_reported (dst, how))
    __upc_put (dst, src, n, how);
  else if (is_nonblocking (dst, n, how))
    put_nonblocking (dst, src, n, file, line, column);
  else
    put_reported (dst, src, n, how, file, line, column);
}

void
__gasp_upc_get (void *dst, upc_pts_t src, size_t n, int how, POSITION)
{
  get (dst, src, n, how, file, line, column);
}

void
__gasp_upc_put (upc_pts_t dst, const void *src, size_t n, int how, POSITION)
{
  put (dst, src, n, how, file, line, column);
}

/* The private object of these is here, and tools see it.  */
#define SCALAR(type, size)						\
  type									\
  __gasp_upc_get_##size (upc_pts_t src, int how, POSITION)		\
  {									\
    type value;								\
    get (&value, src, sizeof value, how, file, line, column);		\
    return value;							\
  }									\
									\
  void									\
  __gasp_upc_put_##size (upc_pts_t dst, type value, int how, POSITION)	\
  {									\
    put (dst, &value, sizeof value, how, file, line, column);		\
  }
SCALAR (uint8_t, 1)
SCALAR (uint16_t, 2)
SCALAR (uint32_t, 4)
SCALAR (uint64_t, 8)

/* Copies with the events of both a read and a write.  Neither has a private
   object: each is said to have the memory that it moves data to or from, in a
   part that is near.  */
static void
copy_near (upc_pts_t dst, upc_pts_t src, size_t n, int how, POSITION)
{
  void *to = upc_conduit_address (dst), *from = upc_conduit_address (src);
  int relaxed = !(how & UPC_STRICT);
  bool read = is_reported (src, how), written = is_reported (dst, how);
  EVENTS (GASP_UPC_GET);
  to = to ? to : from;
  from = from ? from : to;
  if (read)
    START (relaxed, to, &src, n);
  if (written)
    RAISE (GASP_UPC_PUT, GASP_START, relaxed, &dst, from, n);
  AT_PLACE (__upc_copy (dst, src, n, how));
  if (written)
    RAISE (GASP_UPC_PUT, GASP_END, relaxed, &dst, from, n);
  if (read)
    END (relaxed, to, &src, n);
}

/* Does what copy_far in access.c does.  */
static void
copy_far (upc_pts_t dst, upc_pts_t src, size_t n, int how, POSITION)
{
  int relaxed = !(how & UPC_STRICT);
  void *buffer = upc_buffer (n);
  EVENTS (GASP_UPC_GET);
  START (relaxed, buffer, &src, n);
  if (!relaxed)
    AT_PLACE (upc_conduit_fence ());
  AT_PLACE (upc_conduit.get (buffer, src, n));
  END (relaxed, buffer, &src, n);
  RAISE (GASP_UPC_PUT, GASP_START, relaxed, &dst, buffer, n);
  AT_PLACE (upc_conduit.put (dst, buffer, n));
  if (!relaxed)
    AT_PLACE (upc_conduit_fence ());
  RAISE (GASP_UPC_PUT, GASP_END, relaxed, &dst, buffer, n);
  free (buffer);
}

void
__gasp_upc_copy (upc_pts_t dst, upc_pts_t src, size_t n, int how, POSITION)
{
  if (upc_pts_near (dst) || upc_pts_near (src))
    copy_near (dst, src, n, how, file, line, column);
  else
    copy_far (dst, src, n, how, file, line, column);
}
