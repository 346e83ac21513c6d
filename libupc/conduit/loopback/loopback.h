/* loopback.h - between loopback.c, cache.c and transfer.c.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef UPC_LOOPBACK_H
#define UPC_LOOPBACK_H

#include "core/control.h"

#pragma GCC visibility push (hidden)

/* ---- Past the cache (loopback.c)  */

extern void upc_loopback_read (void *dst, upc_pts_t src, size_t n);
extern void upc_loopback_write (upc_pts_t dst, const void *src, size_t n);
extern void upc_loopback_copy (upc_pts_t dst, upc_pts_t src, size_t n);
extern void upc_loopback_set (upc_pts_t dst, int c, size_t n);

/* ---- The cache (cache.c): for at most a line  */

#define UPC_CACHE_LINE 64

extern void upc_cache_get (void *dst, upc_pts_t src, size_t n);
extern void upc_cache_put (upc_pts_t dst, const void *src, size_t n);
/* Lets data that were put to N bytes at P arrive.  */
extern void upc_cache_flush (upc_pts_t p, size_t n);
/* Does the same, and drops them, since they are about to change.  */
extern void upc_cache_forget (upc_pts_t p, size_t n);
/* Does the same for the whole cache.  */
extern void upc_cache_invalidate (void);

/* ---- Nonblocking operations (transfer.c)  */

extern upc_transfer_t upc_transfer_get (void *dst, upc_pts_t src, size_t n);
extern upc_transfer_t upc_transfer_put (upc_pts_t dst, const void *src,
					size_t n);
extern upc_transfer_t upc_transfer_copy (upc_pts_t dst, upc_pts_t src,
					 size_t n);
extern upc_transfer_t upc_transfer_set (upc_pts_t dst, int c, size_t n);
extern bool upc_transfer_test (upc_transfer_t transfer);
extern void upc_transfer_wait (upc_transfer_t transfer);

#pragma GCC visibility pop

#endif /* UPC_LOOPBACK_H */
