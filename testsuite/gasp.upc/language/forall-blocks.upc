/* upc_forall over blocks, rows, multiples and quotients: each iteration is
   executed by its thread, in order, and the elements are the right ones.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 5 }
   { dg-options "-w" }
   { dg-levels -O0 -O3 -g,-O2,-fsanitize=signed-integer-overflow,-fsanitize-undefined-trap-on-error }  */

#include "check.h"

#define N 24
#define ROW 7
#define M (N * THREADS)

struct pair { int first; char second; };

shared [1] int a1[(N + 8) * THREADS], e1[(N + 8) * THREADS];
shared [3] int a3[(N + 9) * THREADS], b3[(N + 9) * THREADS];
shared [4] short a4[(N + 8) * THREADS];
shared [40] long a40[(40 + N) * THREADS], b40[(40 + N) * THREADS];
shared [*] int even[M], other[M];
shared [] int whole[64];
shared [ROW] int rows[N * THREADS][ROW];
shared [2] int pairs2[N * THREADS][6];
shared [5] struct pair structures[(N + 5) * THREADS];
int global = N;
shared [3] int *global3;

static long
own (long thread)
{
  thread %= THREADS;
  return (thread < 0 ? thread + THREADS : thread) == MYTHREAD;
}

/* The loop FOR (INIT; COND; NEXT), by a TYPE i; THREAD says whose an iteration
   is for which AFFINITY is.  */
#define CHECK_LOOP(TYPE, INIT, COND, NEXT, AFFINITY, THREAD)		\
  do									\
    {									\
      TYPE i, j;							\
      long did = 0, wanted = 0, sum = 0, wanted_sum = 0;			\
      upc_forall (i = INIT; i COND; i NEXT; AFFINITY)			\
	{								\
	  CHECK (own (THREAD));						\
	  did++;								\
	  sum += (long) i * did;					\
	}								\
      long end = (long) i;						\
      for (i = INIT; i COND; i NEXT)					\
	if (own (THREAD))						\
	  wanted_sum += (long) i * ++wanted;				\
      CHECK_IS (did, wanted);						\
      CHECK_IS (sum, wanted_sum);					\
      CHECK_IS (end, (long) i);						\
      did = 0;							\
      upc_forall (j = 0; j < 1; j++; continue)				\
	upc_forall (i = INIT; i COND; i NEXT; AFFINITY)			\
	  did++;								\
      CHECK_IS (did, wanted);						\
    }									\
  while (0)

#define THREAD_OF(p) upc_threadof ((shared void *) (p))
#define CHECK_PLACE(TYPE, INIT, COND, NEXT, AFFINITY) \
  CHECK_LOOP (TYPE, INIT, COND, NEXT, AFFINITY, THREAD_OF (AFFINITY))

static void
check_blocks (int n, long from)
{
  CHECK_PLACE (int, 0, < M, ++, &a3[i]);
  CHECK_PLACE (int, 1, < M - 1, ++, &a3[i + 2]);
  CHECK_PLACE (int, 5, <= n, ++, &a3[i]);
  CHECK_PLACE (int, 0, != n, ++, &a3[i]);
  CHECK_PLACE (int, M - 1, >= 0, --, &a3[i]);
  CHECK_PLACE (int, M, > 3, --, &a3[i - 2]);
  CHECK_PLACE (long, from, < M, ++, &a4[i]);
  CHECK_PLACE (unsigned, 2, < M, ++, &a4[i]);
  CHECK_PLACE (size_t, 0, < M, ++, &a4[i + 1]);
  CHECK_PLACE (int, 0, < M, += 2, &a4[i]);
  CHECK_PLACE (int, 0, < M, += 3, &a4[i]);
  CHECK_PLACE (int, 3, < M, += 7, &a4[i]);
  CHECK_PLACE (int, M, > 0, -= 5, &a4[i]);
  CHECK_PLACE (int, 0, < M / 2, ++, &a4[2 * i]);
  CHECK_PLACE (int, 0, < M / 4, ++, &a4[i * 4 + 3]);
  CHECK_PLACE (int, 0, < M, ++, &a4[M - i]);
  CHECK_PLACE (int, 0, < n * THREADS, ++, &a40[i]);
  CHECK_PLACE (int, 0, < M, ++, &even[i]);
  CHECK_PLACE (long, M - 1, >= 0, --, &even[i]);
  CHECK_PLACE (int, 0, < 64, ++, &whole[i]);
  CHECK_PLACE (int, 0, < M, ++, &structures[i].second);
  CHECK_PLACE (int, 0, < global, ++, a3 + i);
  CHECK_PLACE (int, 0, < n + 3, ++, &(a3 + 2)[i]);
}

static void
check_rows (int k)
{
  CHECK_PLACE (int, 0, < M, ++, &rows[i][0]);
  CHECK_PLACE (int, 0, < M, ++, &rows[i][k]);
  CHECK_PLACE (int, 0, < M, ++, rows[i]);
  CHECK_PLACE (int, 0, < M, ++, &rows[i]);
  CHECK_PLACE (int, 0, < M, += 3, &rows[i][k]);
  CHECK_PLACE (int, 0, < ROW, ++, &rows[k][i]);
  CHECK_PLACE (int, 0, < M, ++, &pairs2[i][1]);
  CHECK_PLACE (int, 0, < M, ++, &pairs2[i][k]);
  CHECK_PLACE (int, 0, < 6, ++, &pairs2[k][i]);
}

static void
check_pointers (shared [3] int *p, shared int *q, shared [] int *r, int k)
{
  CHECK_PLACE (int, 0, < N, ++, &p[i]);
  CHECK_PLACE (int, 0, < N, ++, p + i);
  CHECK_PLACE (int, 0, < N, ++, &p[i + k]);
  CHECK_PLACE (int, N, >= 1, --, &p[i - 1]);
  CHECK_PLACE (int, 0, < N / 2, ++, &p[2 * i + 1]);
  CHECK_PLACE (int, 0, < N, ++, &q[i]);
  CHECK_PLACE (unsigned, 0, < N, ++, &q[i]);
  CHECK_PLACE (int, 0, < N, += 2, q + i);
  CHECK_PLACE (int, 0, < N, ++, &r[i]);
  CHECK_PLACE (int, 0, < N, ++, &((shared [4] int *) p)[i]);
  CHECK_PLACE (int, 0, < N, ++, (shared void *) &p[i]);
  CHECK_PLACE (int, 0, < N, ++, &global3[i]);
}

static void
check_integers (int n, unsigned u, int minus)
{
  CHECK_LOOP (int, 0, < M, ++, i * 2, i * 2);
  CHECK_LOOP (int, 0, < M, ++, 3 * i + n, 3 * i + n);
  CHECK_LOOP (int, 0, < M, += 2, i, i);
  CHECK_LOOP (int, 0, < M, += 6, i, i);
  CHECK_LOOP (long, M, > minus, -= 4, i + 1, i + 1);
  CHECK_LOOP (int, 0, < M, ++, i % THREADS, i % THREADS);
  CHECK_LOOP (int, minus, < M, ++, (i + 2) % THREADS, (i + 2) % THREADS);
  CHECK_LOOP (size_t, 0, < M, ++, i % THREADS, i % THREADS);
  CHECK_LOOP (size_t, 0, < M, ++, (i - 3) % THREADS,
	      (long) ((i - 3) % THREADS));
  CHECK_LOOP (int, 0, < M, ++, i / 5, i / 5);
  CHECK_LOOP (int, minus, < M, ++, i / 5, i / 5);
  CHECK_LOOP (int, 0, < M, ++, i / n, i / n);
  CHECK_LOOP (int, 0, < M, ++, i / minus, i / minus);
  CHECK_LOOP (int, minus, < M, ++, i >> 2, i >> 2);
  CHECK_LOOP (int, 0, < N, ++, i * THREADS / N, i * THREADS / N);
  CHECK_LOOP (int, 0, < n, ++, (i * THREADS) / n, (i * THREADS) / n);
  CHECK_LOOP (int, 0, < n, ++, (i * THREADS + 1) / n, (i * THREADS + 1) / n);
  CHECK_LOOP (unsigned, 0, < u, ++, (i * THREADS) / u, (i * THREADS) / u);
  CHECK_LOOP (size_t, 0, < u, ++, (i * THREADS) / u, (i * THREADS) / u);
  CHECK_LOOP (size_t, 1, <= u, ++, (i - 2) / 3, (long) ((i - 2) / 3));
  CHECK_LOOP (int, 0, < M, ++, (i / 3) % THREADS, i / 3);
  CHECK_LOOP (int, 0, < M, ++, i * minus, i * minus);
  CHECK_LOOP (int, 0, < M, ++, n, n);
  CHECK_LOOP (int, 0, < M, ++, MYTHREAD, MYTHREAD);
  CHECK_LOOP (unsigned, 0, < M, ++, i + 4294967295U, (long) (i + 4294967295U));
  CHECK_LOOP (int, N, < n - 30, ++, i / 4, i / 4);
}

/* ---- Elements  */

#define FILL(array, n)							\
  do									\
    {									\
      upc_barrier;							\
      for (int k_ = 0; k_ < (int) (n) && MYTHREAD == 0; k_++)		\
	(array)[k_] = 1000 + k_;					\
      upc_barrier;							\
    }									\
  while (0)

#define SAME(array, n, value)						\
  do									\
    {									\
      upc_barrier;							\
      for (int k = 0; k < (int) (n); k++)				\
	CHECK_IS ((array)[k], value);					\
      upc_barrier;							\
    }									\
  while (0)

static void
check_aligned (void)
{
  int i;
  FILL (b3, M + 9);
  upc_forall (i = 0; i < M; i++; &a3[i])
    a3[i] = b3[i] + 3 * b3[i + 3 * 1] - b3[i];
  SAME (a3, M, 3 * (1003 + k));
  upc_forall (i = M - 1; i >= 0; i--; &a3[i])
    a3[i] += i + b3[i];
  SAME (a3, M, 4009 + 5 * k);
  FILL (other, M);
  upc_forall (i = 0; i < M; i++; &even[i])
    even[i] = 2 * other[i];
  SAME (even, M, 2 * (1000 + k));
  FILL (a4, M);
  upc_forall (i = 0; i < M; i += 2; &a4[i])
    a4[i] += 1, a4[i + 1] -= 1;
  SAME (a4, M, 1000 + k + (k % 2 ? -1 : 1));
  upc_forall (i = 3; i < M; i++; &structures[i])
    structures[i].first = i, structures[i].second = i % 100;
  upc_barrier;
  for (i = 3; i < M; i++)
    CHECK (structures[i].first == i && structures[i].second == i % 100);
}

static void
check_stencils (int shift)
{
  int i;
  FILL (b40, 40 * THREADS + M);
  upc_forall (i = 1; i < 40 * THREADS; i++; &a40[i])
    a40[i] = b40[i - 1] + 2 * b40[i] + b40[i + 1];
  upc_barrier;
  for (i = 1; i < 40 * THREADS; i++)
    CHECK_IS (a40[i], 4000 + 4 * i);
  upc_barrier;
  upc_forall (i = 40 * THREADS - 1; i > 0; i--; &a40[i])
    a40[i] = b40[i + shift] - b40[i - 1 + shift] + b40[i];
  upc_barrier;
  for (i = 1; i < 40 * THREADS; i++)
    CHECK_IS (a40[i], 1001 + i);
  FILL (e1, M + 8);
  upc_forall (i = 1; i < M; i++; &a1[i])
    a1[i] = e1[i - 1] - e1[i] + e1[i + 1] + e1[i + shift];
  upc_barrier;
  for (i = 1; i < M; i++)
    CHECK_IS (a1[i], 2000 + 2 * i + shift);
}

/* Pointers into the middle of blocks, of which one cannot know where.  */
static void
check_through_pointers (shared [3] int *to, shared [3] const int *from, int n)
{
  int i;
  FILL (b3, M + 9);
  upc_forall (i = 0; i < n; i++; &to[i])
    to[i] = from[i];
  upc_barrier;
  for (i = 0; i < n; i++)
    CHECK_IS (to[i], 1000 + i + (from - b3));
  upc_barrier;
  upc_forall (i = n - 1; i >= 0; i--; &to[i])
    {
      if (i % 4 == 1)
	continue;
      to[i] = i;
    }
  upc_barrier;
  for (i = 0; i < n; i++)
    CHECK_IS (to[i], i % 4 == 1 ? 1000 + i + (from - b3) : i);
  upc_barrier;
}

static void
check_tables (void)
{
  int i, j;
  upc_forall (i = 0; i < M; i++; &rows[i][0])
    for (j = 0; j < ROW; j++)
      rows[i][j] = 10 * i + j;
  upc_forall (i = 0; i < M; i++; continue)
    upc_forall (j = 0; j < 6; j++; &pairs2[i][j])
      pairs2[i][j] = 10 * i + j;
  upc_barrier;
  for (i = 0; i < M; i++)
    {
      for (j = 0; j < ROW; j++)
	CHECK_IS (rows[i][j], 10 * i + j);
      for (j = 0; j < 6; j++)
	CHECK_IS (pairs2[i][j], 10 * i + j);
    }
  upc_barrier;
}

/* Elements of arrays that another rule deals out, and whose bounds are not the
   loop's.  */
static void
check_mixed (int n)
{
  int i;
  FILL (b40, M);
  upc_forall (i = 0; i < n; i++; (i * THREADS) / n)
    a40[i] = b40[i] + i;
  upc_barrier;
  for (i = 0; i < n; i++)
    CHECK_IS (a40[i], 1000 + 2 * i);
  upc_barrier;
  upc_forall (i = 0; i < n; i++; i)
    a40[i] = b40[i];
  SAME (a40, n, 1000 + k);
  upc_forall (i = 0; i < n; i++; 0)
    a40[i] = b40[i] + 1;
  SAME (a40, n, 1001 + k);
  upc_forall (i = 0; i < n; i++; i)
    upc_forall (int j = 0; j < 40 * THREADS; j++; &a40[j])
      if (j % n == i)
	a40[j] = b40[j] + 2;
  SAME (a40, n, 1002 + k);
}

static int
first_from (int value)
{
  upc_forall (int i = 0; i < M; i++; &even[i])
    if (even[i] == value)
      return i;
  return -1;
}

static void
check_ends (void)
{
  int i, n = 0;
  CHECK_IS (first_from (2000 + 2 * (N * MYTHREAD + 4)), N * MYTHREAD + 4);
  upc_forall (i = 0; i < M; i++; &a3[i])
    if (++n == 5)
      break;
  CHECK_IS (i, 3 * THREADS + 3 * MYTHREAD + 1);
  n = 0;
  upc_forall (i = 0; i < M; i++; &a3[i])
    {
      switch (i % 3)
	{
	case 2: continue;
	case 1: n += 10; break;
	default: n++;
	}
      if (n > 30)
	goto out;
    }
 out:
  CHECK_IS (i, 2 * 3 * THREADS + 3 * MYTHREAD + 1);
}

int
main (void)
{
  if (!MYTHREAD)
    a1[0] = 0;
  global3 = &a3[4];
  check_blocks (N, 3);
  check_rows (2);
  check_pointers (&a3[5], &a1[3], &whole[1], 2);
  check_pointers (a3, a1, whole, -1);
  check_integers (N, N, -7);
  check_aligned ();
  check_ends ();
  check_stencils (3);
  check_through_pointers (a3, b3, M);
  check_through_pointers (a3 + 1, b3 + 1, M - 2);
  check_through_pointers (a3 + 2, b3 + 4, M - 2);
  check_through_pointers (a3 + 3, b3, M - 3);
  check_tables ();
  check_mixed (N);
  return 0;
}
