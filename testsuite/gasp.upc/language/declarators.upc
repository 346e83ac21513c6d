/* Shared things that are declared by parentheses.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

static int
three (void)
{
  return 3;
}

static shared int *
move (shared int *p, int n)
{
  return p + n;
}

shared int a[THREADS];
int (*shared functions[THREADS]) (void);
int (*shared [2] blocked[2 * THREADS]) (void);
shared int *(*move_by) (shared int *, int) = move;
shared int *(*chosen (void)) (shared int *, int);
shared [3] int (*rows)[4];
int shared (b)[THREADS], (*c);

shared int *
(*chosen (void)) (shared int *, int)
{
  return move;
}

static int
count (shared int *f (int), shared int p[], shared int q[THREADS],
       shared [2] int r[][2])
{
  return !f + (p == q) + sizeof *r;
}

int
main (void)
{
  functions[MYTHREAD] = blocked[2 * MYTHREAD + 1] = three;
  b[MYTHREAD] = 4;
  upc_barrier;
  CHECK_IS (functions[MYTHREAD] (), 3);
  CHECK_IS ((*blocked[2 * MYTHREAD + 1]) (), 3);
  CHECK_IS (upc_blocksizeof (blocked), 2);
  CHECK_IS (upc_blocksizeof (**rows), 3);
  CHECK (move_by (a, 1) == a + 1);
  CHECK (chosen () (a, 0) == a);
  CHECK_IS (count (0, a, a, 0), 10);
  CHECK_IS (b[THREADS - 1], 4);
  CHECK (!c);
  return 0;
}
