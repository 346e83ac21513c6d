/* upc-triad.upc - a[i] = b[i] + s * c[i], in C, through local pointers, and in
   upc_forall.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-triad ELEMENTS TIMES

   Each thread has up to ELEMENTS of each array.  A line for each way: its name
   and the nanoseconds that an element takes, in the best of TIMES, where the
   slowest thread counts.  */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>

#define MOST 1048576

shared double a[MOST * THREADS], b[MOST * THREADS], c[MOST * THREADS];
double x[MOST], y[MOST], z[MOST];
shared double took[THREADS];

__attribute__ ((noipa)) static void
in_c (double s, int n)
{
  int i;
  for (i = 0; i < n; i++)
    x[i] = y[i] + s * z[i];
}

__attribute__ ((noipa)) static void
cast_to_local (double s, int n)
{
  double *own = (double *) &a[MYTHREAD];
  const double *b_own = (double *) &b[MYTHREAD];
  const double *c_own = (double *) &c[MYTHREAD];
  int i;
  for (i = 0; i < n; i++)
    own[i] = b_own[i] + s * c_own[i];
}

__attribute__ ((noipa)) static void
by_pointer (double s, int n)
{
  int i;
  upc_forall (i = 0; i < n * THREADS; i++; &a[i])
    a[i] = b[i] + s * c[i];
}

__attribute__ ((noipa)) static void
by_index (double s, int n)
{
  upc_forall (long i = 0; i < (long) n * THREADS; i++; i)
    a[i] = b[i] + s * c[i];
}

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Of the slowest thread.  */
static double
time_of (void (*triad) (double, int), int n)
{
  double most = 0;
  int i;
  upc_barrier;
  took[MYTHREAD] = -seconds ();
  for (i = 0; i < 10; i++)
    triad (i, n);
  took[MYTHREAD] += seconds ();
  upc_barrier;
  for (i = 0; i < THREADS; i++)
    most = took[i] > most ? took[i] : most;
  upc_barrier;
  return most / 10 / n * 1e9;
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*triad) (double, int); } ways[]
    = { { "C", in_c }, { "cast-to-local", cast_to_local },
	{ "forall-pointer", by_pointer }, { "forall-index", by_index } };
  enum { WAYS = sizeof ways / sizeof ways[0] };
  double best[WAYS];
  int n = argc > 1 ? atoi (argv[1]) : 1000, times = argc > 2 ? atoi (argv[2]) : 20;
  int i, w;
  if (n < 1 || n > MOST)
    {
      if (!MYTHREAD)
	fprintf (stderr, "upc-triad: %d elements: must be 1 to %d\n", n, MOST);
      return 2;
    }
  for (i = 0; i < times; i++)
    for (w = 0; w < WAYS; w++)
      {
	double t = time_of (ways[w].triad, n);
	best[w] = !i || t < best[w] ? t : best[w];
      }
  for (w = 0; w < WAYS && !MYTHREAD; w++)
    printf ("%-14s %8.3f\n", ways[w].name, best[w]);
  return 0;
}
