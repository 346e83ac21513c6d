/* tick.c - wall-clock time of high resolution.

   SPDX-License-Identifier: Apache-2.0

   A tick is one of the processor's time stamp counter, if that runs at a
   constant rate and never stops, else a nanosecond of the system's monotonic
   clock.  Which, is found out when the program starts, or before if there are
   constructors, or a tool's gasp_init, that ask earlier.  The counter's rate is
   found by comparing it with that clock, over all the time from the program's
   start to the first conversion, and at least SHORTEST.  */

#include <stdint.h>
#include <time.h>
#include "berkeley/bupc.h"
#include "upc_tick.h"

#if defined __x86_64__
#include <cpuid.h>
#include <x86intrin.h>
#endif

enum { SHORTEST = 10 * 1000 * 1000 };

/* A counter's value and the clock's at the same time.  */
struct moment {
  uint64_t ticks, ns;
};

static uint64_t
clock_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

#if defined __x86_64__

static enum { UNKNOWN, STEADY, UNSTEADY } counter;
static struct moment start;
static double ns_per_tick;	/* 0: not known yet */

/* Returns a moment of both clocks.  The time is read between two looks at the
   counter; of several such, the one that took least time is not one where
   something else came between.  */
static struct moment
moment (void)
{
  struct moment result = { 0, 0 };
  uint64_t least = UINT64_MAX;

  for (int i = 0; i < 8; i++)
    {
      uint64_t before = __rdtsc (), ns = clock_ns ();
      uint64_t took = __rdtsc () - before;
      if (took < least)
	result = (struct moment) { before + took / 2, ns };
      least = took < least ? took : least;
    }
  return result;
}

/* Returns whether CPUID promises a counter that is good for measuring
   time.  */
static bool
has_steady_counter (void)
{
  unsigned int a, b, c, d = 0;
  return __get_cpuid (0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
}

__attribute__ ((constructor)) static void
begin (void)
{
  if (counter != UNKNOWN)
    return;
  counter = has_steady_counter () ? STEADY : UNSTEADY;
  start = moment ();
}

static void
find_rate (void)
{
  struct moment now;

  do
    now = moment ();
  while (now.ns - start.ns < SHORTEST);
  ns_per_tick = (double) (now.ns - start.ns) / (now.ticks - start.ticks);
}

upc_tick_t
upc_ticks_now (void)
{
  begin ();
  return counter == STEADY ? __rdtsc () : clock_ns ();
}

uint64_t
upc_ticks_to_ns (upc_tick_t ticks)
{
  begin ();
  if (counter == UNSTEADY)
    return ticks;
  if (ns_per_tick == 0)
    find_rate ();
  return (long double) ticks * ns_per_tick;
}

#else

upc_tick_t
upc_ticks_now (void)
{
  return clock_ns ();
}

uint64_t
upc_ticks_to_ns (upc_tick_t ticks)
{
  return ticks;
}

#endif

/* ---- Berkeley UPC's functions: the least difference between two ticks that
   differ, and how long it takes to look, in microseconds.  */

enum { LOOKS = 1000 };

/* Returns TICKS, which may be of less than a nanosecond, in microseconds.  */
static double
microseconds (upc_tick_t ticks)
{
  return upc_ticks_to_ns (ticks * LOOKS) / 1e3 / LOOKS;
}

double
bupc_tick_granularityus (void)
{
  upc_tick_t least = UPC_TICK_MAX;

  for (int i = 0; i < LOOKS; i++)
    {
      upc_tick_t before = upc_ticks_now (), now;
      while ((now = upc_ticks_now ()) == before)
	continue;
      least = now - before < least ? now - before : least;
    }
  return microseconds (least);
}

double
bupc_tick_overheadus (void)
{
  upc_tick_t start = upc_ticks_now ();

  for (int i = 0; i < LOOKS; i++)
    upc_ticks_now ();
  return microseconds (upc_ticks_now () - start) / LOOKS;
}
