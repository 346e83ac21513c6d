/* Loops over elements that are all near, of which some or all are far, or that
   change from one to the other: own data, others', and both in one loop.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 }
   { dg-levels -O0 -O1 -O2 -O3 -O2,-flto -O2,-g }  */

#include "check.h"

#define N 70
#define BLOCK 35

struct pair { char c; int x : 11, y : 13; double d; };

shared double cyclic[N * THREADS], other[N * THREADS];
shared [BLOCK] int blocked[2 * BLOCK * THREADS], twin[2 * BLOCK * THREADS];
shared [BLOCK] struct pair pairs[2 * BLOCK * THREADS];
shared [] int *shared rows[THREADS];
shared [] struct pair *shared structures[THREADS];
strict shared [BLOCK] int ordered[2 * BLOCK * THREADS];

/* The value of element I, unseen by loops.  */
__attribute__ ((noipa)) static int
value (long i)
{
  return (i * 7 + 3) % 1000;
}

static void
fill (void)
{
  int i;
  upc_barrier;
  for (i = 0; i < N; i++)
    {
      rows[MYTHREAD][i] = value (i) + MYTHREAD;
      structures[MYTHREAD][i].c = 'a' + i % 26;
      structures[MYTHREAD][i].x = i;
      structures[MYTHREAD][i].y = -i;
      structures[MYTHREAD][i].d = i / 4.0;
    }
  upc_forall (i = 0; i < N * THREADS; i++; i)
    {
      cyclic[i] = value (i);
      other[i] = -1;
    }
  if (MYTHREAD == THREADS - 1)
    for (i = 0; i < 2 * BLOCK * THREADS; i++)
      {
	blocked[i] = ordered[i] = value (i);
	twin[i] = -1;
	pairs[i].x = i % 1000;
	pairs[i].y = -i % 1000;
      }
  upc_barrier;
}

/* All of them own.  */
static void
own (int n)
{
  int i;
  upc_forall (i = 0; i < n; i++; &cyclic[i])
    other[i] = cyclic[i] + 1;
  upc_forall (i = 0; i < 2 * BLOCK * THREADS; i++; &blocked[i])
    {
      twin[i] = blocked[i] + ordered[i];
      pairs[i].y -= 1;
      pairs[i].x++;
    }
  upc_barrier;
  for (i = 0; i < n; i++)
    CHECK_IS (other[i], value (i) + 1);
  for (i = 0; i < 2 * BLOCK * THREADS; i++)
    {
      CHECK_IS (twin[i], 2 * value (i));
      CHECK (pairs[i].x == i % 1000 + 1 && pairs[i].y == -i % 1000 - 1);
    }
}

/* Each is written by the next thread, or has a neighbour elsewhere.  */
static void
mixed (void)
{
  int i, last = 2 * BLOCK * THREADS - 1;
  upc_barrier;
  upc_forall (i = 0; i < N * THREADS; i++; i + 1)
    other[i] = cyclic[i] * 2;
  upc_forall (i = 1; i < last; i++; &blocked[i])
    twin[i] = blocked[i - 1] - blocked[i] + blocked[i + 1];
  upc_barrier;
  for (i = 0; i < N * THREADS; i++)
    CHECK_IS (other[i], 2 * value (i));
  for (i = 1; i < last; i++)
    CHECK_IS (twin[i], value (i - 1) - value (i) + value (i + 1));
  upc_barrier;
  /* Of the inner loop, each thread executes all.  */
  upc_forall (int t = 0; t < THREADS; t++; t)
    upc_forall (i = last; i >= 0; i -= 2; &blocked[i])
      {
	if (t == THREADS - 1)
	  twin[i] = -blocked[i];
      }
  upc_barrier;
  for (i = last; i >= 0; i -= 2)
    CHECK_IS (twin[i], -value (i));
  upc_barrier;
}

/* What has [], one's own and others', by pointers that the loop may not keep.  */
static void
whole (int n)
{
  int i, t, sum;
  for (t = 0; t < THREADS; t++)
    {
      shared [] int *from = rows[t], *mine = rows[MYTHREAD] + N, *p = from;
      shared [] struct pair *s = structures[t];
      for (i = 0; i < n; i++)
	mine[i] = from[i] - t;
      for (i = 0; i < n; i++)
	CHECK_IS (mine[i], value (i));
      for (sum = 0, i = n - 1; i >= 0; i -= 3)
	sum += s[i].x + s[i].y + (int) (4 * s[i].d);
      for (i = n - 1; i >= 0; i -= 3)
	sum -= i;
      CHECK_IS (sum, 0);
      /* The pointer goes from thread to thread in the loop.  */
      for (sum = 0, i = 0; i < n; i++, p = rows[(t + i) % THREADS])
	sum += p[i] - upc_threadof (p);
      for (i = 0; i < n; i++)
	sum -= value (i);
      CHECK_IS (sum, 0);
    }
  upc_barrier;
  /* Each writes to the next.  */
  {
    shared [] int *to = rows[(MYTHREAD + 1) % THREADS] + 2 * N;
    shared [] struct pair *s = structures[(MYTHREAD + 1) % THREADS];
    for (i = 0; i < n; i++)
      to[i] = MYTHREAD + i;
    for (i = 0; i < n; i++)
      s[i].d = MYTHREAD, s[i].x += 2, s[i].c ^= 1;
    for (i = n - 1; i > 0; i--)
      to[i] += to[i - 1];
  }
  upc_barrier;
  t = (MYTHREAD + THREADS - 1) % THREADS;
  for (i = 0; i < n; i++)
    {
      struct pair s = structures[MYTHREAD][i];
      CHECK (s.d == t && s.x == i + 2 && s.y == -i
	     && s.c == (('a' + i % 26) ^ 1));
      CHECK_IS (rows[MYTHREAD][2 * N + i],
		i ? 2 * t + 2 * i - 1 : t);
    }
  upc_barrier;
}

/* By THREADS from the own first, or from another's.  */
static void
by_threads (void)
{
  int i, t;
  upc_barrier;
  for (i = MYTHREAD; i < N * THREADS; i += THREADS)
    other[i] = cyclic[i] + 2;
  upc_barrier;
  t = (MYTHREAD + 1) % THREADS;
  for (i = t; i < N * THREADS; i += THREADS)
    {
      CHECK_IS (other[i], value (i) + 2);
      cyclic[i] = other[i] - 1;
    }
  upc_barrier;
  for (i = MYTHREAD; i < N * THREADS; i += THREADS)
    CHECK_IS (cyclic[i], value (i) + 1);
  upc_barrier;
}

shared double sums[THREADS];
shared struct pair own_pair[THREADS];
shared [4] int quads[THREADS][4];

/* What is known to be own without a test, and its neighbours that are not.  */
static void
own_parts (const int *from, int n)
{
  int i, t, next = (MYTHREAD + 1) % THREADS;
  sums[MYTHREAD] = 0;
  for (i = 0; i < n; i++)
    sums[MYTHREAD] += from[i];
  own_pair[MYTHREAD].y = MYTHREAD - 5;
  own_pair[MYTHREAD].x = MYTHREAD + 3;
  own_pair[MYTHREAD].d = own_pair[MYTHREAD].x + own_pair[MYTHREAD].y;
  quads[MYTHREAD][0] = MYTHREAD;
  upc_barrier;
  own_pair[next].x++;
  quads[next][3] = sums[next];
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    {
      CHECK_IS (sums[t], n * (n - 1) / 2);
      CHECK (own_pair[t].x == t + 4 && own_pair[t].y == t - 5
	     && own_pair[t].d == 2 * t - 2);
      CHECK (quads[t][0] == t && quads[t][3] == n * (n - 1) / 2);
    }
  CHECK (own_pair[MYTHREAD].x == MYTHREAD + 4 && quads[MYTHREAD][3] == sums[MYTHREAD]);
  upc_barrier;
}

int
main (void)
{
  int numbers[50];
  for (int i = 0; i < 50; i++)
    numbers[i] = i;
  own_parts (numbers, 50);
  rows[MYTHREAD] = upc_alloc (3 * N * sizeof (int));
  structures[MYTHREAD] = upc_alloc (N * sizeof (struct pair));
  fill ();
  own (N * THREADS);
  mixed ();
  whole (N);
  by_threads ();
  return 0;
}
