/* The initialiser tells how many rows there are of a length with THREADS in it,
   and so what [*] stands for.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 4 }  */

#include "check.h"

shared int a[][THREADS] = { { 1 }, { 2, 3 } };
static shared [2] int b[][2 * THREADS] = { { 1 }, { 2 }, [4] = { 5, 6 } };
shared [*] int c[][THREADS] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
static shared [*] short d[][3][THREADS] = { { { 1 }, { 2 } }, { { 3 } } };
struct pair { int x, y; };
shared [*] struct pair e[][THREADS] = { { { 1, 2 } }, { { 3, 4 }, { 5, 6 } } };
shared char f[][4 * THREADS] = { "abc", "d" };
shared [*] int h[][THREADS] = { 1 };

int
main (void)
{
  static shared [*] int in_function[][THREADS] = { { 7 }, { 8 } };
  CHECK_IS (sizeof a, 2 * THREADS * sizeof (int));
  CHECK_IS (sizeof b, 10 * THREADS * sizeof (int));
  CHECK_IS (sizeof e, 2 * THREADS * sizeof (struct pair));
  CHECK_IS (sizeof h, THREADS * sizeof (int));
  CHECK_IS (upc_blocksizeof (c), 3);
  CHECK_IS (upc_blocksizeof (d), 6);
  CHECK_IS (upc_blocksizeof (e), 2);
  CHECK_IS (upc_blocksizeof (in_function), 2);
  CHECK_IS (upc_localsizeof (c), 3 * sizeof (int));
  CHECK (a[0][0] == 1 && a[0][1] == 0 && a[1][0] == 2 && a[1][1] == 3);
  CHECK (b[0][0] == 1 && b[1][0] == 2 && b[3][0] == 0 && b[4][1] == 6);
  for (int i = 0; i < 6; i++)
    CHECK_IS (c[i / 2][i % 2], i + 1);
  CHECK (d[0][0][0] == 1 && d[0][1][0] == 2 && d[1][0][0] == 3);
  CHECK (d[1][2][0] == 0);
  CHECK (e[0][0].y == 2 && e[1][0].x == 3 && e[1][1].y == 6);
  CHECK (f[0][2] == 'c' && f[0][3] == 0 && f[1][0] == 'd');
  CHECK (h[0][0] == 1 && in_function[1][0] == 8);
  CHECK_IS (upc_threadof (&c[2][THREADS - 1]), THREADS - 1);
  return 0;
}
