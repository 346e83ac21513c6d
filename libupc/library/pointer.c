/* pointer.c - the parts of a pointer-to-shared: UPC 1.3, section 7.2.3.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/runtime.h"

extern size_t upc_threadof (upc_pts_t);
extern size_t upc_phaseof (upc_pts_t);
extern upc_pts_t upc_resetphase (upc_pts_t);
extern size_t upc_addrfield (upc_pts_t);
extern size_t upc_affinitysize (size_t, size_t, size_t);

size_t
upc_threadof (upc_pts_t p)
{
  return upc_pts_thread (p);
}

size_t
upc_phaseof (upc_pts_t p)
{
  return upc_pts_phase (p);
}

upc_pts_t
upc_resetphase (upc_pts_t p)
{
  return upc_pts_place (p);
}

size_t
upc_addrfield (upc_pts_t p)
{
  return upc_pts_address (p);
}

/* Blocks of NBYTES go round the threads; the last may be a part of one.  With
   indefinite block size (NBYTES 0) all belongs to thread 0.  */
size_t
upc_affinitysize (size_t totalsize, size_t nbytes, size_t threadid)
{
  if (!nbytes)
    return threadid == 0 ? totalsize : 0;
  size_t blocks = totalsize / nbytes, rest = totalsize % nbytes;
  size_t rounds = blocks / THREADS, last = blocks % THREADS;
  size_t size = rounds * nbytes;
  if (threadid < last)
    size += nbytes;
  else if (threadid == last)
    size += rest;
  return size;
}
