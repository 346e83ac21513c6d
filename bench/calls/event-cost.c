/* event-cost.c - call an empty function, and print how long a call takes.

   SPDX-License-Identifier: Apache-2.0

   USER_EVENTS: the function is not instrumented, and raises the START and END
   of a user event.  */

#include <stdio.h>
#include <time.h>

#define CALLS 100000
#define RUNS 60

#ifdef USER_EVENTS
#include <pupc.h>
static unsigned int event;

__attribute__ ((noipa, no_instrument_function)) static void
empty (void)
{
  pupc_event_start (event);
  pupc_event_end (event);
}
#else
__attribute__ ((noipa)) static void
empty (void)
{
}
#endif

__attribute__ ((no_instrument_function)) static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

__attribute__ ((no_instrument_function)) int
main (void)
{
  double best = 1e9;
#ifdef USER_EVENTS
  event = pupc_create_event ("event", "");
#endif
  for (int run = 0; run < RUNS; run++)
    {
      double start = now ();
      for (int i = 0; i < CALLS; i++)
	empty ();
      double time = (now () - start) / CALLS;
      if (time < best)
	best = time;
    }
  printf ("%.2f\n", best);
  return 0;
}
