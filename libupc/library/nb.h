/* nb.h - the functions of upc_nb.h, as they look from C.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "core/runtime.h"
#include "upc_nb.h"

extern upc_handle_t upc_memcpy_nb (upc_pts_t dst, upc_pts_t src, size_t n);
extern upc_handle_t upc_memget_nb (void *dst, upc_pts_t src, size_t n);
extern upc_handle_t upc_memput_nb (upc_pts_t dst, const void *src, size_t n);
extern upc_handle_t upc_memset_nb (upc_pts_t dst, int c, size_t n);
extern void upc_memcpy_nbi (upc_pts_t dst, upc_pts_t src, size_t n);
extern void upc_memget_nbi (void *dst, upc_pts_t src, size_t n);
extern void upc_memput_nbi (upc_pts_t dst, const void *src, size_t n);
extern void upc_memset_nbi (upc_pts_t dst, int c, size_t n);

extern void bupc_begin_accessregion (void);
extern upc_handle_t bupc_end_accessregion (void);

/* twins.c, which declares the others by itself.  */
extern void __gasp_upc_sync (upc_handle_t handle, POSITION);
extern int __gasp_upc_sync_attempt (upc_handle_t handle, POSITION);
