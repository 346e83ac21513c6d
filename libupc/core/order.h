/* order.h - what orders the accesses of different threads, for -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   Each thread counts its releases.  A clock has, for each thread, how far that
   one's accesses are known to have happened before.  Who releases adds what it
   knows to a clock; who acquires knows what that has: libupc/check/order.c.  */

#ifndef UPC_ORDER_H
#define UPC_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include "core/pts.h"

#pragma GCC visibility push (hidden)

/* True if that is of interest: races are looked for.  */
extern bool upc_racing;

/* The clocks, besides those of places.  */
enum upc_clock
{
  UPC_CLOCK_BARRIER,		/* two, in turns */
  UPC_CLOCK_LIBRARY = UPC_CLOCK_BARRIER + 2, /* two, in turns */
  UPC_CLOCK_COLLECTIVE = UPC_CLOCK_LIBRARY + 2,
  UPC_CLOCK_FENCE,
  UPC_CLOCKS
};

extern void upc_order_release (unsigned clock);
extern void upc_order_acquire (unsigned clock);
/* The clock of a lock, or whatever else is at P.  */
extern void upc_order_release_at (upc_pts_t p);
extern void upc_order_acquire_at (upc_pts_t p);
/* This thread arrives at WHICH, and leaves it.  */
extern void upc_order_arrive (enum upc_clock which);
extern void upc_order_leave (enum upc_clock which);

#pragma GCC visibility pop

/* For nothing where it is not.  */
#define UPC_ORDER(call)							\
  do									\
    if (__builtin_expect (upc_racing, 0))				\
      upc_order_##call;							\
  while (0)

#endif /* UPC_ORDER_H */
