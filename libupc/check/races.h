/* races.h - the cells that the search for races compares.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "check/check.h"
#include "check/clocks.h"

/* A cell: bytes or parts, write, strict, whether there are more, thread, place,
   clock; 0 is empty.  */
#define WHICH UINT64_C (0xff)
#define WRITE (UINT64_C (1) << 8)
#define STRICT (UINT64_C (1) << 9)
#define MORE (UINT64_C (1) << 10)
#define THREAD_SHIFT 11
#define THREAD_BITS UPC_CLOCKED_BITS
#define PLACE_SHIFT 21
#define PLACE_BITS UPC_PLACE_BITS
#define PLACES (((UINT64_C (1) << PLACE_BITS) - 1) << PLACE_SHIFT)
#define CLOCK_SHIFT 38
_Static_assert (CLOCK_SHIFT + UPC_CLOCK_BITS == 64, "a cell is full");
/* Which thread, and when.  */
#define WHO \
  (~UINT64_C (0) << CLOCK_SHIFT \
   | (((UINT64_C (1) << THREAD_BITS) - 1) << THREAD_SHIFT))

static inline unsigned
place_of (uint64_t cell)
{
  return cell >> PLACE_SHIFT & ((1 << PLACE_BITS) - 1);
}

static inline unsigned
thread_of (uint64_t cell)
{
  return cell >> THREAD_SHIFT & ((1 << THREAD_BITS) - 1);
}

#pragma GCC visibility push (hidden)

/* Prepares what threads share of races that are reported.  Returns false if
   there is no memory.  */
extern bool upc_race_reports_prepare (void);
/* Reports a race of the access in the cell MINE with that in OTHER, unless one
   between the same places has been reported.  They are about units of UNIT
   bytes from P on.  */
extern void upc_report_race (upc_pts_t p, unsigned unit, uint64_t mine,
			     uint64_t other);

#pragma GCC visibility pop
