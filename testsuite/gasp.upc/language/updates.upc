/* Assignments that are done where the object is: their results, their order with other
   accesses, and what is none.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 }
   { dg-levels -O0 -O1 -O2 -O3 -O2,-flto -O2,-g -O2,-fwrapv -O2,-ffast-math }  */

#include "check.h"

#define N 12

typedef unsigned long long wide;
struct packed { char c; int i; long l; } __attribute__ ((packed));
struct part { int bits : 5; int i; unsigned u; long l; short s; int a[3]; };

shared int ints[N * THREADS];
shared [4] unsigned units[4 * N * THREADS];
shared [2] long longs[2 * N * THREADS];
shared [] wide *shared wides[THREADS];
shared struct part parts[N * THREADS];
shared [3] struct packed packs[3 * THREADS];
shared double sums[THREADS];
shared float floats[THREADS];
shared short shorts[THREADS];
shared unsigned char bytes[THREADS];
strict shared int strict_int[THREADS];
shared volatile int changing[THREADS];
shared _Bool truths[THREADS];
shared int matrix[THREADS][3];
int calls;

__attribute__ ((noipa)) static int
called (int x)
{
  calls++;
  return x;
}

/* All kinds on what thread T has.  */
static void
kinds (int t)
{
  shared int *p = &ints[t];
  int k, before, i = 0;
  *p = 100;
  *p += 7;
  *p -= 3;
  *p = *p * 5;
  *p = 1000 - *p;
  *p = 2 + *p;
  *p |= 0x1000;
  *p &= ~0x40;
  *p ^= 0x7;
  CHECK_IS (*p, (((1000 - 520 + 2) | 0x1000) & ~0x40) ^ 7);
  *p = -5;
  (*p)++;
  ++*p;
  (*p)--;
  --*p;
  *p += 1.75;			/* no integer operation */
  CHECK_IS (*p, -3);
  *p = *p + 5L;
  *p -= (char) 3;
  *p = *p - *p;
  CHECK_IS (*p, 0);
  *p = 2147483647;
  *p += 0x100000001L;		/* modulo 2^32, like the conversion */
  CHECK_IS (*p, -2147483647 - 1);
  *p = 3;
  *p *= -7;
  CHECK_IS (*p, -21);
  *p = 10;
  before = (*p)++;
  CHECK_IS (before, 10);
  before = *p += 4;
  CHECK_IS (before, 15);
  before = (*p -= 1, *p);
  CHECK_IS (before, 14);
  before += *p += 6;
  CHECK_IS (before, 34);
  before += --*p;
  CHECK_IS (before, 53);
  *p -= 5, before = *p *= 2;
  CHECK_IS (before, 28);
  *p = 14;
  calls = 0;
  ints[called (t)] += called (2);
  CHECK_IS (calls, 2);
  CHECK_IS (*p, 16);
  ints[t + N / 2 * THREADS] = 0;
  k = 0;
  ints[(k++ ? 0 : t) + N / 2 * THREADS] += 5;
  CHECK_IS (k, 1);
  CHECK_IS (ints[t + N / 2 * THREADS], 5);
  for (*p = 0; *p < 5; (*p)++)
    i += *p;
  CHECK_IS (i, 10);
  while (i > 0)
    i -= 2, *p += 3;
  CHECK_IS (*p, 20);
  if (i)
    *p += 1;
  else
    *p -= 1;
  i == 0 ? (*p += 2) : (*p -= 2);
  CHECK_IS (*p, 21);
  *p = *p;
  *p <<= 2;
  *p /= 3;
  *p %= 20;
  CHECK_IS (*p, 8);
}

static void
types (int t)
{
  shared [4] unsigned *u = &units[4 * t + 1];
  shared [2] long *l = &longs[2 * t + 1];
  shared [] wide *w = wides[t];
  *u = 1;
  *u -= 2;
  CHECK_IS (*u, 0xffffffffu);
  *u += 3u;
  u[2] = 5;
  u[2] *= *u;
  CHECK_IS (units[4 * t + 3], 10);
  *u ^= -1;
  CHECK_IS (*u, ~2u);
  *l = 1L << 40;
  *l += 1 << 20;
  *l ^= -1;
  CHECK_IS (*l, ~((1L << 40) + (1 << 20)));
  l[-1] = 7;
  l[-1]--;
  CHECK_IS (longs[2 * t], 6);
  w[3] = 1;
  w[3] |= ~(wide) 0;
  w[3] &= -2;
  w[3]++;
  CHECK_IS (w[3] == ~(wide) 0, 1);
  sums[t] = 1;
  sums[t] += 0.5;
  sums[t] *= 4;
  CHECK_IS (sums[t] == 6, 1);
  floats[t] = 1;
  floats[t] -= 0.5f;
  floats[t]++;
  CHECK_IS (floats[t] == 1.5, 1);
  shorts[t] = 32767;
  shorts[t] += 2;
  bytes[t] = 250;
  bytes[t] += 10;
  CHECK_IS (shorts[t], -32767);
  CHECK_IS (bytes[t], 4);
  truths[t] = 0;
  truths[t] |= 4;
  CHECK_IS (truths[t], 1);
  strict_int[t] = 4;
  strict_int[t] += 4;
  strict_int[t]--;
  CHECK_IS (strict_int[t], 7);
  changing[t] = 1;
  changing[t] += 2;
  CHECK_IS (changing[t], 3);
}

static void
members (int t)
{
  shared struct part *p = &parts[t];
  p->bits = 3;
  p->i = p->u = p->l = p->s = p->a[0] = p->a[1] = p->a[2] = 1;
  p->bits += 2;
  p->i += 1;
  p->u -= 2;
  p->l *= 1L << 35;
  p->s += 9;
  p->a[1] += 3;
  (*p).a[2]++;
  parts[t].a[0] ^= 5;
  CHECK_IS (p->bits, 5);
  CHECK_IS (p->i, 2);
  CHECK_IS (p->u, 0xffffffffu);
  CHECK_IS (p->l, 1L << 35);
  CHECK_IS (p->s, 10);
  CHECK_IS (p->a[0] * 100 + p->a[1] * 10 + p->a[2], 442);
  packs[3 * t + 1].c = 'x';
  packs[3 * t + 1].i = 10;
  packs[3 * t + 1].l = 20;
  packs[3 * t + 1].i += 5;
  packs[3 * t + 1].l ^= 1;
  CHECK_IS (packs[3 * t + 1].i * 100 + packs[3 * t + 1].l, 1521);
  CHECK_IS (packs[3 * t + 1].c, 'x');
  matrix[t][1] = 5;
  matrix[t][1] *= 5;
  CHECK_IS (matrix[t][1], 25);
}

/* What has been read before is read again, in row, with neighbours; what is put, updated
   and put again ends as it was put.  */
static void
order (int t)
{
  long i, j;
  for (i = 0; i < 4; i++)
    units[4 * t + i] = i;
  for (j = 0; j < 50; j++)
    {
      unsigned sum = 0;
      for (i = 0; i < 4; i++)
	sum += units[4 * t + i];
      CHECK_IS (sum, 6 + 4 * j);
      for (i = 0; i < 4; i++)
	units[4 * t + i] += 1;
    }
  for (j = 0; j < 50; j++)
    {
      ints[t] = j;
      ints[t] += 1;
      ints[t] ^= 3;
      CHECK_IS (ints[t], (j + 1) ^ 3);
      ints[t] *= 2;
      ints[t] = 8;
      upc_memset (&ints[t], 0, sizeof (int));
      ints[t]--;
      CHECK_IS (ints[t], -1);
    }
}

/* Each thread adds to all, one after the other; and to its own in upc_forall.  */
static void
together (void)
{
  int i, t, n = N * THREADS;
  upc_forall (i = 0; i < n; i++; &ints[i])
    ints[i] = i;
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    {
      if (t == MYTHREAD)
	for (i = 0; i < n; i++)
	  ints[i] += t + 1;
      upc_barrier;
    }
  upc_forall (i = 0; i < n; i++; &ints[i])
    ints[i] *= 2;
  upc_barrier;
  upc_forall (i = 0; i < n; i++; i + 1)
    ints[i] -= 1;
  upc_barrier;
  for (i = MYTHREAD; i < n; i += THREADS)
    ints[i] += 0;
  for (i = 0; i < n; i++)
    CHECK_IS (ints[i], 2 * (i + THREADS * (THREADS + 1) / 2) - 1);
  upc_barrier;
}

int
main (void)
{
  int t;
  wides[MYTHREAD] = upc_alloc (N * sizeof (wide));
  upc_barrier;
  for (int turn = 0; turn < THREADS; turn++)
    {
      if (turn == MYTHREAD)
	for (t = 0; t < THREADS; t++)
	  {
	    kinds (t);
	    types (t);
	    members (t);
	    order (t);
	  }
      upc_barrier;
    }
  together ();
  return 0;
}
