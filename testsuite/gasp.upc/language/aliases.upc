/* References to one object see each other's stores, whether they name it or go
   by pointers, to shared or cast to local; also in loops that are made calls of
   memcpy, or vectors.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 }
   { dg-levels -O0 -O2 -O3 -O2,-flto }  */

#include "check.h"

#define N 40

shared int a[N * THREADS], b[N * THREADS];
shared [4] int a4[N * THREADS], b4[N * THREADS];
shared [N] int rows[THREADS][N];
shared [] int whole[N], other[N];
shared int scalar;
int mine[N];

/* Element I of the own part of ARRAY.  */
#define CYCLIC(array, i) array[(i) * THREADS + MYTHREAD]
#define BLOCK4(array, i) \
  array[(i) / 4 * 4 * THREADS + MYTHREAD * 4 + (i) % 4]

__attribute__ ((noipa)) static shared int *
pass (shared int *p)
{
  return p;
}

__attribute__ ((noipa)) static shared [] int *
pass_indefinite (shared [] int *p)
{
  return p;
}

__attribute__ ((noipa)) static int *
pass_local (int *p)
{
  return p;
}

/* Each element becomes the one before it, one by one: all the first.  */
static void
through_pointers (void)
{
  shared int *p = pass (a);
  int *l = pass_local ((int *) &a[MYTHREAD]);
  int i;
  for (i = 0; i < N; i++)
    CYCLIC (a, i) = i + 1;
  for (i = 0; i + 1 < N; i++)
    p[(i + 1) * THREADS + MYTHREAD] = CYCLIC (a, i);
  for (i = 0; i < N; i++)
    CHECK (CYCLIC (a, i) == 1);
  CYCLIC (a, 0) = 7;
  for (i = 0; i + 1 < N; i++)
    CYCLIC (a, i + 1) = l[i];
  for (i = 0; i < N; i++)
    CHECK (p[i * THREADS + MYTHREAD] == 7 && l[i] == 7);
  CYCLIC (a, 0) = 3;
  for (i = 0; i + 1 < N; i++)
    l[i + 1] = CYCLIC (a, i);
  for (i = 0; i < N; i++)
    CHECK (CYCLIC (a, i) == 3);
}

static void
by_name (void)
{
  int i;
  upc_barrier;
  upc_forall (i = 0; i < N * THREADS; i++; &a[i])
    a[i] = i, b[i] = -1;
  upc_forall (i = 0; i < N * THREADS; i++; &a[i])
    b[i] = a[i];
  upc_forall (i = 0; i < (N - 1) * THREADS; i++; &a[i])
    b[i + THREADS] = b[i];
  for (i = 0; i < N; i++)
    CHECK (CYCLIC (b, i) == MYTHREAD && CYCLIC (a, i) == i * THREADS + MYTHREAD);
  upc_forall (i = 0; i < N * THREADS; i++; &a4[i])
    a4[i] = i, b4[i] = -1;
  upc_forall (i = 0; i < N * THREADS; i++; &a4[i])
    b4[i] = a4[i];
  for (i = 0; i + 1 < N; i++)
    BLOCK4 (a4, i + 1) = BLOCK4 (a4, i);
  for (i = 0; i < N; i++)
    {
      CHECK (BLOCK4 (a4, i) == MYTHREAD * 4);
      CHECK (BLOCK4 (b4, i) == i / 4 * 4 * THREADS + MYTHREAD * 4 + i % 4);
    }
  upc_barrier;
}

/* By two declarations of one object.  */
static void
declared_again (void)
{
  extern shared [N] int rows[THREADS][N];
  shared [N] int (*r)[N] = &rows[MYTHREAD];
  int i, sum = 0;
  for (i = 0; i < N; i++)
    rows[MYTHREAD][i] = i;
  for (i = 0; i + 1 < N; i++)
    {
      extern shared [N] int rows[THREADS][N];
      rows[MYTHREAD][i + 1] = (*r)[i] + 1;
      sum += rows[MYTHREAD][i + 1];
    }
  CHECK (sum == N * (N - 1) / 2);
}

static void
in_one_block (void)
{
  shared [] int *w = pass_indefinite (whole);
  int i;
  upc_barrier;
  if (MYTHREAD == 0)
    {
      scalar = 5;
      for (i = 0; i < N; i++)
	whole[i] = i, other[i] = 0;
      for (i = 0; i < N; i++)
	other[i] = whole[i];
      for (i = 0; i + 1 < N; i++)
	w[i + 1] = whole[i];
      for (i = 0; i < N; i++)
	CHECK (whole[i] == 0 && other[i] == i && scalar == 5);
      for (i = 0; i < N; i++)
	*w = i, other[i] = whole[0];
      for (i = 0; i < N; i++)
	mine[i] = other[i], w[i] = mine[i] + scalar;
      for (i = 0; i < N; i++)
	CHECK (other[i] == i && whole[i] == i + 5);
    }
  upc_barrier;
}

int
main (void)
{
  through_pointers ();
  by_name ();
  declared_again ();
  in_one_block ();
  return 0;
}
