/* upc_ticks_now and upc_ticks_to_ns agree with the system's clock.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 }  */

#include <time.h>
#include <upc_tick.h>
#include "check.h"

#if __UPC_TICK__ != 1
#error __UPC_TICK__
#endif

static uint64_t
clock_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * UINT64_C (1000000000) + t.tv_nsec;
}

int
main (void)
{
  upc_tick_t start, end, last;
  uint64_t before, after, inner;
  int i;

  CHECK (UPC_TICK_MIN == 0 && UPC_TICK_MAX == ~(upc_tick_t) 0);
  CHECK (sizeof UPC_TICK_MAX == sizeof (upc_tick_t) && (upc_tick_t) -1 > 0);
  CHECK (upc_ticks_to_ns (0) == 0);
  before = clock_ns ();
  last = start = upc_ticks_now ();
  inner = clock_ns ();
  while (clock_ns () - inner < 30000000)
    for (i = 0; i < 100; i++)
      {
	end = upc_ticks_now ();
	CHECK (end >= last);
	last = end;
      }
  inner = clock_ns () - inner;
  end = upc_ticks_now ();
  after = clock_ns ();
  /* What the ticks say lies between, but for a thousandth.  */
  CHECK (upc_ticks_to_ns (end - start) >= inner - inner / 1000);
  CHECK (upc_ticks_to_ns (end - start)
	 <= after - before + (after - before) / 1000);
  return 0;
}
