/* upc-kernels.upc - what parallel programs are made of, in UPC.

   SPDX-License-Identifier: Apache-2.0

   Prints, for each kernel, its name, milliseconds, and a check sum.  */

#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include "upc-kernels.h"

static shared double sums[THREADS];

/* The sum of all threads' X.  */
static double
sum_up (double x)
{
  static shared double result[THREADS];
  sums[MYTHREAD] = x;
  upc_all_reduceD (&result[0], sums, UPC_ADD, THREADS, 1, NULL,
		   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return result[0];
}

static void
meet (void)
{
  upc_barrier;
}

static int
is_first (void)
{
  return MYTHREAD == 0;
}

static shared [WORDS] uint64_t table[THREADS][WORDS];
static upc_atomicdomain_t *domain;

static double
gups (void)
{
  uint64_t x = 88172645463325252u + MYTHREAD, sum = 0;
  memset ((void *) &table[MYTHREAD][0], 0, WORDS * sizeof (uint64_t));
  upc_barrier;
  for (long i = 0; i < UPDATES; i++)
    {
      uint64_t r = next_random (&x);
      upc_atomic_relaxed (domain, NULL, UPC_XOR,
			  &table[r % THREADS][(r >> 32) % WORDS], &r, NULL);
    }
  upc_barrier;
  for (long i = 0; i < WORDS; i++)
    sum ^= *(uint64_t *) &table[MYTHREAD][i];
  return sum % 1000003;
}

/* The same without atomic operations: some updates may be lost.  */
static double
updates (void)
{
  uint64_t x = 88172645463325252u + MYTHREAD;
  for (long i = 0; i < UPDATES; i++)
    {
      uint64_t r = next_random (&x);
      table[r % THREADS][(r >> 32) % WORDS] ^= r;
    }
  return 0;
}

static shared [(ROWS + 2) * COLUMNS] double grid[2][THREADS][ROWS + 2][COLUMNS];

static double
stencil (void)
{
  double (*a)[COLUMNS] = (double (*)[COLUMNS]) &grid[0][MYTHREAD][0][0];
  double (*b)[COLUMNS] = (double (*)[COLUMNS]) &grid[1][MYTHREAD][0][0];
  double sum = 0;
  for (int i = 0; i < ROWS + 2; i++)
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = b[i][j] = (i * 31 + j * 17 + MYTHREAD) % 10;
  upc_barrier;
  for (int step = 0; step < STEPS; step++)
    {
      int from = step % 2;
      double (*x)[COLUMNS] = from ? b : a, (*y)[COLUMNS] = from ? a : b;
      if (MYTHREAD > 0)
	upc_memput (&grid[from][MYTHREAD - 1][ROWS + 1][0], x[1], sizeof x[1]);
      if (MYTHREAD < THREADS - 1)
	upc_memput (&grid[from][MYTHREAD + 1][0][0], x[ROWS], sizeof x[1]);
      upc_barrier;
      for (int i = 1; i <= ROWS; i++)
	relax_row (y[i], x[i - 1], x[i], x[i + 1]);
    }
  for (int i = 1; i <= ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      sum += a[i][j];
  return sum;
}

static shared double *boxes;
static double mine[2 * BLOCK];

static double
transpose (void)
{
  double sum = 0;
  for (int i = 0; i < TRANSPOSES; i++)
    {
      for (int j = 0; j < 2 * BLOCK; j++)
	mine[j] = MYTHREAD + i + j % 7;
      for (int k = 1; k <= THREADS; k++)
	{
	  int to = (MYTHREAD + k) % THREADS;
	  upc_memput ((shared [] double *) &boxes[to] + (size_t) MYTHREAD * 2 * BLOCK,
		      mine, sizeof mine);
	}
      upc_barrier;
      const double *got = (const double *) &boxes[MYTHREAD];
      for (long j = 0; j < 2l * BLOCK * THREADS; j++)
	sum += got[j];
      upc_barrier;
    }
  return sum;
}

static shared int *counts;	/* of keys for each thread, of each thread */
static shared int *room;	/* keys that have come: THREADS * KEYS each */

static double
sort (void)
{
  static int keys[KEYS], ordered[KEYS];
  int here[THREADS], start[THREADS + 1], all[THREADS];
  uint64_t x = 1234567 + MYTHREAD;
  for (int i = 0; i < KEYS; i++)
    keys[i] = next_random (&x) % BUCKETS;
  memset (here, 0, sizeof here);
  for (int i = 0; i < KEYS; i++)
    here[keys[i] * (long) THREADS / BUCKETS]++;
  start[0] = 0;
  for (int t = 0; t < THREADS; t++)
    {
      start[t + 1] = start[t] + here[t];
      ((shared [] int *) &counts[t])[MYTHREAD] = here[t];
      all[t] = start[t];
    }
  for (int i = 0; i < KEYS; i++)
    ordered[all[keys[i] * (long) THREADS / BUCKETS]++] = keys[i];
  upc_barrier;
  for (int k = 1; k <= THREADS; k++)
    {
      int to = (MYTHREAD + k) % THREADS, before = 0;
      upc_memget (all, &counts[to], sizeof all);
      for (int t = 0; t < MYTHREAD; t++)
	before += all[t];
      upc_memput ((shared [] int *) &room[to] + before, ordered + start[to],
		  here[to] * sizeof *ordered);
    }
  upc_barrier;
  long total = 0, histogram[BUCKETS] = { 0 };
  double sum = 0;
  upc_memget (all, &counts[MYTHREAD], sizeof all);
  for (int t = 0; t < THREADS; t++)
    total += all[t];
  const int *got = (const int *) &room[MYTHREAD];
  for (long i = 0; i < total; i++)
    histogram[got[i]]++;
  for (int i = 0; i < BUCKETS; i++)
    sum += histogram[i] * (double) i;
  return sum;
}

static shared [UNKNOWNS] double part[THREADS][UNKNOWNS];
static shared double *whole;

static double
cg (void)
{
  long n = (long) UNKNOWNS * THREADS;
  static double x[UNKNOWNS], r[UNKNOWNS], q[UNKNOWNS];
  double *p = (double *) &part[MYTHREAD][0];
  double rho, alpha;
  for (long i = 0; i < UNKNOWNS; i++)
    x[i] = 0, r[i] = p[i] = 1 + i % 3;
  rho = sum_up (dot (r, r));
  for (int k = 0; k < ITERATIONS; k++)
    {
      upc_all_gather_all (whole, part, UNKNOWNS * sizeof (double),
			  UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      multiply (q, (const double *) &whole[MYTHREAD], (long) UNKNOWNS * MYTHREAD, n);
      alpha = rho / sum_up (dot (p, q));
      for (long i = 0; i < UNKNOWNS; i++)
	x[i] += alpha * p[i], r[i] -= alpha * q[i];
      double before = rho;
      rho = sum_up (dot (r, r));
      for (long i = 0; i < UNKNOWNS; i++)
	p[i] = r[i] + rho / before * p[i];
    }
  return dot (x, x);
}

static shared [LARGE] char bytes[THREADS][LARGE];
static char buffer[LARGE];

static double
get_large (void)
{
  if (!MYTHREAD)
    for (int i = 0; i < LARGE_TIMES; i++)
      upc_memget (buffer, &bytes[THREADS - 1][0], LARGE);
  return 0;
}

static double
put_large (void)
{
  if (!MYTHREAD)
    {
      for (int i = 0; i < LARGE_TIMES; i++)
	upc_memput (&bytes[THREADS - 1][0], buffer, LARGE);
      upc_fence;
    }
  return 0;
}

static double
nothing (void)
{
  for (int i = 0; i < 1000; i++)
    upc_barrier;
  return 0;
}

static double
reduce (void)
{
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum = sum_up (1 + i);
  return sum;
}

int
main (void)
{
  domain = upc_all_atomicdomain_alloc (UPC_UINT64, UPC_XOR, 0);
  boxes = upc_all_alloc (THREADS, 2 * sizeof (double) * BLOCK * THREADS);
  counts = upc_all_alloc (THREADS, sizeof (int) * THREADS);
  room = upc_all_alloc (THREADS, sizeof (int) * (size_t) KEYS * THREADS);
  whole = upc_all_alloc (THREADS, sizeof (double) * UNKNOWNS * THREADS);
  measure ("barrier", nothing, TURNS);
  measure ("reduce", reduce, TURNS);
  measure ("get-large", get_large, TURNS);
  measure ("put-large", put_large, TURNS);
  measure ("gups", gups, TURNS);
  measure ("updates", updates, TURNS);
  measure ("stencil", stencil, TURNS);
  measure ("transpose", transpose, TURNS);
  measure ("sort", sort, TURNS);
  measure ("cg", cg, TURNS);
  return 0;
}
