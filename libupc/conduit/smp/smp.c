/* smp.c - the conduit for one machine: every part is in memory.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/control.h"
#include "core/move.h"

static void
get (void *dst, upc_pts_t src, size_t n)
{
  upc_move (dst, upc_pts_local (src), n);
}

static void
put (upc_pts_t dst, const void *src, size_t n)
{
  upc_move (upc_pts_local (dst), src, n);
}

static void
copy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  upc_move (upc_pts_local (dst), upc_pts_local (src), n);
}

static void
set (upc_pts_t dst, int c, size_t n)
{
  memset (upc_pts_local (dst), c, n);
}

/* Nothing is left to be done when these return.  */

static upc_transfer_t
get_nb (void *dst, upc_pts_t src, size_t n)
{
  get (dst, src, n);
  return UPC_COMPLETE;
}

static upc_transfer_t
put_nb (upc_pts_t dst, const void *src, size_t n)
{
  put (dst, src, n);
  return UPC_COMPLETE;
}

static upc_transfer_t
copy_nb (upc_pts_t dst, upc_pts_t src, size_t n)
{
  copy (dst, src, n);
  return UPC_COMPLETE;
}

static upc_transfer_t
set_nb (upc_pts_t dst, int c, size_t n)
{
  set (dst, c, n);
  return UPC_COMPLETE;
}

static bool
test (upc_transfer_t transfer)
{
  (void) transfer;
  return true;
}

static void
wait (upc_transfer_t transfer)
{
  (void) transfer;
}

static uint64_t
atomic (upc_type_t type, upc_op_t op, upc_pts_t p, uint64_t operand1,
	uint64_t operand2, bool asked)
{
  return upc_atomic_here (type, op, upc_pts_local (p), operand1, operand2,
			  asked);
}

/* Does nothing more: upc_conduit_fence has done the processor's fence.  */
static void
fence (void)
{
}

void
upc_smp_start (uint64_t static_size)
{
  upc_map_space (static_size);
  upc_guard_null ();
  upc_catch_crashes (false);
  upc_be_thread (0);
  upc_heap_prepare ();
  upc_requests_prepare ();
  upc_spin_prepare (upc_processors ());
  if (THREADS > 1)
    upc_make_threads ();
}

static void
start (uint64_t static_size)
{
  __upc_near_count = THREADS;
  upc_smp_start (static_size);
}

const struct upc_conduit upc_smp_conduit = {
  "smp", true, 0, get, put, copy, set, get_nb, put_nb, copy_nb, set_nb, test,
  wait, atomic, fence, NULL, NULL, start, upc_smp_end, upc_smp_notify,
  upc_smp_await,
  upc_smp_final, NULL, upc_smp_barrier, upc_smp_broadcast, upc_smp_gather_all,
  NULL, NULL, NULL, NULL,
  upc_smp_lock, upc_smp_lock_attempt, upc_smp_lock_if_free, upc_smp_unlock,
  upc_serve,
  NULL, NULL, NULL, NULL, NULL
};
