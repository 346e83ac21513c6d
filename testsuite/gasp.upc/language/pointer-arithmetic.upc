/* UPC 1.3, 6.4.2 and 6.5.1.1: where elements are, and how pointers-to-shared
   move, differ and compare, by the formulas there.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 2 3 4 7 }
   { dg-levels -O0 -O2 -O3 -O2,-flto }  */

#include "check.h"

#define N 12			/* elements of an array for each thread */

struct three { char a; short b; double c[2]; };

/* Unseen by the optimiser.  */
static volatile long zero;

/* TEST (B, T, NAME): functions and an array NAME of block size B.  */
#define TEST(B, T, NAME)						\
  shared [B] T NAME[N * THREADS];					\
									\
  static void								\
  check_place_##NAME (shared [B] T *p, long i)				\
  {									\
    long turn = i / ((B) * THREADS);					\
    CHECK_IS (upc_threadof (p), i / (B) % THREADS);			\
    CHECK_IS (upc_phaseof (p), i % (B));				\
    CHECK_IS (upc_addrfield (p) - upc_addrfield (NAME),			\
	      (turn * (B) + i % (B)) * sizeof (T));			\
  }									\
									\
  static void								\
  check_steps_##NAME (long i)						\
  {									\
    shared [B] T *p = &NAME[i], *q = p;					\
    q++;								\
    check_place_##NAME (q, i + 1);					\
    q += 2;								\
    check_place_##NAME (q, i + 3);					\
    CHECK (q - 1 == p + 2 && q[-3 + zero] .SELECT == p->SELECT);	\
    q -= 2;								\
    check_place_##NAME (--q, i);					\
    check_place_##NAME ((shared [B] T *) (shared void *) q, i);		\
    CHECK_IS (upc_phaseof ((shared [] T *) q), 0);			\
    CHECK_IS (upc_threadof ((shared [] T *) q + 1), i / (B) % THREADS);	\
    CHECK_IS (upc_phaseof (upc_resetphase (q)), 0);			\
    CHECK ((shared [B] T *) (shared [] T *) q == q);			\
  }									\
									\
  static void								\
  check_##NAME (void)							\
  {									\
    long n = N * THREADS, i, j;						\
    for (i = 0; i < n; i++)						\
      for (j = 0; j < n; j++)						\
	{								\
	  shared [B] T *p = &NAME[i], *q = p + (j - i);			\
	  check_place_##NAME (q, j);					\
	  check_place_##NAME (NAME + j, j);				\
	  CHECK_IS (q - p, j - i);					\
	  CHECK_IS (&NAME[i] - &NAME[j], i - j);			\
	  CHECK (q == &NAME[j] && (q == p) == (i == j));		\
	  CHECK ((q < p) == (j < i) && (q >= p) == (j >= i));		\
	}								\
    for (i = 0; i + 3 < n; i++)						\
      check_steps_##NAME (i);						\
  }

struct byte { char value; };
struct word { int value; };
struct odd { char bytes[3]; char value; char more; };
#define SELECT value

TEST (1, struct word, cyclic)
TEST (4, struct word, four)
TEST (3, struct byte, three_bytes)
TEST (5, struct odd, five)
TEST (N, struct word, even)

shared [2] double m[3][THREADS * 4];
shared [2] struct three s[6 * THREADS];

static void
check_rows (void)
{
  shared [2] double (*row)[THREADS * 4] = m;
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4 * THREADS; j++)
      {
	long n = i * 4 * THREADS + j;
	CHECK_IS (upc_threadof (&m[i][j]), n / 2 % THREADS);
	CHECK_IS (upc_threadof (&row[i][j]), n / 2 % THREADS);
	CHECK (*(row + i) + j == &m[i][j] && &(*row)[n] == &m[i][j]);
      }
  CHECK_IS (&m[2] - row, 2);
  CHECK_IS (sizeof *row, 4 * THREADS * sizeof (double));
}

static void
check_members (void)
{
  int i;
  for (i = 0; i < 6 * THREADS; i++)
    {
      shared [] double *c = &s[i].c[1];
      CHECK_IS (upc_threadof (c), i / 2 % THREADS);
      CHECK_IS (upc_phaseof (c), 0);
      CHECK_IS (upc_addrfield (c) - upc_addrfield (&s[i]),
		sizeof (struct three) - sizeof (double));
      CHECK (c - 1 == s[i].c);
    }
}

static void
check_null (void)
{
  shared [4] struct word *p = 0;
  CHECK (p == 0 && !p && p == NULL && (struct word *) p == NULL);
  p = four;
  CHECK (p && p != 0 && (shared void *) p == p);
}

int
main (void)
{
  check_cyclic ();
  check_four ();
  check_three_bytes ();
  check_five ();
  check_even ();
  check_rows ();
  check_members ();
  check_null ();
  return 0;
}
