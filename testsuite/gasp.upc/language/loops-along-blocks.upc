/* Ordinary loops over blocked arrays: the elements are the right ones, in order,
   and the variable is what it is to be, also where a loop is left.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 }
   { dg-levels -O0 -O1 -O2 -O3 -O2,-flto -g,-O2,-fsanitize=signed-integer-overflow,-fsanitize-undefined-trap-on-error }  */

#include "check.h"

#define M (150 * THREADS)
#define ROW 40

shared [32] int a[M], b[M];
shared [33] int odd[M];
shared [*] long even[M];
shared [ROW] short rows[20 * THREADS][ROW];
shared [2 * ROW] short pairs[20 * THREADS][ROW];
strict shared [50] int ordered[M];
struct pair { char c; int x, y; };
shared [35] struct pair structures[M];
shared [64] int *p, *q;
int global, seen[1100 * 3];

/* An element by itself, unseen by the loop.  */
__attribute__ ((noipa)) static int
get (shared [32] int *from, long i)
{
  return from[i];
}

static void
fill (void)
{
  long i, j;
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    {
      for (i = 0; i < M; i++)
	{
	  a[i] = odd[i] = even[i] = p[i] = ordered[i] = i * 3 + 1;
	  structures[i].x = i;
	  structures[i].y = -i;
	  b[i] = q[i] = -1;
	}
      for (i = 0; i < 20 * THREADS; i++)
	for (j = 0; j < ROW; j++)
	  rows[i][j] = pairs[i][j] = i * ROW + j;
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
	seen[reads++] = ELEMENT;						\
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
  int k = n > 7 ? 7 : 0;
  MEETS (int, i = 0, i < M, i++, a[i], i * 3 + 1);
  MEETS (long, i = k, i <= n, i++, a[i], get (a, i));
  MEETS (long, i = n, i >= 0, --i, a[i], i * 3 + 1);
  MEETS (int, i = n, i > k, i -= 3, a[i - k], (i - k) * 3 + 1);
  MEETS (size_t, i = k, i != (size_t) n, i++, a[i], i * 3 + 1);
  MEETS (unsigned, i = 0, i < n, i += 5, a[i], i * 3 + 1);
  MEETS (int, i = 0, 4 * i < M, i++, a[4 * i], i * 12 + 1);
  MEETS (int, i = 0, i < n / 4, i++, a[4 * i + 1], i * 12 + 4);
  MEETS (int, i = 0, i < n / 4, i++, a[n - 4 * i], (n - 4 * i) * 3 + 1);
  MEETS (int, i = k, i < n, i++, odd[i] + even[i - k] - ordered[i],
	 (i - k) * 3 + 1);
  MEETS (int, i = k + 1, i < n, i++, *(p + i) + p[i - 1], i * 6 - 1);
  MEETS (int, i = 0, i < n, i++, structures[i].y, -i);
  MEETS (int, i = 0, i < ROW, i++, rows[n / ROW][i], n / ROW * ROW + i);
  MEETS (int, i = 0, i < ROW, i++, pairs[n / ROW][i], n / ROW * ROW + i);
  MEETS (int, i = 0, i < n / ROW, i++, rows[i][k], i * ROW + k);
}

static void
writes (long n)
{
  long i, j;
  upc_barrier;
  if (MYTHREAD == 0)
    {
      for (i = 1; i < n; i++)
	b[i] = a[i - 1] + a[i + 1], q[n - i] = i;
      for (i = 1; i < n; i++)
	CHECK (get (b, i) == i * 6 + 2 && q[n - i] == i);
      CHECK (b[0] == -1 && b[n] == -1);
      /* Each is made of the one before.  */
      for (i = 1; i < n; i++)
	b[i] = b[i - 1] + 1;
      for (i = 0; i < n; i++)
	CHECK_IS (get (b, i), i - 1);
      for (i = 1; i < n / ROW; i++)
	for (j = 1; j < ROW; j++)
	  rows[i][j] = rows[i - 1][j] + rows[i][j - 1] - rows[i - 1][j - 1];
      for (i = 0; i < n / ROW; i++)
	for (j = 0; j < ROW; j++)
	  CHECK_IS (rows[i][j], i * ROW + j);
      for (i = 0; i < n; i++)
	structures[i].x += 2, even[i] *= 2;
      for (i = 0; i < n; i++)
	CHECK (structures[i].x == i + 2 && structures[i].y == -i
	       && even[i] == i * 6 + 2);
    }
  upc_barrier;
}

__attribute__ ((noipa)) static long
find (int value, long n)
{
  for (long i = 0; i < n; i++)
    if (a[i] == value)
      return i;
  return -1;
}

/* Into the loop from a switch.  */
__attribute__ ((noipa)) static int
enter (int how, int i)
{
  int sum = 0;
  switch (how)
    {
    case 0:
      for (i = 0; i < 3; i++)
	{
	  sum += a[i];
    case 1:
	  sum += 1000 * a[i];
	}
    }
  return sum;
}

__attribute__ ((noipa)) static void
change (void)
{
  global--;
}

static void
jumps (long n)
{
  long i, k, sum = 0;
  CHECK_IS (find (3 * 67 + 1, n), 67);
  CHECK_IS (find (2, n), -1);
  for (i = 0; i < n; i++)
    {
      if (a[i] % 2)
	continue;
      if (a[i] > 130)
	break;
      sum += a[i];
    }
  CHECK (i == 45 && sum == 1474);
  for (i = 0; i < n; i++)
    for (k = 0; k < n; k++)
      if (a[k] + i == 3 * 70 + 5)
	goto out;
out:
  CHECK (i == 1 && k == 71);
  CHECK (enter (0, 0) == 1001 + 4004 + 7007);
  CHECK (enter (1, 1) == 4000 + 7007);
  /* The bound changes.  */
  global = 20;
  for (i = 0; i < global; i++)
    {
      sum += a[i];
      change ();
    }
  CHECK (i == 10);
  /* So does the variable, or what it is added to.  */
  for (i = 0, sum = 0; i < n; i++)
    {
      sum += a[i];
      if (i == 10)
	i = n - 2;
    }
  CHECK_IS (sum, 11 + 3 * 55 + (n - 1) * 3 + 1);
  for (i = 0, k = 0, sum = 0; i < 40; i++)
    sum += a[i + k], k ^= 1;
  CHECK_IS (sum, 40 + 3 * (780 + 20));
}

int
main (void)
{
  p = upc_all_alloc (3 * THREADS, 64 * sizeof (int));
  q = upc_all_alloc (3 * THREADS, 64 * sizeof (int));
  fill ();
  reads (M - 20);
  reads (ROW * 2);
  upc_barrier;
  jumps (M - 20);
  writes (M - 20);
  return 0;
}
