/* bupc_ticks_now and its family; upc_poll lets a loop that waits for another
   thread see what that writes.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -fupc-berkeley" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }  */

#include <unistd.h>
#include "check.h"

relaxed shared int turn;

static void
ticks (void)
{
  bupc_tick_t start = bupc_ticks_now ();
  usleep (20000);
  bupc_tick_t time = bupc_ticks_now () - start;
  uint64_t us = bupc_ticks_to_us (time), ns = bupc_ticks_to_ns (time);
  CHECK (time > BUPC_TICK_MIN && time < BUPC_TICK_MAX);
  CHECK (us >= 19000 && us < 10000000);
  CHECK_IS (ns / 1000, us);
  CHECK (bupc_tick_granularityus () > 0 && bupc_tick_granularityus () < 1000);
  CHECK (bupc_tick_overheadus () > 0 && bupc_tick_overheadus () < 1000);
}

static void
turns (void)
{
  for (int i = 0; i < 20; i++)
    {
      while (turn != i * THREADS + MYTHREAD)
	if (i % 2)
	  upc_poll ();
	else
	  bupc_poll ();
      turn++;
      upc_poll ();
    }
}

int
main (void)
{
  ticks ();
  upc_barrier;
  turns ();
  upc_barrier;
  CHECK_IS (turn, 20 * THREADS);
  return 0;
}
