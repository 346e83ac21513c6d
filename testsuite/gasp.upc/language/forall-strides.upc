/* upc_forall whose iterations are known at the start: each is executed by its
   thread, the variable has C's value in each and at the end, whatever ends
   the loop.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 5 }
   { dg-options "-w" }
   { dg-levels -O0 -O2 -O3 -g,-O2,-fsanitize=signed-integer-overflow,-fsanitize-undefined-trap-on-error }  */

#include <limits.h>
#include "check.h"

#define N 24

struct pair { int first; char second; };

shared int a[N * THREADS], times[(N + 8) * THREADS];
shared struct pair pairs[N * THREADS];
shared [2] int b[N * THREADS];
int global = N;

/* LOOP: a head of a loop by I; TIMES is counted for each iteration, AFFINITY
   says whose it is.  The same as C has it.  */
#define CHECK_LOOP(TYPE, INIT, COND, NEXT, AFFINITY, THREAD)		\
  do									\
    {									\
      TYPE i, j;							\
      long n = 0, wanted = 0, sum = 0, wanted_sum = 0;			\
      upc_forall (INIT (i); COND (i); NEXT (i); AFFINITY (i))		\
	{								\
	  CHECK_IS ((THREAD (i) % THREADS + THREADS) % THREADS, MYTHREAD); \
	  n++;								\
	  sum += (long) i * n;						\
	}								\
      for (INIT (j); COND (j); NEXT (j))				\
	if ((THREAD (j) % THREADS + THREADS) % THREADS == MYTHREAD)	\
	  wanted_sum += (long) j * ++wanted;				\
      CHECK_IS (n, wanted);						\
      CHECK_IS (sum, wanted_sum);					\
      CHECK_IS (i, j);							\
    }									\
  while (0)

#define FROM_0(i) i = 0
#define FROM_5(i) i = 5
#define FROM_LEAST(i) i = INT_MIN
#define FROM_MINUS_9(i) i = -9
#define FROM_LAST(i) i = N - 1
#define BELOW_N(i) i < N
#define BELOW_5(i) i < 5
#define BELOW_LEAST(i) i < INT_MIN + 20
#define TO_N(i) i <= N
#define ALL_BELOW_N(i) N * THREADS > i
#define BELOW_SIZE(i) i < sizeof (char[N])
#define BELOW_GLOBAL(i) i < global
#define NOT_N(i) i != N
#define DOWN_TO_0(i) i >= 0
#define ABOVE_0(i) 0 < i
#define UP(i) i++
#define ADD_1(i) i += 1
#define ADD_3(i) i += 3
#define DOWN(i) --i
#define SUBTRACT_1(i) i = i - 1
#define ITSELF(i) i
#define LONG(i) (long) i
#define PLUS_7(i) (i + 7)
#define MINUS_4(i) (i - 4)
#define MY_ELEMENT(i) &a[i]
#define MY_PAIR(i) &pairs[i + 3]
#define PLUS_3(i) (i + 3)
#define MY_BLOCKED(i) &b[i]
#define HALF(i) (i / 2)

static void
check_heads (void)
{
  CHECK_LOOP (int, FROM_0, BELOW_N, UP, ITSELF, ITSELF);
  CHECK_LOOP (int, FROM_5, TO_N, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (long, FROM_5, BELOW_5, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_5, ALL_BELOW_N, ADD_1, PLUS_7, PLUS_7);
  CHECK_LOOP (long, FROM_MINUS_9, BELOW_N, UP, MINUS_4, MINUS_4);
  CHECK_LOOP (int, FROM_LEAST, BELOW_LEAST, UP, ITSELF, LONG);
  CHECK_LOOP (unsigned, FROM_5, BELOW_N, UP, ITSELF, ITSELF);
  CHECK_LOOP (unsigned, FROM_5, TO_N, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (size_t, FROM_0, BELOW_N, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_0, BELOW_SIZE, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_MINUS_9, BELOW_SIZE, UP, ITSELF, ITSELF);
  CHECK_LOOP (short, FROM_0, BELOW_N, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_0, BELOW_GLOBAL, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_0, NOT_N, UP, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_LAST, DOWN_TO_0, DOWN, MY_PAIR, PLUS_3);
  CHECK_LOOP (long, FROM_LAST, ABOVE_0, SUBTRACT_1, MINUS_4, MINUS_4);
  CHECK_LOOP (unsigned, FROM_LAST, ABOVE_0, DOWN, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_0, BELOW_N, ADD_3, MY_ELEMENT, ITSELF);
  CHECK_LOOP (int, FROM_0, BELOW_N, UP, MY_BLOCKED, HALF);
}

static void
check_ends (void)
{
  int i, n = 0, limit = N;
  upc_forall (i = 0; i < N; i++; &a[i])
    {
      if (i < THREADS)
	continue;
      n++;
      if (i >= 2 * THREADS)
	break;
    }
  CHECK_IS (n, 2);
  CHECK_IS (i, 2 * THREADS + MYTHREAD);
  n = 0;
  upc_forall (i = 0; i < limit; i++; i)
    n += i, limit -= THREADS;
  upc_forall (i = 0; i < N * THREADS; i++; &a[i])
    {
      if (i == 3 * THREADS + MYTHREAD)
	goto out;
      switch (i % 3)
	{
	case 0: continue;
	default: n = i; break;
	}
    }
 out:
  CHECK_IS (i, 3 * THREADS + MYTHREAD);
  upc_forall (i = 0; i < N; i++; i)
    {
      int *p = &i;
      *p += 0;
      CHECK_IS (i % THREADS, MYTHREAD);
    }
  CHECK_IS (i, N);
}

static int
find (int what)
{
  upc_forall (int i = 0; i < N * THREADS; i++; &a[i])
    if (a[i] == what)
      return i;
  return -1;
}

/* Elements, also where another loop controls.  */
static void
check_elements (void)
{
  int i, j;
  upc_barrier;
  upc_forall (i = 0; i < N * THREADS; i++; &a[i])
    {
      a[i] = i;
      pairs[i].first = 2 * i;
      pairs[i].second = i & 63;
      times[i] = times[i + 8] = 0;
    }
  upc_barrier;
  upc_forall (i = N * THREADS - 1; i >= 0; i--; i)
    {
      int *own = (int *) &a[i];
      CHECK (a[i] == i && *own == i && &a[i] == a + i);
      CHECK_IS (upc_threadof (&pairs[i]), MYTHREAD);
      CHECK (pairs[i].first == 2 * i && pairs[i].second == (i & 63));
      a[i] += pairs[i].first;
    }
  CHECK_IS (find (3 * MYTHREAD + 3 * THREADS), MYTHREAD + THREADS);
  CHECK_IS (find (-1), -1);
  upc_barrier;
  upc_forall (i = 0; i < 3; i++; i)
    {
      upc_forall (j = 2; j < N * THREADS; j++; &a[j])
	CHECK (a[j] == 3 * j && pairs[j].first == 2 * j);
      upc_forall (j = N * THREADS - 1; j >= 1; j--; j + 1)
	CHECK (a[j] == 3 * j && pairs[j].first == 2 * j);
      for (j = 0; j < N; j++)
	CHECK (a[i] == 3 * i && a[j] == 3 * j);
    }
}

int
main (void)
{
  check_heads ();
  check_ends ();
  check_elements ();
  return 0;
}
