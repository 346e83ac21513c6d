/* truth.c - programs whose times are hard to find, and that know them.

   SPDX-License-Identifier: Apache-2.0

   usage: truth CASE

   Without instrumentation it prints how long the calls of WORK took, in
   nanoseconds, by its own clock: all there is in its loops.  With
   instrumentation a profile says the same, in the function's own time.  */

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define NOT __attribute__ ((no_instrument_function))
#define KEEP __attribute__ ((noipa))

static volatile unsigned sink;
static unsigned state = 1;

NOT static inline __attribute__ ((always_inline)) void
spin (unsigned turns)
{
  while (turns-- > 0)
    sink = turns;
}

NOT static unsigned
random_number (void)
{
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

NOT static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

KEEP void work (unsigned turns) { spin (turns); }
KEEP void outer (unsigned turns) { work (turns); }
KEEP unsigned descend (unsigned n) { work (20); return n ? descend (n - 1) + 1 : 0; }
KEEP void nap (void) { nanosleep (&(struct timespec) { 0, 1000000 }, NULL); }
KEEP void *other (void *p) { for (int i = 0; i < 300; i++) nap (); return p; }

/* Makes COUNT calls, one in PERIOD of LONG turns, by chance or not.  */
NOT static void
mixed (unsigned count, unsigned period, unsigned turns, int by_chance)
{
  for (unsigned i = 0; i < count; i++)
    work ((by_chance ? random_number () : i) % period == period - 1 ? turns : 20);
}

NOT static void
phases (unsigned count, unsigned turns)
{
  mixed (100000, 1, 20, 0);
  for (unsigned i = 0; i < count; i++)
    work (turns);
}

NOT static void
lognormal (void)
{
  for (unsigned i = 0; i < 1000000; i++)
    {
      unsigned turns = 20;
      while (turns < 60000 && random_number () % 4 == 0)
	turns *= 4;
      work (turns);
    }
}

NOT static void
run (const char *name)
{
  if (!strcmp (name, "const"))
    mixed (3000000, 1, 40, 0);
  else if (!strcmp (name, "rare_3us"))
    mixed (1000000, 100, 6000, 1);
  else if (!strcmp (name, "rare_10us"))
    mixed (1000000, 100, 20000, 1);
  else if (!strcmp (name, "rare_60us"))
    mixed (300000, 100, 150000, 1);
  else if (!strcmp (name, "rare_1ms"))
    mixed (3000000, 10000, 2500000, 1);
  else if (!strcmp (name, "period_64"))
    mixed (2000000, 64, 4000, 0);
  else if (!strcmp (name, "phase_1us"))
    phases (300000, 2500);
  else if (!strcmp (name, "phase_10us"))
    phases (30000, 25000);
  else if (!strcmp (name, "phase_1ms"))
    phases (400, 2500000);
  else if (!strcmp (name, "phase_40ms"))
    phases (5, 100000000);
  else if (!strcmp (name, "lognormal"))
    lognormal ();
  else if (!strcmp (name, "wrapped"))
    for (unsigned i = 0; i < 3000000; i++)
      outer (30);
  else if (!strcmp (name, "recursion"))
    for (unsigned i = 0; i < 20000; i++)
      descend (100);
  else if (!strcmp (name, "sleepers"))
    for (unsigned i = 0; i < 100; i++)
      {
	nap ();
	mixed (10000, 1, 20, 0);
      }
  else if (!strcmp (name, "threads"))
    {
      pthread_t t;
      pthread_create (&t, NULL, other, NULL);
      mixed (20000000, 1, 20, 0);
      pthread_join (t, NULL);
    }
}

/* Sleeps if NAME is that of the program that does.  Returns how long.  */
NOT static double
slept (const char *name)
{
  double start = now ();
  if (strcmp (name, "sleepers"))
    return 0;
  for (int i = 0; i < 100; i++)
    nap ();
  return now () - start;
}

int
main (int argc, char **argv)
{
  double start = now ();
  if (argc != 2)
    return 2;
  run (argv[1]);
  double all = now () - start;
#ifdef TRUTH
  all -= slept (argv[1]);
#else
  (void) slept;
#endif
  printf ("%.0f\n", all);
  return 0;
}
