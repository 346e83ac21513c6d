/* accuracy.c - functions that take a known time.

   SPDX-License-Identifier: Apache-2.0

   usage: accuracy rate
	  accuracy CASE RATE

   The first prints how many turns of a loop take a microsecond, the RATE of the
   second.  That calls the functions of CASE for some tenths of a second, then
   prints, for each, its name and how long a call of it takes in ns, itself and
   with all that it calls: without instrumentation, what a profile should say.
   The whole is measured, and the functions' parts of it are as the lengths of
   their loops.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OUT __attribute__ ((noipa))
#define PLAIN __attribute__ ((noipa, no_instrument_function))

/* Loops of so many ns, by index.  */
enum { NS_0, NS_10, NS_20, NS_50, NS_100, NS_200, NS_500, NS_1000, NS_10000,
       NS_100000, NS_1000000, LENGTHS };
static const int lengths[LENGTHS]
  = { 0, 10, 20, 50, 100, 200, 500, 1000, 10000, 100000, 1000000 };
static int turns[LENGTHS];

static inline __attribute__ ((always_inline)) void
spin (int n)
{
  for (int i = 0; i < n; i++)
    __asm__ volatile ("");
}

/* No call is the last thing in it: that would be a jump.  */
#define FUNCTION(name, ns, calls) \
  OUT static void name (void) \
  { \
    spin (turns[ns]); \
    calls \
    __asm__ volatile (""); \
  }

FUNCTION (nothing, NS_0, )
FUNCTION (leaf_50ns, NS_50, )
FUNCTION (leaf_200ns, NS_200, )
FUNCTION (leaf_1us, NS_1000, )
FUNCTION (leaf_10us, NS_10000, )
FUNCTION (leaf_100us, NS_100000, )
FUNCTION (leaf_1ms, NS_1000000, )

FUNCTION (part, NS_20, )
FUNCTION (inner_50ns, NS_50, part (); part (); part ();)
FUNCTION (inner_500ns, NS_500, part (); part (); part ();)
FUNCTION (inner_10us, NS_10000, part (); part (); part ();)
FUNCTION (inner_1ms, NS_1000000, part (); part (); part ();)

/* Much in little functions, as in an interpreter.  */
FUNCTION (find, NS_10, )
FUNCTION (allocate, NS_50, find ();)
FUNCTION (get, NS_10, find ();)
FUNCTION (set, NS_20, find (); allocate ();)
FUNCTION (collect, NS_1000, find ();)
FUNCTION (step, NS_20, get (); get (); set ();)
FUNCTION (interpret, NS_200, step (); step (); step (); step (); collect ();)

struct function
{
  const char *name;
  void (*call) (void);
  int ns, calls;
  struct { const char *name; int times; } callees[3];
};

/* CALLS only of those that are cases, too.  Callees come before callers.  */
static const struct function functions[] = {
  { "nothing", nothing, NS_0, 20000000, { { 0 } } },
  { "leaf_50ns", leaf_50ns, NS_50, 4000000, { { 0 } } },
  { "leaf_200ns", leaf_200ns, NS_200, 1000000, { { 0 } } },
  { "leaf_1us", leaf_1us, NS_1000, 200000, { { 0 } } },
  { "leaf_10us", leaf_10us, NS_10000, 20000, { { 0 } } },
  { "leaf_100us", leaf_100us, NS_100000, 2000, { { 0 } } },
  { "leaf_1ms", leaf_1ms, NS_1000000, 200, { { 0 } } },
  { "part", part, NS_20, 0, { { 0 } } },
  { "inner_50ns", inner_50ns, NS_50, 2000000, { { "part", 3 } } },
  { "inner_500ns", inner_500ns, NS_500, 400000, { { "part", 3 } } },
  { "inner_10us", inner_10us, NS_10000, 20000, { { "part", 3 } } },
  { "inner_1ms", inner_1ms, NS_1000000, 200, { { "part", 3 } } },
  { "find", find, NS_10, 0, { { 0 } } },
  { "allocate", allocate, NS_50, 0, { { "find", 1 } } },
  { "get", get, NS_10, 0, { { "find", 1 } } },
  { "set", set, NS_20, 0, { { "find", 1 }, { "allocate", 1 } } },
  { "collect", collect, NS_1000, 0, { { "find", 1 } } },
  { "step", step, NS_20, 0, { { "get", 2 }, { "set", 1 } } },
  { "interpret", interpret, NS_200, 150000,
    { { "step", 4 }, { "collect", 1 } } },
};
#define FUNCTIONS (sizeof functions / sizeof *functions)

PLAIN static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Returns the least of several tries, in turns a microsecond.  */
PLAIN static double
measure_rate (void)
{
  double best = 0;
  for (int i = 0; i < 100; i++)
    {
      double start = now ();
      spin (1000000);
      double found = 1e9 / (now () - start);
      if (found > best)
	best = found;
    }
  return best;
}

PLAIN static const struct function *
find_function (const char *name)
{
  for (size_t i = 0; i < FUNCTIONS; i++)
    if (!strcmp (functions[i].name, name))
      return &functions[i];
  return NULL;
}

/* Returns the known time of a call of F with all that it calls.  */
PLAIN static double
total (const struct function *f)
{
  double sum = lengths[f->ns];
  for (int i = 0; i < 3 && f->callees[i].name; i++)
    sum += f->callees[i].times * total (find_function (f->callees[i].name));
  return sum;
}

/* Prints F and what it calls, innermost first; a nanosecond took FACTOR.  */
PLAIN static void
print (const struct function *f, double factor)
{
  static char printed[FUNCTIONS];
  if (printed[f - functions]++)
    return;
  for (int i = 0; i < 3 && f->callees[i].name; i++)
    print (find_function (f->callees[i].name), factor);
  printf ("%s %.2f %.2f\n", f->name, lengths[f->ns] * factor,
	  total (f) * factor);
}

PLAIN int
main (int argc, char **argv)
{
  if (argc == 2 && !strcmp (argv[1], "rate"))
    return printf ("%.1f\n", measure_rate ()) < 0;
  double rate = argc == 3 ? atof (argv[2]) : 0;
  const struct function *f = argc == 3 ? find_function (argv[1]) : NULL;
  if (!f || !f->calls || rate <= 0)
    return fputs ("usage: accuracy rate | CASE RATE\n", stderr), 2;
  for (int i = 0; i < LENGTHS; i++)
    turns[i] = (int) (lengths[i] * rate / 1000);
  double start = now ();
  for (int n = 0; n < f->calls; n++)
    f->call ();
  double took = (now () - start) / f->calls;
  if (total (f) > 0)
    print (f, took / total (f));
  else
    printf ("%s %.2f %.2f\n", f->name, took, took);
  return 0;
}
