/* Loops that go by THREADS: the elements are the right ones, in order, and the
   variable is what it is to be, also where a loop is left.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 }
   { dg-levels -O0 -O1 -O2 -O3 -O2,-flto -Os -g,-O2,-fsanitize=signed-integer-overflow,-fsanitize-undefined-trap-on-error }  */

#include "check.h"

#define M (60 * THREADS)

shared int a[M], b[M];
shared long wide[M];
strict shared short ordered[M];
struct pair { char c; int x, y; };
shared struct pair structures[M];
shared int square[M][3];
shared [4] int blocked[4 * M];
shared [3] int odd[3 * M];
shared int *p;
shared int *nowhere;
int global, seen[60 * 3 * 3];

/* An element by itself, unseen by the loop.  */
__attribute__ ((noipa)) static int
get (shared int *from, long i)
{
  return from[i];
}

__attribute__ ((noipa)) static void
change_global (void)
{
  global++;
}

static void
fill (void)
{
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    {
      for (long i = 0; i < M; i++)
	{
	  a[i] = wide[i] = ordered[i] = p[i] = i * 3 + 1;
	  b[i] = -1;
	  structures[i].x = i;
	  structures[i].y = -i;
	  for (int j = 0; j < 3; j++)
	    square[i][j] = odd[3 * i + j] = 3 * i + j;
	  for (int j = 0; j < 4; j++)
	    blocked[4 * i + j] = 4 * i + j;
	}
    }
  upc_barrier;
}

/* The loop FOR (INIT; COND; NEXT), by a TYPE i, meets ELEMENT with VALUE.  */
#define MEETS(TYPE, INIT, COND, NEXT, ELEMENT, VALUE)			\
  do									\
    {									\
      TYPE i;								\
      long reads = 0, checks = 0;					\
      for (INIT; COND; NEXT)						\
	seen[reads++] = ELEMENT;					\
      TYPE end = i;							\
      for (INIT; COND; NEXT)						\
	CHECK_IS (seen[checks++], (VALUE));				\
      CHECK_IS (reads, checks);						\
      CHECK_IS (i, end);						\
    }									\
  while (0)

static void
reads (long n)
{
  int k = 2;
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, a[i], i * 3 + 1);
  MEETS (long, i = k, i <= n - 1, i = i + THREADS, a[i], get (a, i));
  MEETS (size_t, i = MYTHREAD, i != M + MYTHREAD, i += THREADS, a[i], i * 3 + 1);
  MEETS (unsigned, i = MYTHREAD, i < n, i += THREADS, a[i], i * 3 + 1);
  MEETS (short, i = MYTHREAD, i < n, i += THREADS, a[i], i * 3 + 1);
  MEETS (int, i = n - 1, i >= 0, i -= THREADS, a[i], i * 3 + 1);
  MEETS (long, i = n - 1, i >= k, i = i - 2 * THREADS, a[i - k],
	 (i - k) * 3 + 1);
  MEETS (size_t, i = n - 1, i < n, i -= THREADS, a[i], i * 3 + 1);
  MEETS (int, i = 0, i < n - 1, i += THREADS * 2, a[i + 1] + wide[i],
	 i * 6 + 5);
  MEETS (int, i = 1, 2 * i < n, i = THREADS + i, a[2 * i], i * 6 + 1);
  MEETS (int, i = 0, i < n, i += THREADS, a[n - 1 - i], (n - 1 - i) * 3 + 1);
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, *(p + i) + ordered[i],
	 i * 6 + 2);
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, structures[i].y, -i);
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, square[i][k], 3 * i + k);
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, blocked[4 * i + k], 4 * i + k);
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, blocked[i], i);
  MEETS (int, i = MYTHREAD, i < n, i += THREADS, odd[3 * i - 3 + 5 - k], 3 * i);
  MEETS (int, i = n - 1, i >= 2, i -= THREADS, odd[i - k], i - k);
  MEETS (long, i = 0, i < n, i += THREADS, odd[3 * n - 1 - i], 3 * n - 1 - i);
  /* Nothing is read where a loop does nothing.  */
  MEETS (int, i = MYTHREAD, i < -n, i += THREADS, nowhere[i], 0);
}

static void
writes (long n)
{
  upc_barrier;
  for (int i = MYTHREAD; i < n; i += THREADS)
    {
      if (i % 5 == 0)
	continue;
      b[i] = a[i] + (i + 1 < n ? a[i + 1] : 0);
      structures[i].x += 2;
      wide[i] *= 2;
    }
  upc_barrier;
  for (int i = 0; i < n; i++)
    {
      CHECK_IS (get (b, i), (i % 5 == 0 ? -1 : i + 1 < n ? i * 6 + 5 : i * 3 + 1));
      CHECK_IS (structures[i].x, (i % 5 == 0 ? i : i + 2));
      CHECK_IS (wide[i], (i * 3 + 1) * (i % 5 == 0 ? 1 : 2));
    }
  upc_barrier;
  for (int i = MYTHREAD; i < n; i += THREADS)
    for (int j = MYTHREAD; j < n; j += THREADS)
      p[j] += a[i] - a[i] + 1;
  upc_barrier;
  for (int i = 0; i < n; i++)
    CHECK_IS (get (p, i), i * 3 + 1 + (n + THREADS - 1 - i % THREADS) / THREADS);
  upc_barrier;
}

/* Loops that only look like those, and such as are left.  */
static void
others (long n)
{
  int i, sum = 0, k = 0;
  shared int *q = a;
  for (i = MYTHREAD; i < n; i += THREADS)
    {
      CHECK_IS (a[i], i * 3 + 1);
      if (i > n / 2)
	break;
    }
  CHECK (i > n / 2 && i <= n / 2 + THREADS);
  for (i = MYTHREAD; i < n; i += THREADS)
    CHECK_IS (q[i - k], i * 3 + 1), q += 1, k++;
  for (i = 0, k = 0; i + k < n; i += THREADS)
    CHECK_IS (a[i + k], (i + k) * 3 + 1), k++;
  for (i = MYTHREAD; i < n; i += THREADS)
    {
      CHECK_IS (a[i], i * 3 + 1);
      if (k++ % 3 == 0 && i + 1 < n)
	i++;
    }
  global = 0;
  for (i = 0; i + global < n; i += THREADS)
    {
      CHECK_IS (a[i + global], (i + global) * 3 + 1);
      change_global ();
    }
  int *alias = &i;
  for (i = 0; i < n - 1; i += THREADS)
    {
      ++*alias;
      CHECK_IS (a[i], i * 3 + 1);
    }
  for (i = 0; a[i] < n && i + THREADS < M; i += THREADS)
    sum += a[i];
  CHECK (i + THREADS >= M || i * 3 + 1 >= n);
  i = 2 * THREADS;
  goto into;
  for (i = 0; i < n; i += THREADS)
    {
    into:
      CHECK_IS (a[i], i * 3 + 1);
    }
  i = THREADS;
  switch (n > 1)
    {
    case 0:
      for (i = 0; i < n; i += THREADS)
	{
    case 1:
	  CHECK_IS (a[i], i * 3 + 1);
	}
    }
}

/* Pointers that step along blocks.  */
#define STEPS(BLOCK, NAME)						\
  shared [BLOCK] int NAME[BLOCK * 5 * THREADS];				\
  __attribute__ ((noipa)) static shared [BLOCK] int *			\
  from_##NAME (long i)							\
  {									\
    return NAME + i;							\
  }									\
  static void								\
  step_##NAME (void)							\
  {									\
    long most = BLOCK * 5 * THREADS;					\
    shared [BLOCK] int *q = NAME;					\
    for (long i = 0; i < most; i++, q++)				\
      CHECK (q == from_##NAME (i)					\
	     && upc_phaseof (q) == upc_phaseof (from_##NAME (i))	\
	     && (i + 1 >= most || &q[1] == from_##NAME (i + 1))		\
	     && (i + 3 >= most || q + 3 == from_##NAME (i + 3))		\
	     && (i < 1 || q - 1 == from_##NAME (i - 1))			\
	     && (i < 2 || &q[-2] == from_##NAME (i - 2)));		\
    for (long i = most; i-- > 0;)					\
      CHECK (--q == from_##NAME (i));					\
    q = from_##NAME (most);						\
    for (long i = most - 3; i >= 0; i -= 3)				\
      CHECK ((q -= 3) == from_##NAME (i)				\
	     && upc_phaseof (q) == upc_phaseof (from_##NAME (i)));	\
    if (MYTHREAD == 0)							\
      for (q = from_##NAME (0); q != from_##NAME (most); q++)		\
	*q = q - from_##NAME (0);					\
    upc_barrier;							\
    q = from_##NAME (0);						\
    for (long i = 0; i + 4 < most; i++)					\
      CHECK_IS (*q++ + q[1] + q[3], 3 * i + 6);				\
    upc_barrier;							\
  }

STEPS (1, in_1)
STEPS (2, in_2)
STEPS (3, in_3)
STEPS (4, in_4)
STEPS (7, in_7)
STEPS (64, in_64)
#define LARGE (UPC_MAX_BLOCK_SIZE + 1)
shared [LARGE - 1] char large[(LARGE - 1) * 2 * THREADS];

/* As far as a phase goes.  */
static void
step_far (void)
{
  shared [LARGE - 1] char *q = large + (LARGE - 3), *r = q;
  volatile long n = 1;
  for (int i = 0; i < 5; i++)
    {
      CHECK (q == r && upc_phaseof (q) == upc_phaseof (r)
	     && q + (LARGE - 2) == r + (LARGE - 3 + n)
	     && q - (LARGE - 3) == r - (LARGE - 4 + n));
      q++, r += n;
    }
}

/* Down columns, whose elements are on one thread: each by itself is the truth.  */
shared [5000] double grid[9][5000 * THREADS];
shared int columns[9][THREADS];
shared [3] int flat[3 * 9 * THREADS];
__attribute__ ((noipa)) static double
at (int i, long j)
{
  return grid[i][j];
}

__attribute__ ((noipa)) static int
get_of_three (shared [3] int *from, long i)
{
  return from[i];
}

static void
go_down (int first, int rows, int column)
{
  double sum = 0, want = 0;
  for (int i = first; i < rows; i++)
    sum += grid[i][column] * i + columns[i][column % THREADS];
  for (int i = first; i < rows; i++)
    want += at (i, column) * i + columns[i][column % THREADS];
  CHECK (sum == want);
  /* Nothing is before the first row.  */
  sum = want = 0;
  for (int i = first; i < rows; i++)
    if (i > 2)
      sum += grid[i - 3][column];
  for (int i = 3 > first ? 3 : first; i < rows; i++)
    want += at (i - 3, column);
  CHECK (sum == want);
  int n = 0, all = 0;
  for (int i = rows - 1; i >= first; i -= 2)
    n += flat[i * 3 * THREADS + column % (3 * THREADS)];
  for (int i = rows - 1; i >= first; i -= 2)
    all += get_of_three (flat, i * 3 * THREADS + column % (3 * THREADS));
  CHECK (n == all);
}

/* A column that the body changes, as part of a structure.  */
static void
change_column (void)
{
  struct { int column, rows; } in = { 0, 9 };
  double sum = 0, want = 0;
  for (int i = 0; i < 9; i++)
    {
      sum += grid[i][in.column];
      in.column = i % 5;
    }
  for (int i = 0; i < 9; i++)
    want += at (i, i ? (i - 1) % 5 : 0);
  CHECK (sum == want);
  int n = 0;
  for (int i = 0; i < in.rows; i++)
    {
      n += grid[i][0] == 7 * i;
      in.rows = 5;
    }
  CHECK (n == 5);
}

static void
columns_of (void)
{
  for (int i = 0; i < 9; i++)
    {
      for (int j = MYTHREAD * 5000; j < MYTHREAD * 5000 + 5000; j++)
	grid[i][j] = 7 * i + j;
      columns[i][MYTHREAD] = i - MYTHREAD;
      for (int j = 0; j < 3; j++)
	flat[(i * THREADS + MYTHREAD) * 3 + j] = 100 * i + MYTHREAD * 3 + j;
    }
  upc_barrier;
  for (int j = 0; j < 5000 * THREADS; j += 1111)
    for (int first = 0; first < 5; first += 2)
      go_down (first, 9, j);
  go_down (0, 0, 1);
  change_column ();
  upc_barrier;
  for (int i = 0; i < 9; i++)
    columns[i][MYTHREAD] += 5, columns[i][MYTHREAD]++;
  for (int i = 0; i < 9; i++)
    CHECK (columns[i][MYTHREAD] == i - MYTHREAD + 6);
  upc_barrier;
}

int
main (void)
{
  columns_of ();
  p = upc_all_alloc (M, sizeof (int));
  volatile long n = M;
  fill ();
  reads (n);
  reads (n - 1);
  others (n);
  fill ();
  writes (n);
  fill ();
  writes (n - 2);
  step_in_1 ();
  step_in_2 ();
  step_in_3 ();
  step_in_4 ();
  step_in_7 ();
  step_in_64 ();
  step_far ();
  return 0;
}
