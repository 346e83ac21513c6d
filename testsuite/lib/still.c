/* still.c - time that stands still but for what the program sleeps.

   SPDX-License-Identifier: Apache-2.0

   For LD_PRELOAD, with --clock=monotonic: usleep returns at once, and clocks have gone on
   by that, and by 10 ns for each look at them.  A busy machine changes nothing of it.  */

#include <time.h>
#include <unistd.h>

static long now = 1000000000000;

int
clock_gettime (clockid_t clock, struct timespec *t)
{
  long n = __atomic_add_fetch (&now, 10, __ATOMIC_RELAXED);
  (void) clock;
  t->tv_sec = n / 1000000000;
  t->tv_nsec = n % 1000000000;
  return 0;
}

int
usleep (useconds_t microseconds)
{
  __atomic_add_fetch (&now, microseconds * 1000l, __ATOMIC_RELAXED);
  return 0;
}
