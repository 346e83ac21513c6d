/* Sums and casts in one expression are what they are step by step: folding
   must not drop a change of layout.

   SPDX-License-Identifier: Apache-2.0

   { dg-levels -O0 -O2 -O3 -O2,-flto }
   { dg-threads 1 2 3 4 }  */

#include "check.h"

#define N 60
#define STEP __attribute__ ((noipa)) static

typedef struct { int x, y; short z; } record;

/* An array of TYPE with BLOCK, and what can be done with pointers to it, a
   step at a time.  */
#define LAYOUT(name, block, type)					\
  shared [block] type name[N * THREADS];				\
  typedef shared [block] type *name##_pointer;				\
  STEP name##_pointer name##_add (name##_pointer p, long n)		\
  { return p + n; }							\
  STEP long name##_subtract (name##_pointer p, name##_pointer q)	\
  { return p - q; }							\
  STEP shared void *name##_generic (name##_pointer p) { return p; }	\
  STEP void name##_is (name##_pointer p, long k, int line)		\
  {									\
    if (upc_threadof (p) != k / block % THREADS				\
	|| upc_phaseof (p) != (block == 1 ? 0 : k % block)		\
	|| p != &name[k])						\
      {									\
	fprintf (stderr, "line %d: ", line);				\
	check_failed (#name, __FILE__, line);				\
      }									\
  }

LAYOUT (one, 1, int)
LAYOUT (two, 2, int)
LAYOUT (four, 4, int)
LAYOUT (five, 5, double)
LAYOUT (records, 3, record)

shared [] int none[N];

STEP shared [] int *
to_none (shared [4] int *p)
{
  return (shared [] int *) p;
}

STEP shared [4] int *
to_four (shared [] int *p)
{
  return (shared [4] int *) p;
}

STEP shared [2] int *
to_two (shared [4] int *p)
{
  return (shared [2] int *) p;
}

#define CHAIN(name, i, j, k)						\
  do									\
    {									\
      name##_pointer p = name;						\
      name##_is (name + i + j + k, i + j + k, __LINE__);		\
      name##_is (&(&p[i])[j] + k, i + j + k, __LINE__);			\
      name##_is (p + i + j - i + k, j + k, __LINE__);			\
      name##_is (name##_add (name##_add (p, i + j + k), -j) + j - k,	\
		 i + j, __LINE__);					\
      CHECK_IS ((p + i + j) - (p + k), i + j - k);			\
      CHECK_IS (name##_subtract (p + i + j, p + k), i + j - k);		\
      CHECK ((p + i + j > p + k) == (i + j > k));			\
      name##_is ((name##_pointer) (shared void *) (p + i) + j, i + j,	\
		 __LINE__);						\
      name##_is ((name##_pointer) name##_generic (p + i) + j, i + j,	\
		 __LINE__);						\
    }									\
  while (0)

#define CHAINS(i, j, k)							\
  do									\
    {									\
      CHAIN (one, i, j, k);						\
      CHAIN (two, i, j, k);						\
      CHAIN (four, i, j, k);						\
      CHAIN (five, i, j, k);						\
      CHAIN (records, i, j, k);						\
    }									\
  while (0)

/* Each change of block size makes the phase 0.  */
static void
change (long i, long j, long k)
{
  shared [4] int *p = four;

  CHECK (to_none (p + i) + j == (shared [] int *) (p + i) + j);
  CHECK (to_four (to_none (p + i)) + j
	 == (shared [4] int *) (shared [] int *) (p + i) + j);
  CHECK_IS (upc_phaseof ((shared [4] int *) (shared [] int *) (p + i)), 0);
  CHECK (to_two (p + i) + j == (shared [2] int *) (p + i) + j);
  CHECK (to_four (to_none (to_four (to_none (p + i) + j) + k))
	 == (shared [4] int *) (shared [] int *)
	      ((shared [4] int *) ((shared [] int *) (p + i) + j) + k));
  CHECK (upc_threadof ((shared [] int *) (p + i) + j)
	 == upc_threadof (p + i));
  CHECK (none + i + j - i == &none[j]);
  CHECK_IS (&none[i] - &none[j], i - j);
}

int
main (void)
{
  long i, j, k;

  CHAINS (0, 0, 0);
  CHAINS (1, 2, 3);
  CHAINS (7, 4, 9);
  CHAINS (3, 8, 4);
  change (1, 2, 3);
  for (i = 0; i < 8; i++)
    for (j = 0; j < 12; j += 3)
      for (k = 0; k < 10; k++)
	{
	  CHAINS (i, j, k);
	  change (i, j, k);
	}
  return 0;
}
