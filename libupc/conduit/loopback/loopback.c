/* loopback.c - the conduit that behaves as if there was a network.

   SPDX-License-Identifier: Apache-2.0

   Other threads' parts are not looked at, but through get and put: small ones
   through a cache (cache.c), large ones past it.  What is said to be
   nonblocking is done later (transfer.c).  What is another thread's to do is
   asked for (request.c).  In the end it is all memory.  */

#include "conduit/loopback/loopback.h"
#include "core/move.h"

/* Reads the data from their owner, past the cache, which is updated.  */
void
upc_loopback_read (void *dst, upc_pts_t src, size_t n)
{
  upc_cache_flush (src, n);
  upc_move (dst, upc_pts_local (src), n);
}

void
upc_loopback_write (upc_pts_t dst, const void *src, size_t n)
{
  upc_cache_forget (dst, n);
  upc_move (upc_pts_local (dst), src, n);
}

static bool
is_for_cache (upc_pts_t p, size_t n)
{
  return !upc_pts_mine (p) && n <= UPC_CACHE_LINE;
}

static void
get (void *dst, upc_pts_t src, size_t n)
{
  if (is_for_cache (src, n))
    upc_cache_get (dst, src, n);
  else
    upc_loopback_read (dst, src, n);
}

static void
put (upc_pts_t dst, const void *src, size_t n)
{
  if (is_for_cache (dst, n))
    upc_cache_put (dst, src, n);
  else
    upc_loopback_write (dst, src, n);
}

void
upc_loopback_copy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  upc_cache_flush (src, n);
  upc_loopback_write (dst, upc_pts_local (src), n);
}

void
upc_loopback_set (upc_pts_t dst, int c, size_t n)
{
  upc_cache_forget (dst, n);
  memset (upc_pts_local (dst), c, n);
}

static uint64_t
atomic (upc_type_t type, upc_op_t op, upc_pts_t p, uint64_t operand1,
	uint64_t operand2, bool asked)
{
  size_t size = upc_atomic_type (type)->size;
  upc_cache_flush (p, size);
  upc_cache_forget (p, size);
  return upc_smp_conduit.atomic (type, op, p, operand1, operand2, asked);
}

/* Before and after it the processor's: what the cache had is there, and what it
   gets is fresh.  */
static void
fence (void)
{
  upc_cache_invalidate ();
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

/* ---- The threads: their processes share memory all the same  */

static void
start (uint64_t static_size)
{
  upc_smp_start (static_size);
  __upc_near_first = MYTHREAD;
}

/* Where the thread asked would do it, the one that asks takes its place.  */
static uint64_t
ask (int thread, enum upc_request what, upc_arguments_t arguments)
{
  struct upc_mutex *serving = &upc_control->threads[thread].serving;
  upc_mutex_lock (serving);
  uint64_t result = upc_serve (thread, what, arguments);
  upc_mutex_unlock (serving);
  return result;
}

static void
tell (int thread, enum upc_request what, upc_arguments_t arguments)
{
  upc_serve (thread, what, arguments);
}

const struct upc_conduit upc_loopback_conduit = {
  "loopback", false, UPC_CACHE_LINE, get, put, upc_loopback_copy, upc_loopback_set,
  upc_transfer_get, upc_transfer_put, upc_transfer_copy, upc_transfer_set,
  upc_transfer_test, upc_transfer_wait, atomic, fence,
  NULL, NULL, start, upc_smp_end, upc_smp_notify, upc_smp_await, upc_smp_final,
  upc_smp_barrier, upc_smp_broadcast, upc_smp_gather_all, NULL, NULL,
  upc_queue_lock,
  upc_queue_lock_attempt, upc_queue_unlock, ask, tell, upc_wait_a_while
};
