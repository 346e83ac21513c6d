/* THREADS in the bounds of shared arrays, wherever these are declared.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

#define N 5

shared int a[THREADS], b[N * THREADS], c[THREADS * N][3], d[2][THREADS];
static shared [N] int e[THREADS * (2 * N)];
shared [*] int f[N * THREADS];
int shared g[THREADS];
typedef shared int row[THREADS];
typedef row *row_pointer;
typedef int plain[3];
typedef shared int element;
row h;
extern row h;
static row rows[3];
row_pointer i = &h;
element j[THREADS * 3];
shared plain k[THREADS];
shared [2] int (*l)[THREADS];
extern shared int a[THREADS];
struct s { shared int (*p)[THREADS]; };

static int
parameter (shared int p[THREADS], shared int q[][THREADS], int n,
	   int r[n * THREADS])
{
  return upc_threadof (&p[THREADS - 1]) + (q ? sizeof *q : 0) + r[0];
}

int
main (void)
{
  static shared int m[THREADS];
  extern shared int b[N * THREADS];
  typedef shared [3] int local[3 * THREADS];
  static local n;
  shared int (*o)[THREADS] = &a;
  int vla[THREADS], x = 0;
  struct s s = { &a };

  CHECK_IS (sizeof a, THREADS * sizeof (int));
  CHECK_IS (sizeof b, N * THREADS * sizeof (int));
  CHECK_IS (sizeof c, 3 * N * THREADS * sizeof (int));
  CHECK_IS (sizeof d, 2 * THREADS * sizeof (int));
  CHECK_IS (sizeof e, 2 * N * THREADS * sizeof (int));
  CHECK_IS (sizeof f, N * THREADS * sizeof (int));
  CHECK_IS (sizeof g, THREADS * sizeof (int));
  CHECK_IS (sizeof h, THREADS * sizeof (int));
  CHECK_IS (sizeof rows, 3 * THREADS * sizeof (int));
  CHECK_IS (sizeof (row), THREADS * sizeof (int));
  CHECK_IS (sizeof *i, THREADS * sizeof (int));
  CHECK_IS (sizeof j, 3 * THREADS * sizeof (int));
  CHECK_IS (sizeof k, 3 * THREADS * sizeof (int));
  CHECK_IS (sizeof *l, THREADS * sizeof (int));
  CHECK_IS (sizeof m, THREADS * sizeof (int));
  CHECK_IS (sizeof n, 3 * THREADS * sizeof (int));
  CHECK_IS (sizeof (local), 3 * THREADS * sizeof (int));
  CHECK_IS (sizeof *o, THREADS * sizeof (int));
  CHECK_IS (sizeof *s.p, THREADS * sizeof (int));
  CHECK_IS (sizeof vla, THREADS * sizeof (int));
  CHECK_IS (sizeof (shared int[THREADS]), THREADS * sizeof (int));
  CHECK_IS (upc_blocksizeof f, N);
  CHECK_IS (upc_localsizeof (shared int[2 * THREADS]), 2 * sizeof (int));
  CHECK_IS (upc_localsizeof (row), sizeof (int));
  vla[0] = 0;
  CHECK_IS (parameter (a, d, 1, vla), THREADS - 1 + sizeof *d);
  a[MYTHREAD] = MYTHREAD;
  upc_barrier;
  CHECK_IS (a[THREADS - 1], THREADS - 1);
  CHECK_IS ((*o)[THREADS / 2], THREADS / 2);
  vla[THREADS - 1] = THREADS;
  x += vla[THREADS - 1];
  CHECK_IS (x, THREADS);
  return 0;
}
