/* Variables of a function's own that are initialised with many shared addresses:
   so many, and no zero left, that the compiler would copy them from a section.

   SPDX-License-Identifier: Apache-2.0  */

#include <upc.h>
#include "../check.h"

shared int a;
static shared int b;
shared [2] int c[2 * THREADS];

#define SOME &a, &b, &a, &a, 0, &a, &b, &a, &a, &a, &a, 0, &a, &a, &a, &a
#define MANY SOME, SOME, SOME, SOME, SOME, SOME	/* 72 of A, 12 of B */
#define SIZE 96
struct many { int n; shared int *pointers[SIZE]; };

/* How many of the POINTERS are NEEDLE.  */
static int
count (shared int *const *pointers, shared int *needle)
{
  int n = 0;
  for (int i = 0; i < SIZE; i++)
    n += pointers[i] == needle;
  return n;
}

int
main (void)
{
  shared int *variable[SIZE] = { MANY };
  shared int *const constant[SIZE] = { MANY };
  shared int *rows[2][SIZE] = { { MANY }, { MANY } };
  struct many one = { 7, { MANY } };
  const struct many another = { 8, { MANY } };
  shared [2] int *blocks[SIZE] = { [0 ... 2] = &c[0], [3 ... SIZE - 1] = &c[1] };

  CHECK_IS (count (variable, &a), 72);
  CHECK_IS (count (variable, &b), 12);
  CHECK_IS (count (constant, &a), 72);
  CHECK_IS (count (rows[0], &b), 12);
  CHECK_IS (count (rows[1], &b), 12);
  CHECK_IS (count (one.pointers, &a), 72);
  CHECK_IS (one.n, 7);
  CHECK_IS (count (another.pointers, &b), 12);
  CHECK_IS (count ((struct many) { 9, { MANY } }.pointers, &a), 72);
  CHECK_IS (count ((shared int *[SIZE]) { MANY }, &b), 12);
  for (int i = 0; i < SIZE; i++)
    CHECK_IS (blocks[i] == &c[1], i >= 3);
  return 0;
}
