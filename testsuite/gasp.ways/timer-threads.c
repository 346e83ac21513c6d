/* A timer that tells by new threads (SIGEV_THREAD).

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread -lrt" } */

#include <signal.h>
#include <time.h>
#include "ways.h"

static int ticks, bad;

KEEP static void
tick (union sigval value)
{
  if (work (100) != 5050 || value.sival_int != 77)
    bad = 1;
  __atomic_add_fetch (&ticks, 1, __ATOMIC_RELAXED);
}

int
main (void)
{
  struct sigevent event = { .sigev_notify = SIGEV_THREAD,
			    .sigev_notify_function = tick,
			    .sigev_value.sival_int = 77 };
  struct itimerspec often = { { 0, 2000000 }, { 0, 2000000 } };
  timer_t timer;

  if (timer_create (CLOCK_MONOTONIC, &event, &timer)
      || timer_settime (timer, 0, &often, NULL))
    return 1;
  while (__atomic_load_n (&ticks, __ATOMIC_RELAXED) < 30)
    work (1000);
  timer_delete (timer);
  printf ("bad %d\n", bad);
  return 0;
}
