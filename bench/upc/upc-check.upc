/* upc-check.upc - kernels that use shared arrays, for what -fupc-check costs.

   SPDX-License-Identifier: Apache-2.0

   Prints, for each kernel, its name, milliseconds of processor time, and a
   check sum.  There is no data race in it.  */

#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <upc.h>

/* Of each thread, unless it says other things.  */
#define ELEMENTS 100000
#define BLOCK 1000
#define ROWS 64
#define COLUMNS 256
#define STEPS 5
#define ORDER 96		/* of square matrices, of all */
#define WORDS (1 << 16)
#define UPDATES 100000
#define KEYS 4096

static shared double sums[THREADS];

/* Returns the sum of all threads' X.  */
static double
sum_up (double x)
{
  double sum = 0;
  sums[MYTHREAD] = x;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += sums[t];
  upc_barrier;
  return sum;
}

/* Returns the milliseconds that this thread has been running.  */
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* Prints KERNEL's NAME; milliseconds of all threads, the least of some turns; the
   sum of what it returns in each thread.  */
static void
measure (const char *name, double (*kernel) (void))
{
  enum { TURNS = 10 };
  double least = 1e9, sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
    {
      upc_barrier;
      double begin = now ();
      sum = kernel ();
      double took = sum_up (now () - begin);
      least = took < least ? took : least;
    }
  sum = sum_up (sum);
  if (MYTHREAD == 0)
    printf ("%s %.2f %.6g\n", name, least, sum);
}

#define STREAM(NAME, LAYOUT)						\
  shared LAYOUT double NAME##_a[ELEMENTS * THREADS],			\
    NAME##_b[ELEMENTS * THREADS], NAME##_c[ELEMENTS * THREADS];		\
  static double								\
  NAME (void)								\
  {									\
    const int n = ELEMENTS * THREADS;					\
    upc_forall (int i = 0; i < n; i++; &NAME##_a[i])			\
      NAME##_a[i] = i % 7, NAME##_b[i] = 2;				\
    upc_barrier;							\
    upc_forall (int i = 0; i < n; i++; &NAME##_a[i])			\
      NAME##_c[i] = NAME##_a[i];					\
    upc_barrier;							\
    upc_forall (int i = 0; i < n; i++; &NAME##_a[i])			\
      NAME##_b[i] = 3 * NAME##_c[i];					\
    upc_barrier;							\
    upc_forall (int i = 0; i < n; i++; &NAME##_a[i])			\
      NAME##_c[i] = NAME##_a[i] + NAME##_b[i];				\
    upc_barrier;							\
    upc_forall (int i = 0; i < n; i++; &NAME##_a[i])			\
      NAME##_a[i] = NAME##_b[i] + 3 * NAME##_c[i];			\
    upc_barrier;							\
    return NAME##_a[n / 2 + 1];						\
  }
STREAM (cyclic, )
STREAM (blocked, [BLOCK])

shared [COLUMNS] double old[ROWS * THREADS][COLUMNS], new[ROWS * THREADS][COLUMNS];

#define MEAN(a, i, j) \
  (0.25 * (a[(i) - 1][j] + a[(i) + 1][j] + a[i][(j) - 1] + a[i][(j) + 1]))

static double
stencil (void)
{
  const int rows = ROWS * THREADS;
  upc_forall (int i = 0; i < rows; i++; &old[i][0])
    for (int j = 0; j < COLUMNS; j++)
      old[i][j] = new[i][j] = (i * 31 + j * 17) % 10;
  upc_barrier;
  for (int step = 0; step < STEPS; step++)
    {
      upc_forall (int i = 1; i < rows - 1; i++; &old[i][0])
	for (int j = 1; j < COLUMNS - 1; j++)
	  new[i][j] = MEAN (old, i, j);
      upc_barrier;
      upc_forall (int i = 1; i < rows - 1; i++; &old[i][0])
	for (int j = 1; j < COLUMNS - 1; j++)
	  old[i][j] = MEAN (new, i, j);
      upc_barrier;
    }
  return old[rows / 2][COLUMNS / 2];
}

/* The same in one array, of which the compiler does not follow the elements.  */
shared [COLUMNS] double both[2][ROWS * THREADS][COLUMNS];

static double
planes (void)
{
  const int rows = ROWS * THREADS;
  upc_forall (int i = 0; i < rows; i++; &both[0][i][0])
    for (int j = 0; j < COLUMNS; j++)
      both[0][i][j] = both[1][i][j] = (i * 31 + j * 17) % 10;
  upc_barrier;
  for (int step = 0; step < 2 * STEPS; step++)
    {
      int from = step % 2, to = 1 - from;
      upc_forall (int i = 1; i < rows - 1; i++; &both[0][i][0])
	for (int j = 1; j < COLUMNS - 1; j++)
	  both[to][i][j] = MEAN (both[from], i, j);
      upc_barrier;
    }
  return both[0][rows / 2][COLUMNS / 2];
}

shared [ORDER] double a[ORDER * THREADS][ORDER], b[ORDER * THREADS][ORDER],
  c[ORDER * THREADS][ORDER];

static double
matrix (void)
{
  upc_forall (int i = 0; i < ORDER; i++; &a[i][0])
    for (int j = 0; j < ORDER; j++)
      a[i][j] = i + j, b[i][j] = i - j, c[i][j] = 0;
  upc_barrier;
  upc_forall (int i = 0; i < ORDER; i++; &a[i][0])
    for (int j = 0; j < ORDER; j++)
      {
	double sum = 0;
	for (int k = 0; k < ORDER; k++)
	  sum += a[i][k] * b[k][j];
	c[i][j] = sum;
      }
  upc_barrier;
  return c[ORDER / 2][3];
}

static uint64_t
next_random (uint64_t *x)
{
  *x ^= *x << 13;
  *x ^= *x >> 7;
  *x ^= *x << 17;
  return *x;
}

shared uint64_t table[WORDS * THREADS];

/* Each thread updates its own quarter of all, at random.  */
static double
gups (void)
{
  uint64_t x = 88172645463325252u + MYTHREAD;
  upc_forall (int i = 0; i < WORDS * THREADS; i++; i)
    table[i] = i;
  upc_barrier;
  for (long i = 0; i < UPDATES; i++)
    {
      uint64_t r = next_random (&x);
      table[r % WORDS * THREADS + MYTHREAD] ^= r;
    }
  upc_barrier;
  uint64_t sum = 0;
  for (long i = 0; i < UPDATES; i++)
    sum ^= table[next_random (&x) % (WORDS * THREADS)];
  upc_barrier;
  return sum % 1000003;
}

shared [KEYS] int keys[KEYS * THREADS];

/* Shell's sort of each thread's part, then each looks for its neighbour's least
   key in its own.  */
static double
sort (void)
{
  uint64_t x = 1234567 + MYTHREAD;
  shared [KEYS] int *mine = &keys[KEYS * MYTHREAD];
  for (int i = 0; i < KEYS; i++)
    mine[i] = next_random (&x) % 100000;
  for (int gap = KEYS / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
    for (int i = gap; i < KEYS; i++)
      {
	int key = mine[i], j = i;
	for (; j >= gap && mine[j - gap] > key; j -= gap)
	  mine[j] = mine[j - gap];
	mine[j] = key;
      }
  upc_barrier;
  int least = keys[KEYS * ((MYTHREAD + 1) % THREADS)], i = 0;
  while (i < KEYS && mine[i] < least)
    i++;
  upc_barrier;
  return i + mine[KEYS / 2];
}

int
main (void)
{
  measure ("cyclic", cyclic);
  measure ("blocked", blocked);
  measure ("stencil", stencil);
  measure ("planes", planes);
  measure ("matrix", matrix);
  measure ("gups", gups);
  measure ("sort", sort);
  return 0;
}
