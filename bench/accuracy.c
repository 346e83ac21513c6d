/* accuracy.c - functions that take a known time.

   SPDX-License-Identifier: Apache-2.0

   Called with a name, calls that function for some tenths of a second, and
   prints how long a call of it took, in ns: without instrumentation, that is
   what a profile should say.  */

#include <stdio.h>
#include <string.h>
#include <time.h>

#define OUT __attribute__ ((noipa))

OUT static void
spin (int n)
{
  for (int i = 0; i < n; i++)
    __asm__ volatile ("");
}

OUT static void
nothing (void)
{
}

#define FUNCTION(name, n) \
  OUT static void \
  name (void) \
  { \
    for (int i = 0; i < n; i++) \
      __asm__ volatile (""); \
  }
FUNCTION (loop_10, 10)
FUNCTION (loop_100, 100)
FUNCTION (loop_1000, 1000)
FUNCTION (loop_10000, 10000)

/* Itself some time, and more in what it calls.  */
OUT static void
calls_3 (void)
{
  spin (20);
  spin (20);
  spin (20);
}

static const struct
{
  const char *name;
  void (*call) (void);
  int calls;
} functions[] = {
  { "nothing", nothing, 20000000 }, { "loop_10", loop_10, 10000000 },
  { "loop_100", loop_100, 3000000 }, { "loop_1000", loop_1000, 400000 },
  { "loop_10000", loop_10000, 40000 }, { "calls_3", calls_3, 4000000 },
};

__attribute__ ((no_instrument_function)) int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (argc == 2 && !strcmp (functions[i].name, argv[1]))
      {
	struct timespec start, end;
	clock_gettime (CLOCK_THREAD_CPUTIME_ID, &start);
	for (int n = 0; n < functions[i].calls; n++)
	  functions[i].call ();
	clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
	printf ("%.3f\n", ((end.tv_sec - start.tv_sec) * 1e9 + end.tv_nsec
			   - start.tv_nsec) / functions[i].calls);
      }
  return 0;
}
