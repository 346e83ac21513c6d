/* Qualifiers that come through a typedef and are repeated (UPC 1.3, 6.5.1.1).

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

typedef shared [2] int two;
typedef two again;
typedef again array[4 * THREADS];
typedef strict shared int firm;
typedef struct { int i; } plain;
typedef shared plain structure;
typedef shared int *to_shared;
typedef int *shared at;

shared [2] two a[2 * THREADS];
shared again b[2 * THREADS];
shared [2] array c;
const shared [1 + 1] again d, *e = &d;
strict shared firm f;
shared structure g, h[THREADS];
shared [3] to_shared i[3 * THREADS];
to_shared shared [3] j[3 * THREADS];
shared at k;
at l[THREADS];

static int
take (shared [2] two *p, const shared again *q)
{
  for (shared again *r = p; r == p; r++)
    if (upc_blocksizeof (shared two) != 2)
      return 0;
  return *p + *q + *(shared [2] again *) p;
}

static void
shadowed (void)
{
  {
    typedef int two;
    static shared [7] two seven[7 * THREADS];
    CHECK_IS (upc_blocksizeof (seven), 7);
  }
  int two = 3;
  CHECK_IS (two * 1, 3);
}

int
main (void)
{
  CHECK_IS (upc_blocksizeof (a), 2);
  CHECK_IS (upc_blocksizeof (b), 2);
  CHECK_IS (upc_blocksizeof (c), 2);
  CHECK_IS (upc_blocksizeof (*e), 2);
  CHECK_IS (upc_blocksizeof (i), 3);
  CHECK_IS (upc_blocksizeof (*i[0]), 1);
  CHECK_IS (upc_blocksizeof (j), 3);
  CHECK_IS (upc_blocksizeof (k), 1);
  a[2 * MYTHREAD] = b[2 * MYTHREAD] = 1;
  h[MYTHREAD].i = MYTHREAD;
  f = 1;
  upc_barrier;
  CHECK_IS (take (a, b), 3);
  CHECK_IS (h[THREADS - 1].i, THREADS - 1);
  CHECK_IS (g.i, 0);
  shadowed ();
  return 0;
}
