/* conduit.h - what carries data between UPC threads.

   SPDX-License-Identifier: Apache-2.0

   Everything in libupc that touches another thread's part of shared space does
   so through the functions here, so that one more struct upc_conduit is all
   that a network needs.  There are two:

     smp       shared memory: every part can be addressed  (smp.c)
     loopback  pretends that other threads' parts cannot: puts and gets go
	       through a software cache, nonblocking operations end later
	       (loopback.c, cache.c)

   A thread's own part can always be addressed.  What a conduit does is relaxed
   unless it says otherwise: in program order with the same thread's other
   accesses to the same bytes, and ordered by fence.  */

#ifndef UPC_CONDUIT_H
#define UPC_CONDUIT_H

#include <stdbool.h>
#include <string.h>
#include "pts.h"

/* A nonblocking operation; 0 is one that was complete when it was begun.  The
   value is also the handle that tools see.  */
typedef uintptr_t upc_transfer_t;
#define UPC_COMPLETE ((upc_transfer_t) 0)

/* What upc_conduit_atomic does with the object: they return what was there.  */
enum upc_atomic_operation
{
  UPC_FETCH,			/* nothing */
  UPC_STORE,			/* operand */
  UPC_FETCH_ADD, UPC_FETCH_AND, UPC_FETCH_OR, UPC_FETCH_XOR,
  UPC_COMPARE_AND_STORE		/* operand, if it was COMPARE */
};

struct upc_conduit
{
  const char *name;
  /* Whether upc_pts_local works for other threads' parts too.  */
  bool addressable;
  void (*get) (void *dst, upc_pts_t src, size_t n);
  void (*put) (upc_pts_t dst, const void *src, size_t n);
  void (*copy) (upc_pts_t dst, upc_pts_t src, size_t n);
  void (*set) (upc_pts_t dst, int c, size_t n);
  /* Nonblocking: DST is not to be used, SRC not to be changed, before the
     operation is complete.  */
  upc_transfer_t (*get_nb) (void *dst, upc_pts_t src, size_t n);
  upc_transfer_t (*put_nb) (upc_pts_t dst, const void *src, size_t n);
  upc_transfer_t (*copy_nb) (upc_pts_t dst, upc_pts_t src, size_t n);
  upc_transfer_t (*set_nb) (upc_pts_t dst, int c, size_t n);
  /* Whether it is complete; if so, the handle is gone.  */
  bool (*test) (upc_transfer_t transfer);
  void (*wait) (upc_transfer_t transfer);
  /* Atomic for all threads, sequentially consistent; SIZE is 4 or 8, P
     aligned.  */
  uint64_t (*atomic) (enum upc_atomic_operation operation, upc_pts_t p,
		      size_t size, uint64_t operand, uint64_t compare);
  /* What was put is there, and what is got after this is fresh.  Also done by
     barriers, locks, and strict accesses.  Operations that have a handle are
     not waited for.  */
  void (*fence) (void);
};

/* The one in use, set at the start.  */
extern struct upc_conduit upc_conduit;
extern const struct upc_conduit upc_smp_conduit, upc_loopback_conduit;

/* The same functions, inline where they can be.  */

static inline void
upc_conduit_get (void *dst, upc_pts_t src, size_t n)
{
  if (upc_conduit.addressable)
    memcpy (dst, upc_pts_local (src), n);
  else
    upc_conduit.get (dst, src, n);
}

static inline void
upc_conduit_put (upc_pts_t dst, const void *src, size_t n)
{
  if (upc_conduit.addressable)
    memcpy (upc_pts_local (dst), src, n);
  else
    upc_conduit.put (dst, src, n);
}

static inline void
upc_conduit_copy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  if (upc_conduit.addressable)
    memcpy (upc_pts_local (dst), upc_pts_local (src), n);
  else
    upc_conduit.copy (dst, src, n);
}

static inline void
upc_conduit_set (upc_pts_t dst, int c, size_t n)
{
  if (upc_conduit.addressable)
    memset (upc_pts_local (dst), c, n);
  else
    upc_conduit.set (dst, c, n);
}

/* An address for N bytes at P, or null if there is none: then they have to be
   got or put.  */
static inline void *
upc_conduit_address (upc_pts_t p)
{
  return upc_conduit.addressable || upc_pts_mine (p) ? upc_pts_local (p) : NULL;
}

static inline void
upc_conduit_fence (void)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (!upc_conduit.addressable)
    upc_conduit.fence ();
}

/* ---- What threads do together; the same in all conduits (collect.c).  These
   are no events.  */

/* All threads get here before one leaves.  No fence: see upc_library_barrier
   in runtime.h.  Has nothing to do with upc_notify and upc_wait.  */
extern void upc_conduit_barrier (void);
/* Collective: on return, the N bytes at DATA are everywhere those that thread
   ROOT has there.  */
extern void upc_conduit_broadcast (void *data, size_t n, int root);
/* Collective: ALL, of THREADS times N bytes, is what each thread has at MINE,
   in thread order.  */
extern void upc_conduit_gather_all (void *all, const void *mine, size_t n);
/* End all threads; the program's exit status is STATUS.  */
extern void upc_conduit_exit (int status) __attribute__ ((noreturn));

#endif /* UPC_CONDUIT_H */
