/* upc_all_sort: layouts, counts, first elements, element sizes; equal elements
   keep their order.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback mpi }  */

#include "collective-flags.h"

#define ELEMENTS (1020 * THREADS)

struct pair {
  int key, number;
  char more[20];
};

shared int cyclic[ELEMENTS];
shared [7] int blocked[ELEMENTS];
shared [] int whole[1020];
shared [3] struct pair pairs[ELEMENTS];

static int
compare_ints (shared void *a, shared void *b)
{
  int x = *(shared int *) a, y = *(shared int *) b;
  return x < y ? -1 : x > y;
}

static int
compare_keys (shared void *a, shared void *b)
{
  return ((shared struct pair *) a)->key - ((shared struct pair *) b)->key;
}

static int
value (int i, int n)
{
  return (int) (i * 7919L % n) - n / 2;
}

/* N different numbers, N being no multiple of 7919, and their order.  */
#define TEST(array, block)						\
  do									\
    {									\
      for (int i = 0; i < n; i++)					\
	if (upc_threadof (&array[first + i]) == (size_t) MYTHREAD)	\
	  array[first + i] = value (i, n);				\
      before (flags);							\
      upc_all_sort (&array[first], sizeof (int), n, block, compare_ints, \
		    flags);						\
      after (flags);							\
      for (int i = 0; i < n; i++)					\
	if (upc_threadof (&array[first + i]) == (size_t) MYTHREAD)	\
	  CHECK_IS (array[first + i], i - n / 2);			\
      upc_barrier;							\
    }									\
  while (0)

static void
test (int n, int first, upc_flag_t flags)
{
  TEST (cyclic, 1);
  TEST (blocked, 7);
  TEST (whole, 0);
}

static void
test_pairs (int n, int keys)
{
  int i;

  upc_forall (i = 0; i < n; i++; &pairs[i])
    {
      pairs[i].key = i * 31 % keys;
      pairs[i].number = i;
      pairs[i].more[19] = i;
    }
  upc_all_sort (pairs, sizeof (struct pair), n, 3, compare_keys, 0);
  for (i = 0; i < n; i++)
    CHECK_IS (pairs[i].more[19], (char) pairs[i].number);
  for (i = 1; i < n; i++)
    {
      CHECK (pairs[i - 1].key <= pairs[i].key);
      CHECK (pairs[i - 1].key < pairs[i].key
	     || pairs[i - 1].number < pairs[i].number);
    }
  upc_barrier;
}

int
main (void)
{
  static const int counts[] = { 1, 2, 3, 10, 101, 1000 };
  int c, f = 0;

  for (c = 0; c < 6; c++)
    for (; f < 4 * c + 4; f++)
      test (counts[c], f % 11, flags_of (f));
  test_pairs (200, 200);
  test_pairs (200, 7);
  test_pairs (200, 1);
  return 0;
}
