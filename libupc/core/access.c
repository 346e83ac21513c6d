/* access.c - shared accesses that are not compiled in line.

   SPDX-License-Identifier: Apache-2.0

   A strict access is ordered with all of the thread's other accesses, relaxed
   ones too, and with all threads' strict ones (UPC 1.3, B.3.1): a fence before
   and after it, and not the conduit's cache.  */

#include <stdlib.h>
#include "core/control.h"
#include "core/move.h"

void
__upc_get (void *dst, upc_pts_t src, size_t n, int how)
{
  if (how & UPC_STRICT)
    {
      upc_conduit_fence ();
      upc_conduit.get (dst, src, n);
      upc_conduit_fence ();
    }
  else if (upc_pts_near (src))
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
  else if (upc_pts_near (dst))
    upc_move (upc_pts_local (dst), src, n);
  else
    upc_conduit.put (dst, src, n);
}

/* Accesses to scalar values.  */
#define SCALAR(type, size)						\
  type									\
  __upc_get_##size (upc_pts_t src, int how)				\
  {									\
    type value;								\
    __upc_get (&value, src, sizeof value, how);				\
    return value;							\
  }									\
									\
  void									\
  __upc_put_##size (upc_pts_t dst, type value, int how)			\
  {									\
    __upc_put (dst, &value, sizeof value, how);				\
  }
SCALAR (uint8_t, 1)
SCALAR (uint16_t, 2)
SCALAR (uint32_t, 4)
SCALAR (uint64_t, 8)

void *
upc_buffer (size_t n)
{
  void *buffer = malloc (n + !n);
  if (!buffer)
    upc_fatal ("no memory to copy %zu bytes", n);
  return buffer;
}

static void
copy_far (upc_pts_t dst, upc_pts_t src, size_t n)
{
  void *buffer = upc_buffer (n);
  upc_conduit.get (buffer, src, n);
  upc_conduit.put (dst, buffer, n);
  free (buffer);
}

void
__upc_copy (upc_pts_t dst, upc_pts_t src, size_t n, int how)
{
  if (how & UPC_STRICT)
    upc_conduit_fence ();
  if (upc_conduit.addressable)
    memmove (upc_pts_local (dst), upc_pts_local (src), n);
  else if (upc_pts_near (dst) || upc_pts_near (src))
    upc_conduit.copy (dst, src, n);
  else
    copy_far (dst, src, n);
  if (how & UPC_STRICT)
    upc_conduit_fence ();
}

void
__upc_update_far (upc_pts_t p, int kind, uint64_t value, int op)
{
  upc_conduit.atomic (kind == 'i' ? UPC_UINT32 : kind == 'l' ? UPC_UINT64
		      : kind == 'f' ? UPC_FLOAT : UPC_DOUBLE,
		      op == '+' ? UPC_ADD : op == '-' ? UPC_SUB
		      : op == '*' ? UPC_MULT : op == '&' ? UPC_AND
		      : op == '|' ? UPC_OR : UPC_XOR,
		      p, value, 0, false);
}
