/* upc-stream.upc - the loops of STREAM, in C, through local pointers, and in
   upc_forall over arrays of each layout; and the same through pointers, of
   which the compiler cannot tell whether they are to the same.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-stream ELEMENTS TIMES

   Each thread has up to ELEMENTS of each array.  A line for each way: its name
   and the nanoseconds that an element takes in copy, scale, add and triad, in
   the best of TIMES, where the slowest thread counts.  What the loops have
   computed is checked at the end.  */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>

#define MOST 1000000
#define BLOCK 64

double x[MOST], y[MOST], z[MOST];
shared double took[THREADS];

/* The four loops over arrays A, B, C, where FOR is the head of the loop and I
   its variable.  */
#define LOOPS(WAY, FOR, A, B, C)					\
  __attribute__ ((noipa)) static void					\
  WAY##_copy (double s, int n)						\
  {									\
    (void) s;								\
    FOR C[i] = A[i];							\
  }									\
  __attribute__ ((noipa)) static void					\
  WAY##_scale (double s, int n)						\
  {									\
    FOR B[i] = s * C[i];						\
  }									\
  __attribute__ ((noipa)) static void					\
  WAY##_add (double s, int n)						\
  {									\
    (void) s;								\
    FOR C[i] = A[i] + B[i];						\
  }									\
  __attribute__ ((noipa)) static void					\
  WAY##_triad (double s, int n)						\
  {									\
    FOR A[i] = B[i] + s * C[i];						\
  }

/* Arrays of layout LAYOUT, and the loops over them.  */
#define SHARED(LAYOUT, WAY)						\
  shared LAYOUT double WAY##_a[MOST * THREADS], WAY##_b[MOST * THREADS], \
    WAY##_c[MOST * THREADS];						\
  LOOPS (WAY, upc_forall (int i = 0; i < n * THREADS; i++; &WAY##_a[i]), \
	 WAY##_a, WAY##_b, WAY##_c)

#define EACH for (int i = 0; i < n; i++)
#define NOTHING

LOOPS (c, EACH, x, y, z)

/* What the compiler cannot tell apart, as it can C's arrays.  */
double *pointed_x, *pointed_y, *pointed_z;
LOOPS (c_pointers, EACH, pointed_x, pointed_y, pointed_z)

SHARED (NOTHING, cyclic)
SHARED ([BLOCK], blocked)
SHARED ([*], even)
LOOPS (index, upc_forall (long i = 0; i < (long) n * THREADS; i++; i), cyclic_a,
       cyclic_b, cyclic_c)

/* Allocated: the compiler knows the block size alone.  */
shared [BLOCK] double *p, *q, *r;
LOOPS (pointers, upc_forall (int i = 0; i < n * THREADS; i++; &p[i]), p, q, r)

/* All of the own thread.  */
shared [] double *indefinite_a, *indefinite_b, *indefinite_c;
LOOPS (indefinite, EACH, indefinite_a, indefinite_b, indefinite_c)

/* The own part of an array of shared space, cast where it is used.  */
#define OWN(array) ((double *) &(array)[MYTHREAD])
LOOPS (cast, EACH, OWN (cyclic_a), OWN (cyclic_b), OWN (cyclic_c))

double *local_a, *local_b, *local_c;
LOOPS (local, EACH, local_a, local_b, local_c)

struct way
{
  const char *name;
  void (*loops[4]) (double, int);
};

#define WAY(name) \
  { #name, { name##_copy, name##_scale, name##_add, name##_triad } }
static const struct way ways[] = {
  WAY (c), WAY (cast), WAY (cyclic), WAY (index), WAY (blocked), WAY (even),
  WAY (c_pointers), WAY (local), WAY (indefinite), WAY (pointers)
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Of the slowest thread, N times one LOOP.  */
static double
time_of (void (*loop) (double, int), int n)
{
  enum { REPEAT = 10 };
  double most = 0;
  int i;
  upc_barrier;
  took[MYTHREAD] = -seconds ();
  for (i = 0; i < REPEAT; i++)
    loop (0.5, n);
  took[MYTHREAD] += seconds ();
  upc_barrier;
  for (i = 0; i < THREADS; i++)
    most = took[i] > most ? took[i] : most;
  upc_barrier;
  return most / REPEAT / n * 1e9;
}

static void
prepare (void)
{
  int i;
  size_t size = MOST * sizeof (double);
  p = upc_all_alloc (MOST / BLOCK * (size_t) THREADS, BLOCK * sizeof (double));
  q = upc_all_alloc (MOST / BLOCK * (size_t) THREADS, BLOCK * sizeof (double));
  r = upc_all_alloc (MOST / BLOCK * (size_t) THREADS, BLOCK * sizeof (double));
  indefinite_a = upc_alloc (size);
  indefinite_b = upc_alloc (size);
  indefinite_c = upc_alloc (size);
  pointed_x = malloc (size);
  pointed_y = malloc (size);
  pointed_z = malloc (size);
  local_a = (double *) indefinite_a;
  local_b = (double *) indefinite_b;
  local_c = (double *) indefinite_c;
  upc_forall (i = 0; i < MOST * THREADS; i++; &cyclic_a[i])
    cyclic_a[i] = 1;
  upc_forall (i = 0; i < MOST * THREADS; i++; &blocked_a[i])
    blocked_a[i] = p[i] = 1;
  upc_forall (i = 0; i < MOST * THREADS; i++; &even_a[i])
    even_a[i] = 1;
  for (i = 0; i < MOST; i++)
    x[i] = pointed_x[i] = local_a[i] = 1;
}

/* Every element of arrays that one way alone has been used for is the same.  */
static void
check (int n)
{
  int i, wrong = 0;
  upc_barrier;
  for (i = 0; i < n; i++)
    wrong += x[i] != x[0];
  for (i = 0; i < n * THREADS; i++)
    wrong += blocked_a[i] != x[0] || p[i] != x[0]
	     || (even_a[i] != x[0] && (THREADS == 1 || n == MOST));
  if (wrong)
    {
      fprintf (stderr, "upc-stream: thread %d: %d elements are wrong\n",
	       MYTHREAD, wrong);
      upc_global_exit (1);
    }
}

/* Whether N elements for each thread, of arrays with [*], are all of the first
   thread's.  */
static int
is_uneven (int w, int n)
{
  return ways[w].loops[0] == even_copy && THREADS > 1 && n < MOST;
}

int
main (int argc, char **argv)
{
  static double best[WAYS][4];
  int n = argc > 1 ? atoi (argv[1]) : 1000;
  int times = argc > 2 ? atoi (argv[2]) : 20;
  int t, w, k;
  if (n < 1 || n > MOST)
    {
      if (!MYTHREAD)
	fprintf (stderr, "upc-stream: %d elements: must be 1 to %d\n", n, MOST);
      return 2;
    }
  prepare ();
  for (t = 0; t < times; t++)
    for (w = 0; w < WAYS; w++)
      for (k = 0; k < 4 && !is_uneven (w, n); k++)
	{
	  double took = time_of (ways[w].loops[k], n);
	  best[w][k] = !t || took < best[w][k] ? took : best[w][k];
	}
  check (n);
  for (w = 0; w < WAYS && !MYTHREAD; w++)
    if (!is_uneven (w, n))
      printf ("%s %.3f %.3f %.3f %.3f\n", ways[w].name, best[w][0],
	      best[w][1], best[w][2], best[w][3]);
  return 0;
}
