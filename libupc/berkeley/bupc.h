/* bupc.h - the functions of bupc_extensions.h and bupc_collectivev.h, as they
   look from C.

   SPDX-License-Identifier: Apache-2.0

   Those that are functions of UPC 1.3 by other names are not here: the headers
   call these.  The values that both sides know are in bupc_values.h.  */

#pragma once

#include "bupc_values.h"
#include "library/nb.h"
#include "upc_atomic.h"
#include "upc_collective.h"

/* A function that has a profiled twin.  */
#define UPC_TWINS(type, name, ...)					\
  extern type name (__VA_ARGS__);					\
  extern type __gasp_##name (__VA_ARGS__, POSITION);

/* ---- futex.c  */

extern void bupc_poll (void);

/* ---- tick.c  */

extern double bupc_tick_granularityus (void);
extern double bupc_tick_overheadus (void);

/* ---- bupc-pointer.c  */

extern int bupc_dump_shared (upc_pts_t ptr, char *buf, int maxlen);
extern upc_pts_t bupc_ptradd (upc_pts_t p, size_t blockelems, size_t elemsz,
			      ptrdiff_t elemincr);
extern upc_pts_t bupc_local_to_shared (void *ptr, int thread, int phase);
extern upc_pts_t bupc_inverse_cast (void *ptr);
extern int bupc_castable (upc_pts_t ptr);
extern int bupc_thread_castable (unsigned int thread);
extern unsigned int bupc_thread_distance (int a, int b);

/* ---- bupc-sync.c  */

UPC_TWINS (void, bupc_waitsync_all, upc_handle_t *handles, size_t n)
UPC_TWINS (int, bupc_trysync_all, upc_handle_t *handles, size_t n)
UPC_TWINS (void, bupc_waitsync_some, upc_handle_t *handles, size_t n)
UPC_TWINS (int, bupc_trysync_some, upc_handle_t *handles, size_t n)

/* ---- pieces.c: these are done at once; the handle that some return is
   UPC_COMPLETE_HANDLE.  */

/* A piece of one thread's memory: ADDRESS is a pointer-to-shared, or local.  */
struct upc_piece
{
  uint64_t address;
  size_t length;
};

#define UPC_PIECES(name)						\
  UPC_TWINS (upc_handle_t, bupc_##name##_vlist, size_t dstcount,	\
	     const struct upc_piece *dstlist, size_t srccount,		\
	     const struct upc_piece *srclist)				\
  UPC_TWINS (upc_handle_t, bupc_##name##_ilist, size_t dstcount,	\
	     const uint64_t *dstlist, size_t dstlen, size_t srccount,	\
	     const uint64_t *srclist, size_t srclen)			\
  UPC_TWINS (upc_handle_t, bupc_##name##_fstrided, uint64_t dst,	\
	     size_t dstlen, size_t dststride, size_t dstcount,		\
	     uint64_t src, size_t srclen, size_t srcstride,		\
	     size_t srccount)						\
  UPC_TWINS (upc_handle_t, bupc_##name##_strided, uint64_t dst,		\
	     const size_t *dststrides, uint64_t src,			\
	     const size_t *srcstrides, const size_t *count,		\
	     size_t levels)
UPC_PIECES (memcpy)
UPC_PIECES (memget)
UPC_PIECES (memput)

/* ---- semaphore.c  */

extern upc_pts_t bupc_sem_alloc (int flags);
extern void bupc_sem_free (upc_pts_t p);
UPC_TWINS (void, bupc_sem_post, upc_pts_t p)
UPC_TWINS (void, bupc_sem_postN, upc_pts_t p, size_t n)
UPC_TWINS (void, bupc_sem_wait, upc_pts_t p)
UPC_TWINS (void, bupc_sem_waitN, upc_pts_t p, size_t n)
UPC_TWINS (int, bupc_sem_try, upc_pts_t p)
UPC_TWINS (int, bupc_sem_tryN, upc_pts_t p, size_t n)
UPC_TWINS (void, bupc_memput_signal, upc_pts_t dst, const void *src,
	   size_t nbytes, upc_pts_t p, size_t n)

/* ---- allv.c: collective functions of values of SIZE bytes.  What they return
   is there until the next one.  */

UPC_TWINS (void *, __bupc_allv_broadcast, const void *value, size_t size,
	   int root)
UPC_TWINS (void *, __bupc_allv_scatter, size_t size, int root,
	   const void *array)
/* ROOT may be __BUPC_ALL.  */
UPC_TWINS (void *, __bupc_allv_gather, const void *value, size_t size,
	   int root, void *array)
UPC_TWINS (void *, __bupc_allv_permute, const void *value, size_t size, int to)
UPC_TWINS (void *, __bupc_allv_reduce, const void *value, size_t size,
	   int kind, int root, upc_op_t op)
UPC_TWINS (void *, __bupc_allv_prefix_reduce, const void *value, size_t size,
	   int kind, upc_op_t op)
