/* upc_blocksizeof, upc_elemsizeof and upc_localsizeof, of types and
   expressions of all forms, as constants.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

struct s { int x; short y; };

shared [3] int a[3 * THREADS];
shared int b[4 * THREADS][2];
shared [] double c[10];
shared struct s d[THREADS];
shared [5] struct s *p;
shared int *shared q[THREADS];
strict shared [2] char e;

_Static_assert (upc_blocksizeof (a) == 3, "");
_Static_assert (upc_blocksizeof a == 3, "");
_Static_assert (upc_blocksizeof (a[0]) == 3, "");
_Static_assert (upc_blocksizeof a[0] == 3, "");
_Static_assert (upc_blocksizeof (shared [7] int) == 7, "");
_Static_assert (upc_blocksizeof (shared int) == 1, "");
_Static_assert (upc_blocksizeof (c) == 0, "");
_Static_assert (upc_blocksizeof *p == 5, "");
_Static_assert (upc_blocksizeof (*p) == 5, "");
_Static_assert (upc_blocksizeof p[3] == 5, "");
_Static_assert (upc_elemsizeof (p->y) == sizeof (short), "");
_Static_assert (upc_elemsizeof p->y == sizeof (short), "");
_Static_assert (upc_blocksizeof *(p + 1) == 5, "");
_Static_assert (upc_blocksizeof e == 2, "");
_Static_assert (upc_elemsizeof (a) == sizeof (int), "");
_Static_assert (upc_elemsizeof b == sizeof (int), "");
_Static_assert (upc_elemsizeof (b[0]) == sizeof (int), "");
_Static_assert (upc_elemsizeof (d) == sizeof (struct s), "");
_Static_assert (upc_elemsizeof (shared double[4]) == sizeof (double), "");
_Static_assert (upc_localsizeof (a) == 3 * sizeof (int), "");
_Static_assert (upc_localsizeof b == 8 * sizeof (int), "");
_Static_assert (upc_localsizeof (c) == 10 * sizeof (double), "");
_Static_assert (upc_localsizeof (shared [4] int[4 * THREADS])
		== 4 * sizeof (int), "");
_Static_assert (upc_localsizeof (shared [] int[6]) == 6 * sizeof (int), "");

char bound[upc_localsizeof (a)];
enum { CONSTANT = upc_blocksizeof (shared [9] char) };

static int evaluated;

static shared [4] int *
evaluate (void)
{
  evaluated++;
  return 0;
}

int
main (void)
{
  CHECK_IS (sizeof bound, 3 * sizeof (int));
  CHECK_IS (CONSTANT, 9);
  CHECK_IS (upc_blocksizeof (*evaluate ()) + upc_blocksizeof *evaluate (), 8);
  CHECK_IS (evaluated, 0);
  CHECK_IS (sizeof (upc_blocksizeof a), sizeof (size_t));
  CHECK_IS (upc_blocksizeof a + 1, 4);
  CHECK_IS (-upc_elemsizeof (a) + 2 * upc_elemsizeof (a), sizeof (int));
  CHECK_IS (upc_blocksizeof q, 1);
  return 0;
}
