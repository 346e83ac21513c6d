/* clocks.h - between order.c and races.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "core/diagnostics/checks.h"
#include "core/control.h"

#pragma GCC visibility push (hidden)

#define UPC_CLOCK_BITS 26
#define UPC_MOST_CLOCK (UINT32_C (1) << UPC_CLOCK_BITS)
#define UPC_CLOCKED_BITS 10
#define UPC_MOST_CLOCKS (1 << UPC_CLOCKED_BITS)

/* Of how many there are clocks: the threads, and after these the transfers of
   each, which go on while the thread does; or only the threads, if these are
   many.  */
extern int upc_clock_count;
/* This thread's clock; whether it has accessed nothing since its last release.
   Accesses after a release have a later time, which that did not release.
   Processes that the thread forks have the same, as it may wait for them.  */
extern uint32_t *upc_clock_now;
/* Of each thread's accesses, up to which all threads know that they are over:
   there has been a barrier since.  */
extern uint32_t *upc_clock_over;
/* The least of these, but for transfers.  */
extern uint32_t upc_clock_all_over;
extern uint32_t *upc_clock_released;
extern void upc_clock_advance (void);

/* Prepares the clocks, before the threads are made, and returns whether there
   is memory; begins them in each thread.  */
extern bool upc_clocks_prepare (void);
extern void upc_clocks_begin (void);

/* ---- transfers.c  */

/* Ends what a collective function without UPC_OUT_ALLSYNC did, since this
   thread synchronises after it.  */
extern void upc_transfers_lapse (void);
/* Returns the time of one more transfer.  */
extern uint32_t upc_transfer_begins (void);

/* ---- order.c: see core/checks.h.  */
extern void upc_order_release (unsigned clock);
extern void upc_order_acquire (unsigned clock);
extern void upc_order_release_at (upc_pts_t p);
extern void upc_order_acquire_at (upc_pts_t p);
extern void upc_order_arrive (enum upc_clock which);
extern void upc_order_leave (enum upc_clock which);

#pragma GCC visibility pop
